// Conservative backfilling: small worlds in which each of its rules decides.
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::conservative_test {

using Times = std::vector<Time>;

namespace {

ClusterConfig conservative_machine(std::int32_t slots, const ConservativeOptions& options,
                                   const std::vector<JobRow>& rows) {
  ClusterConfig cluster = flat_machine(slots, "conservative", rows);
  cluster.model.conservative = options;
  return cluster;
}

}  // namespace

// Job 4 fits before the reservation of job 2; job 5 fits neither there nor beside job 3.
TEST_CASE("conservative: a job is backfilled only where it delays no reservation") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 2, .run = 20s, .limit = 20s},
                                 {.id = 4, .slots = 1, .run = 10s, .limit = 10s},
                                 {.id = 5, .slots = 3, .run = 5s, .limit = 5s}};
  CHECK(start_times(flat_machine(4, "conservative", rows)) ==
        Times{at(0s), at(10s), at(20s), at(0s), at(40s)});
}

TEST_CASE("conservative: the second in line is not delayed, as it is under easy") {
  // Job 4 leaves the first waiting job its slots, but takes those of the second under easy.
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 4, .slots = 1, .run = 60s, .limit = 60s}};
  CHECK(start_times(flat_machine(4, "easy", rows)) == Times{at(0s), at(10s), at(60s), at(0s)});
  CHECK(start_times(conservative_machine(4, {.depth = 1}, rows)) ==
        Times{at(0s), at(10s), at(60s), at(0s)});
  for (const std::uint64_t depth : {std::uint64_t{2}, ConservativeOptions::all})
    CHECK(start_times(conservative_machine(4, {.depth = depth}, rows)) ==
          Times{at(0s), at(10s), at(20s), at(30s)});
}

// One slot is free beside job 1, which job 3 takes, since nothing is reserved; at 10 s job 4 fits
// and job 2 does not, and at 60 s neither, so job 2 waits until job 4 ends. With a reservation job
// 3 must wait for job 2.
TEST_CASE(
    "conservative: with a depth of 0 whatever fits starts, and a wide job may wait for long") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 60s, .limit = 60s},
                                 {.id = 4, .slots = 3, .run = 60s, .limit = 60s}};
  CHECK(start_times(conservative_machine(4, {.depth = 0}, rows)) ==
        Times{at(0s), at(70s), at(0s), at(10s)});
  CHECK(start_times(conservative_machine(4, {.depth = 1}, rows)) ==
        Times{at(0s), at(10s), at(20s), at(20s)});
}

TEST_CASE("conservative: reservations move forward in their order when a job ends early") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 4, .run = 10s, .limit = 100s},
                                 {.id = 2, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 2, .run = 10s, .limit = 10s},
                                 {.id = 4, .slots = 1, .run = 10s, .limit = 10s}};
  CHECK(start_times(flat_machine(4, "conservative", rows)) ==
        Times{at(0s), at(10s), at(20s), at(10s)});
}

TEST_CASE("conservative: the true run times may predict the ends") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 5s, .limit = 60s}};
  CHECK(start_times(conservative_machine(4, {}, rows)) == Times{at(0s), at(10s), at(20s)});
  CHECK(start_times(conservative_machine(4, {.runtime = PredictedBy::actual}, rows)) ==
        Times{at(0s), at(10s), at(0s)});
}

TEST_CASE("conservative: what a killed job had reserved is free for others") {
  ClusterConfig cluster = flat_machine(4, "conservative",
                                       {{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                        {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                        {.id = 3, .slots = 1, .run = 60s, .limit = 60s}});
  cluster.timeline = {bkill(5s, 2)};
  CHECK(start_times(cluster) == Times{at(0s), never, at(5s)});
}

TEST_CASE("conservative: jobs without a run limit start when nothing is in their way for ever") {
  CHECK(start_times(flat_machine(4, "conservative",
                                 {{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                  {.id = 2, .slots = 2, .run = 30s, .limit = unlimited},
                                  {.id = 3, .slots = 3, .run = 10s, .limit = 10s},
                                  {.id = 4, .slots = 2, .run = 10s, .limit = 10s}})) ==
        Times{at(0s), at(10s), at(40s), at(10s)});
}

TEST_CASE("conservative: jobs of no run time follow one another on the same slots") {
  CHECK(start_times(flat_machine(2, "conservative",
                                 {{.id = 1, .slots = 2, .run = 0s, .limit = 0s},
                                  {.id = 2, .slots = 2, .run = 0s, .limit = 0s},
                                  {.id = 3, .slots = 2, .run = 5s, .limit = 5s}})) ==
        Times{at(0s), at(0s), at(0s)});
}

TEST_CASE("conservative: a host that goes away takes reservations with it, and brings them back") {
  ClusterConfig cluster = machine({2, 2}, "conservative",
                                  {{.id = 1, .slots = 4, .run = 10s, .limit = 10s},
                                   {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                   {.id = 3, .slots = 2, .run = 30s, .limit = 30s}});
  cluster.timeline = {on_host(5s, TimelineEntry::Kind::hclose, HostId{1}),
                      on_host(15s, TimelineEntry::Kind::hopen, HostId{1})};
  // At 10 s only one host is open: job 2 has no time, job 3 starts; at 15 s job 2 gets 40 s.
  CHECK(start_times(cluster) == Times{at(0s), at(40s), at(10s)});
}

}  // namespace mcsim::testing::conservative_test
