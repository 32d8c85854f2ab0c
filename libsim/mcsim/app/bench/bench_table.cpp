// The results of a benchmark for people.
#include "mcsim/app/bench/bench_table.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

/// `session/lsf/C1` of `session/lsf/C1/p99`.
std::string_view group_of(std::string_view name) { return name.substr(0, name.rfind('/')); }

std::string title_of(std::string_view label) {
  if (label == work_label) return "steps of work";
  return label == time_label ? "ns of wall time" : std::string(label);
}

}  // namespace

std::string bench_table(const BenchFile& file, std::size_t width) {
  TextTable table;
  std::string label;
  for (std::size_t at = 0; at < file.entries.size();) {
    const std::string group(group_of(file.entries[at].name));
    if (std::exchange(label, file.entries[at].label) != file.entries[at].label)
      table.add({title_of(label), "decisions", "p50", "p99", "max", "sum"});
    std::vector<std::string> row{group, std::to_string(file.entries[at].decisions)};
    for (; at < file.entries.size() && group_of(file.entries[at].name) == group; ++at)
      row.push_back(std::to_string(file.entries[at].value));
    table.add(std::move(row));
  }
  if (file.entries.empty()) return "nothing was decided\n";
  return table.text(width);
}

}  // namespace mcsim::app
