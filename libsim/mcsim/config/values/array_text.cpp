// Reads job arrays from left to right.
#include "mcsim/config/values/array_text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "mcsim/config/values/requirement_scanner.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

class ArrayParser {
 public:
  ArrayParser(std::string_view text, std::size_t from, std::size_t end)
      : in_(text, from, end, mistakes_) {}

  Expected<ArrayText, std::vector<RequirementMistake>> read() && {
    ArrayText array;
    array.name = in_.take_run([](char letter) { return letter != '[' && letter != '%'; });
    while (!array.name.empty() && requirement::is_blank(array.name.back())) array.name.pop_back();
    if (!in_.take("["))
      in_.expected("[ and the indices of the array, as in name[1-10]");
    else if (read_ranges(array.ranges, true) && close() && in_.sees("%"))
      array.limit = read_limit();
    if (mistakes_.empty() && !in_.at_end()) in_.expected("%, or the end");
    if (!mistakes_.empty()) return Unexpected(std::move(mistakes_));
    return array;
  }

  Expected<std::int32_t, std::vector<RequirementMistake>> read_limit_only() && {
    const std::int32_t limit = read_limit();
    if (mistakes_.empty() && !in_.at_end()) in_.expected("the end");
    if (!mistakes_.empty()) return Unexpected(std::move(mistakes_));
    return limit;
  }

  Expected<std::vector<ArrayRange>, std::vector<RequirementMistake>> read_elements() && {
    std::vector<ArrayRange> ranges;
    if (read_ranges(ranges, false) && !in_.at_end()) in_.expected("a comma or ]");
    if (!mistakes_.empty()) return Unexpected(std::move(mistakes_));
    return ranges;
  }

 private:
  bool close() {
    if (in_.take("]")) return true;
    in_.expected("a comma or ]");
    return false;
  }

  /// Each returns false where the syntax is wrong, which has been noted.
  bool read_ranges(std::vector<ArrayRange>& ranges, bool may_be_open) {
    do {
      if (!read_range(ranges, may_be_open)) return false;
    } while (in_.take(","));
    return true;
  }

  bool read_range(std::vector<ArrayRange>& ranges, bool may_be_open) {
    ArrayRange range{.position = in_.position()};
    const bool from_one = may_be_open && in_.sees("-");
    if (!from_one) {
      const auto first = read_number("an index, from 1 on");
      if (!first) return false;
      range.first = *first;
      range.last = first;
    }
    if (in_.take("-")) {
      range.last.reset();
      const bool is_open = may_be_open && !from_one && !sees_digit();
      if (!is_open) {
        const std::size_t at = in_.position();
        range.last = read_number("the last index");
        if (!range.last) return false;
        if (*range.last < range.first)
          in_.mistake(at, "expected an index of at least " + std::to_string(range.first) +
                              ", with which the range begins, got " + std::to_string(*range.last));
      }
      if (in_.take(":")) {
        const auto step = read_number("a step, from 1 on");
        if (!step) return false;
        range.step = *step;
      }
    }
    ranges.push_back(range);
    return true;
  }

  bool sees_digit() const { return !in_.at_end() && text::is_digit(in_.rest().front()); }

  /// From 1 on. None: there is no number, which has been noted; one that is too small or too large
  /// has been, too, and counts as 1.
  std::optional<std::int64_t> read_number(const std::string& what) {
    const std::size_t at = in_.position();
    const std::string_view digits = in_.take_run(text::is_digit);
    if (digits.empty()) {
      in_.expected(what);
      return std::nullopt;
    }
    const auto number = requirement::whole_number<std::int64_t>(digits);
    if (number && *number >= 1 && *number <= largest_array_index) return number;
    in_.mistake(at, "expected " + what + " and at most " + std::to_string(largest_array_index) +
                        ", got " + std::string(digits));
    return 1;
  }

  std::int32_t read_limit() {
    if (!in_.take("%")) {
      in_.expected("%");
      return 0;
    }
    const std::size_t at = in_.position();
    const std::string_view digits = in_.take_run(text::is_digit);
    const auto number = requirement::whole_number<std::int32_t>(digits);
    if (digits.empty())
      in_.expected("how many elements may be started at the same time");
    else if (!number)
      in_.mistake(at, "expected a number of 32 bits, got " + std::string(digits));
    return number.value_or(0);
  }

  std::vector<RequirementMistake> mistakes_;
  requirement::Scanner in_;
};

/// How many indices a range has, and its last one.
struct RangeExtent {
  std::int64_t count = 0;
  std::int64_t last = 0;
};
RangeExtent extent_of(const ArrayRange& range, std::int64_t max_size) {
  const std::int64_t count = range.last ? (*range.last - range.first) / range.step + 1 : max_size;
  // Neither number has more than 31 bits.
  return {count, range.first + (count - 1) * range.step};
}

}  // namespace

Expected<ArrayText, std::vector<RequirementMistake>> parse_array(std::string_view text) {
  if (text.size() > longest_array_text)
    return Unexpected(std::vector<RequirementMistake>{
        {.position = longest_array_text,
         .message = "longer than " + std::to_string(longest_array_text) + " bytes"}});
  return ArrayParser(text, 0, text.size()).read();
}

Expected<std::int32_t, std::vector<RequirementMistake>> parse_array_limit(std::string_view text) {
  return ArrayParser(text, 0, text.size()).read_limit_only();
}

Expected<std::vector<ArrayRange>, std::vector<RequirementMistake>> parse_elements(
    std::string_view text, std::size_t at) {
  auto elements = ArrayParser(text, 0, text.size()).read_elements();
  if (elements)
    for (ArrayRange& range : *elements) range.position += at;
  else
    for (RequirementMistake& mistake : elements.error()) mistake.position += at;
  return elements;
}

std::optional<ArrayIndices> indices_of(const std::vector<ArrayRange>& ranges,
                                       std::int64_t max_size) {
  std::int64_t count = 0;
  for (const ArrayRange& range : ranges) {
    const RangeExtent extent = extent_of(range, max_size);
    count += extent.count;
    if (count > most_array_elements || extent.last > largest_array_index) return std::nullopt;
  }
  const auto index = [](std::int64_t number) { return static_cast<std::uint32_t>(number); };
  if (ranges.size() == 1) {
    const ArrayRange& range = ranges.front();
    return ArrayIndices::range(index(range.first), index(extent_of(range, max_size).last),
                               index(range.step));
  }
  std::vector<std::uint32_t> all;
  all.reserve(static_cast<std::size_t>(count));
  for (const ArrayRange& range : ranges)
    for (std::int64_t at = range.first; at <= extent_of(range, max_size).last; at += range.step)
      all.push_back(index(at));
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return ArrayIndices(all);
}

}  // namespace mcsim::config
