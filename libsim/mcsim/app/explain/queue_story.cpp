// One queue: its limits, its state and its jobs over time.
#include <algorithm>
#include <map>

#include "mcsim/app/explain/elim_lines.hpp"
#include "mcsim/app/explain/place_stories.hpp"
#include "mcsim/cluster/reasons.hpp"
#include "mcsim/lim/master_load.hpp"
#include "mcsim/views/place_status.hpp"
#include "mcsim/views/reason_text.hpp"

namespace mcsim::app {
namespace {

/// The result of queue_counts(), without visiting each job if the scheduler has counted them.
QueueCounts counts_now(const ClusterWorld& world, QueueId id) {
  if (!world.lsf) return queue_counts(world, id);
  const QueueState& queue = world.lsf->queues[id];
  return {.pend = queue.pending_slots - queue.count.reserved,
          .run = queue.count.running,
          .ssusp = queue.count.suspended,
          .reserved = queue.count.reserved};
}

}  // namespace

QueueStory::QueueStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster,
                       QueueId queue)
    : config_(grid.clusters[index_of(cluster)]),
      cluster_(cluster),
      queue_(queue),
      story_{.calendar = calendar},
      names_(grid) {
  story_.subject = "queue " + config_.queues[index_of(queue)].name + "@" + config_.name;
  story_.add(Time{}, "limits", limits_text());
}

std::string QueueStory::limits_text() const {
  const QueueConfig& queue = config_.queues[index_of(queue_)];
  std::string text = "PRIORITY " + std::to_string(queue.priority);
  const auto add = [&](const char* name, std::int32_t limit) {
    if (limit < no_limit) text += std::string(", ") + name + " " + std::to_string(limit);
  };
  add("QJOB_LIMIT", queue.qjob_limit);
  add("UJOB_LIMIT", queue.ujob_limit);
  add("HJOB_LIMIT", queue.hjob_limit);
  if (queue.pjob_limit.thousandths >= 0)
    text += ", PJOB_LIMIT " + millionths_text(queue.pjob_limit.thousandths * 1000);
  if (queue.pool != none<PoolId>)
    text += ", pool " + config_.pools[index_of(queue.pool)].name + " with SLOT_SHARE " +
            std::to_string(queue.slot_share);
  const QueueForwarding& forwarding = queue.forwarding;
  for (const SendTarget& target : forwarding.targets)
    text += (&target == &forwarding.targets.front() ? ", SNDJOBS_TO " : " ") +
            names_.name(target.cluster, target.queue);
  for (const ClusterId source : forwarding.sources)
    text += (source == forwarding.sources.front() ? ", RCVJOBS_FROM " : " ") + names_.name(source);
  if (!forwarding.receives()) return text;
  add("IMPT_JOBBKLG", forwarding.job_backlog);
  add("IMPT_SLOTBKLG", forwarding.slot_backlog);
  add("IMPT_JOBLIMIT", forwarding.job_limit);
  add("IMPT_TASKLIMIT", forwarding.task_limit);
  return text;
}

bool QueueStory::is_mine(ClusterId cluster, JobIndex index) const {
  if (cluster != cluster_) return false;
  if (const GuestAccepted* guest = names_.guest(cluster, index)) return guest->queue == queue_;
  return config_.trace[index].queue == queue_;
}

void QueueStory::on(ClusterId cluster, const JobRejected& fact) {
  rejected_ += is_mine(cluster, fact.job) ? 1U : 0U;
}
void QueueStory::on(ClusterId cluster, const JobStarted& fact) {
  started_ += is_mine(cluster, fact.job) ? 1U : 0U;
}
void QueueStory::on(ClusterId cluster, const JobEnded& fact) {
  ended_ += is_mine(cluster, fact.job) ? 1U : 0U;
}
void QueueStory::on(ClusterId cluster, const JobSuspended& fact) {
  preempted_ += fact.reason == SuspendReason::preempted && is_mine(cluster, fact.job) ? 1U : 0U;
}
void QueueStory::on(ClusterId cluster, const JobRequeued& fact) {
  requeued_ += is_mine(cluster, fact.job) ? 1U : 0U;
}

void QueueStory::before(const Simulation& simulation, Time now) {
  if (played_) look(simulation, looked_);
  looked_ = now;
  played_ = true;
}

QueueStory::State QueueStory::state_of(const ClusterWorld& world) const {
  const QueueCounts counts = counts_now(world, queue_);
  State state{queue_status(world, queue_),
              {counts.pend, counts.run, counts.susp(), counts.reserved}};
  if (world.lsf && world.lsf->settings.queues[index_of(queue_)].pool != none<PoolId>)
    state.entitlement = world.lsf->queues[queue_].entitlement;
  return state;
}

void QueueStory::look(const Simulation& simulation, Time now) {
  State state = state_of(simulation.clusters()[index_of(cluster_)]);
  if (!states_.empty() && states_.back().state == state) return;
  if (!states_.empty() && states_.back().from == now) states_.pop_back();
  if (!states_.empty()) states_.back().to = now;
  if (states_.empty() || !(states_.back().state == state))
    states_.push_back({now, now, std::move(state)});
}

/// The numbers of waiting jobs of the queue, by main pending reason.
std::string QueueStory::why_waiting(const ClusterWorld& world, Time end) const {
  std::map<PendReason, std::uint64_t> jobs;
  if (world.lsf) {
    SchedulerReasons reasons(world, end);
    world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
      if (job.queue == queue_ && !job.is_started() && job.stage != Stage::away)
        ++jobs[reasons.main_of(id)];
    });
  } else {
    const PendReasons reasons(world);
    for (const WaitingLine& line : world.baseline->lines)
      line.visit([&](const WaitingJob& job) {
        const JobIndex index = world.baseline->jobs[job.job].index;
        if (config_.trace[index].queue == queue_) ++jobs[reasons.of(job)];
      });
  }
  std::string text;
  for (const auto& [reason, count] : jobs)
    text +=
        (text.empty() ? "" : "; ") + std::string(text_of(reason)) + ": " + counted(count, "job");
  return text;
}

// Forwarding.

void QueueStory::on(ClusterId cluster, const JobForwarded& fact) {
  if (is_mine(cluster, fact.job)) ++forwarded_[{fact.to, fact.queue}];
}
void QueueStory::on(ClusterId cluster, const JobReturned& fact) {
  if (is_mine(cluster, fact.job)) ++came_back_[fact.reason];
}
void QueueStory::on(ClusterId cluster, const GuestAccepted& fact) {
  names_.note(cluster, fact);
  if (is_mine(cluster, fact.guest)) ++received_[fact.home];
}
void QueueStory::on(ClusterId cluster, const ForwardRefused& fact) {
  if (cluster == cluster_ && fact.queue == queue_) ++refused_[fact.reason];
}
void QueueStory::on(ClusterId cluster, const GuestReturned& fact) {
  if (is_mine(cluster, fact.guest)) ++sent_back_[fact.reason];
}

/// Reports where the queue has sent jobs, from where it has accepted jobs, and which came back.
void QueueStory::tell_forwarding(const ClusterWorld& world, Time end) {
  const auto add = [&](const char* event, const std::string& what, const auto& counts,
                       auto&& name) {
    std::uint64_t all = 0;
    std::string parts;
    for (const auto& [key, count] : counts) {
      all += count;
      parts += (parts.empty() ? "" : "; ") + std::to_string(count) + " " + name(key);
    }
    if (all == 0) return;
    story_.add(end, event, what + " " + counted(all, "time") + ": " + parts);
    story_.numbers.push_back(json_member(event, json_whole(static_cast<std::int64_t>(all))));
  };
  const auto because = [](ReturnReason reason) { return "for " + return_text(reason); };
  add("forwarded", "forwarded jobs", forwarded_,
      [&](const auto& to) { return "to " + names_.name(to.first, to.second); });
  add("came_back", "jobs came back", came_back_, because);
  add("received", "accepted jobs of other clusters", received_,
      [&](ClusterId from) { return "from " + names_.name(from); });
  add("refused", "refused jobs of other clusters", refused_, because);
  add("sent_back", "sent jobs back", sent_back_, because);
  std::uint64_t away = 0;
  if (world.lsf)
    world.lsf->jobs.visit([&](JobSlotId, const JobState& job) {
      away += job.queue == queue_ && job.stage == Stage::away ? 1U : 0U;
    });
  if (away > 0) story_.add(end, "away", counted(away, "job") + " in other clusters, or on the way");
}

/// Reports ELIMs of hosts of the queue, and those that report what hosts share.
void QueueStory::tell_elims(const ClusterWorld& world, Time end) {
  const HostPreferences& hosts = config_.queues[index_of(queue_)].hosts;
  add_elim_lines(story_, world, config_, end, true, [&](HostId host, std::uint32_t elim) {
    return hosts.all || world.lsf->load->elims().reports_shared(elim) ||
           std::ranges::find(hosts.list, host, &HostPreferences::Entry::host) != hosts.list.end();
  });
}

Story QueueStory::finish(const Simulation& simulation, Time end) {
  look(simulation, looked_);
  if (std::string most = fullest(); !most.empty()) story_.opening.push_back(std::move(most));
  tell_states();
  const std::size_t told = story_.lines.size();
  const std::string waiting = why_waiting(simulation.clusters()[index_of(cluster_)], end);
  if (!waiting.empty()) story_.add(end, "pending", "its jobs wait: " + waiting);
  const ClusterWorld& world = simulation.clusters()[index_of(cluster_)];
  tell_elims(world, end);
  tell_forwarding(world, end);
  std::uint64_t submitted = 0;
  for (std::size_t at = 0; at < config_.trace.size(); ++at) {
    const auto job = static_cast<JobIndex>(at);
    const bool is_its = config_.trace[job].queue == queue_;
    submitted += is_its && world.submitted(job) <= end ? 1U : 0U;
  }
  const auto add = [&](const char* key, std::uint64_t count, const std::string& words) {
    story_.numbers.push_back(json_member(key, json_whole(static_cast<std::int64_t>(count))));
    if (count > 0 || story_.summary.empty())
      story_.summary += (story_.summary.empty() ? "" : ", ") + words;
  };
  add("submitted", submitted, counted(submitted, "job") + " submitted to it");
  add("rejected", rejected_, std::to_string(rejected_) + " refused");
  add("starts", started_, counted(started_, "start"));
  add("ended", ended_, std::to_string(ended_) + " ended");
  add("preemptions", preempted_, std::to_string(preempted_) + " preempted");
  add("requeues", requeued_, std::to_string(requeued_) + " requeued");
  if (!story_.in_short.empty())
    for (std::size_t at = told; at < story_.lines.size(); ++at)
      story_.in_short.push_back(story_.lines[at]);
  return std::move(story_);
}

}  // namespace mcsim::app
