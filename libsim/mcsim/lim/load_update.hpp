// A load update string, `number_indices (index_name index_value)...`, read as its bytes arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::lim {

/// Reads one report after the other from pieces of any size. Words end at white space; line ends
/// mean nothing more. Holds at most two words, whatever the input is.
class LoadUpdateReader {
 public:
  /// Of a longer word only this much is kept; it is neither a name nor a number.
  static constexpr std::size_t longest_word = 1024;

  enum class Found : std::uint8_t {
    nothing,    ///< all bytes are used up
    pair,       ///< name() and value() are set
    report,     ///< the report is complete
    bad_count,  ///< word() should have been a count; the reader cannot go on
    negative,   ///< word() is a count below 0; likewise
  };

  /// Reads `bytes` from the position `used` on, up to the next thing found, and moves `used` behind
  /// it: after a report just behind the white space that ended it.
  Found next(std::string_view bytes, std::size_t& used);

  /// No more bytes will come: a word without an end ends now.
  Found end_of_bytes();

  /// Whether a report has begun: at least its first word.
  bool is_within() const { return state_ != State::count || has_unended_word(); }
  /// Whether a word has begun whose end has not come.
  bool has_unended_word() const { return !word_.empty() && !word_is_old_; }
  /// Pairs of this report that are still to come, and all its pairs; 0 before its count was read.
  std::int32_t pairs_left() const { return pairs_left_; }
  std::int32_t pairs_promised() const { return pairs_promised_; }

  /// The last words; valid until the next call.
  std::string_view name() const { return name_; }
  std::string_view value() const { return word_; }
  std::string_view word() const { return word_; }
  bool name_was_cut() const { return name_was_cut_; }
  bool value_was_cut() const { return cut_; }

 private:
  enum class State : std::uint8_t { count, name, value };

  /// Answers whether a word was read to its end.
  bool read_word(std::string_view bytes, std::size_t& used);
  Found found_word();
  Found found_count();

  State state_ = State::count;
  bool word_is_old_ = false;  ///< word_ was handed out
  bool cut_ = false;          ///< word_ lacks its end
  bool name_was_cut_ = false;
  std::int32_t pairs_left_ = 0;
  std::int32_t pairs_promised_ = 0;
  std::string word_;
  std::string name_;
};

}  // namespace mcsim::lim
