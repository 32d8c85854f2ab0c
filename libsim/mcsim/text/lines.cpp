// The lines of an input file: how the buffer is kept full.
#include "mcsim/text/lines.hpp"

#include <algorithm>

#include "mcsim/text/complaints.hpp"

namespace mcsim::text {
namespace {

constexpr std::size_t usual_room = std::size_t{256} << 10;

}  // namespace

/// Moves what is left to the front and reads on; false: a failure.
bool LineReader::refill() {
  const std::size_t rest = filled_ - used_;
  if (rest > longest_line) {
    const bool has_returns = std::memchr(buffer_.data() + used_, '\r', rest) != nullptr;
    failure_ = about_file(source_.shown_name(),
                          has_returns ? "a line is longer than 1 MiB, with carriage returns in it; "
                                        "expected lines that end in LF or CRLF"
                                      : "a line is longer than 1 MiB; expected text");
    failure_->line = number_ + 1;
    return false;
  }
  if (rest > 0) std::memmove(buffer_.data(), buffer_.data() + used_, rest);
  // Larger than what is ever filled: a line feed is added where the last line lacks one, and bytes
  // behind a line can be read. The buffer grows for long lines only, so that at least half the
  // usual size can be read.
  if (buffer_.size() < rest + usual_room / 2 + behind_line)
    buffer_.grow(rest + usual_room + behind_line, rest);
  used_ = 0;
  filled_ = rest;
  auto count = source_.read({buffer_.data() + rest, buffer_.size() - rest - behind_line});
  if (!count) {
    failure_ = std::move(count.error());
    return false;
  }
  filled_ += *count;
  at_end_ = *count == 0;
  return true;
}

/// Reads to the end of a line that is too long, behind what is kept of it.
bool LineReader::drop_rest_of_line() {
  std::memmove(buffer_.data(), buffer_.data() + used_, longest_line);
  used_ = 0;
  filled_ = longest_line;
  if (buffer_.size() < longest_line + usual_room) buffer_.grow(longest_line + usual_room, filled_);
  char* const rest = buffer_.data() + longest_line;
  const std::size_t room = buffer_.size() - longest_line - behind_line - 1;
  while (!at_end_) {
    const auto count = source_.read({rest, room});
    if (!count) {
      failure_ = count.error();
      return false;
    }
    at_end_ = *count == 0;
    const void* const end = std::memchr(rest, '\n', *count);
    if (end == nullptr) continue;
    const std::size_t dropped = static_cast<std::size_t>(static_cast<const char*>(end) - rest);
    std::memmove(rest, end, *count - dropped);
    filled_ += *count - dropped;
    return true;
  }
  buffer_[filled_++] = '\n';
  is_last_unended_ = true;
  return true;
}

bool LineReader::next_after_refill(std::string_view& line) {
  while (!failure_) {
    if (cuts_ && filled_ - used_ > longest_line) {
      if (!drop_rest_of_line()) return false;
      take(line, longest_line);
      cut_number_ = number_;
      return true;
    }
    if (!at_end_ && !refill()) return false;
    if (at_end_) {
      if (used_ == filled_) return false;
      buffer_[filled_++] = '\n';
      is_last_unended_ = true;
    }
    const void* const end = std::memchr(buffer_.data() + used_, '\n', filled_ - used_);
    if (end == nullptr) continue;
    take(line, static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.data()) - used_);
    if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    return true;
  }
  return false;
}

}  // namespace mcsim::text
