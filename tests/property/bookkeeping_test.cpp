// No job is lost, no slot is given twice, and all sums agree with their parts.
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/observers.hpp"
#include "support/catch.hpp"
#include "support/fact_log.hpp"
#include "support/host_history.hpp"
#include "support/random_worlds.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::bookkeeping_test {

namespace {

/// Counts the slots of each host again, from the facts alone.
class SlotCounter {
 public:
  explicit SlotCounter(const ClusterConfig& cluster)
      : history_(cluster), busy_(cluster.hosts.size()) {}

  void see(const Fact& fact) {
    if (fact.kind == Fact::Kind::started) start(fact);
    if (fact.kind == Fact::Kind::ended && fact.started != never) end(fact);
  }

 private:
  void start(const Fact& fact) {
    std::int64_t sum = 0;
    for (const HostSlots& part : fact.hosts) {
      busy_[part.host] += part.slots.count();
      sum += part.slots.count();
      REQUIRE(history_.is_up(part.host, fact.at));
      REQUIRE_FALSE(history_.is_closed(part.host, fact.at));
      REQUIRE(busy_[part.host] <= history_.mxj(part.host, fact.at));
    }
    REQUIRE(sum == fact.slots.count());
    REQUIRE(hosts_.emplace(fact.job, fact.hosts).second);
  }
  void end(const Fact& fact) {
    REQUIRE(hosts_.contains(fact.job));
    for (const HostSlots& part : hosts_[fact.job]) busy_[part.host] -= part.slots.count();
    hosts_.erase(fact.job);
  }

  HostHistory history_;
  Table<HostId, std::int64_t> busy_;
  std::map<JobIndex, std::vector<HostSlots>> hosts_;
};

/// What the facts say about one job.
struct Life {
  int submitted = 0;
  int rejected = 0;
  int started = 0;
  int ended = 0;
};

std::vector<Life> lives_of(const FactLog& log, ClusterId cluster, std::size_t jobs) {
  std::vector<Life> lives(jobs);
  for (const Fact& fact : log.facts) {
    if (fact.cluster != cluster || fact.job == none<JobIndex>) continue;
    Life& life = lives[index_of(fact.job)];
    if (fact.kind == Fact::Kind::submitted) ++life.submitted;
    if (fact.kind == Fact::Kind::rejected) ++life.rejected;
    if (fact.kind == Fact::Kind::started) ++life.started;
    if (fact.kind == Fact::Kind::ended) ++life.ended;
  }
  return lives;
}

void check_job(const TraceJob& job, const JobOutcome& outcome, const Life& life, bool stalled) {
  const bool refused = outcome.status == JobStatus::rejected;
  const bool over = outcome.status == JobStatus::done || outcome.status == JobStatus::exit;
  const bool waits = outcome.status == JobStatus::pend;
  const bool comes = outcome.status != JobStatus::unsubmitted;  // else the job before it never ends
  REQUIRE((refused || over || ((waits || !comes) && stalled)));
  REQUIRE(life.submitted == (refused || !comes ? 0 : 1));
  REQUIRE(life.rejected == (refused ? 1 : 0));
  REQUIRE(life.ended == (over ? 1 : 0));
  REQUIRE(life.started == (outcome.start == never ? 0 : 1));
  REQUIRE((over == (outcome.finish != never)));
  REQUIRE((waits == (outcome.pend_reason != PendReason::none)));
  if (refused || waits) REQUIRE((outcome.start == never));
  if (outcome.start != never) REQUIRE((outcome.start >= job.submit));
  if (outcome.start != never) REQUIRE((outcome.finish >= outcome.start));
  if (outcome.status == JobStatus::done) {
    REQUIRE((outcome.finish - outcome.start == job.run));
    REQUIRE(outcome.exit_code == 0);
    REQUIRE((outcome.end_reason == EndReason::none));
  }
  if (outcome.status == JobStatus::exit) REQUIRE((outcome.end_reason != EndReason::none));
}

struct Watched {
  RunResults results;
  FactLog log;
};

/// Plays instant by instant and checks the invariants after each.
Watched watch(const GridConfig& grid) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  Watched watched;
  Observers both{&recorder, &watched.log};
  RunState state = RunState::until;
  for (Time next = next_instant(simulation); next != never; next = next_instant(simulation)) {
    state = simulation.run_until(next, both);
    for (const ClusterWorld& world : simulation.clusters()) check_invariants(world);
    if (state == RunState::finished || state == RunState::stalled) break;
  }
  state = simulation.run_until(never, both);
  watched.results = std::move(recorder).results(simulation, state, never);
  return watched;
}

/// Slot-milliseconds that the jobs held between two times.
Int128 held(const Trace& trace, const JobOutcomes& jobs, Time from, Time to) {
  Int128 sum = 0;
  for (std::size_t at = 0; at < jobs.size(); ++at) {
    if (jobs[at].start == never) continue;
    const Time first = std::max(jobs[at].start, from);
    const Time last = std::min(jobs[at].finish, to);
    if (last > first)
      sum += Int128{trace[static_cast<JobIndex>(at)].slots.count()} * (last - first).count();
  }
  return sum;
}

/// Slots of a host that jobs held at a time.
std::int64_t busy_at(const ClusterConfig& cluster, const ClusterResults& results, HostId host,
                     Time when) {
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < results.jobs.size(); ++at) {
    if (results.jobs[at].start > when || results.jobs[at].finish <= when) continue;
    for (const HostSlots& part : hosts_of(results, cluster.trace, static_cast<JobIndex>(at)))
      if (part.host == host) sum += part.slots.count();
  }
  return sum;
}

/// Whether some reconfiguration gives the host another MXJ.
bool may_shrink(const ClusterConfig& cluster, HostId host) {
  return std::ranges::any_of(cluster.timeline, [&](const TimelineEntry& entry) {
    return entry.settings &&
           entry.settings->hosts[index_of(host)].mxj != cluster.hosts[index_of(host)].mxj;
  });
}

/// Slot-milliseconds that jobs held beyond the MXJ of their hosts, where that was reduced.
Int128 held_beyond_mxj(const ClusterConfig& cluster, const ClusterResults& results, Time from,
                       Time to) {
  const HostHistory history(cluster);
  std::vector<Time> moments = history.moments_between(from, to);
  for (const JobOutcome& job : results.jobs)
    for (const Time time : {job.start, job.finish})
      if (time > from && time < to) moments.push_back(time);
  std::ranges::sort(moments);
  Int128 sum = 0;
  for (std::size_t at = 0; at < cluster.hosts.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    if (!may_shrink(cluster, host)) continue;
    for (std::size_t next = 1; next < moments.size(); ++next) {
      const Time when = moments[next - 1];
      if (when == moments[next]) continue;
      const std::int64_t beyond = busy_at(cluster, results, host, when) - history.mxj(host, when);
      sum += Int128{std::max<std::int64_t>(0, beyond)} * (moments[next] - when).count();
    }
  }
  return sum;
}

}  // namespace

// Without pass = event, which may start a job between two changes of its host at one instant:
// HostHistory has only the state at the end of an instant.
TEST_CASE("no host is ever over its slots, and the world agrees with itself after each instant",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed);
    const Watched watched = watch(grid);
    std::vector<SlotCounter> counters(grid.clusters.begin(), grid.clusters.end());
    for (const Fact& fact : watched.log.facts) counters[index_of(fact.cluster)].see(fact);
  }
}

TEST_CASE("every job is submitted once and ends once, or waits where nothing can start it",
          "[property]") {
  FeatureCounts features;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed, {.per_event = true});
    const Watched watched = watch(grid);
    for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
      const Trace& trace = grid.clusters[at].trace;
      const auto lives = lives_of(watched.log, static_cast<ClusterId>(at), trace.size());
      for (std::size_t job = 0; job < trace.size(); ++job) {
        INFO("cluster " << at << ", job " << job);
        check_job(trace[static_cast<JobIndex>(job)], watched.results.clusters[at].jobs[job],
                  lives[job], watched.results.stalled);
      }
    }
    count_features(grid, watched.results, features);
  }
  INFO(to_text(features));
  CHECK(features["stalled"] > 10);
  CHECK(features["ignored actions"] > 10);
}

TEST_CASE("facts come in order of time, cluster by cluster", "[property]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    const FactLog log = watch(random_grid(seed)).log;
    REQUIRE(std::ranges::is_sorted(log.facts, {}, &Fact::at));
  }
}

TEST_CASE("allocated and offered slot time are the sums over jobs and hosts", "[property]") {
  const auto capacity = [](const ClusterConfig& cluster, const ClusterResults& result, Time from,
                           Time to) {
    return HostHistory(cluster).capacity(from, to) + held_beyond_mxj(cluster, result, from, to);
  };
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed);
    const RunResults results = run_all(grid);
    Time first = never;
    Time last{};
    for (const ClusterConfig& cluster : grid.clusters)
      for (std::size_t job = 0; job < cluster.trace.size(); ++job) {
        first = std::min(first, cluster.trace[static_cast<JobIndex>(job)].submit);
        last = std::max(last, cluster.trace[static_cast<JobIndex>(job)].submit);
      }
    for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
      const ClusterConfig& cluster = grid.clusters[at];
      const ClusterResults& result = results.clusters[at];
      REQUIRE(
          (result.whole_span.allocated == held(cluster.trace, result.jobs, first, results.end)));
      REQUIRE((result.while_submitting.allocated == held(cluster.trace, result.jobs, first, last)));
      REQUIRE((result.whole_span.capacity == capacity(cluster, result, first, results.end)));
      REQUIRE((result.while_submitting.capacity == capacity(cluster, result, first, last)));
      REQUIRE((result.whole_span.allocated <= result.whole_span.capacity));
    }
  }
}

}  // namespace mcsim::testing::bookkeeping_test
