// Words with `*` that mean hosts by their names: node*, h[1-20]*.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcsim::config {

/// Each `*` stands for any letters, also none. One range as expand_hosts() has it stands for each
/// of its numbers; brackets that are no range are letters. Source: Platform LSF 7.3 Configuration
/// Reference, lsb.hosts, HostGroup.
class HostPattern {
 public:
  explicit HostPattern(std::string_view word);

  /// Takes about as long however many numbers the range has.
  bool matches(std::string_view name) const;

 private:
  bool has_number_at(std::string_view name, std::size_t begin) const;

  std::string head_;                  ///< before the range; the word, if there is none
  std::string tail_;                  ///< behind the range
  std::vector<std::string> numbers_;  ///< as they are written, ascending; empty: there is no range
  std::vector<std::size_t> lengths_;  ///< that numbers have, ascending
};

}  // namespace mcsim::config
