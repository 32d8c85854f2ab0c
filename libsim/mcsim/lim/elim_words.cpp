// What a LIM says about its ELIM, in words.
#include "mcsim/lim/elim_words.hpp"

#include <algorithm>

namespace mcsim::lim {
namespace {

/// "4 s", "0.25 s"
std::string seconds_text(Duration time) {
  std::string text = std::to_string(time.count() / 1000);
  if (const auto rest = time.count() % 1000; rest != 0) {
    std::string digits = std::to_string(1000 + rest).substr(1);
    digits.erase(digits.find_last_not_of('0') + 1);
    text += "." + digits;
  }
  return text + " s";
}

/// How much of an incomplete report has been read.
std::string progress_text(const LoadUpdateReader& reader) {
  if (reader.pairs_promised() == 0)
    return "after the beginning " + shown_word(reader.word()) + " of its number of indices";
  const auto read = reader.pairs_promised() - reader.pairs_left();
  std::string text =
      "after " + std::to_string(read) + " of " + std::to_string(reader.pairs_promised()) + " pairs";
  if (reader.has_unended_word())
    text += ", where " + shown_word(reader.word()) + " has no white space behind it";
  return text;
}

}  // namespace

std::string shown_word(std::string_view word) {
  constexpr std::size_t longest = 40;
  const auto continues = [](char letter) { return (letter & 0xC0) == 0x80; };
  std::size_t length = std::min(word.size(), longest);
  while (length > 0 && length < word.size() && continues(word[length])) --length;
  std::string result = "\"";
  for (const char letter : word.substr(0, length))
    result += static_cast<unsigned char>(letter) < ' ' || letter == '\x7F' ? '?' : letter;
  return result + (word.size() > length ? "...\"" : "\"");
}

std::string bad_count_text(const LoadUpdateReader& reader) {
  return "expected the number of indices, got " + shown_word(reader.word()) + "; LIM ends it";
}

std::string negative_count_text(const LoadUpdateReader& reader) {
  return "the number of indices is " + std::string(reader.word()) +
         "; all values are unknown, and LIM ends it";
}

std::string waited_text(Duration waited, const LoadUpdateReader& reader) {
  return "a report stops " + progress_text(reader) + ": nothing more came for " +
         seconds_text(waited) + "; all values are unknown, and LIM ends it";
}

std::string cut_off_text(const LoadUpdateReader& reader) {
  return "its output ends " + progress_text(reader) + "; all values are unknown";
}

std::string skipped_text(const LoadUpdateReader& reader, bool is_fixed) {
  return shown_word(reader.name()) +
         (is_fixed ? " is no dynamic resource" : " is a name that LIM does not know") +
         "; the pair is skipped";
}

std::string rejected_text(const LoadUpdateReader& reader, bool out_of_range) {
  return "the value " + shown_word(reader.value()) + " of " + shown_word(reader.name()) +
         (out_of_range ? " is beyond INFINIT_LOAD" : " is not a number") +
         "; the value before stays";
}

std::string too_often_text(Duration since_last, const ElimRules& rules, Duration age) {
  const bool is_behind = age >= rules.poll_interval;
  return "a report " + seconds_text(since_last) + " after the last one; at most one each " +
         seconds_text(rules.exchange_interval) + " is of use" +
         (is_behind ? "; LIM is " + seconds_text(age) + " behind, since it reads one each " +
                          seconds_text(rules.poll_interval)
                    : "");
}

std::string exited_text(const ElimExit& how, bool aborts, std::size_t lost) {
  const std::string end = aborts ? "it has ended with ELIM_ABORT_VALUE; LIM does not start it again"
                                 : "it has ended by itself: " + to_text(how);
  if (lost == 0) return end;
  return end + "; LIM had not read its last " +
         (lost == 1 ? "report, which is" : std::to_string(lost) + " reports, which are") + " lost";
}

std::string slow_text(Duration written_in, Duration block_time) {
  return "a report took " + seconds_text(written_in) +
         " from its first to its last byte; LIM waits " + seconds_text(block_time) +
         " for the rest (LSF_ELIM_BLOCKTIME), so if it looks at the beginning it ends the program";
}

std::string given_up_text(int restarts) {
  return "LSF_ELIM_RESTARTS is used up (" + std::to_string(restarts) +
         "); LIM does not start it again";
}

}  // namespace mcsim::lim
