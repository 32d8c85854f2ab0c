// Numbers for names, where a format has room for numbers only.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/names.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/utf8.hpp"

namespace mcsim::text {

/// Names that are numbers already keep them; the others get the smallest free numbers from 1 on, in
/// the order in which they were first seen.
class Numbering {
 public:
  explicit Numbering(std::string_view label) : label_(label) {}

  /// Notes a name; empty, and -1, mean that there is none.
  NameId id(std::string_view name) {
    return name.empty() || name == "-1" ? none<NameId> : names_.id(name);
  }

  /// Gives out the numbers, once all names are known.
  void settle() {
    std::set<std::int64_t> taken;
    numbers_.clear();
    for (std::size_t at = 0; at < names_.size(); ++at) {
      numbers_.push_back(as_number(names_.name(static_cast<NameId>(at))));
      taken.insert(numbers_.back());
    }
    std::int64_t next = 1;
    for (std::int64_t& number : numbers_) {
      if (number >= 0) continue;
      while (taken.contains(next)) ++next;
      number = next++;
    }
  }

  std::int64_t number(NameId id) const { return id == none<NameId> ? -1 : numbers_[index_of(id)]; }

  /// `; User: 3 ann` for each name that is not its own number.
  void explain(OutputFile& out) const {
    for (std::size_t at = 0; at < numbers_.size(); ++at) {
      const std::string_view name = names_.name(static_cast<NameId>(at));
      if (as_number(name) < 0)
        out.write("; " + label_ + ": " + std::to_string(numbers_[at]) + " " + on_one_line(name) +
                  "\n");
    }
  }

 private:
  /// The number that `name` is, written without sign or leading zeros; -1: it is none.
  static std::int64_t as_number(std::string_view name) {
    constexpr std::size_t most_digits = 15;
    std::int64_t number = -1;
    const char* const first = name.data();
    const char* const last = first + name.size();
    if (name.size() > most_digits || std::from_chars(first, last, number).ptr != last) return -1;
    return std::to_string(number) == name ? number : -1;
  }

  /// Whether it is a letter other than a control (C0, DEL, C1) or an end of a line.
  static bool is_shown(std::string_view letter) {
    if (letter.empty()) return false;
    const auto first = static_cast<unsigned char>(letter[0]);
    if (letter.size() == 2 && first == 0xC2) return static_cast<unsigned char>(letter[1]) >= 0xA0;
    return first >= ' ' && first != 0x7F && letter != "\u2028" && letter != "\u2029";
  }

  static std::string on_one_line(std::string_view name) {
    std::string text;
    while (!name.empty()) {
      const std::size_t length = letter_length(name);
      text += is_shown(name.substr(0, length)) ? name.substr(0, length) : "?";
      name.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
  }

  std::string label_;
  NameTable names_;
  std::vector<std::int64_t> numbers_;  ///< by NameId
};

}  // namespace mcsim::text
