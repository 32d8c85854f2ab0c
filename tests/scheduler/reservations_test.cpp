// Advance reservations beside jobs that are suspended, resume, or are exclusive.
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::reservations_test {

using Kind = TimelineEntry::Kind;
using Times = std::vector<Time>;

namespace {

constexpr NameId ann{0};
constexpr NameId bob{1};

struct UserRow {
  JobRow row;
  NameId user;
  ProfileId profile{};
};

Trace jobs_of(const std::vector<UserRow>& rows) {
  TraceBuilder builder;
  for (const UserRow& one : rows) {
    TraceJob job = trace_of({one.row})[JobIndex{0}];
    job.user = one.user;
    job.profile = one.profile;
    builder.add(job);
  }
  return std::move(builder).freeze();
}

/// One host, of which bob has reserved `slots` slots from 100 s to 200 s.
ClusterConfig with_reservation(std::int32_t mxj, std::int32_t slots,
                               const std::vector<UserRow>& rows) {
  ClusterConfig cluster = flat_machine(mxj, "lsf", {});
  cluster.trace = jobs_of(rows);
  cluster.reservations = {{.start = at(100s),
                           .end = at(200s),
                           .parts = {{HostId{0}, Slots{slots}}},
                           .users = UserList::only({bob})}};
  return cluster;
}

TimelineEntry on_job(Duration when, Kind kind, std::int64_t job) {
  TimelineEntry entry{.at = at(when), .kind = kind};
  entry.job = static_cast<JobId>(job);
  return entry;
}

/// A second queue whose jobs preempt those of the first.
void add_preemption(ClusterConfig& cluster) {
  cluster.queues.push_back(cluster.queues[0]);
  cluster.queues.back().name = "high";
  cluster.queues.back().priority = 50;
  cluster.queues.back().preemption.preemptive = true;
}

}  // namespace

TEST_CASE("whom a reservation keeps from preempting is not in the way of its user's equal job") {
  ClusterConfig cluster =
      with_reservation(1, 1,
                       {{{.id = 1, .submit = 100s, .run = 50s}, bob},
                        {{.id = 2, .submit = 110s, .run = 5s, .queue = QueueId{1}}, ann},
                        {{.id = 3, .submit = 110s, .run = 5s, .queue = QueueId{1}}, bob}});
  add_preemption(cluster);
  CHECK(start_times(cluster) == Times{at(100s), at(200s), at(110s)});
}

// Ann's job is preempted at 10 s, and stays suspended on the host; the preempting job runs until
// 120 s.
TEST_CASE("a suspended job of another user keeps nobody from slots that are reserved for him") {
  ClusterConfig cluster =
      with_reservation(2, 1,
                       {{{.id = 1, .slots = 2, .run = 50s, .limit = 50s}, ann},
                        {{.id = 2, .submit = 10s, .run = 500s, .queue = QueueId{1}}, bob},
                        {{.id = 3, .submit = 150s, .run = 10s}, bob},
                        {{.id = 4, .submit = 151s, .run = 10s}, ann}});
  cluster.model.reservation_backfill = ReservationBackfill::anybody;
  add_preemption(cluster);
  const auto jobs = outcomes(cluster);
  CHECK((jobs[1].start == at(10s)));
  CHECK((jobs[2].start == at(150s)));
  CHECK((jobs[3].start > at(500s)));
}

TEST_CASE("on slots that are not reserved for him a user waits behind suspended jobs") {
  ClusterConfig cluster =
      with_reservation(3, 1,
                       {{{.id = 1, .slots = 3, .run = 50s, .limit = 50s}, ann},
                        {{.id = 2, .submit = 10s, .run = 500s, .queue = QueueId{1}}, bob},
                        {{.id = 3, .submit = 150s, .run = 10s}, bob},
                        {{.id = 4, .submit = 150s, .run = 10s}, bob}});
  cluster.model.reservation_backfill = ReservationBackfill::anybody;
  add_preemption(cluster);
  const auto jobs = outcomes(cluster);
  CHECK((jobs[2].start == at(150s)));
  CHECK((jobs[3].start == at(160s)));
}

namespace {

ReservationConfig reservation(Duration start, Duration end, std::int32_t slots, NameId user) {
  return {.start = at(start),
          .end = at(end),
          .parts = {{HostId{0}, Slots{slots}}},
          .users = UserList::only({user})};
}

}  // namespace

// Four slots: two are bob's from 100 s to 400 s, two are ann's from 200 s to 300 s.
TEST_CASE(
    "a reservation that begins keeps nobody from slots that are reserved for him until then") {
  ClusterConfig cluster =
      with_reservation(4, 2,
                       {{{.id = 1, .submit = 110s, .slots = 2, .run = 150s, .limit = 200s}, bob},
                        {{.id = 2, .submit = 111s, .run = 50s, .limit = 200s}, bob},
                        {{.id = 3, .submit = 112s, .run = 50s, .limit = 50s}, bob},
                        {{.id = 4, .submit = 210s, .run = 10s, .limit = 10s}, ann}});
  cluster.reservations = {reservation(100s, 400s, 2, bob), reservation(200s, 300s, 2, ann)};
  CHECK(start_times(cluster) == Times{at(110s), at(260s), at(112s), at(210s)});
}

// Four slots: one is bob's from 100 s to 150 s, one until 400 s; ann has three from 200 s on. A job
// is charged to the first of his that has room.
TEST_CASE("slots of a reservation that ends before another one begins need room in that") {
  ClusterConfig cluster =
      with_reservation(4, 1,
                       {{{.id = 1, .submit = 110s, .run = 150s, .limit = 200s}, bob},
                        {{.id = 2, .submit = 111s, .slots = 2, .run = 20s, .limit = 80s}, bob},
                        {{.id = 3, .submit = 112s, .slots = 2, .run = 20s, .limit = 100s}, bob}});
  cluster.reservations = {reservation(100s, 150s, 1, bob), reservation(100s, 400s, 1, bob),
                          reservation(200s, 300s, 3, ann)};
  CHECK(start_times(cluster) == Times{at(150s), at(111s), at(300s)});
}

TEST_CASE("a job resumes before a reservation only if the rest of its run limit ends by then") {
  const auto finish = [](Duration limit, ReservationBackfill rule) {
    ClusterConfig cluster = with_reservation(1, 1, {{{.id = 1, .run = 40s, .limit = limit}, ann}});
    cluster.model.reservation_backfill = rule;
    cluster.timeline = {on_job(30s, Kind::bstop, 1), on_job(80s, Kind::bresume, 1)};
    return outcomes(cluster)[0].finish;
  };
  CHECK((finish(50s, ReservationBackfill::run_limit) == at(90s)));
  CHECK((finish(51s, ReservationBackfill::run_limit) == at(210s)));
  CHECK((finish(51s, ReservationBackfill::anybody) == at(90s)));
}

TEST_CASE(
    "a job that is charged to a reservation resumes on its slots when another one is to come") {
  ClusterConfig cluster =
      with_reservation(2, 1, {{{.id = 1, .submit = 110s, .run = 80s, .limit = 80s}, bob}});
  cluster.reservations.push_back({.start = at(150s),
                                  .end = at(300s),
                                  .parts = {{HostId{0}, Slots{1}}},
                                  .users = UserList::only({ann})});
  cluster.reservations[0].parts[0].slots = Slots{1};
  cluster.model.reservation_backfill = ReservationBackfill::anybody;
  CHECK((outcomes(cluster)[0].start == at(110s)));
  cluster.model.reservation_backfill = ReservationBackfill::run_limit;
  cluster.trace = jobs_of({{{.id = 1, .submit = 110s, .run = 30s, .limit = 40s}, bob}});
  cluster.timeline = {on_job(120s, Kind::bstop, 1), on_job(130s, Kind::bresume, 1)};
  CHECK((outcomes(cluster)[0].finish == at(150s)));
}

TEST_CASE("an exclusive job of another user does not close a host of which slots are reserved") {
  const auto start = [](Duration submit, Duration limit, NameId user, ReservationBackfill rule) {
    ClusterConfig cluster = with_reservation(
        4, 1, {{{.id = 1, .submit = submit, .run = 10s, .limit = limit}, user, ProfileId{1}}});
    cluster.queues[0].exclusive = true;
    cluster.profiles.emplace_back().exclusive = true;
    cluster.model.reservation_backfill = rule;
    return start_times(cluster)[0];
  };
  CHECK((start(0s, 100s, ann, ReservationBackfill::run_limit) == at(0s)));
  CHECK((start(0s, 101s, ann, ReservationBackfill::run_limit) == at(200s)));
  CHECK((start(0s, 10s, ann, ReservationBackfill::nobody) == at(200s)));
  CHECK((start(0s, 101s, ann, ReservationBackfill::anybody) == at(0s)));
  CHECK((start(110s, 10s, ann, ReservationBackfill::anybody) == at(200s)));
  CHECK((start(110s, 10s, bob, ReservationBackfill::run_limit) == at(110s)));
}

TEST_CASE("an exclusive job of another user does not resume where slots are reserved") {
  ClusterConfig cluster =
      with_reservation(4, 1, {{{.id = 1, .run = 40s, .limit = 50s}, ann, ProfileId{1}}});
  cluster.queues[0].exclusive = true;
  cluster.profiles.emplace_back().exclusive = true;
  cluster.timeline = {on_job(30s, Kind::bstop, 1), on_job(85s, Kind::bresume, 1)};
  CHECK((outcomes(cluster)[0].finish == at(210s)));
}

}  // namespace mcsim::testing::reservations_test
