// EASY as other simulators have it: each option in a world in which it changes the answer.
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::variants_test {

using Times = std::vector<Time>;

namespace {

/// What decides after each event of an instant; arrivals come first.
EasyOptions by_event() {
  EasyOptions easy;
  easy.pass = EasyOptions::Pass::event;
  easy.first = EasyOptions::First::arrivals;
  return easy;
}

}  // namespace

TEST_CASE("easy: with compare = less a job must be over before the reserved time") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 10s, .limit = 10s},
                                 {.id = 4, .slots = 1, .run = 9'999ms, .limit = 9'999ms}};
  EasyOptions less;
  less.compare = EasyOptions::Compare::less;
  CHECK(start_times(easy_machine(4, {}, rows)) == Times{at(0s), at(10s), at(0s), at(20s)});
  CHECK(start_times(easy_machine(4, less, rows)) == Times{at(0s), at(10s), at(20s), at(0s)});
}

// Job 2 gets its three slots at 30 s and leaves one. Job 3, which is over then and not earlier, is
// tried against that one, but leaves it once it runs. So job 4 may have it, as soon as the cluster
// looks again: on a raster at its next point.
TEST_CASE("easy: with compare = less a raster looks again though nothing happens") {
  ClusterConfig cluster = easy_machine(4, {},
                                       {{.id = 1, .slots = 2, .run = 30s, .limit = 30s},
                                        {.id = 2, .slots = 3, .run = 10s, .limit = 10s},
                                        {.id = 3, .slots = 1, .run = 30s, .limit = 30s},
                                        {.id = 4, .slots = 1, .run = 60s, .limit = 60s}});
  cluster.model.easy.compare = EasyOptions::Compare::less;
  CHECK(start_times(cluster) == Times{at(0s), at(30s), at(0s), at(30s)});
  cluster.params.job_scheduling_interval = 10s;
  CHECK(start_times(cluster) == Times{at(0s), at(30s), at(0s), at(10s)});
}

// Job 1 is to end at 100 s, and ends at 10 s; job 3 asks for 60 s, and runs for 5 s.
TEST_CASE("easy: what is known of running jobs is one thing, and of candidates another one") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 100s},
                                 {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 5s, .limit = 60s}};
  const auto starts = [&](PredictedBy running, PredictedBy candidates) {
    EasyOptions easy;
    easy.running = running;
    easy.candidates = candidates;
    return start_times(easy_machine(4, easy, rows));
  };
  using enum PredictedBy;
  const Times passes{at(0s), at(10s), at(0s)};
  const Times waits{at(0s), at(10s), at(20s)};
  CHECK(starts(requested, requested) == passes);
  CHECK(starts(actual, requested) == waits);
  CHECK(starts(actual, actual) == passes);
}

TEST_CASE("easy: true run times of candidates alone let more jobs pass") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 5s, .limit = 60s}};
  EasyOptions easy;
  easy.candidates = PredictedBy::actual;
  CHECK(start_times(easy_machine(4, {}, rows)) == Times{at(0s), at(10s), at(20s)});
  CHECK(start_times(easy_machine(4, easy, rows)) == Times{at(0s), at(10s), at(0s)});
}

// At 10 s job 1 ends and job 3 comes. Whichever is first: job 2 starts on both slots, or job 3
// takes one of them until 30 s, long before job 2 was to start.
TEST_CASE("easy: arrivals may come before the ends of their instant") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 1, .run = 10s, .limit = 100s},
                                 {.id = 2, .submit = 1s, .slots = 2, .run = 20s, .limit = 20s},
                                 {.id = 3, .submit = 10s, .slots = 1, .run = 20s, .limit = 20s}};
  EasyOptions ends_first = by_event();
  ends_first.first = EasyOptions::First::ends;
  CHECK(start_times(easy_machine(2, ends_first, rows)) == Times{at(0s), at(10s), at(30s)});
  CHECK(start_times(easy_machine(2, by_event(), rows)) == Times{at(0s), at(30s), at(10s)});
  EasyOptions per_instant = by_event();
  per_instant.pass = EasyOptions::Pass::instant;
  CHECK(start_times(easy_machine(2, per_instant, rows)) == Times{at(0s), at(10s), at(30s)});
}

// It is among the arrivals of its instant, as a job is that comes at its own time.
TEST_CASE("easy: a job that comes after another one comes with the arrivals") {
  ClusterConfig cluster =
      easy_machine(2, by_event(),
                   {{.id = 1, .slots = 1, .run = 5s, .limit = 5s},
                    {.id = 2, .slots = 1, .run = 10s, .limit = 100s},
                    {.id = 3, .submit = 1s, .slots = 1, .run = 20s, .limit = 20s}});
  cluster.dependencies = {{.job = JobIndex{2}, .preceding = JobIndex{0}, .think = 4s}};
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(9s)});
}

// Of 6 slots one is free at 10 s, when the estimate of job 1 is over; jobs 4 and 5 come before it
// ends. If its slots are busy, job 4 does not fit, and job 5 passes it, since job 3 will leave two
// slots. If they are free, jobs 3 and 4 start and leave none.
TEST_CASE("easy: the slots of a job whose estimate is over may be free before it ends") {
  ClusterConfig cluster =
      easy_machine(6, by_event(),
                   {{.id = 1, .slots = 4, .run = 10s, .limit = 10s},
                    {.id = 2, .slots = 1, .run = 200s, .limit = 200s},
                    {.id = 3, .submit = 1s, .slots = 3, .run = 50s, .limit = 50s},
                    {.id = 4, .submit = 10s, .slots = 2, .run = 90s, .limit = 90s},
                    {.id = 5, .submit = 10s, .slots = 1, .run = 90s, .limit = 90s}});
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(10s), at(60s), at(10s)});
  cluster.model.easy.estimate_over = EasyOptions::EstimateOver::free;
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(10s), at(10s), at(60s)});
}

// It is killed by its limit at 10 s, so its estimate is over and it ends; without limits it goes
// on.
TEST_CASE("easy: the slots of a job that outruns its estimate are never free") {
  ClusterConfig cluster =
      easy_machine(4, by_event(),
                   {{.id = 1, .slots = 4, .run = 60s, .limit = 10s},
                    {.id = 2, .submit = 10s, .slots = 4, .run = 10s, .limit = 10s}});
  cluster.model.easy.estimate_over = EasyOptions::EstimateOver::free;
  CHECK(start_times(cluster) == Times{at(0s), at(10s)});
  cluster.model.enforce_runlimit = false;
  CHECK(start_times(cluster) == Times{at(0s), at(60s)});
}

}  // namespace mcsim::testing::variants_test
