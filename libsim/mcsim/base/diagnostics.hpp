// What is wrong with a user's input: where, what was expected, what was found. All complaints about
// an input are reported together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

enum class Severity : std::uint8_t { error, warning };

/// What whoever waits loses by what a warning says, to be counted over all warnings: of 3 `who`
/// ("Limit") 2 have this in common: each `what` ("is left out").
struct Loss {
  std::string who;
  std::string what;
  std::size_t count = 0;  ///< 0: nothing is lost, or nobody knows
  std::size_t of = 0;     ///< how many there are; 0: not counted

  bool operator==(const Loss&) const = default;
  /// Counts what another warning says of the same, and returns true; false: it says it of another.
  bool take_in(const Loss& other) {
    if (other.count == 0 || who != other.who || what != other.what) return false;
    count += other.count;
    return true;
  }
};

/// One complaint. Printed as `file:line:column pointer: message`; parts that are not known
/// (line 0, empty pointer) are left out.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;
  std::size_t line = 0;    ///< from 1; 0: the file as a whole
  std::size_t column = 0;  ///< from 1, in bytes; 0: the line as a whole
  std::string pointer;     ///< JSON pointer of the value, where the file is JSON
  std::string message;
  Loss loss{};            ///< of a warning
  bool is_minor = false;  ///< of a warning: it changes nothing for whoever waits

  bool operator==(const Diagnostic&) const = default;
};

/// All complaints about one input, in the order of their places.
struct Diagnostics {
  std::vector<Diagnostic> list;

  void add(Diagnostic diagnostic) { list.push_back(std::move(diagnostic)); }
  bool has_errors() const {
    for (const Diagnostic& diagnostic : list)
      if (diagnostic.severity == Severity::error) return true;
    return false;
  }
};

inline void append(Diagnostics& all, const Diagnostics& more) {
  all.list.insert(all.list.end(), more.list.begin(), more.list.end());
}

/// `two_sites.json:6:41 /clusters/0/hosts/0/ncpus: expected a whole number ..., got -4`
std::string to_text(const Diagnostic& diagnostic);

}  // namespace mcsim::base
