// How two runs are compared.
#include "support/same_results.hpp"

#include "support/worlds.hpp"

namespace mcsim {
namespace {

bool same(const SlotUse& a, const SlotUse& b) {
  return a.allocated == b.allocated && a.capacity == b.capacity;
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
    if (hosts_of(a, config.trace, job) != hosts_of(b, config.trace, job)) return place + ": hosts";
  }
  if (a.histories != b.histories) return config.name + ": histories";
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

}  // namespace mcsim
