// Job arrays as bsub -J has them. Right values by hand, from docs/rules/arrays.md, section 1.
#include "mcsim/config/values/array_text.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::array_text_test {

namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers numbers(const ArrayIndices& indices) {
  Numbers all;
  for (std::uint32_t at = 0; at < indices.size(); ++at) all.push_back(indices[at]);
  return all;
}

/// The indices of a text with which nothing is wrong.
Numbers indices(const std::string& text, std::int64_t max_size = 1'000) {
  const auto array = parse_array(text);
  REQUIRE(array.has_value());
  const auto found = indices_of(array->ranges, max_size);
  REQUIRE(found.has_value());
  return numbers(*found);
}

/// `3: expected ...`: column and message of each mistake.
std::vector<std::string> mistakes(const std::string& text) {
  const auto array = parse_array(text);
  std::vector<std::string> all;
  if (!array)
    for (const RequirementMistake& mistake : array.error())
      all.push_back(std::to_string(mistake.position + 1) + ": " + mistake.message);
  return all;
}

}  // namespace

TEST_CASE("an array has the indices that bsub -J gives it, each once and ascending") {
  struct Row {
    const char* text;
    Numbers indices;
  };
  const Row row = GENERATE(values<Row>({
      {"a[1]", {1}},
      {"a[1-4]", {1, 2, 3, 4}},
      {"a[1-10:2]", {1, 3, 5, 7, 9}},
      {"a[2-10:3,7]", {2, 5, 7, 8}},
      {"a[7,1-3]", {1, 2, 3, 7}},
      {"a[1-3,2-4,3]", {1, 2, 3, 4}},
      {"a[5,9,13,14]", {5, 9, 13, 14}},
      {"[3-3]", {3}},
      {" my job [ 1 - 3 : 2 , 8 ] ", {1, 3, 8}},
  }));
  INFO(row.text);
  CHECK(indices(row.text) == row.indices);
}

TEST_CASE("open ranges of an array end by MAX_JOB_ARRAY_SIZE, or begin with 1") {
  CHECK(indices("a[3-]", 4) == Numbers{3, 4, 5, 6});
  CHECK(indices("a[3-:5]", 3) == Numbers{3, 8, 13});
  CHECK(indices("a[-4]") == Numbers{1, 2, 3, 4});
  CHECK(indices("a[-7:3]") == Numbers{1, 4, 7});
}

TEST_CASE("an array has a name and a limit") {
  const auto array = parse_array("render[1-100]%10");
  REQUIRE(array.has_value());
  CHECK(array->name == "render");
  CHECK(array->limit == 10);
  CHECK(parse_array("a[1]")->limit == 0);
  CHECK(parse_array("[1]")->name.empty());
  CHECK(parse_array_limit("%7").value() == 7);
  CHECK(parse_array_limit("%0").value() == 0);
  CHECK(!parse_array_limit("7").has_value());
  CHECK(!parse_array_limit("%").has_value());
  CHECK(!parse_array_limit("%3 4").has_value());
}

TEST_CASE("what is wrong with an array is told at its column") {
  using Texts = std::vector<std::string>;
  CHECK(mistakes("a[0-3]") ==
        Texts{"3: expected an index, from 1 on and at most 2147483646, got 0"});
  CHECK(mistakes("a[5-3]") ==
        Texts{"5: expected an index of at least 5, with which the range begins, got 3"});
  CHECK(mistakes("a[5-3,0,9-8:0]") ==
        Texts{"5: expected an index of at least 5, with which the range begins, got 3",
              "7: expected an index, from 1 on and at most 2147483646, got 0",
              "11: expected an index of at least 9, with which the range begins, got 8",
              "13: expected a step, from 1 on and at most 2147483646, got 0"});
  CHECK(mistakes("a[1-3") == Texts{"6: expected a comma or ], got the end"});
  CHECK(mistakes("a[]") == Texts{"3: expected an index, from 1 on, got \"]\""});
  CHECK(mistakes("a[1,]") == Texts{"5: expected an index, from 1 on, got \"]\""});
  CHECK(mistakes("a[x]") == Texts{"3: expected an index, from 1 on, got \"x\""});
  CHECK(mistakes("a[2147483647]") ==
        Texts{"3: expected an index, from 1 on and at most 2147483646, got 2147483647"});
  CHECK(mistakes("a") ==
        Texts{"2: expected [ and the indices of the array, as in name[1-10], got the end"});
  CHECK(mistakes("a[1-3]x") == Texts{"7: expected %, or the end, got \"x\""});
  CHECK(mistakes("a[1-3]%") ==
        Texts{"8: expected how many elements may be started at the same time, got the end"});
  CHECK(mistakes(std::string(252, 'a') + "[1]").empty());
  CHECK(mistakes(std::string(253, 'a') + "[1]") == Texts{"256: longer than 255 bytes"});
}

TEST_CASE("arrays of more elements than there is room for are refused before they take room") {
  const auto too_large = parse_array("a[1-2147483646]");
  REQUIRE(too_large.has_value());
  CHECK(!indices_of(too_large->ranges, 1'000).has_value());
  const auto open = parse_array("a[5-]");
  REQUIRE(open.has_value());
  CHECK(!indices_of(open->ranges, 2'147'483'646).has_value());
}

TEST_CASE("elements that actions name have no open ranges") {
  CHECK(numbers(*indices_of(*parse_elements("2-5,8"), 1)) == Numbers{2, 3, 4, 5, 8});
  CHECK(!parse_elements("2-").has_value());
  CHECK(!parse_elements("-5").has_value());
  const auto wrong = parse_elements("2,x", 4);
  REQUIRE(!wrong.has_value());
  CHECK(wrong.error().front().position == 6);
}

}  // namespace mcsim::testing::array_text_test
