// Jobs that load suspends, in random worlds: each is suspended for the value that the LIM of its
// first host has, or for the last one that the LIM of another host has reported, which are computed
// here tick by tick from the jobs; at the right times; one job a host and period.
//
// MCSIM_WORLDS: how many worlds (default 3,000); MCSIM_SEED: the seed of the first one.
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/model/load_index.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lim_worlds.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::load_stops_worlds_test {

namespace {

/// One LIM that works at each tick, and the slots in use on its host.
class NaiveLim {
 public:
  /// The host has `slots` more in use from `time` on; with `behind`, from after the check at
  /// `time`.
  void change(Time time, bool behind, std::int32_t slots) {
    changes_.push_back({time, behind, slots});
  }
  /// The index as reported at the last exchange that mbatchd knows by `time`.
  double told(std::uint16_t index, Time time, std::int32_t processors,
              const ClusterConfig& cluster) {
    const auto last = [](Duration by, Duration interval) { return by / interval * interval; };
    const Duration asked = last(time - Time{}, cluster.params.load_update_interval);
    return own(index, Time{} + last(asked, cluster.lim.exchange_interval), processors);
  }
  /// The index as the LIM has it at `time`.
  double own(std::uint16_t index, Time time, std::int32_t processors) {
    for (; tick_ <= time; tick_ += 5s) look(processors);
    return values_[index];
  }

 private:
  struct Change {
    Time time;
    bool behind;
    std::int32_t slots;
  };
  void look(std::int32_t processors) {
    while (next_ < changes_.size() && (changes_[next_].time < tick_ ||
                                       (changes_[next_].time == tick_ && !changes_[next_].behind)))
      running_ += changes_[next_++].slots;
    const auto smooth = [&](std::uint16_t index, double to, double over) {
      values_[index] = to + (values_[index] - to) * std::exp(-1 / over);
    };
    smooth(builtin::r15s, running_, 3);
    smooth(builtin::r1m, running_, 12);
    smooth(builtin::r15m, running_, 180);
    if ((tick_ - Time{}) % 15s == 0s)
      smooth(builtin::ut, std::min(1.0, static_cast<double>(running_) / processors), 4);
  }

  std::vector<Change> changes_;
  std::size_t next_ = 0;
  std::int32_t running_ = 0;
  Time tick_{};
  double values_[builtin::ut + 1] = {};
};

struct Watcher final : public Observer {
  explicit Watcher(const ClusterConfig& config)
      : cluster(config), lims(config.hosts.size()), asked(config.hosts.size()) {}

  using Observer::on;
  void on(ClusterId, const JobStarted& fact) override {
    hosts[fact.job].assign(fact.hosts.begin(), fact.hosts.end());
    since[fact.job] = fact.at;
    add(fact.job, fact.at, true, 1);
  }
  void on(ClusterId, const JobResumed& fact) override {
    if (fact.status != JobStatus::run) return;
    since[fact.job] = fact.at;
    add(fact.job, fact.at, true, 1);
    if (stopped.erase(fact.job) > 0) ++gone_on;
  }
  void on(ClusterId, const JobSuspended& fact) override {
    const bool decided =
        fact.reason == SuspendReason::load || fact.reason == SuspendReason::preempted;
    if (fact.slots > Slots{}) add(fact.job, fact.at, decided, -1);
    if (fact.status == JobStatus::ususp) stopped.erase(fact.job);
  }
  void on(ClusterId, const JobEnded& fact) override {
    if (fact.slots > Slots{}) add(fact.job, fact.at, since[fact.job] == fact.at, -1);
    stopped.erase(fact.job);
  }
  void on(ClusterId, const JobRequeued& fact) override {
    const bool decided = fact.reason == RequeueReason::preempted || since[fact.job] == fact.at;
    if (fact.slots > Slots{}) add(fact.job, fact.at, decided, -1);
    stopped.erase(fact.job);
  }
  void on(ClusterId, const LoadStopped& fact) override {
    INFO("job " << index_of(fact.job) << " at " << (fact.at - Time{}).count() << " ms");
    const HostConfig& host = cluster.hosts[index_of(fact.host)];
    const auto index = static_cast<std::uint16_t>(index_of(fact.index));
    const std::size_t at = index_of(fact.host);
    const bool is_own = hosts[fact.job].front().host == fact.host;
    const double length = is_own ? asked[at].own(index, fact.at, host.ncpus)
                                 : lims[at].told(index, fact.at, host.ncpus, cluster);
    (is_own ? by_own : by_told) += 1;
    const double load = index == builtin::ut ? length : effective_run_queue(length, host.ncpus);
    CHECK(fact.load == Approx(load).margin(1e-5));
    CHECK(fact.load >= fact.stop);
    CHECK((fact.at - Time{}) % cluster.params.sbd_sleep_time == 0ms);
    CHECK(fact.at - since[fact.job] >= cluster.params.sbd_sleep_time);
    CHECK(++stops[{fact.at, hosts[fact.job].front().host}] == 1);
    stopped[fact.job] = fact.at;
    ++suspended;
  }
  void add(JobIndex job, Time time, bool behind, std::int32_t sign) {
    for (const HostSlots& part : hosts[job]) {
      lims[index_of(part.host)].change(time, behind, sign * part.slots.count());
      asked[index_of(part.host)].change(time, behind, sign * part.slots.count());
    }
  }

  const ClusterConfig& cluster;
  std::vector<NaiveLim> lims;   ///< as the master hears of them
  std::vector<NaiveLim> asked;  ///< by their own sbatchds
  std::map<JobIndex, std::vector<HostSlots>> hosts;
  std::map<JobIndex, Time> since;
  std::map<JobIndex, Time> stopped;  ///< suspended by load
  std::map<std::pair<Time, HostId>, int> stops;
  std::uint64_t by_own = 0;
  std::uint64_t by_told = 0;
  std::uint64_t suspended = 0;
  std::uint64_t gone_on = 0;
};

/// Whether LIMs report all that they know, mbatchd knows of each end at once, and neither hosts nor
/// their processors change.
bool is_plain(const ClusterConfig& cluster) {
  const auto changes_hosts = [](const TimelineEntry& entry) {
    using Kind = TimelineEntry::Kind;
    return entry.kind == Kind::host_down || entry.kind == Kind::lim_down ||
           entry.kind == Kind::sbatchd_down || entry.kind == Kind::reconfigure;
  };
  return !cluster.model.lim_send_on_change && cluster.model.load_noise <= 0 &&
         std::ranges::none_of(cluster.timeline, changes_hosts);
}

}  // namespace

TEST_CASE("jobs are suspended for what the LIM of their host has, and only then", "[property]") {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 3'000);
  std::uint64_t suspended = 0;
  std::uint64_t gone_on = 0;
  std::uint64_t by_own = 0;
  std::uint64_t by_told = 0;
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_lsf_world(seed).grid;
    give_lims(grid, seed);
    if (!is_plain(grid.clusters[0])) continue;
    Watcher watcher(grid.clusters[0]);
    Simulation(grid, default_registry()).run_until(*grid.until, watcher);
    suspended += watcher.suspended;
    gone_on += watcher.gone_on;
    by_own += watcher.by_own;
    by_told += watcher.by_told;
  }
  CHECK(suspended > worlds / 30);
  CHECK(2 * gone_on > suspended);
  CHECK(by_own > suspended / 2);
  CHECK(by_told > 0);
}

}  // namespace mcsim::testing::load_stops_worlds_test
