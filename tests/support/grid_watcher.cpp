// The facts about a job, what the configuration allows, and what clusters and mailboxes hold must
// agree.
#include "support/grid_watcher.hpp"
#include "mcsim/cluster/cluster_world.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <variant>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/check.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {

GridWatcher::GridWatcher(const GridConfig& grid, const Simulation& simulation)
    : grid_(grid),
      simulation_(simulation),
      last_fact_(grid.clusters.size(), Time{-1ms}),
      out_of_reach_(grid.clusters.size()) {
  for (const ClusterConfig& cluster : grid.clusters) jobs_.emplace_back(cluster.trace.size());
}

std::size_t GridWatcher::count(const auto& holds) const {
  std::size_t found = 0;
  for (const auto& cluster : jobs_)
    found += static_cast<std::size_t>(std::ranges::count_if(cluster, holds));
  return found;
}

void GridWatcher::see(ClusterId cluster, Time at) {
  ++watched_.facts;
  last_fact_[index_of(cluster)] = at;
  const ClusterWorld& world = simulation_.clusters()[index_of(cluster)];
  if (world.lsf) check_lsf(world);
}

bool GridWatcher::is_own(ClusterId cluster, JobIndex job) const {
  return index_of(job) < grid_.clusters[index_of(cluster)].trace.size();
}

GridWatcher::Whereabouts& GridWatcher::of(ClusterId cluster, JobIndex job) {
  if (is_own(cluster, job)) {
    Whereabouts& own = at({cluster, job});
    MCSIM_CHECK(own.place == Place::home, "a fact of a job that is not at home");
    return own;
  }
  const auto home = homes_.find({cluster, job});
  MCSIM_CHECK(home != homes_.end(), "a fact of a guest that never came");
  Whereabouts& guest = at(home->second);
  MCSIM_CHECK(guest.place == Place::guest && guest.cluster == cluster && guest.guest == job,
              "a fact of a guest that is not there");
  return guest;
}

// Facts.

void GridWatcher::on(ClusterId cluster, const JobSubmitted& fact) {
  MCSIM_CHECK(is_own(cluster, fact.job), "a guest is submitted");
  Whereabouts& job = at({cluster, fact.job});
  MCSIM_CHECK(job.place == Place::trace, "a job is submitted twice");
  job.place = Place::home;
  see(cluster, fact.at);
}

void GridWatcher::on(ClusterId cluster, const JobRejected& fact) {
  MCSIM_CHECK(is_own(cluster, fact.job), "a guest is rejected");
  Whereabouts& job = at({cluster, fact.job});
  MCSIM_CHECK(job.place == Place::trace, "a job is rejected that was submitted");
  job.place = Place::over;
  see(cluster, fact.at);
}

void GridWatcher::on(ClusterId cluster, const JobStarted& fact) {
  of(cluster, fact.job);
  see(cluster, fact.at);
}

void GridWatcher::on(ClusterId cluster, const JobEnded& fact) {
  of(cluster, fact.job).place = Place::over;
  if (!is_own(cluster, fact.job)) ++watched_.ends_elsewhere;
  see(cluster, fact.at);
}

void GridWatcher::on(ClusterId cluster, const JobForwarded& fact) {
  ++watched_.forwards;
  check_report(cluster, fact);
  MCSIM_CHECK(is_own(cluster, fact.job), "a guest is forwarded");
  Whereabouts& job = of(cluster, fact.job);
  job = {.place = Place::on_its_way, .cluster = fact.to, .queue = fact.queue};
  const ClusterSettings& settings = settings_at(cluster, fact.at);
  bool is_target = false;
  for (const QueueConfig& queue : settings.queues)
    for (const SendTarget& target : queue.forwarding.targets)
      is_target = is_target || (target.cluster == fact.to && target.queue == fact.queue);
  MCSIM_CHECK(is_target, "a job is forwarded to where no queue sends jobs");
  see(cluster, fact.at);
}

void GridWatcher::on(ClusterId cluster, const ForwardRefused& fact) {
  ++watched_.refusals;
  Whereabouts& job = at({fact.home, fact.job});
  MCSIM_CHECK(job.place == Place::on_its_way && job.cluster == cluster && job.queue == fact.queue,
              "a job is refused that did not come");
  job.place = Place::on_its_way_back;
  see(cluster, fact.at);
}

/// The profile that the guest has here: bmod may have changed it at home.
ProfileId GridWatcher::profile_of_guest(ClusterId cluster, const GuestAccepted& fact) const {
  ProfileId profile = none<ProfileId>;
  simulation_.clusters()[index_of(cluster)].lsf->jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.index == fact.guest) profile = job.profile;
  });
  MCSIM_CHECK(profile != none<ProfileId>, "a cluster takes a job that it does not understand");
  return profile;
}

void GridWatcher::on(ClusterId cluster, const GuestAccepted& fact) {
  using Kind = TimelineEntry::Kind;
  ++watched_.guests;
  Whereabouts& job = at({fact.home, fact.job});
  MCSIM_CHECK(job.place == Place::on_its_way && job.cluster == cluster && job.queue == fact.queue,
              "a job is accepted that did not come");
  MCSIM_CHECK(!is_own(cluster, fact.guest), "a guest has the number of an own job");
  job.place = Place::guest;
  job.guest = fact.guest;
  MCSIM_CHECK(homes_.emplace(Row{cluster, fact.guest}, Row{fact.home, fact.job}).second,
              "two guests have one number");
  const ClusterConfig& config = grid_.clusters[index_of(cluster)];
  const ClusterSettings& settings = settings_at(cluster, fact.at);
  const QueueConfig& queue = settings.queues[index_of(fact.queue)];
  const TraceJob& asked = grid_.clusters[index_of(fact.home)].trace[fact.job];
  const ProfileId profile = profile_of_guest(cluster, fact);
  MCSIM_CHECK(std::ranges::count(queue.forwarding.sources, fact.home) == 1,
              "a queue takes a job of a cluster that RCVJOBS_FROM does not name");
  MCSIM_CHECK(queue_is(cluster, fact.queue, fact.at, Kind::qclose, Kind::qopen),
              "a closed queue takes a job");
  MCSIM_CHECK(queue_is(cluster, fact.queue, fact.at, Kind::qinact, Kind::qact),
              "an inactive queue takes a job");
  MCSIM_CHECK(queue.users.has(asked.user), "a queue takes a job that USERS does not allow");
  MCSIM_CHECK(asked.slots == fact.slots, "a job has other slots where it comes to");
  const ProcLimit& limit = queue.rules.proc_limit;
  const std::int32_t most =
      std::max(asked.slots.count(), config.profiles[index_of(profile)].most_slots);
  MCSIM_CHECK(most >= limit.least && asked.slots.count() <= limit.most,
              "a queue takes a job against its PROCLIMIT");
  MCSIM_CHECK(queue.exclusive || !config.profiles[index_of(profile)].exclusive,
              "a queue without EXCLUSIVE takes an exclusive job");
  see(cluster, fact.at);
}

void GridWatcher::on(ClusterId cluster, const GuestReturned& fact) {
  of(cluster, fact.guest).place = Place::on_its_way_back;
  see(cluster, fact.at);
}

void GridWatcher::on(ClusterId cluster, const JobReturned& fact) {
  ++watched_.returns;
  Whereabouts& job = at({cluster, fact.job});
  MCSIM_CHECK(job.place == Place::on_its_way_back, "a job comes back that was not sent back");
  job = {.place = Place::home};
  see(cluster, fact.at);
}

// What the configuration says.

const ClusterSettings& GridWatcher::settings_at(ClusterId cluster, Time at) const {
  const ClusterConfig& config = grid_.clusters[index_of(cluster)];
  const ClusterSettings* settings = &config;
  Time since{-1ms};
  for (const TimelineEntry& entry : config.timeline)
    if (entry.settings != nullptr && entry.at <= at && entry.at >= since) {
      settings = entry.settings.get();
      since = entry.at;
    }
  return *settings;
}

bool GridWatcher::queue_is(ClusterId cluster, QueueId queue, Time at, TimelineEntry::Kind off,
                           TimelineEntry::Kind on) const {
  bool is_on = true;
  Time since{-1ms};
  for (const TimelineEntry& entry : grid_.clusters[index_of(cluster)].timeline) {
    if ((entry.kind != off && entry.kind != on) || entry.queue != queue) continue;
    if (entry.at > at || entry.at < since) continue;
    is_on = entry.kind == on;
    since = entry.at;
  }
  return is_on;
}

/// Whether counters of the cluster can change without a fact.
bool GridWatcher::varies_by_itself(ClusterId cluster) const {
  const ClusterConfig& config = grid_.clusters[index_of(cluster)];
  const auto varies = [](const ClusterSettings& settings) {
    return std::ranges::any_of(settings.hosts,
                               [](const auto& host) { return host.dispatch_window.is_set(); }) ||
           settings.params.no_preempt_run_time != PreemptShield{} ||
           settings.params.no_preempt_finish_time != PreemptShield{} ||
           std::ranges::any_of(settings.queues, [](const auto& queue) {
             return queue.reserves_slots() || queue.new_job_sched_delay > 0ms ||
                    queue.run_window.is_set();
           });
  };
  // No fact says that mbatchd does not reach a host any more.
  const bool falls_silent =
      !config.random_faults.empty() && config.model.host_down == HostDown::silence;
  return !config.reservations.empty() || !config.timeline.empty() || varies(config) || falls_silent;
}

/// No fact says that borrowed hosts come out of reach, or back, while a link is down or a lease is
/// inactive.
void GridWatcher::note_reach(ClusterId cluster, Time at) {
  std::vector<bool> now;
  for (const HostState& host : simulation_.clusters()[index_of(cluster)].lsf->hosts)
    now.push_back(host.is_out_of_reach());
  std::vector<bool>& before = out_of_reach_[index_of(cluster)];
  if (now != before) last_fact_[index_of(cluster)] = at;
  before = std::move(now);
}

/// A held report must be true if nothing has happened in its cluster since the report was made.
void GridWatcher::check_report(ClusterId cluster, const JobForwarded& fact) {
  note_reach(fact.to, fact.at);
  const ClusterWorld& world = simulation_.clusters()[index_of(cluster)];
  const ClusterWorld& there = simulation_.clusters()[index_of(fact.to)];
  const HeldReport& held = world.forwarding.held_of(fact.to);
  const PublishedCounters* const queues =
      world.forwarding.counters(held, there.forwarding.publisher);
  if (queues == nullptr || varies_by_itself(fact.to) ||
      last_fact_[index_of(fact.to)] >= world.forwarding.made(held))
    return;
  const QueueCounters& then = (*queues)[index_of(fact.queue)];
  if (!then.is_reported) return;
  QueueCounters now =
      count_queue(there.config, *there.lsf, count_plan(*there.lsf, fact.queue), fact.at, fact.at);
  now.kinds = then.kinds;
  now.room = then.room;
  now.slot_room = then.slot_room;
  now.is_reported = then.is_reported;
  MCSIM_CHECK(now == then, "a report is held that is not what is true, though nothing has changed");
  ++watched_.fresh_reports;
}

// The state.

void GridWatcher::rest() {
  for (const ClusterWorld& world : simulation_.clusters()) {
    check_invariants(world);
    if (!world.lsf) continue;  // a baseline: check_invariants() counts its jobs
    note_reach(world.id, world.agenda.now());
    check_places(world.id);
    check_guests(world.id);
  }
  check_letters();
}

/// A job waits or runs in its own cluster, or it is away, or it is over, which its home may not
/// know yet.
void GridWatcher::check_places(ClusterId home) const {
  const std::vector<Whereabouts>& own = jobs_[index_of(home)];
  std::vector<std::optional<Stage>> found(own.size());
  simulation_.clusters()[index_of(home)].lsf->jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.is_guest()) return;
    std::optional<Stage>& stage = found[index_of(job.index)];
    MCSIM_CHECK(!stage, "a job is there twice");
    stage = job.stage;
  });
  std::uint64_t away = 0;
  for (std::size_t row = 0; row < own.size(); ++row) {
    const Whereabouts& job = own[row];
    const std::optional<Stage> stage = found[row];
    const bool is_away = stage == Stage::away;
    away += is_away ? 1 : 0;
    if (job.place == Place::trace) MCSIM_CHECK(!stage, "a job is there too early");
    if (job.place == Place::home) MCSIM_CHECK(stage && !is_away, "a job at home is lost");
    if (job.place == Place::over)
      MCSIM_CHECK(!stage || is_away, "a job that is over is still there");
    const bool is_out = job.place == Place::on_its_way || job.place == Place::guest ||
                        job.place == Place::on_its_way_back;
    if (is_out) MCSIM_CHECK(is_away, "a job is elsewhere and at home");
  }
  MCSIM_CHECK(away == simulation_.clusters()[index_of(home)].away(),
              "the number of jobs that are away is wrong");
}

/// Each job in transit is in exactly one letter.
void GridWatcher::check_letters() const {
  std::vector<Row> outward;
  std::vector<Row> back;
  for (const ClusterWorld& world : simulation_.clusters())
    for (const Neighbour& neighbour : world.forwarding.neighbours)
      for (const Mailbox::Letter& letter : neighbour.inbox.letters()) {
        if (const auto* const job = std::get_if<ForwardJob>(&letter.message))
          outward.emplace_back(neighbour.id, job->job);
        if (const auto* const job = std::get_if<ForwardReturned>(&letter.message)) {
          const ForwardLedger::Entry& entry = neighbour.ledger[job->forward];
          back.emplace_back(world.id, world.lsf->jobs[entry.job].index);
        }
      }
  const auto check = [&](std::vector<Row>& letters, Place place, const char* message) {
    std::ranges::sort(letters);
    MCSIM_CHECK(
        std::ranges::adjacent_find(letters) == letters.end() &&
            std::ranges::all_of(letters, [&](const Row& row) { return at(row).place == place; }) &&
            letters.size() == count([&](const auto& job) { return job.place == place; }),
        message);
  };
  check(outward, Place::on_its_way, "a job that was sent is not in one letter");
  check(back, Place::on_its_way_back, "a job that was sent back is not in one letter");
}

/// The guests are those that the facts name, and each queue counts them.
void GridWatcher::check_guests(ClusterId cluster) const {
  const ClusterWorld& world = simulation_.clusters()[index_of(cluster)];
  Table<QueueId, ReceivedJobs> counts(world.lsf->queues.size());
  std::size_t guests = 0;
  world.lsf->jobs.visit([&](JobSlotId, const JobState& job) {
    if (!job.is_guest()) return;
    ++guests;
    const Whereabouts& whereabouts = at(homes_.at({cluster, job.index}));
    MCSIM_CHECK(whereabouts.place == Place::guest && whereabouts.cluster == cluster &&
                    whereabouts.guest == job.index && whereabouts.queue == job.queue,
                "a guest is there that should not be");
    ReceivedJobs& count = counts[job.queue];
    (job.is_started() ? count.started_jobs : count.pending_jobs) += 1;
    (job.is_started() ? count.started_slots : count.pending_slots) += job.slots.count();
  });
  MCSIM_CHECK(guests == world.forwarding.guests.size(), "guests are lost");
  const std::size_t expected =
      count([&](const auto& job) { return job.place == Place::guest && job.cluster == cluster; });
  MCSIM_CHECK(guests == expected, "a guest is lost");
  for (std::size_t at = 0; at < world.lsf->queues.size(); ++at) {
    const ReceivedJobs& held = world.lsf->queues[static_cast<QueueId>(at)].received;
    const ReceivedJobs& count = counts[static_cast<QueueId>(at)];
    MCSIM_CHECK(held.pending_jobs == count.pending_jobs && held.started_jobs == count.started_jobs,
                "a queue miscounts the jobs of other clusters");
    MCSIM_CHECK(
        held.pending_slots == count.pending_slots && held.started_slots == count.started_slots,
        "a queue miscounts the slots of other clusters' jobs");
  }
}

std::string broken_promise(const GridConfig& grid, GridWatched& watched) {
  Simulation simulation(grid);
  GridWatcher watcher(grid, simulation);
  std::string broken;
  try {
    for (Time next = next_instant(simulation); next <= *grid.until && next != never;
         next = next_instant(simulation)) {
      const RunState state = simulation.run_until(next, watcher);
      watcher.rest();
      if (state != RunState::until) break;
    }
  } catch (const std::exception& error) {
    broken = error.what();
  }
  const GridWatched& more = watcher.watched();
  watched.facts += more.facts;
  watched.forwards += more.forwards;
  watched.refusals += more.refusals;
  watched.guests += more.guests;
  watched.returns += more.returns;
  watched.ends_elsewhere += more.ends_elsewhere;
  watched.fresh_reports += more.fresh_reports;
  return broken;
}

}  // namespace mcsim::testing
