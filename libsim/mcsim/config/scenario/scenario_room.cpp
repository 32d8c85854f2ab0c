// Whether a job that may be forwarded can start anywhere.
#include "mcsim/config/scenario/scenario_room.hpp"

#include "mcsim/config/scenario/scenario_foreign.hpp"
#include "mcsim/config/settings/settings.hpp"

namespace mcsim::config {

std::string shortage_everywhere(const ScenarioDraft& draft, ClusterId cluster, QueueId queue,
                                const JobProfile& job, Slots wanted) {
  const ClusterDraft& home = draft.clusters[index_of(cluster)];
  const QueueConfig& own = home.config.queues[index_of(queue)];
  const HostOrigin from = origin_of(home.config, job.from_host);
  if (!home.later.empty() || !home.are_hosts_whole()) return {};
  std::string all;
  bool is_short = true;
  const auto look = [&](const ClusterDraft& there, QueueId id, const JobProfile& profile) {
    const QueueConfig& one = there.config.queues[index_of(id)];
    if (!is_ever_possible(there, id, profile, from)) return;  // another reason
    const std::string text =
        span_room(there, there.config, id, {.job = profile, .from = from, .wanted = wanted})
            .shortage(wanted.count());
    is_short = is_short && !text.empty();
    if (!all.empty()) all += "; ";
    all += "queue " + one.name + " of " + there.config.name + ": " + text;
  };
  if (!own.forwarding.remote_only && (own.hosts.all || !own.hosts.list.empty()))
    look(home, queue, job);
  for (const SendTarget& target : own.forwarding.targets) {
    const ClusterDraft& other = draft.clusters[index_of(target.cluster)];
    if (!other.are_hosts_whole() || !other.later.empty() ||
        draft.is_baseline(other.config.model.dispatch))
      return {};
    if (const auto there = translated(job, home, other)) look(other, target.queue, *there);
  }
  return is_short ? all : "";
}

}  // namespace mcsim::config
