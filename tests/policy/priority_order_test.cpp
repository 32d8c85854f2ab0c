// Queues by PRIORITY, where many are empty or hold what does not fit.
#include "mcsim/policy/priority_order.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/worlds.hpp"

using namespace mcsim;

using Times = std::vector<Time>;

namespace {

/// `queues` queues of different PRIORITY, the first one highest.
ClusterConfig many_queues(std::size_t queues, std::int32_t slots, const std::vector<JobRow>& rows) {
  ClusterConfig cluster = flat_machine(slots, "lsf", rows);
  cluster.queues.resize(queues, cluster.queues[0]);
  for (std::size_t at = 0; at < queues; ++at) {
    cluster.queues[at].name = "q" + std::to_string(at);
    cluster.queues[at].priority = static_cast<std::int32_t>(queues - at);
  }
  return cluster;
}

/// What `policy` answers to a view of `lines`.
JobSlotId ask(const PriorityOrder& policy, std::int32_t free, std::uint64_t version,
              const WaitingLines& lines) {
  return policy.next({Time{}, Slots(free), version, lines, EndProfile{}}).job;
}

}  // namespace

TEST_CASE("lsf: of a thousand queues the one of highest PRIORITY that can start a job does") {
  CHECK(start_times(many_queues(1000, 4,
                                {{.id = 1, .slots = 2, .run = 10s, .queue = QueueId{999}},
                                 {.id = 2, .slots = 3, .run = 10s, .queue = QueueId{0}},
                                 {.id = 3, .slots = 3, .run = 10s, .queue = QueueId{500}},
                                 {.id = 4, .slots = 1, .run = 10s, .queue = QueueId{998}}})) ==
        Times{at(20s), at(0s), at(10s), at(0s)});
}

// An arrival leaves the version as it was.
TEST_CASE("lsf: a session looks at all queues again, also if nothing started or ended since") {
  const PriorityOrder policy;
  Table<JobSlotId, WaitingLine::Place> places(3);
  WaitingLines lines(2);
  lines.add(1, {JobSlotId{0}, JobIndex{0}, Slots(2), 10s}, places);
  CHECK((ask(policy, 4, 7, lines) == JobSlotId{0}));
  lines.remove(1, places[JobSlotId{0}]);
  CHECK((ask(policy, 2, 8, lines) == none<JobSlotId>));

  lines.add(0, {JobSlotId{1}, JobIndex{1}, Slots(2), 10s}, places);
  lines.add(1, {JobSlotId{2}, JobIndex{2}, Slots(2), 10s}, places);
  CHECK((ask(policy, 2, 8, lines) == JobSlotId{1}));
}
