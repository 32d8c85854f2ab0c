// Share assignments from their text.
#include "distribution.hpp"

#include <cctype>
#include <utility>

#include "mcsim/io/complaints.hpp"
#include "scenario_values.hpp"

namespace mcsim {
namespace {

class DistributionReader {
 public:
  explicit DistributionReader(std::string_view text) : text_(text) {}

  Expected<std::vector<DistributionEntry>, DistributionMistake> read() {
    const bool is_enclosed = takes('(');
    while (good_ && next() == '[') read_entry();
    if (good_ && is_enclosed) expect(')');
    if (good_ && next() != end) fail("expected [cluster, shares]");
    if (good_ && entries_.empty()) fail("expected at least one [cluster, shares]");
    if (!good_) return Unexpected(std::move(mistake_));
    return std::move(entries_);
  }

 private:
  static constexpr char end = '\0';

  void read_entry() {
    expect('[');
    DistributionEntry entry;
    next();
    entry.position = at_;
    entry.cluster = word();
    if (good_ && entry.cluster.empty()) return fail("expected the name of a cluster");
    expect(',');
    if (!good_) return;
    next();
    const std::string_view number = word();
    const auto shares = read_whole(number);
    if (!number.empty() && (!shares || *shares < 1 || *shares > INT32_MAX)) at_ -= number.size();
    if (!shares || *shares < 1 || *shares > INT32_MAX)
      return fail("expected a number of shares from 1 to 2147483647");
    entry.shares = static_cast<std::int32_t>(*shares);
    expect(']');
    if (good_) entries_.push_back(std::move(entry));
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
  void expect(char letter) {
    if (good_ && !takes(letter)) fail("expected " + std::string(1, letter));
  }
  std::string_view word() {
    const std::size_t from = at_;
    while (at_ < text_.size() && std::string_view(",[]()").find(text_[at_]) == text_.npos &&
           !std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
    return text_.substr(from, at_ - from);
  }
  void fail(const std::string& wish) {
    good_ = false;
    next();
    const std::size_t from = at_;
    std::string_view found = word();
    if (found.empty()) found = text_.substr(from, 1);
    mistake_ = {from, wish + ", got " + (found.empty() ? "the end of the list" : quoted(found))};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool good_ = true;
  DistributionMistake mistake_;
  std::vector<DistributionEntry> entries_;
};

}  // namespace

Expected<std::vector<DistributionEntry>, DistributionMistake> read_distribution(
    std::string_view text) {
  return DistributionReader(text).read();
}

}  // namespace mcsim
