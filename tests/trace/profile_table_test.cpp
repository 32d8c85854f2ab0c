// Jobs that ask for the same things share a profile.
#include "mcsim/trace/profile_table.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::profile_table_test {

TEST_CASE("profiles are numbered in the order of first sight, equal ones once") {
  ProfileTable table;
  JobProfile wide;
  wide.priority = 3;
  JobProfile same = wide;
  JobProfile other = wide;
  other.res_req.order.push_back({ResourceId{1}, true});
  CHECK(table.of(JobProfile{}) == ProfileId{0});
  CHECK(table.of(wide) == ProfileId{1});
  CHECK(table.of(other) == ProfileId{2});
  CHECK(table.of(same) == ProfileId{1});
  CHECK(std::move(table).take().size() == 3);
}

TEST_CASE("a hundred thousand different profiles are found again") {
  ProfileTable table;
  for (int pass = 0; pass < 2; ++pass)
    for (std::int32_t i = 1; i <= 100'000; ++i) {
      JobProfile profile;
      profile.memory = i;
      profile.exit_codes = {i % 7, i % 5};
      if (table.of(profile) != static_cast<ProfileId>(i)) FAIL("profile " << i);
    }
  CHECK(std::move(table).take().size() == 100'001);
}

TEST_CASE("jobs of a workload differ in their group only") {
  ProfileTable table;
  JobProfile of_all;
  of_all.exclusive = true;
  GroupProfiles groups(table, of_all);
  CHECK(groups.of(none<NameId>) == ProfileId{1});
  CHECK(groups.of(NameId{4}) == ProfileId{2});
  CHECK(groups.of(NameId{4}) == ProfileId{2});
  GroupProfiles plain(table, {});
  CHECK(plain.of(none<NameId>) == ProfileId{0});
  const auto profiles = std::move(table).take();
  CHECK(profiles[2].group == NameId{4});
  CHECK(profiles[2].exclusive);
}

}  // namespace mcsim::testing::profile_table_test
