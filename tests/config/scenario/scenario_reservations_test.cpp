// Advance reservations of a scenario's clusters.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_reservations_test {

namespace {

Expected<Scenario, Diagnostics> load(const std::string& reservations) {
  const TempFolder folder;
  return load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
  "hosts": [{"name": "a[1-3]", "ncpus": 4}],
  "lsb.hosts": {"Host": [{"HOST_NAME": "a2", "MXJ": 2}],
                "HostGroup": [{"GROUP_NAME": "back", "GROUP_MEMBER": "a2 a3"}]},
  "lsb.users": {"UserGroup": [{"GROUP_NAME": "lab", "GROUP_MEMBER": "bob ann"}]},
  "reservations": [)" + reservations + "]}]}"),
                       choices_of(default_registry()));
}

std::vector<ReservationConfig> read(const std::string& reservations) {
  const auto scenario = load(reservations);
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return scenario->config.clusters[0].reservations;
}

ReservationConfig::Part part(std::uint32_t host, std::int32_t slots) {
  return {HostId{host}, Slots{slots}};
}

}  // namespace

TEST_CASE("a reservation takes its slots from its hosts in the order written") {
  const auto all = read(
      R"({"start": "1h", "end": "2h", "slots": 5, "hosts": "a3 a[1-2]", "users": "ann"},
         {"start": "2h", "end": "3h", "hosts": "back", "users": "lab eve"},
         {"start": "3h", "end": "4h", "slots": 7, "users": "ann"})");
  REQUIRE(all.size() == 3);
  CHECK(all[0].start == Time{1h});
  CHECK(all[0].end == Time{2h});
  CHECK(all[0].parts == std::vector{part(0, 1), part(2, 4)});
  CHECK(all[0].users.users.size() == 1);
  CHECK(all[1].parts == std::vector{part(1, 2), part(2, 4)});
  CHECK(all[1].users.users.size() == 3);
  CHECK(all[2].parts == std::vector{part(0, 4), part(1, 2), part(2, 1)});
}

TEST_CASE("users of a reservation read like USERS of a queue") {
  const auto all = read(
      R"({"start": "1h", "end": "2h", "users": "all ~lab"},
         {"start": "2h", "end": "3h", "users": "lab/ ~ann"})");
  const NameId bob{0};  // in the order of first sight
  const NameId ann{1};
  CHECK(all[0].users == UserList{.all = true, .users = {bob, ann}});
  CHECK(all[1].users == UserList::only({bob}));
}

TEST_CASE("reservations of one host must find room on it at any time") {
  const auto scenario = load(
      R"({"start": "1h", "end": "3h", "slots": 3, "hosts": "a1", "users": "ann"},
         {"start": "2h", "end": "4h", "slots": 2, "hosts": "a1", "users": "ann"},
         {"start": "3h", "end": "4h", "slots": 2, "hosts": "a1", "users": "ann"})");
  REQUIRE_FALSE(scenario);
  REQUIRE(scenario.error().list.size() == 1);
  CHECK(scenario.error().list[0].pointer == "/clusters/0/reservations/1");
  CHECK(without_picture(scenario.error().list[0].message) ==
        "the reservations of host a1 come to 5 slots at once; it has 4");
}

TEST_CASE("a reservation of more slots than its hosts have is warned of") {
  const auto scenario =
      load(R"({"start": "1h", "end": "3h", "slots": 9, "hosts": "back", "users": "x"})");
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message == "9 slots are asked for, and its hosts have 6");
}

TEST_CASE("mistakes in reservations are told together") {
  const auto scenario = load(R"({"start": "1h", "end": "1h", "hosts": "a9 bakc", "users": "x"},
    {"start": "1h", "end": "2h", "users": ""})");
  REQUIRE_FALSE(scenario);
  const auto& list = scenario.error().list;
  REQUIRE(list.size() == 4);
  CHECK(without_picture(list[0].message) == "expected an instant after `start`");
  CHECK(list[1].message.starts_with("unknown host \"a9\" in C"));
  CHECK(list[2].message.starts_with("unknown host \"bakc\" in C"));
  CHECK(without_picture(list[3].message) == "expected text that is not empty, got \"\"");
}

}  // namespace mcsim::testing::scenario_reservations_test
