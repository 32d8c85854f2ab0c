// Text for people: nothing in it can make a terminal do anything.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// `text` with what a terminal would not show as letters, or in another order, written out as
/// \u and four digits, which is the same text where it stands in a JSON string: control characters
/// but tab and line feed, and those that turn the direction of writing. Bytes that are not UTF-8
/// become \x and two digits.
std::string visible(std::string_view text);

/// Writes visible(text) to an open file.
class VisibleBuffer : public std::streambuf {
 public:
  explicit VisibleBuffer(int descriptor) : descriptor_(descriptor) {}
  VisibleBuffer(const VisibleBuffer&) = delete;
  VisibleBuffer& operator=(const VisibleBuffer&) = delete;
  ~VisibleBuffer() override;

  /// As it is.
  void put_command(std::string_view command);
  /// Why the first bytes were lost; 0: none were.
  int error_number() const { return error_number_; }

 protected:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  void show(std::string_view text);
  void write_out();

  int descriptor_;
  std::string text_;     ///< not yet looked at: at most the beginning of a letter, when written
  std::string visible_;  ///< not yet written
  int error_number_ = 0;
};

class VisibleStream : public std::ostream {
 public:
  explicit VisibleStream(int descriptor) : std::ostream(nullptr), buffer_(descriptor) {
    rdbuf(&buffer_);
  }
  int error_number() const { return buffer_.error_number(); }

 private:
  VisibleBuffer buffer_;
};

}  // namespace mcsim::app
