// The keywords and sections of one file that are left out: each is warned of once, with how many
// objects it is lost to.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

class LeftOut {
 public:
  /// Whoever waits loses nothing where `who` is empty.
  struct What {
    std::string who{};   ///< "queue"
    std::string what{};  ///< "loses fairshare"

    auto operator<=>(const What&) const = default;
  };

  /// That `name` is left out, for the reason `why`; `object`: the number of whom it is about. The
  /// first place of a name is the one that is told.
  void add(const std::string& name, JsonPlace place, std::string_view why, const What& what,
           std::size_t object) {
    const auto [found, is_new] = positions_.try_emplace(name, entries_.size());
    if (is_new) entries_.push_back({name, place, std::string(why), what});
    if (!what.who.empty()) objects_[what].insert(object);
  }

  /// What several keywords take from the same objects is counted once, with the first of them.
  void tell(Complaints& complaints) {
    for (const Entry& entry : entries_) {
      const std::string text = entry.name + ": " + entry.why + "; ignored";
      if (entry.what.who.empty()) {
        complaints.minor_warning(entry.place.line, entry.place.column, text);
        continue;
      }
      const Loss loss{.who = entry.what.who,
                      .what = entry.what.what,
                      .count = std::exchange(objects_[entry.what], {}).size()};
      complaints.warning(entry.place.line, entry.place.column, text, loss);
    }
  }

 private:
  struct Entry {
    std::string name;
    JsonPlace place;
    std::string why;
    What what;
  };

  std::vector<Entry> entries_;                     ///< in the order of the file
  std::map<std::string, std::size_t> positions_;   ///< by name
  std::map<What, std::set<std::size_t>> objects_;  ///< to whom it is lost
};

}  // namespace mcsim::config
