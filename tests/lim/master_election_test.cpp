// Which LIM is the master, and from which time on.
#include "mcsim/lim/master_election.hpp"

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::master_election_test {

namespace {
constexpr HostId first{0};
constexpr HostId second{1};
constexpr HostId third{2};
}  // namespace

TEST_CASE(
    "host 0 is the master at first, and host k claims its place after 5 + 2 k silent exchanges") {
  MasterElection election(3);
  CHECK(election.master() == first);
  CHECK(election.next_claim() == never);
  election.fall_silent(first, at(100s));
  CHECK(election.master() == none<HostId>);
  CHECK(election.next_claim() == at(205s));
  CHECK_FALSE(election.claim(at(204s)));
  REQUIRE(election.claim(at(205s)));
  CHECK(election.master() == second);
  CHECK(election.next_claim() == never);
}

TEST_CASE("where the next host is silent too the one behind it claims the place") {
  MasterElection election(3);
  election.fall_silent(second, at(50s));
  election.fall_silent(first, at(100s));
  CHECK(election.next_claim() == at(235s));
  REQUIRE(election.claim(at(235s)));
  CHECK(election.master() == third);
  election.fall_silent(third, at(300s));
  CHECK(election.next_claim() == never);
}

TEST_CASE("a lower numbered host that comes back always takes over, a higher numbered one never") {
  MasterElection election(3);
  election.fall_silent(first, at(0s));
  election.fall_silent(second, at(1s));
  REQUIRE(election.claim(at(1000s)));
  CHECK(election.master() == third);
  CHECK(election.speak_again(second, at(1001s)));
  CHECK(election.master() == second);
  CHECK(election.speak_again(first, at(1002s)));
  CHECK(election.master() == first);
  election.fall_silent(third, at(1003s));
  CHECK_FALSE(election.speak_again(third, at(1004s)));
  CHECK(election.master() == first);
}

TEST_CASE("host 0 that comes back before anybody claims its place is the master at once") {
  MasterElection election(2);
  election.fall_silent(first, at(0s));
  CHECK(election.speak_again(first, at(30s)));
  CHECK(election.master() == first);
}

TEST_CASE("who comes up while nobody is the master waits from then on") {
  MasterElection election(2);
  election.fall_silent(second, at(0s));
  election.fall_silent(first, at(10s));
  CHECK_FALSE(election.speak_again(second, at(1000s)));
  CHECK(election.next_claim() == at(1105s));
}

TEST_CASE("how long that takes is said by EXINTERVAL and the two inactivity limits") {
  MasterElection election(
      3, {.exchange_interval = 30s, .host_inactivity_limit = 4, .master_inactivity_limit = 3});
  election.fall_silent(first, at(100s));
  CHECK(election.next_claim() == at(310s));
  election.fall_silent(second, at(101s));
  CHECK(election.next_claim() == at(400s));
}

}  // namespace mcsim::testing::master_election_test
