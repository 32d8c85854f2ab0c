// Words with `*` and a range against what they stand for, written out.
#include "mcsim/config/settings/host_pattern.hpp"

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::host_pattern_test {

namespace {

bool matches(const char* word, const char* name) { return config::HostPattern(word).matches(name); }

/// Tries all that each star may stand for.
bool is_of_stars(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] != '*')
    return !name.empty() && name[0] == pattern[0] && is_of_stars(pattern.substr(1), name.substr(1));
  for (std::size_t taken = 0; taken <= name.size(); ++taken)
    if (is_of_stars(pattern.substr(1), name.substr(taken))) return true;
  return false;
}

std::string drawn(std::mt19937& draws, std::string_view letters, std::size_t most) {
  std::string text;
  for (std::size_t left = draws() % (most + 1); left > 0; --left)
    text += letters[draws() % letters.size()];
  return text;
}

/// `first` to `last`, with as many digits as `first` has, at least.
struct Range {
  std::string first;
  int last = 0;

  std::string text() const { return first + "-" + std::to_string(last); }
  std::vector<std::string> numbers() const {
    std::vector<std::string> all;
    for (int number = std::stoi(first); number <= last; ++number) {
      std::string digits = std::to_string(number);
      while (digits.size() < first.size()) digits.insert(0, 1, '0');
      all.push_back(std::move(digits));
    }
    return all;
  }
};

Range drawn_range(std::mt19937& draws) {
  const int first = static_cast<int>(draws() % 12);
  const std::string zeros(draws() % 3, '0');
  return {zeros + std::to_string(first), first + static_cast<int>(draws() % 101)};
}

}  // namespace

TEST_CASE("a word with a star and a range means hosts with one of its numbers there") {
  CHECK(matches("*[1-20]x*", "node7x"));
  CHECK(matches("*[1-20]x*", "7x1"));
  CHECK(matches("*[1-20]x*", "n21x"));  // 1, behind n2
  CHECK_FALSE(matches("n[1-20]*", "n"));
  CHECK(matches("n[1-20]*", "n30"));  // 3, and 0 for the star
  CHECK_FALSE(matches("n[10-20]x*", "n30x"));
  CHECK(matches("*a[3]", "a1a3"));
}

TEST_CASE("numbers of a range have as many digits as its first one, at least") {
  CHECK(matches("*n[08-12]", "n08"));
  CHECK(matches("*n[08-12]", "n12"));
  CHECK_FALSE(matches("*n[08-12]", "n8"));
  CHECK_FALSE(matches("*n[8-12]", "n08"));
  CHECK_FALSE(matches("*n[8-12]", "n012"));
  CHECK(matches("*n[8-12,001]", "n001"));
  CHECK_FALSE(matches("*n[8-12,001]", "n1"));
}

TEST_CASE("brackets that are no range are letters of a word") {
  CHECK(matches("*[b]", "a[b]"));
  CHECK(matches("[2-1]*", "[2-1]a"));
  CHECK_FALSE(matches("*[b]", "ab"));
  CHECK(matches("*[1]a[2]", "1a[2]"));  // only the first one is a range
}

TEST_CASE("a word with a range means the same as its expansion") {
  std::mt19937 draws(7);
  int fits = 0;
  for (int round = 0; round < 1000; ++round) {
    const Range one = drawn_range(draws);
    const Range two = drawn_range(draws);
    const std::string head = drawn(draws, "a1*", 3);
    const std::string tail = drawn(draws, "a0*", 3);
    std::vector<std::string> numbers = one.numbers();
    std::ranges::copy(two.numbers(), std::back_inserter(numbers));
    const std::string word = head + "[" + one.text() + "," + two.text() + "]" + tail;
    const config::HostPattern pattern(word);
    for (int tried = 0; tried < 8; ++tried) {
      const std::string name =
          drawn(draws, "a", 1) + drawn(draws, "0123", 4) + drawn(draws, "a01", 2);
      CAPTURE(word, name);
      const bool fit = std::ranges::any_of(numbers, [&](const std::string& number) {
        return is_of_stars(head + number + tail, name);
      });
      fits += fit ? 1 : 0;
      REQUIRE(pattern.matches(name) == fit);
    }
  }
  CHECK(fits > 300);
}

}  // namespace mcsim::testing::host_pattern_test
