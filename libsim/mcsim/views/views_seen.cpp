// Which jobs bjobs shows: the cluster's own jobs, jobs received from other clusters, and jobs that
// consumers run on hosts borrowed from it.
#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "mcsim/views/place_status.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace seen_view {

/// The jobs that a cluster schedules or has forwarded, at one instant.
class SeenJobs {
 public:
  explicit SeenJobs(const ClusterView& view)
      : view_(view),
        slots_(view.results.jobs.size() + view.results.guests.size(), none<JobSlotId>) {
    const auto note = [&](JobSlotId id, const auto& job) { slots_[index_of(job.index)] = id; };
    if (view.world.lsf) view.world.lsf->jobs.visit(note);
    if (view.world.baseline) view.world.baseline->jobs.visit(note);
  }

  std::vector<SeenJob> all() {
    for (std::size_t at = 0; at < view_.results.jobs.size(); ++at)
      add_own(static_cast<JobIndex>(at));
    hear_of_away();
    for (std::size_t at = 0; at < view_.results.guests.size(); ++at) add_guest(at);
    return std::move(jobs_);
  }

 private:
  JobSlotId slot_of(JobIndex index) const { return slots_[index_of(index)]; }
  QueueId queue_of(const SeenJob& job) const {
    const bool may_have_moved = view_.world.lsf && job.slot != none<JobSlotId>;
    return may_have_moved ? view_.world.lsf->jobs[job.slot].queue : job.asked.queue;
  }
  static HostId from_host(const ClusterConfig& home, const TraceJob& job) {
    return home.profiles[index_of(job.profile)].from_host;
  }

  static void add_name(SeenJob& job, const ClusterConfig& home, JobIndex index) {
    const ArrayId array = home.arrays.of(index);
    job.name = home.job_names.of(index);
    if (array == none<ArrayId>) return;
    job.array = &home.arrays[array];
    job.element = job.array->index_at(index);
  }

  void add_own(JobIndex index) {
    SeenJob job{.index = index, .slot = slot_of(index)};
    std::optional<TraceJob> room;
    job.asked = view_.results.as_played(view_.config().trace, index, room);
    add_name(job, view_.config(), index);
    job.outcome = &view_.results.jobs[index_of(index)];
    job.status = job.outcome->status;
    job.queue = queue_of(job);
    job.history = view_.results.history_of(index);
    job.from_host = from_host(view_.config(), job.asked);
    job.forward = view_.results.forward_of(index);
    if (job.forward != nullptr && job.forward->cluster == none<ClusterId>) job.forward = nullptr;
    job.place = job.forward == nullptr ? view_.world.id : job.forward->cluster;
    jobs_.push_back(job);
  }
  /// Sets the statuses of forwarded jobs, of which the cluster knows only by messages.
  void hear_of_away() {
    if (!view_.world.lsf) return;
    visit_away(view_.world, [&](JobSlotId id, JobStatus status) {
      jobs_[index_of(view_.world.lsf->jobs[id].index)].status = status;
    });
  }
  void add_guest(std::size_t number) {
    const GuestOutcome& guest = view_.results.guests[number];
    const ClusterConfig& home = view_.grid.clusters[index_of(guest.home)];
    const ClusterResults& its = view_.run.clusters[index_of(guest.home)];
    const ForwardOutcome& forward = *its.forward_of(guest.job);
    if (forward.cluster != view_.world.id || forward.id != guest.id) return;  // it went back
    const auto index = static_cast<JobIndex>(view_.results.jobs.size() + number);
    SeenJob job{.index = index, .slot = slot_of(index)};
    std::optional<TraceJob> room;
    const TraceJob& asked = its.as_played(home.trace, guest.job, room);
    job.asked = asked;
    job.asked.id = guest.id;
    job.asked.queue = guest.queue;
    job.asked.profile =
        view_.config().foreign_profiles[index_of(guest.home)][index_of(asked.profile)];
    job.outcome = &its.jobs[index_of(guest.job)];
    job.status = job.outcome->status;
    if (job.slot == none<JobSlotId> && !is_finished(job.status)) return;  // it is on its way back
    job.queue = queue_of(job);
    job.history = its.history_of(guest.job);
    add_name(job, home, guest.job);
    job.home = guest.home;
    job.home_id = asked.id;
    job.from_host = from_host(home, asked);
    job.place = view_.world.id;
    jobs_.push_back(job);
  }

  const ClusterView& view_;
  std::vector<JobSlotId> slots_;  ///< by JobIndex
  std::vector<SeenJob> jobs_;
};

/// Whether a cluster may ever borrow hosts of another one.
bool may_borrow(const ClusterConfig& consumer, ClusterId provider) {
  return std::ranges::any_of(consumer.hosts, [&](const HostConfig& host) {
    return host.home && host.home->cluster == provider;
  });
}

/// Whether a job of a cluster is or was on hosts of another cluster.
bool is_on_hosts_of(const ClusterView& consumer, const SeenJob& job, ClusterId provider) {
  if (job.outcome->start == never || !has_hosts(job)) return false;
  return std::ranges::any_of(exec_hosts(consumer, job), [&](const HostSlots& part) {
    const auto& home = consumer.config().hosts[index_of(part.host)].home;
    return home && home->cluster == provider;
  });
}

/// Adds a consumer's jobs on hosts that are lent to it, without jobs that the provider has
/// forwarded to it.
void add_lent(const ClusterView& view, ClusterId consumer, std::vector<SeenJob>& jobs) {
  const ClusterView there = view.of(consumer);
  for (SeenJob& job : SeenJobs(there).all()) {
    if (job.place != consumer || job.home == view.world.id) continue;
    if (!is_on_hosts_of(there, job, view.world.id)) continue;
    job.consumer = consumer;
    jobs.push_back(job);
  }
}

std::vector<SeenJob> all_jobs(const ClusterView& view) {
  std::vector<SeenJob> jobs = SeenJobs(view).all();
  for (const ClusterWorld& other : view.worlds)
    if (may_borrow(other.config, view.world.id)) add_lent(view, other.id, jobs);
  return jobs;
}

bool is_called(const ClusterView& view, const SeenJob& job, const JobName& name) {
  if (name.element && *name.element != job.element) return false;
  if (name.home == none<ClusterId>) return job.asked.id == name.id;
  const ClusterId here = job.consumer == none<ClusterId> ? view.world.id : job.consumer;
  return (name.home == here && job.asked.id == name.id) ||
         (name.home == job.home && job.home_id == name.id);
}

bool is_shown(const ClusterView& view, const SeenJob& job, const JobFilter& filter) {
  if (job.status == JobStatus::unsubmitted || job.status == JobStatus::rejected) return false;
  const bool named = std::ranges::any_of(
      filter.jobs, [&](const JobName& name) { return is_called(view, job, name); });
  if (!filter.jobs.empty() && !named) return false;
  if (is_finished(job.status) && !filter.all && !named) return false;
  if (filter.pending && job.status != JobStatus::pend && job.status != JobStatus::psusp)
    return false;
  if (filter.user && view.grid.users.name(job.asked.user) != *filter.user) return false;
  return !filter.queue || queue_text(view, job) == *filter.queue;
}

}  // namespace seen_view

std::string queue_text(const ClusterView& view, const SeenJob& job) {
  using namespace seen_view;
  if (job.consumer == none<ClusterId>) return view.config().queues[index_of(job.queue)].name;
  const ClusterConfig& consumer = view.grid.clusters[index_of(job.consumer)];
  return consumer.queues[index_of(job.queue)].name + "@" + consumer.name;
}

std::vector<std::string> queue_names(const GridConfig& grid, ClusterId cluster) {
  using namespace seen_view;
  std::vector<std::string> names;
  for (const QueueConfig& queue : grid.clusters[index_of(cluster)].queues)
    names.push_back(queue.name);
  for (const ClusterConfig& other : grid.clusters) {
    if (!may_borrow(other, cluster)) continue;
    for (const QueueConfig& queue : other.queues) names.push_back(queue.name + "@" + other.name);
  }
  return names;
}

std::vector<SeenJob> jobs_seen(const ClusterView& view, const JobFilter& filter) {
  using namespace seen_view;
  std::vector<SeenJob> jobs = all_jobs(view);
  std::erase_if(jobs, [&](const SeenJob& job) { return !is_shown(view, job, filter); });
  std::ranges::sort(jobs, {}, [](const SeenJob& job) {
    return std::tuple(job.asked.id, job.consumer != none<ClusterId>, job.consumer, job.element);
  });
  return jobs;
}

bool is_known(const ClusterView& view, const JobName& name) {
  using namespace seen_view;
  return std::ranges::any_of(all_jobs(view),
                             [&](const SeenJob& job) { return is_called(view, job, name); });
}

}  // namespace mcsim::views
