// EASY's options, each with a world in which it changes the answer.
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::easy_test {

using Times = std::vector<Time>;

TEST_CASE("fcfs: a job that does not fit holds up all behind it") {
  CHECK(start_times(flat_machine(4, "fcfs",
                                 {{.id = 1, .slots = 3, .run = 10s},
                                  {.id = 2, .slots = 2, .run = 10s},
                                  {.id = 3, .slots = 1, .run = 1s}})) ==
        Times{at(0s), at(10s), at(10s)});
}

TEST_CASE("easy: a job that ends by the reservation of the first is backfilled") {
  CHECK(start_times(flat_machine(4, "easy",
                                 {{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                  {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                  {.id = 3, .slots = 1, .run = 10s, .limit = 10s},
                                  {.id = 4, .slots = 1, .run = 11s, .limit = 11s}})) ==
        Times{at(0s), at(10s), at(0s), at(20s)});
}

TEST_CASE("easy: a long job is backfilled only into what the first leaves over") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 60s, .limit = 60s}};
  CHECK(start_times(easy_machine(4, {.extra = true}, rows)) == Times{at(0s), at(10s), at(0s)});
  CHECK(start_times(easy_machine(4, {.extra = false}, rows)) == Times{at(0s), at(10s), at(10s)});
}

TEST_CASE("easy: what the first leaves over is used up once") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 5, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 60s, .limit = 60s},
                                 {.id = 4, .slots = 1, .run = 60s, .limit = 60s}};
  CHECK(start_times(easy_machine(6, {}, rows)) == Times{at(0s), at(10s), at(0s), at(20s)});
}

TEST_CASE("easy: knowing the true run times lets more jobs pass") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                                 {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 3, .slots = 1, .run = 5s, .limit = 60s}};
  EasyOptions actual;
  actual.running = actual.candidates = PredictedBy::actual;
  CHECK(start_times(easy_machine(4, {}, rows)) == Times{at(0s), at(10s), at(20s)});
  CHECK(start_times(easy_machine(4, actual, rows)) == Times{at(0s), at(10s), at(0s)});
}

// Job 1 frees its slots long before its limit. A fresh reservation for job 3 then moves forward and
// keeps job 4 out; a sticky one stays where job 1's limit had put it.
TEST_CASE("easy: a sticky reservation stays where it was when the first could have been earlier") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 2, .run = 10s, .limit = 100s},
                                 {.id = 2, .slots = 2, .run = 50s, .limit = 50s},
                                 {.id = 3, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 4, .submit = 5s, .slots = 2, .run = 80s, .limit = 80s}};
  EasyOptions sticky;
  sticky.reservation = EasyOptions::Reservation::sticky;
  CHECK(start_times(easy_machine(4, {}, rows)) == Times{at(0s), at(0s), at(50s), at(60s)});
  CHECK(start_times(easy_machine(4, sticky, rows)) == Times{at(0s), at(0s), at(90s), at(10s)});
}

// Found by the slow right answer: the reservation of job 2 was only made when a job could have been
// backfilled, here at 10 s, and its time was then 50 s.
TEST_CASE(
    "easy: a sticky reservation is made when the first cannot start, even if nothing is free") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 2, .run = 10s, .limit = 100s},
                                 {.id = 2, .slots = 2, .run = 50s, .limit = 50s},
                                 {.id = 3, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 4, .submit = 10s, .slots = 2, .run = 80s, .limit = 80s}};
  EasyOptions sticky;
  sticky.reservation = EasyOptions::Reservation::sticky;
  CHECK(start_times(easy_machine(4, sticky, rows)) == Times{at(0s), at(0s), at(90s), at(10s)});
}

// While its host is down, no time is known for job 2, and a job may pass it. Once the host is back,
// job 2 gets a reservation like any other.
TEST_CASE("easy: no hope is no reservation, also a sticky one") {
  EasyOptions sticky;
  sticky.reservation = EasyOptions::Reservation::sticky;
  ClusterConfig cluster = machine({2, 2}, "easy",
                                  {{.id = 1, .submit = 1s, .slots = 1, .run = 30s, .limit = 30s},
                                   {.id = 2, .submit = 1s, .slots = 4, .run = 10s, .limit = 10s},
                                   {.id = 3, .submit = 20s, .slots = 1, .run = 90s, .limit = 90s}});
  cluster.model.easy = sticky;
  cluster.timeline = {host_down(0s, HostId{1}, 10s)};
  CHECK(start_times(cluster) == Times{at(1s), at(31s), at(41s)});
}

// Jobs 1 and 2 end together. After the first event job 3 does not fit yet, and job 4 passes it,
// since by the limits of the running jobs job 3 cannot start before 100 s.
TEST_CASE("easy: with a pass after each event a job can slip in between two ends") {
  const std::vector<JobRow> rows{{.id = 1, .slots = 2, .run = 10s, .limit = 100s},
                                 {.id = 2, .slots = 2, .run = 10s, .limit = 100s},
                                 {.id = 3, .submit = 1s, .slots = 4, .run = 10s, .limit = 10s},
                                 {.id = 4, .submit = 1s, .slots = 2, .run = 20s, .limit = 20s}};
  EasyOptions event;
  event.pass = EasyOptions::Pass::event;
  CHECK(start_times(easy_machine(4, {}, rows)) == Times{at(0s), at(0s), at(10s), at(20s)});
  CHECK(start_times(easy_machine(4, event, rows)) == Times{at(0s), at(0s), at(30s), at(10s)});
}

TEST_CASE("easy: a job that outruns its estimate is expected any moment, so nothing long passes") {
  ClusterConfig cluster =
      flat_machine(4, "easy",
                   {{.id = 1, .slots = 3, .run = 60s, .limit = 10s},
                    {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                    {.id = 3, .submit = 20s, .slots = 1, .run = 5s, .limit = 5s}});
  cluster.model.enforce_runlimit = false;
  CHECK(start_times(cluster) == Times{at(0s), at(60s), at(70s)});
}

// Beside an overdue job 1 nothing that is long may start, as above: all but its end at 60 s is
// known.
TEST_CASE("easy: one job that may outrun its estimate is expected any moment once it does") {
  ClusterConfig cluster =
      flat_machine(4, "easy",
                   {{.id = 1, .slots = 3, .run = 60s, .limit = 10s},
                    {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
                    {.id = 3, .submit = 20s, .slots = 1, .run = 5s, .limit = 5s}});
  cluster.profiles[0].overuse = true;
  CHECK(start_times(cluster) == Times{at(0s), at(60s), at(70s)});
}

// Found by running the sessions that were skipped. At 20 s jobs 1 and 2 are both overdue, which
// leaves a slot beside job 3. No event happens then, but the raster has a session there.
TEST_CASE("easy on a raster: a session that time alone has made useful is not skipped") {
  ClusterConfig cluster = flat_machine(4, "easy",
                                       {{.id = 1, .slots = 2, .run = 60s, .limit = 10s},
                                        {.id = 2, .slots = 1, .run = 60s, .limit = 20s},
                                        {.id = 3, .slots = 3, .run = 10s, .limit = 10s},
                                        {.id = 4, .slots = 1, .run = 90s, .limit = 90s}});
  cluster.model.enforce_runlimit = false;
  cluster.params.job_scheduling_interval = 5s;
  const bool elide = GENERATE(true, false);
  cluster.model.elide = elide;
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(60s), at(20s)});

  // An overdue job is expected at now + 1 ms, so one that should end by then counts already.
  cluster.trace = trace_of({{.id = 1, .slots = 2, .run = 60s, .limit = 10s},
                            {.id = 2, .slots = 1, .run = 60s, .limit = 20'001ms},
                            {.id = 3, .slots = 3, .run = 10s, .limit = 10s},
                            {.id = 4, .slots = 1, .run = 90s, .limit = 90s}});
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(60s), at(20s)});
}

// Job 1 holds all of the closed h1, so its end at 10 s does not help job 3: h2 alone will have 4
// slots, at 20 s. Job 4 would take one of them for a long time.
TEST_CASE("easy: slots of a closed host are not counted on") {
  ClusterConfig cluster = machine({4, 4}, "easy",
                                  {{.id = 1, .slots = 4, .run = 10s, .limit = 10s},
                                   {.id = 2, .slots = 3, .run = 20s, .limit = 20s},
                                   {.id = 3, .submit = 2s, .slots = 4, .run = 5s, .limit = 5s},
                                   {.id = 4, .submit = 2s, .run = 1000s, .limit = 1000s}});
  cluster.timeline = {on_host(1s, TimelineEntry::Kind::hclose, HostId{0})};
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(20s), at(25s)});
  cluster.timeline.push_back(on_host(1s, TimelineEntry::Kind::hopen, HostId{0}));
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(10s), at(2s)});
}

// h1 keeps 1 of its 4 slots: of the jobs on it only the last to end frees a slot, at 30 s. Job 5
// has to wait until then, and job 6 is over before.
TEST_CASE("easy: of an overfull host the slots that end last are counted on") {
  ClusterConfig cluster = machine({4, 3}, "easy",
                                  {{.id = 1, .slots = 1, .run = 10s, .limit = 10s},
                                   {.id = 2, .slots = 2, .run = 100s, .limit = 100s},
                                   {.id = 3, .slots = 1, .run = 20s, .limit = 20s},
                                   {.id = 4, .slots = 2, .run = 30s, .limit = 30s},
                                   {.id = 5, .submit = 2s, .slots = 2, .run = 5s, .limit = 5s},
                                   {.id = 6, .submit = 2s, .slots = 1, .run = 25s, .limit = 25s}});
  ClusterSettings reduced = cluster;
  reduced.hosts[0].mxj = Slots(1);
  cluster.timeline = {reconfigure(1s, reduced)};
  const RunResults results = run_all(grid_of(cluster));
  REQUIRE(hosts_of(results.clusters[0], cluster.trace, JobIndex{1}) ==
          std::vector{HostSlots{HostId{1}, Slots(2)}});
  CHECK((results.clusters[0].jobs[4].start == at(30s)));
  CHECK((results.clusters[0].jobs[5].start == at(2s)));
}

// At 14.999 s jobs 1 and 2 are both expected to end at 15 s, by their limits, which leaves a slot
// beside job 3 for job 4. No event happens then.
TEST_CASE("easy without a raster: jobs start also when time alone lets them") {
  ClusterConfig cluster =
      flat_machine(4, "easy",
                   {{.id = 1, .slots = 2, .run = 100s, .limit = 10s},
                    {.id = 2, .slots = 1, .run = 100s, .limit = 15s},
                    {.id = 3, .submit = 1s, .slots = 3, .run = 10s, .limit = 10s},
                    {.id = 4, .submit = 1s, .slots = 1, .run = 50s, .limit = 50s}});
  cluster.model.enforce_runlimit = false;
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(100s), at(14'999ms)});
}

TEST_CASE("easy on a raster: pass = event does not make a second session of an instant") {
  EasyOptions event;
  event.pass = EasyOptions::Pass::event;
  ClusterConfig cluster =
      easy_machine(4, event,
                   {{.id = 1, .slots = 2, .run = 10s, .limit = 100s},
                    {.id = 2, .slots = 2, .run = 10s, .limit = 100s},
                    {.id = 3, .submit = 1s, .slots = 4, .run = 10s, .limit = 10s},
                    {.id = 4, .submit = 1s, .slots = 2, .run = 20s, .limit = 20s}});
  cluster.params.job_scheduling_interval = 5s;
  const bool elide = GENERATE(true, false);
  cluster.model.elide = elide;
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(10s), at(20s)});
}

// Without h1 job 3 can no longer start at the time of its reservation, 10 s, which still lets no
// job pass until that time. The only event a moment before is the arrival of job 4.
TEST_CASE("easy: a sticky reservation that cannot be kept is made anew when its time has come") {
  EasyOptions sticky;
  sticky.reservation = EasyOptions::Reservation::sticky;
  ClusterConfig cluster =
      machine({2, 2}, "easy",
              {{.id = 1, .slots = 2, .run = 10s, .limit = 10s},
               {.id = 2, .slots = 1, .run = 100s, .limit = 100s},
               {.id = 3, .slots = 3, .run = 10s, .limit = 10s},
               {.id = 4, .submit = 9'999ms, .slots = 1, .run = 50s, .limit = 50s}});
  cluster.model.easy = sticky;
  cluster.timeline = {host_down(5s, HostId{0}, 500s)};
  CHECK(start_times(cluster) == Times{at(0s), at(0s), at(505s), at(10s)});
}

}  // namespace mcsim::testing::easy_test
