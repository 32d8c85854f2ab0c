// Text for people, in which nothing can command a terminal.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// `text` with two kinds of characters escaped as \u and four digits: control characters other than
/// tab and line feed, and those that change the direction of writing. In a JSON string the escape
/// means the same text. Bytes that are not UTF-8 become \x and two digits.
std::string visible(std::string_view text);

/// Writes visible(text) to an open file.
class VisibleBuffer : public std::streambuf {
 public:
  explicit VisibleBuffer(int descriptor) : descriptor_(descriptor) {}
  VisibleBuffer(const VisibleBuffer&) = delete;
  VisibleBuffer& operator=(const VisibleBuffer&) = delete;
  ~VisibleBuffer() override;

  /// Writes `command` unchanged.
  void put_command(std::string_view command);
  /// The errno of the first failed write; 0: none has failed.
  int error_number() const { return error_number_; }

 protected:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  void show(std::string_view text);
  void write_out();

  int descriptor_;
  std::string text_;     ///< the incomplete character at the end, if any
  std::string visible_;  ///< escaped, but not yet written
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
