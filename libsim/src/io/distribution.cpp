// Share assignments from their text.
#include "distribution.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "mcsim/io/complaints.hpp"
#include "scenario_values.hpp"

namespace mcsim {
namespace {

class DistributionReader {
 public:
  explicit DistributionReader(std::string_view text) : text_(text) {}

  Expected<std::vector<DistributionEntry>, std::vector<DistributionMistake>> read() {
    const bool is_enclosed = next() == '(';
    const std::size_t open = at_;
    if (is_enclosed) ++at_;
    while (next() != end && !(is_enclosed && next() == ')')) read_word(is_enclosed);
    if (is_enclosed && !takes(')')) fail("expected )", open);
    if (next() != end) fail("expected the end of the list");
    if (entries_.empty() && mistakes_.empty()) fail("expected at least one [cluster, shares]");
    if (!mistakes_.empty()) return Unexpected(std::move(mistakes_));
    return std::move(entries_);
  }

 private:
  static constexpr char end = '\0';

  void read_word(bool is_enclosed) {
    if (next() == '[') return read_entry();
    fail(is_enclosed ? "expected [cluster, shares] or )" : "expected [cluster, shares]");
    ++at_;
    while (next() != end && next() != '[' && next() != ')') ++at_;
  }

  /// What is wrong in it is told once; the next one is read as if nothing were.
  void read_entry() {
    const std::size_t open = at_++;
    DistributionEntry entry;
    if (read_inside(entry) && next() != ']') fail("expected ]", open);
    while (next() != end && next() != '[' && next() != ']' && next() != ')') ++at_;
    takes(']');
    entries_.push_back(std::move(entry));
  }
  /// False: complained about.
  bool read_inside(DistributionEntry& entry) {
    next();
    entry.position = at_;
    entry.cluster = word();
    if (entry.cluster.empty()) return fail("expected the name of a cluster");
    if (!takes(',')) return fail("expected a comma");
    next();
    const std::size_t from = at_;
    const auto shares = read_whole(word());
    if (!shares || *shares < 1 || *shares > INT32_MAX) {
      at_ = from;
      return fail("expected a number of shares from 1 to 2147483647");
    }
    entry.shares = static_cast<std::int32_t>(*shares);
    return true;
  }

  /// What comes next, but for blanks.
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
  /// About what stands here, or about the bracket at `place` that it does not close.
  bool fail(const std::string& wish, std::size_t place = std::string_view::npos) {
    next();
    const std::size_t here = at_;
    std::string_view found = word();
    at_ = here;
    if (found.empty()) found = text_.substr(here, 1);
    mistakes_.push_back(
        {std::min(here, place),
         wish + ", got " + (found.empty() ? "the end of the list" : quoted(found))});
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<DistributionMistake> mistakes_;
  std::vector<DistributionEntry> entries_;
};

}  // namespace

Expected<std::vector<DistributionEntry>, std::vector<DistributionMistake>> read_distribution(
    std::string_view text) {
  return DistributionReader(text).read();
}

}  // namespace mcsim
