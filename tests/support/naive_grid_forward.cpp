// Which jobs a naive grid forwards, and where to. docs/rules/forwarding.md, sections 2, 4 and 5.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "mcsim/base/random.hpp"
#include "support/naive_forward.hpp"
#include "support/naive_grid.hpp"
#include "support/naive_lsf_shares.hpp"

namespace mcsim::testing::naive {
namespace {

/// Whether one of the baselines may choose the queue.
bool takes(const ForwardView& view, const ForwardCandidate& queue) {
  if (!queue.accepts || !queue.satisfies) return false;
  if (queue.room > 0) return true;
  const std::int32_t available = queue.cold ? 0 : queue.available.count();
  const std::int32_t pending = queue.cold ? 0 : queue.pending.count();
  if (view.free_test == ForwardFreeTest::available) return available > 0;
  if (view.free_test == ForwardFreeTest::fits) return available - pending >= view.slots.count();
  return available - pending > 0;
}

std::uint32_t choose_by_baseline(const std::string& name, const ForwardView& view) {
  std::vector<std::uint32_t> takers;
  for (std::uint32_t at = 0; at < view.candidates.size(); ++at)
    if (takes(view, view.candidates[at])) takers.push_back(at);
  if (takers.empty() || name == "none") return ForwardView::no_queue;
  if (name == "random") return takers[view.draw(0, takers.size())];
  for (const std::uint32_t at : takers)
    if (view.last != ForwardView::no_queue && at > view.last) return at;
  return takers[0];
}

std::uint32_t choose_by(const std::string& name, const ForwardView& view) {
  if (name == "random" || name == "round-robin" || name == "none")
    return choose_by_baseline(name, view);
  const auto order = naive_forward_order(name == "NOT_DEFINED" ? "" : name, view);
  return order.empty() ? ForwardView::no_queue : order[0];
}

Slots slots(std::int64_t count) { return Slots(static_cast<std::int32_t>(count)); }

}  // namespace

/// Shares elect who is forwarded next, as they do who starts, and see at once who has been.
void Grid::forward_jobs(Site& site, std::vector<LeftTurn> left) {
  std::int64_t forwarded = 0;
  for (LeftTurn& turn : left)
    while (!turn.jobs.empty()) {
      std::optional<NextByShare> elected;
      if (turn.tree != none<FairshareId>) elected = elect(site.state, turn.tree, turn.jobs);
      const std::size_t at = elected ? elected->job : turn.jobs.front();
      std::erase(turn.jobs, at);
      if (!may_be_forwarded(site, at)) continue;
      const std::uint32_t target = choose(site, at);
      if (target == ForwardView::no_queue) continue;
      if (forwarded == site.params().max_per_session) {
        const bool on_raster = site.state.settings->params.job_scheduling_interval > 0ms;
        site.session_in_next_round = site.session_in_next_round || !on_raster;
        return;
      }
      ++forwarded;
      site.state.jobs[at].share.reset();
      if (elected) site.state.jobs[at].share = elected->charge;
      forward(site, at, target);
    }
}

bool Grid::may_be_forwarded(const Site& site, std::size_t at) const {
  const State& state = site.state;
  const Job& job = state.jobs[at];
  if (job.guest || !state.is_in_line(job)) return false;
  const QueueConfig& queue = state.queue_of(job);
  const WeekClock& clock = state.config.clock;
  const Travels& travels = site.travels[at];
  const auto& most = state.config.model.max_forwards;
  return queue.forwarding.sends() && now_ >= job.asked.submit + job.forward_delay &&
         queue.forwarding.forward_users.has(job.asked.user) && !job.profile->hosts &&
         state.queues[index_of(job.queue)].active && queue.dispatch_window.open_at(now_, clock) &&
         queue.run_window.open_at(now_, clock) && (!most || travels.forwards < *most) &&
         now_ >= travels.rests_until;
}

std::uint32_t Grid::choose(const Site& site, std::size_t at) const {
  const Job& job = site.state.jobs[at];
  const QueueConfig& queue = site.state.queue_of(job);
  std::vector<ForwardCandidate> candidates;
  for (const SendTarget& target : queue.forwarding.targets)
    candidates.push_back(candidate(site, job, target));
  const SendQueue& memory = site.send_queues[index_of(job.queue)];
  const ForwardView view{
      .slots = job.asked.slots,
      .candidates = candidates,
      .free_test = site.state.config.model.forward_free_test,
      .key_order = site.state.config.model.forward_key_order,
      .last = memory.last,
      .stream = RngStream(config_.seed, site.state.config.name + "/forward/" + queue.name),
      .decision = std::uint64_t{at} << 24 | static_cast<std::uint64_t>(site.travels[at].forwards)};
  return choose_by(site.params().policy, view);
}

/// A receive queue, as the submission cluster knows it now.
ForwardCandidate Grid::candidate(const Site& site, const Job& job, const SendTarget& target) const {
  const State& there = sites_[index_of(target.cluster)].state;
  const QueueConfig& queue = there.settings->queues[index_of(target.queue)];
  const bool knows_truth = site.state.config.model.counters == CounterMode::instant &&
                           (site.collects() || site.reads_hosts());
  const Report* report = newest_report(site, target);
  Report truth;
  if (knows_truth) {
    truth = truth_.at({target.cluster, target.queue});
    truth.forwards_come = sites_[index_of(target.cluster)].last_forward_of(site.id);
    truth.returns_gone = std::numeric_limits<std::uint64_t>::max();  // who is home is not there
    report = queue.forwarding.receives() ? &truth : nullptr;
  }
  const bool counted = report != nullptr && site.collects();

  std::int64_t pending = counted ? report->counters.pending : 0;
  std::int64_t room = counted ? report->counters.room : queue.forwarding.job_backlog;
  std::int64_t room_slots = counted ? report->counters.room_slots : queue.forwarding.slot_backlog;
  const std::int64_t limited_jobs = room;
  const std::int64_t limited_slots = room_slots;
  for (const LedgerEntry& entry : site.ledger) {
    if (entry.to != target.cluster || entry.queue != target.queue) continue;
    if (counted && entry.number <= report->forwards_come) continue;
    pending += entry.slots;
    if (entry.has_started) continue;
    room -= 1;
    room_slots -= entry.slots;
  }
  // Who came home since the report was made is in it, and no longer there.
  for (const ComeHome& home : site.come_home) {
    if (!counted || home.from != target.cluster || home.queue != target.queue) continue;
    if (home.forward > report->forwards_come || home.gone <= report->returns_gone) continue;
    pending = std::max<std::int64_t>(0, pending - home.slots);
    room += 1;
    room_slots += home.slots;
  }
  if (limited_jobs >= no_limit) room = no_limit;  // an infinite limit leaves infinite room
  if (room < 0 || (limited_slots < no_limit && job.slots() > room_slots)) room = 0;

  ForwardCandidate row;
  row.preference = target.preference;
  row.room = static_cast<std::int32_t>(room);
  row.cold = report == nullptr;
  // A queue that has said no is not asked again before its configuration says otherwise.
  const bool takes_us = std::ranges::count(queue.forwarding.sources, site.id) > 0;
  const bool is_rejected = !takes_us && site.rejected_by.contains({target.cluster, target.queue});
  row.accepts = way(site.id, target.cluster)->link.is_up(now_) && !is_rejected &&
                queue.users.has(job.asked.user);
  const ProfileId profile =
      there.config.foreign_profiles[index_of(site.id)][index_of(job.asked.profile)];
  if (report == nullptr) return row;
  const QueueCounters& counters = report->counters;
  row.satisfies = profile != none<ProfileId> &&
                  naive::satisfies(counters, there, there.config.profiles[index_of(profile)]);
  row.total = slots(counters.total);
  row.available = slots(counters.available);
  row.accepts = row.accepts && counters.open && counters.active;
  if (!counted) return row;
  row.priority = counters.priority;
  row.running = slots(counters.running);
  row.pending = slots(pending);
  row.preemptable = slots(counters.preemptable);
  row.lowest_preemptable = counters.lowest;
  return row;
}

void Grid::forward(Site& site, std::size_t at, std::uint32_t position) {
  Job& job = site.state.jobs[at];
  const QueueForwarding& forwarding = site.state.queue_of(job).forwarding;
  const SendTarget target = forwarding.targets[position];
  SendQueue& memory = site.send_queues[index_of(job.queue)];
  memory.last = position;
  job.status = JobStatus::unsubmitted;
  job.reserved.clear();
  job.reserves_since = never;
  job.forwarded_at = now_;
  job.heard = JobStatus::pend;
  job.hosts.clear();  // results name the hosts of the cluster that it is in
  Travels& travels = site.travels[at];
  travels.is_away = true;
  travels.cluster = target.cluster;
  travels.queue = target.queue;
  ++travels.forwards;
  ++job.forwards;
  site.ledger.push_back({.job = at,
                         .to = target.cluster,
                         .queue = target.queue,
                         .number = ++site.forwards_sent[target.cluster],
                         .slots = job.slots()});
  Letter letter{.from = site.id, .to = target.cluster, .kind = Letter::Kind::forward, .job = at};
  letter.forward = site.ledger.back().number;
  letter.visitor = {.asked = job.asked,
                    .home = site.id,
                    .home_job = at,
                    .forward = letter.forward,
                    .queue = target.queue,
                    .resched_time = forwarding.max_resched_time,
                    .priority = job.priority,
                    .most_priority = site.state.settings->params.max_user_priority,
                    .failed = job.failed};
  site.written.push_back(letter);
}

}  // namespace mcsim::testing::naive
