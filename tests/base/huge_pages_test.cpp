// Arrays in large pages behave like any others, at any size.
#include "mcsim/base/huge_pages.hpp"

#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <vector>

#include "mcsim/base/huge_heap.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::huge_pages_test {

namespace {

using Numbers = std::vector<std::uint64_t, HugePages<std::uint64_t>>;
constexpr std::size_t page = HugePages<std::uint64_t>::page;
constexpr std::size_t in_a_page = page / sizeof(std::uint64_t);

bool begins_a_page(const Numbers& numbers) {
  return reinterpret_cast<std::uintptr_t>(numbers.data()) % page == 0;
}

}  // namespace

TEST_CASE("an array in large pages grows, is copied and keeps what is in it") {
  Numbers numbers;
  for (std::uint64_t next = 0; next < 3 * in_a_page + 17; ++next) numbers.push_back(next);
  const Numbers copy = numbers;
  numbers.clear();
  numbers.shrink_to_fit();
  const std::uint64_t last = copy.size() - 1;
  CHECK(std::accumulate(copy.begin(), copy.end(), std::uint64_t{0}) == last * (last + 1) / 2);
  CHECK(begins_a_page(copy));
}

TEST_CASE("arrays from the size of a page on begin with one") {
  CHECK(begins_a_page(Numbers(in_a_page)));
  CHECK(begins_a_page(Numbers(in_a_page + 1)));
  CHECK(Numbers(in_a_page - 1, 7).back() == 7);
}

TEST_CASE("an array that no memory can hold is refused") {
  HugePages<std::uint64_t> pages;
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  CHECK_THROWS_AS(pages.allocate(most), std::bad_array_new_length);
  CHECK_THROWS_AS(pages.allocate(most / sizeof(std::uint64_t)), std::bad_alloc);
}

#if defined(__GLIBC__)
TEST_CASE("with a heap in large pages, arrays lie in it up to the size of such a page") {
  const void* const end_before = sbrk(0);
  use_huge_heap();
  if (sbrk(0) == end_before) return;  // a sanitizer's heap lies elsewhere
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t next = 0; next < in_a_page / 2; ++next) numbers.push_back(next);
  CHECK(reinterpret_cast<std::uintptr_t>(numbers.data()) < end);
  CHECK(numbers.back() == in_a_page / 2 - 1);
  const Numbers large(in_a_page, 7);
  CHECK(begins_a_page(large));
  CHECK(large.back() == 7);
}
#endif

}  // namespace mcsim::testing::huge_pages_test
