// The lines of an input file, without a copy or an allocation for each.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/raw_bytes.hpp"
#include "mcsim/text/input.hpp"

namespace mcsim::text {

/// Hands out lines one by one. Line ends are LF or CRLF; the last line may lack one; a byte order
/// mark before the first is dropped.
class LineReader {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;
  static constexpr std::size_t behind_line = 16;

  explicit LineReader(ByteSource source) : source_(std::move(source)) {}

  /// The next line, valid until the next call. The `behind_line` bytes after it are readable; the
  /// first of them is CR or LF. False: the end, or a failure.
  bool next(std::string_view& line) {
    const std::size_t rest = filled_ - used_;
    const char* const start = buffer_.data() + used_;
    const void* const end = rest == 0 ? nullptr : std::memchr(start, '\n', rest);
    if (end == nullptr) return next_after_refill(line);
    take(line, static_cast<std::size_t>(static_cast<const char*>(end) - start));
    return true;
  }

  /// From now on a longer line is no failure: it may come without its end.
  void cut_long() { cuts_ = true; }
  bool is_cut() const { return cut_number_ == number_; }  ///< the last line came so

  std::size_t number() const { return number_; }  ///< of the last line, from 1
  /// Whether the file ends within the last line: no line feed follows it.
  bool is_last_unended() const { return is_last_unended_; }
  /// Why the lines ended early, if they did.
  const std::optional<Diagnostic>& failure() const { return failure_; }
  ByteSource& source() { return source_; }

 private:
  void take(std::string_view& line, std::size_t length) {
    line = std::string_view(buffer_.data() + used_, length);
    used_ += length + 1;
    ++number_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  }
  bool next_after_refill(std::string_view& line);
  bool refill();
  bool drop_rest_of_line();

  ByteSource source_;
  RawBytes buffer_;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::size_t number_ = 0;
  std::size_t cut_number_ = static_cast<std::size_t>(-1);
  bool at_end_ = false;
  bool is_last_unended_ = false;
  bool cuts_ = false;
  std::optional<Diagnostic> failure_;
};

}  // namespace mcsim::text
