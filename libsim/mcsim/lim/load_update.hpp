// A load update string, `number_indices (index_name index_value)...`, read as its bytes come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::lim {

/// Reads one report after the other from pieces of any size. Words end at white space, and lines
/// mean nothing. Holds two words at most, whatever comes in.
class LoadUpdateReader {
 public:
  /// Of a longer word only so much is kept; it is neither a name nor a number.
  static constexpr std::size_t longest_word = 1024;

  enum class Found : std::uint8_t {
    nothing,    ///< all bytes are used up
    pair,       ///< name() and value() are there
    report,     ///< the report has come to its end
    bad_count,  ///< word() should have been a count; the reader is of no more use
    negative,   ///< word() is a count below 0; likewise
  };

  /// Looks at `bytes` from the position `used` on, up to the next thing found, and moves `used`
  /// behind it. After a report it is behind the white space that ended it, and no further.
  Found next(std::string_view bytes, std::size_t& used);

  /// No more bytes will come, so a word that is not ended is ended now.
  Found end_of_bytes();

  /// Within a report: its first word has begun.
  bool is_within() const { return state_ != State::count || has_unended_word(); }
  /// A word has begun whose end has not come.
  bool has_unended_word() const { return !word_.empty() && !word_is_old_; }
  /// Pairs of this report, and those of them that are still to come; 0 before its count was read.
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

  /// Whether a word has come to its end.
  bool read_word(std::string_view bytes, std::size_t& used);
  Found found_word();
  Found found_count();

  State state_ = State::count;
  bool word_is_old_ = false;  ///< what word_ holds was handed out
  bool cut_ = false;          ///< word_ lacks its end
  bool name_was_cut_ = false;
  std::int32_t pairs_left_ = 0;
  std::int32_t pairs_promised_ = 0;
  std::string word_;
  std::string name_;
};

}  // namespace mcsim::lim
