// Compares two runs.
#include "support/same_results.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "support/worlds.hpp"

namespace mcsim::testing {
namespace {

bool same(const SlotUse& a, const SlotUse& b) {
  return a.allocated == b.allocated && a.capacity == b.capacity;
}

bool same(const ForwardOutcome& a, const ForwardOutcome& b) {
  return a.forwarded == b.forwarded && a.id == b.id && a.cluster == b.cluster &&
         a.queue == b.queue && a.forwards == b.forwards && a.returns == b.returns;
}

bool same(const ForwardCounts& a, const ForwardCounts& b) {
  return a.forwarded == b.forwarded && a.returned == b.returned && a.ineffectual == b.ineffectual;
}

/// Times are compared as sorted lists: launches that come to RUNNING at one instant are told in the
/// order of their events.
bool same(const std::optional<LaunchResults>& a, const std::optional<LaunchResults>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  const auto sorted = [](std::vector<Duration> times) {
    std::ranges::sort(times);
    return times;
  };
  return a->launches == b->launches && a->outcomes == b->outcomes &&
         sorted(a->times) == sorted(b->times) && a->without_statuses == b->without_statuses &&
         a->launching == b->launching && a->lost == b->lost;
}

/// Whether the job is, or has ended, in another cluster: then its hosts are those of that cluster.
bool is_elsewhere(const ClusterResults& results, JobIndex job) {
  const ForwardOutcome* const forward = results.forward_of(job);
  return forward != nullptr && forward->cluster != none<ClusterId>;
}

std::vector<HostSlots> hosts_elsewhere(const RunResults& results, ClusterId home, JobIndex job,
                                       Slots slots) {
  const ClusterResults& own = results.clusters[index_of(home)];
  std::vector<HostSlots> hosts;
  if (!is_elsewhere(own, job)) return hosts;
  results.clusters[index_of(own.forward_of(job)->cluster)].allocations.visit(
      own.jobs[index_of(job)].allocation, slots, [&](HostSlots part) { hosts.push_back(part); });
  return hosts;
}

std::string difference_elsewhere(const GridConfig& config, const RunResults& a,
                                 const RunResults& b) {
  for (std::size_t at = 0; at < config.clusters.size(); ++at) {
    const auto home = static_cast<ClusterId>(at);
    const Trace& trace = config.clusters[at].trace;
    for (std::size_t row = 0; row < trace.size(); ++row) {
      const auto job = static_cast<JobIndex>(row);
      if (hosts_elsewhere(a, home, job, a.clusters[at].slots_of(trace[job].slots, job)) !=
          hosts_elsewhere(b, home, job, b.clusters[at].slots_of(trace[job].slots, job)))
        return config.clusters[at].name + ": job " + std::to_string(row) + ": hosts elsewhere";
    }
  }
  return {};
}

}  // namespace

bool same_outcome(const JobOutcome& a, const JobOutcome& b) {
  return a.start == b.start && a.finish == b.finish && a.exit_code == b.exit_code &&
         a.status == b.status && a.end_reason == b.end_reason && a.pend_reason == b.pend_reason;
}

bool same_counts(const EngineCounts& a, const EngineCounts& b) {
  return a.arrivals == b.arrivals && a.ends == b.ends && a.timeline == b.timeline &&
         a.sessions == b.sessions;
}

std::string difference(const ClusterConfig& config, const ClusterResults& a,
                       const ClusterResults& b) {
  if (a.jobs.size() != b.jobs.size()) return config.name + ": number of jobs";
  for (std::size_t at = 0; at < a.jobs.size(); ++at) {
    const auto job = static_cast<JobIndex>(at);
    const std::string place = config.name + ": job " + std::to_string(at);
    if (!same_outcome(a.jobs[at], b.jobs[at])) return place + ": outcome";
    const ForwardOutcome* const one = a.forward_of(job);
    const ForwardOutcome* const other = b.forward_of(job);
    if ((one == nullptr) != (other == nullptr) || (one != nullptr && !same(*one, *other)))
      return place + ": forwards";
    if (is_elsewhere(a, job)) continue;
    if (hosts_of(a, config.trace, job) != hosts_of(b, config.trace, job)) return place + ": hosts";
  }
  if (!same(a.forwarding, b.forwarding)) return config.name + ": forwarding";
  if (a.histories != b.histories) return config.name + ": histories";
  if (a.submitted != b.submitted) return config.name + ": submitted";
  if (a.chosen_slots != b.chosen_slots) return config.name + ": chosen slots";
  if (!same(a.launches, b.launches)) return config.name + ": launches";
  if (!same(a.while_submitting, b.while_submitting)) return config.name + ": while_submitting";
  if (!same(a.whole_span, b.whole_span)) return config.name + ": whole_span";
  return {};
}

std::string difference_but_fingerprint(const GridConfig& config, const RunResults& a,
                                       const RunResults& b) {
  for (std::size_t at = 0; at < config.clusters.size(); ++at) {
    const std::string found = difference(config.clusters[at], a.clusters[at], b.clusters[at]);
    if (!found.empty()) return found;
  }
  const std::string found = difference_elsewhere(config, a, b);
  if (!found.empty()) return found;
  if (a.end != b.end) return "end";
  if (a.stalled != b.stalled) return "stalled";
  if (a.complete != b.complete) return "complete";
  if (a.ignored_actions != b.ignored_actions) return "ignored_actions";
  return {};
}

std::string difference(const GridConfig& config, const RunResults& a, const RunResults& b) {
  const std::string found = difference_but_fingerprint(config, a, b);
  if (!found.empty()) return found;
  return a.fingerprint == b.fingerprint ? "" : "fingerprint";
}

}  // namespace mcsim::testing
