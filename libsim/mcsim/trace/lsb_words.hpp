// The words of a record of lsb.acct or lsb.events, as mbatchd writes it: one line, words between
// blanks; a string stands in quotes, and a quote within it twice.
// Source: Platform LSF Configuration Reference, lsb.acct; lsb.log.c of OpenLava.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace mcsim::trace {

/// Hands out the words of one line in their order. What does not fit makes the record broken from
/// there on: then all words are empty and all numbers 0.
class LsbWords {
 public:
  explicit LsbWords(std::string_view line)
      : begin_(line.data()), at_(line.data()), end_(line.data() + line.size()) {
    skip_blanks();
  }

  bool at_end() const { return at_ == end_; }
  bool is_broken() const { return is_broken_; }
  /// The record is not what it should be, from here on.
  void give_up() { is_broken_ = true; }
  /// Whether the next word is a string; no longer when the record is broken.
  bool is_text() const { return !is_broken_ && at_ != end_ && *at_ == '"'; }
  /// Of the next word, from 1.
  std::size_t column() const { return static_cast<std::size_t>(at_ - begin_) + 1; }

  /// The next word, a string, without its quotes; quotes within it are still there twice.
  std::string_view text() { return is_text() ? quoted() : nothing(); }
  /// The next word, a string or not.
  std::string_view word() {
    if (is_broken_ || at_ == end_) return nothing();
    return is_text() ? quoted() : plain();
  }
  /// The next word, a whole number; of a number with decimals what stands before them.
  std::int64_t number() {
    if (is_broken_ || at_ == end_) return give_up(), 0;
    const char* at = at_;
    const bool is_below = *at == '-';
    if (is_below) ++at;
    const char* const digits = at;
    std::uint64_t value = 0;
    for (; at != end_ && *at >= '0' && *at <= '9'; ++at)
      value = 10 * value + static_cast<unsigned char>(*at - '0');
    const bool is_whole = at != digits && at - digits <= most_digits;
    if (is_whole && at != end_ && *at == '.')
      for (++at; at != end_ && *at >= '0' && *at <= '9';) ++at;
    if (!is_whole || (at != end_ && *at != ' ')) return give_up(), 0;
    at_ = at;
    skip_blanks();
    return is_below ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  }
  /// The next word, some number that nobody looks at.
  void pass_number() {
    if (is_text()) is_broken_ = true;
    word();
  }
  /// So many words, of any kind.
  void skip(std::int64_t count) {
    for (; count > 0 && !is_broken_; --count) word();
  }
  /// A number n and n strings behind it.
  void texts(std::vector<std::string_view>& to) {
    to.clear();
    const std::int64_t count = number();
    for (std::int64_t at = 0; at < count && !is_broken_; ++at) to.push_back(text());
  }

 private:
  static constexpr std::ptrdiff_t most_digits = 18;  // they fit into 64 bits

  void skip_blanks() {
    while (at_ != end_ && *at_ == ' ') ++at_;
  }
  std::string_view nothing() {
    give_up();
    return {};
  }
  std::string_view plain() {
    const char* const start = at_;
    while (at_ != end_ && *at_ != ' ') ++at_;  // such words are short
    const std::string_view found(start, static_cast<std::size_t>(at_ - start));
    skip_blanks();
    return found;
  }
  std::string_view quoted() {
    const char* const start = at_ + 1;
    // Most strings of a record are empty.
    if (end_ - start >= 2 && start[0] == '"' && start[1] == ' ') {
      at_ = start + 1;
      skip_blanks();
      return {start, 0};
    }
    for (const char* from = start; from != end_;) {
      const void* const found = std::memchr(from, '"', static_cast<std::size_t>(end_ - from));
      if (found == nullptr) break;
      const char* const quote = static_cast<const char*>(found);
      if (quote + 1 == end_ || quote[1] == ' ') {
        at_ = quote + 1;
        skip_blanks();
        return {start, static_cast<std::size_t>(quote - start)};
      }
      if (quote[1] != '"') break;
      from = quote + 2;
    }
    return nothing();
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  bool is_broken_ = false;
};

/// A string of a record as it was meant: quotes once. mbatchd has put `;` for ends of lines.
inline std::string without_doubled_quotes(std::string_view text) {
  if (text.find('"') == std::string_view::npos) return std::string(text);
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    plain += text[at];
    if (text[at] == '"') ++at;
  }
  return plain;
}

/// Hosts of a list that names a host once for each of its slots, or as `16*host`: calls
/// visit(host, slots) for each entry.
template <class Visit>
void visit_hosts(const std::vector<std::string_view>& names, Visit&& visit) {
  for (std::string_view name : names) {
    std::int32_t slots = 1;
    const auto star = name.find('*');
    if (star != std::string_view::npos) {
      std::int32_t count = 0;
      const auto [behind, error] = std::from_chars(name.data(), name.data() + star, count);
      if (error == std::errc{} && behind == name.data() + star && count > 0) {
        slots = count;
        name.remove_prefix(star + 1);
      }
    }
    visit(name, slots);
  }
}

}  // namespace mcsim::trace
