// How many slots of each host a history had in use at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Slots of one host; hosts are numbered as they come.
using UsedSlots = std::pair<std::uint32_t, std::int64_t>;

/// Takes 16 bytes for each host of a job.
class UsedHosts {
 public:
  /// The hosts of a record, each once where a list names it several times in a row.
  const std::vector<UsedSlots>& hosts_of(const std::vector<std::string_view>& names);
  /// Somebody had the last hosts_of() for this time, in seconds since 1970.
  void note(std::int64_t from, std::int64_t to);
  /// The last hosts_of(), as exec_hosts of a run has them: `16*host host2`.
  std::string text() const;
  /// The most slots of each host that were in use at a time; hosts without use are left out.
  std::map<std::string, std::int64_t> most();

 private:
  /// Names are found by what they are, without making a string of them.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  /// Slots that come into use (above 0) or go out of it, and when: the high half is the time, the
  /// low half slots, so that of one second those that go come first.
  using Change = std::uint64_t;

  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> ids_;  // never iterated
  std::vector<std::string> names_;                                             ///< by id
  std::vector<std::vector<Change>> changes_;                                   ///< likewise
  std::vector<std::int64_t> least_;  ///< of one job, which may have had them for no time
  std::vector<UsedSlots> hosts_;
};

}  // namespace mcsim::app
