// How the view of a dispatch policy follows a federated cluster.
#include "mcsim/scheduler/policy_jobs.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/grown.hpp"
#include "mcsim/base/policy_mistake.hpp"

namespace mcsim::scheduler {

WaitingJob as_waiting(const SchedulerState& state, JobSlotId id) {
  const JobState& job = state.jobs[id];
  return {.job = id,
          .rank = static_cast<JobIndex>(job.position),
          .slots = job.slots,
          .estimate = state.dispatch->rows[index_of(id)].estimate};
}

JobFacts facts_of(const ClusterConfig& config, const SchedulerState& state, JobSlotId id) {
  const JobState& job = state.jobs[id];
  const JobProfile& profile = config.profiles[index_of(job.profile)];
  return {.submit = job.record.eligible,  // there is no NEW_JOB_SCHED_DELAY
          .requested = job.estimate,
          .memory = profile.memory,
          .user = job.user,
          .group = profile.group,
          .slots = job.slots,
          .priority = state.settings.queues[index_of(job.queue)].priority,
          .queue = job.queue};
}

void PolicyJobs::wait(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  if (state_.settings.queues[index_of(job.queue)].forwarding.remote_only) return leave(id);
  if (is_in_line(id)) return;
  if (dispatch().places.size() <= index_of(id)) dispatch().places.resize(index_of(id) + 1);
  PolicyDispatch::Row& row = grown(dispatch().rows, id);
  row.is_in_line = true;
  row.line = dispatch().line_of[job.queue];
  const Duration really = std::min(job.record.run, job.record.enforced);
  row.estimate = dispatch().foresight.of_waiting ? really : job.estimate;
  row.expected_run = dispatch().foresight.of_running ? really : job.estimate;
  const WaitingJob waiting = as_waiting(id);
  if (dispatch().lines_are_stale || comes_late(row.line, waiting)) {
    dispatch().late.push_back(waiting);
    dispatch().lines_are_stale = true;
  } else {
    if (dispatch().is_changing) dispatch().lines.advance(now_);
    add_to_line(row.line, waiting);
  }
  tell([&] {
    return DispatchNews{.kind = DispatchNews::Kind::arrived, .now = now_, .job = waiting};
  });
}

/// Whether it was submitted before some that have come into line. An order does not mind.
bool PolicyJobs::comes_late(std::uint32_t line, const WaitingJob& job) const {
  const WaitingLine& one = dispatch().lines[line];
  return !one.is_ordered() && one.size() > 0 && job.rank <= one.newest().rank;
}

void PolicyJobs::add_to_line(std::uint32_t line, const WaitingJob& job) {
  if (dispatch().order)
    dispatch().lines.add(line, job, facts_of(config_, state_, job.job));
  else
    dispatch().lines.add(line, job, dispatch().places);
}

void PolicyJobs::leave(JobSlotId id) {
  if (!is_in_line(id)) return;
  const WaitingJob waiting = as_waiting(id);
  MCSIM_CHECK(remove(waiting), "a job left the line twice");
  tell([&] { return DispatchNews{.kind = DispatchNews::Kind::left, .now = now_, .job = waiting}; });
  ++dispatch().version;
  dispatch().has_lost = true;
}

/// False if no job that waits is equal to that one.
bool PolicyJobs::remove(const WaitingJob& job) {
  if (!is_in_line(job.job)) return false;
  PolicyDispatch::Row& row = dispatch().rows[index_of(job.job)];
  const bool was_late = std::erase(dispatch().late, job) > 0;
  if (!was_late && !dispatch().lines.remove(row.line, job, dispatch().places)) return false;
  row.is_in_line = false;
  return true;
}

void PolicyJobs::end(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  const PolicyDispatch::Row& row = dispatch().rows[index_of(id)];
  // On an overfull host, which job leaves first changes what the ends of the others free.
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    const HostState& host = state_.hosts[part.host];
    if (host.running > host.mxj) dispatch().ends_are_stale = true;
  });
  const Time expected = end_of(job.dispatched, row.expected_run);
  if (dispatch().predicts_ends) dispatch().ends.remove(expected, row.gives_back);
  tell([&] {
    return DispatchNews{.kind = DispatchNews::Kind::ended,
                        .now = now_,
                        .start = job.dispatched,
                        .end = expected,
                        .slots = row.gives_back};
  });
  ++dispatch().version;
}

void PolicyJobs::change_hosts() {
  dispatch().ends_are_stale = true;
  ++dispatch().version;
}

void PolicyJobs::show(HostId id) {
  const HostState& host = state_.hosts[id];
  const bool is_full = host.counted_free == 0;
  dispatch().loads.set_grown(index_of(id),
                             is_full ? MinTree::nothing : load_of(host.running, host.ncpus));
}

void PolicyJobs::arrange() {
  Table<QueueId, std::uint32_t> line_of(state_.queues.size());
  const std::size_t count = line_up(
      dispatch().policy, state_.queues.size(),
      [&](std::size_t at) -> const QueueConfig& { return state_.settings.queues[at]; },
      [&](std::size_t at, std::uint32_t line) { line_of[static_cast<QueueId>(at)] = line; });
  const bool same =
      count == dispatch().lines.size() && std::ranges::equal(line_of, dispatch().line_of);
  if (same && !dispatch().order) return;  // an order may look at what queues are like now
  if (dispatch().lines.size() == 0) dispatch().lines = WaitingLines(count, dispatch().order);
  dispatch().line_of = std::move(line_of);
  dispatch().lines_are_stale = true;
}

// Of a session.

void PolicyJobs::catch_up() {
  dispatch().has_lost = false;
  if (dispatch().is_changing) dispatch().lines.advance(now_);
  if (dispatch().lines_are_stale) {
    arrange_lines();
    ++dispatch().version;
  }
  if (!dispatch().ends_are_stale || !dispatch().predicts_ends) return;
  count_ends();
  tell([&] { return DispatchNews{.kind = DispatchNews::Kind::hosts_changed, .now = now_}; });
}

void PolicyJobs::arrange_lines() {
  dispatch().lines_are_stale = false;
  std::vector<WaitingJob> waiting = std::exchange(dispatch().late, {});
  for (const WaitingLine& line : dispatch().lines)
    line.visit([&](const WaitingJob& job) { waiting.push_back(job); });
  std::ranges::sort(waiting, {}, &WaitingJob::rank);
  std::uint32_t count = 0;
  for (const std::uint32_t line : dispatch().line_of) count = std::max(count, line + 1);
  dispatch().lines = WaitingLines(count, dispatch().order, dispatch().lines.work());
  dispatch().lines.advance(now_);
  for (const WaitingJob& job : waiting) {
    PolicyDispatch::Row& row = dispatch().rows[index_of(job.job)];
    row.line = dispatch().line_of[state_.jobs[job.job].queue];
    add_to_line(row.line, job);
  }
}

void PolicyJobs::count_ends() {
  const auto expected = [&](JobSlotId id) {
    return end_of(state_.jobs[id].dispatched, dispatch().rows[index_of(id)].expected_run);
  };
  std::vector<JobSlotId> running;
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.is_started()) running.push_back(id);
  });
  std::ranges::sort(running, {},
                    [&](JobSlotId id) { return std::pair(expected(id), state_.jobs[id].index); });
  Table<HostId, Host> hosts;
  for (const HostState& host : state_.hosts)
    hosts.add({.ncpus = host.ncpus,
               .mxj = Slots(host.mxj),
               .busy = Slots(host.running),
               .closed = !host.is_open()});
  baseline::count_ends(
      dispatch(), std::move(hosts), running,
      [&](JobSlotId id, auto&& visit) { state_.jobs.visit_hosts(id, visit); },
      [&](JobSlotId id, Slots slots) {
        dispatch().rows[index_of(id)].gives_back = slots;
        return expected(id);
      });
}

void PolicyJobs::begin_start(const WaitingJob& chosen, std::vector<HostSlots>& hosts) {
  if (chosen.slots.count() > state_.places.free_slots)
    stop_at_start("does not fit: it wants " + std::to_string(chosen.slots.count()) +
                  " slots, and " + std::to_string(state_.places.free_slots) + " are free");
  if (!remove(chosen)) stop_at_start(what_is_wrong_with(chosen));
  take_hosts(chosen, hosts);
  PolicyDispatch::Row& row = dispatch().rows[index_of(chosen.job)];
  row.gives_back = chosen.slots;
  if (dispatch().predicts_ends) dispatch().ends.add(end_of(now_, row.expected_run), chosen.slots);
  ++dispatch().version;
}

/// Its recorded hosts, as far as they are free; then hosts in order of load, each with all its free
/// slots until there are enough: HostIndex. The hosts that the job takes come into the order again
/// when it has started.
void PolicyJobs::take_hosts(const WaitingJob& chosen, std::vector<HostSlots>& hosts) {
  MinTree& loads = dispatch().loads;
  Slots left = chosen.slots;
  hosts.clear();
  const auto take = [&](HostId id, Slots most) {
    const Slots part = std::min({left, most, Slots(state_.hosts[id].counted_free)});
    hosts.push_back({id, part});
    loads.set(index_of(id), MinTree::nothing);
    left -= part;
  };
  for (const RecordedHosts::Part& part : recorded_hosts(chosen.job))
    if (left > Slots{} && state_.hosts[part.host].counted_free > 0) take(part.host, part.slots);
  while (left > Slots{} && loads.least() != MinTree::nothing)
    take(static_cast<HostId>(loads.first_least()), left);
  // What its recorded hosts have beside.
  for (HostSlots& part : hosts) {
    const Slots more = std::min(left, Slots(state_.hosts[part.host].counted_free) - part.slots);
    part.slots += more;
    left -= more;
  }
}

std::span<const RecordedHosts::Part> PolicyJobs::recorded_hosts(JobSlotId job) const {
  if (!config_.recorded_hosts.any() || state_.jobs[job].is_guest()) return {};
  return config_.recorded_hosts.of(state_.jobs[job].index);
}

void PolicyJobs::stop_at_start(const std::string& what_the_job_does) const {
  throw PolicyMistake(dispatch().policy.name(), "started a job that " + what_the_job_does);
}

/// What is wrong with a job that is not in its line, or not with these values.
const char* PolicyJobs::what_is_wrong_with(const WaitingJob& chosen) const {
  return is_in_line(chosen.job) ? "is not as its line has it" : "does not wait";
}

}  // namespace mcsim::scheduler
