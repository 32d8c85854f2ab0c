// Lists of share assignments: what may stand around them.
#include "mcsim/config/values/share_assignments.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::share_assignments_test {

namespace {

using enum ShareForm;

/// "ann 3, bob 1", or the first mistake with its position.
std::string read(const std::string& text, ShareForm form) {
  const ShareAssignments found = read_share_assignments(text, "user", form);
  if (!found.mistakes.empty())
    return std::to_string(found.mistakes[0].position) + ": " + found.mistakes[0].message;
  std::string all;
  for (const ShareAssignment& one : found.list)
    all += (all.empty() ? "" : ", ") + one.name + " " + std::to_string(one.shares);
  return all;
}

}  // namespace

TEST_CASE("share assignments stand in parentheses, or in brackets behind USER_SHARES") {
  CHECK(read("([ann, 3] [bob,1])", some) == "ann 3, bob 1");
  CHECK(read(" [ann,3][g@ , 1] ", any) == "ann 3, g@ 1");
  CHECK(read("USER_SHARES[[ann, 3] [bob, 1]]", fairshare) == "ann 3, bob 1");
  CHECK(read(" USER_SHARES [ [ann,3] ] ", fairshare) == "ann 3");
}

TEST_CASE("an empty list is one where nobody needs to be named") {
  CHECK(read("()", some) == "2: expected at least one [user, shares], got the end of the list");
  CHECK(read("()", any) == "");
  CHECK(read("", any) == "");
  CHECK(read("USER_SHARES[]", fairshare) == "");
}

TEST_CASE("mistakes around share assignments are at their places") {
  const std::string wish = ": expected USER_SHARES[[user, shares] ...], got ";
  CHECK(read("", fairshare) == "0" + wish + "the end of the list");
  CHECK(read(" user_shares[[ann, 1]]", fairshare) == "1" + wish + "\"user_shares\"");
  CHECK(read("USER_SHARES([ann, 1])", fairshare) == "0" + wish + "\"USER_SHARES\"");
  CHECK(read("USER_SHARES[[ann, 1]", fairshare) == "11: expected ], got the end of the list");
  CHECK(read("USER_SHARES[[ann, 1]]]", fairshare) == "21: expected the end of the list, got \"]\"");
  CHECK(read("USER_SHARES[ann, 1]", fairshare) == "12: expected [user, shares] or ], got \"ann\"");
}

}  // namespace mcsim::testing::share_assignments_test
