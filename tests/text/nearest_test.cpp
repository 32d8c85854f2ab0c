// "Did you mean", and lists of names.
#include "mcsim/text/nearest.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::nearest_test {

namespace {

constexpr std::array<std::string_view, 4> policies = {"lsf", "fcfs", "easy", "conservative"};

}  // namespace

TEST_CASE("two letters in the wrong order are one slip") {
  CHECK(edit_distance("esay", "easy") == 1);
  CHECK(edit_distance("EASY", "easy") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("abc", "") == 3);
  CHECK(edit_distance("ca", "abc") == 3);  // the restricted distance; the full one would be 2
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest known name is offered when the slip is small or the name was cut") {
  CHECK(nearest_name("esay", policies) == "easy");
  CHECK(nearest_name("conserv", policies) == "conservative");
  CHECK(nearest_name("Conservativ", policies) == "conservative");
  CHECK(nearest_name("quantum", policies).empty());
  CHECK(nearest_name("easy", {}).empty());
}

TEST_CASE("the answer to an unknown name lists the known ones, but not hundreds") {
  CHECK(known_names("esay", policies) == "; nearest: easy; known: lsf, fcfs, easy, conservative");
  CHECK(known_names("x", {}).empty());
  std::array<std::string_view, 20> many{};
  many.fill("name");
  CHECK(
      known_names("quantum", many) ==
      "; known: name, name, name, name, name, name, name, name, name, name, name, name and 8 more");
}

TEST_CASE("of many names the first three are listed") {
  const std::vector<std::string> names{"a", "b", "c", "d", "e"};
  CHECK(first_names(std::span(names).first(1)) == "a");
  CHECK(first_names(std::span(names).first(3)) == "a, b, c");
  CHECK(first_names(names) == "a, b, c and 2 more");
}

TEST_CASE("names of any length are compared in no time") {
  const std::string endless(1'000'000, 'x');
  CHECK(edit_distance(endless, endless + "y") == 0);  // only their beginnings are compared
}

}  // namespace mcsim::testing::nearest_test
