// Tells of runs that came to no end.
#include "mcsim/app/cells/failed_runs.hpp"

#include <cstddef>
#include <map>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

Diagnostics failed_runs(const std::vector<FailedRun>& failed) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> counts;
  Diagnostics said;
  for (const auto& [run, why] : failed) {
    const auto [found, is_new] = known.try_emplace(why, counts.size());
    if (is_new) {
      said.add(about_file(run->title, why));
      counts.push_back(0);
    }
    ++counts[found->second];
  }
  for (std::size_t at = 0; at < counts.size(); ++at)
    if (counts[at] > 1)
      said.list[at].message += " (and " + counted(counts[at] - 1, "more run") + " alike)";
  return said;
}

}  // namespace mcsim::app
