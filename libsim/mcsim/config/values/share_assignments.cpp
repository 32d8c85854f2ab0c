// Share assignments from their text.
#include "mcsim/config/values/share_assignments.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

class ShareAssignmentReader {
 public:
  ShareAssignmentReader(std::string_view text, std::string_view whose, ShareForm form)
      : text_(text), whose_(whose), form_(form) {}

  ShareAssignments read() {
    if (form_ == ShareForm::fairshare && !take_keyword()) return std::move(read_);
    const bool is_enclosed = next() == '(' || form_ == ShareForm::fairshare;
    const char close = form_ == ShareForm::fairshare ? ']' : ')';
    const std::size_t open = at_;
    if (is_enclosed) ++at_;
    while (next() != end && !(is_enclosed && next() == close)) read_word(is_enclosed, close);
    if (is_enclosed && !takes(close)) fail(std::string("expected ") + close, open);
    if (next() != end) fail("expected the end of the list");
    if (form_ == ShareForm::some && read_.list.empty() && read_.mistakes.empty())
      fail("expected at least one " + shape());
    return std::move(read_);
  }

 private:
  static constexpr char end = '\0';

  /// False: complained about. Else the bracket behind it comes next.
  bool take_keyword() {
    constexpr std::string_view keyword = "USER_SHARES";
    next();
    const std::size_t start = at_;
    const bool is_there = word() == keyword && next() == '[';
    if (is_there) return true;
    at_ = start;
    return fail("expected USER_SHARES[[user, shares] ...]");
  }

  void read_word(bool is_enclosed, char close) {
    if (next() == '[') return read_entry();
    fail("expected " + shape() + (is_enclosed ? std::string(" or ") + close : ""));
    ++at_;
    while (next() != end && next() != '[' && next() != close) ++at_;
  }

  /// Reads one entry. Only its first mistake is reported; reading goes on with the next entry.
  void read_entry() {
    const std::size_t open = at_++;
    if (read_inside() && next() != ']') fail("expected ]", open);
    while (next() != end && next() != '[' && next() != ']' && next() != ')') ++at_;
    takes(']');
  }
  /// False: complained about. Only a comma behind a name shows that the name is whole.
  bool read_inside() {
    next();
    ShareAssignment entry{.name = {}, .position = at_};
    entry.name = word();
    if (entry.name.empty()) return fail("expected the name of a " + std::string(whose_));
    if (!takes(',')) return fail("expected a comma");
    read_.list.push_back(std::move(entry));
    next();
    const std::size_t from = at_;
    const auto shares = read_whole(word());
    if (!shares || *shares < 1 || *shares > INT32_MAX) {
      at_ = from;
      return fail("expected a number of shares from 1 to 2147483647");
    }
    read_.list.back().shares = static_cast<std::int32_t>(*shares);
    return true;
  }
  std::string shape() const { return "[" + std::string(whose_) + ", shares]"; }

  /// The next letter that is no blank.
  char next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : end;
  }
  bool takes(char letter) {
    if (next() != letter) return false;
    ++at_;
    return true;
  }
  std::string_view word() {
    const std::size_t from = at_;
    while (at_ < text_.size() && std::string_view(",[]()").find(text_[at_]) == text_.npos &&
           !std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
    return text_.substr(from, at_ - from);
  }
  /// Notes a mistake about what stands here, or about the bracket at `place`, which is not closed.
  bool fail(const std::string& wish, std::size_t place = std::string_view::npos) {
    next();
    const std::size_t here = at_;
    std::string_view found = word();
    at_ = here;
    if (found.empty()) found = text_.substr(here, 1);
    read_.mistakes.push_back(
        {std::min(here, place),
         wish + ", got " + (found.empty() ? "the end of the list" : in_quotes(found))});
    return false;
  }

  std::string_view text_;
  std::string_view whose_;
  ShareForm form_;
  std::size_t at_ = 0;
  ShareAssignments read_;
};

}  // namespace

ShareAssignments read_share_assignments(std::string_view text, std::string_view whose,
                                        ShareForm form) {
  return ShareAssignmentReader(text, whose, form).read();
}

}  // namespace mcsim::config
