// Rows of section Limit by what they name.
#include "mcsim/scheduler/limit_index.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::limit_index_test {

namespace {

using Rows = std::vector<std::uint32_t>;

template <Id T>
LimitConsumers<T> only(std::vector<T> listed) {
  return {.all = false, .listed = std::move(listed)};
}

}  // namespace

TEST_CASE("a job finds the sections that take it, whatever they name") {
  const NameId ann{1};
  const NameId bob{2};
  const std::vector<LimitSection> rows{
      {.queues = only<QueueId>({QueueId{1}}), .jobs = 3},
      {.users = only<NameId>({ann, bob}), .slots = 4},
      {.projects = only<NameId>({NameId{7}}), .slots = 4},
      {.users = {.all = true, .listed = {bob}}, .jobs = 9},  // all but bob
      {.users = only<NameId>({ann}), .queues = only<QueueId>({QueueId{1}}), .slots = 2},
      {.applications = only<ApplicationId>({ApplicationId{0}}), .jobs = 1},
  };
  const LimitIndex index(rows);
  CHECK(index.rows_for(rows, {.user = ann, .queue = QueueId{1}}) == Rows{0, 1, 3, 4});
  CHECK(index.rows_for(rows, {.user = ann, .queue = QueueId{0}}) == Rows{1, 3});
  CHECK(index.rows_for(rows, {.user = bob, .queue = QueueId{0}, .project = NameId{7}}) ==
        Rows{1, 2});
  CHECK(index.rows_for(rows, {.user = bob, .application = ApplicationId{0}}) == Rows{1, 5});
}

TEST_CASE("a section that only says MXJ takes nobody") {
  std::vector<LimitSection> rows{{.hosts = only<HostId>({HostId{0}}), .slots = 2, .in_mxj = true}};
  CHECK(LimitIndex(rows).rows_for(rows, {}).empty());
  rows[0].jobs = 1;  // it says that, too
  CHECK(LimitIndex(rows).rows_for(rows, {}) == Rows{0});
}

TEST_CASE("a host finds the sections that list it, not those that take all others") {
  const std::vector<LimitSection> rows{
      {.hosts = only<HostId>({HostId{0}, HostId{2}}), .jobs = 2},
      {.hosts = {.all = true, .listed = {HostId{1}}}, .jobs = 2},
      {.hosts = {.all = false, .listed = {HostId{2}}, .each = true}, .jobs = 2},
      {.jobs = 2},
  };
  const LimitIndex index(rows);
  const auto naming = [&](std::uint32_t host) {
    const auto found = index.rows_naming(static_cast<HostId>(host));
    return Rows(found.begin(), found.end());
  };
  CHECK(naming(0) == Rows{0});
  CHECK(naming(1).empty());
  CHECK(naming(2) == Rows{0, 2});
}

}  // namespace mcsim::testing::limit_index_test
