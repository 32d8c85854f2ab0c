// Compares states, times, hosts, ends, and the history of interrupted jobs.
#include "support/naive_lsf_compare.hpp"

#include <exception>
#include <utility>
#include <vector>

#include "support/naive_lsf.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {
namespace {

std::string text_of(Time time) {
  if (time == never) return "never";
  return std::to_string(time.time_since_epoch().count()) + " ms";
}
std::string text_of(Duration time) { return std::to_string(time.count()) + " ms"; }
std::string text_of(std::int32_t number) { return std::to_string(number); }
std::string text_of(JobStatus status) { return std::string(name_of(status)); }
std::string text_of(EndReason reason) {
  return reason == EndReason::none ? "none" : std::string(name_of(reason));
}
std::string text_of(const std::vector<HostSlots>& hosts) {
  std::string text;
  for (const HostSlots& part : hosts)
    text += (text.empty() ? "" : " ") + std::to_string(part.slots.count()) + "*h" +
            std::to_string(index_of(part.host) + 1);
  return text;
}

/// Keeps the first difference of one job.
class Comparison {
 public:
  explicit Comparison(std::string job) : job_(std::move(job)) {}

  template <class T>
  void compare(const char* what, const T& fast, const T& slow) {
    if (text_.empty() && !(fast == slow))
      text_ =
          job_ + ": " + what + " is " + text_of(fast) + ", by the naive reference " + text_of(slow);
  }
  const std::string& text() const { return text_; }

 private:
  std::string job_;
  std::string text_;
};

/// Counters that run up to the end of a job are compared only if it has ended.
void compare_history(Comparison& job, const JobHistory& fast, const naive::Job& slow) {
  job.compare("preemptions", fast.preemptions, slow.history.preemptions);
  job.compare("requeues", fast.requeues, slow.history.requeues);
  job.compare("lost time", fast.lost, slow.history.lost);
  if (slow.finish != never) job.compare("held time", fast.held, slow.history.held);
  if (slow.finish != never)
    job.compare("unreachable time", fast.unreachable, slow.history.unreachable);
  const bool is_interrupted = slow.was_suspended || slow.history.requeues > 0;
  if (slow.finish == never || !is_interrupted) return;
  job.compare("suspended time", fast.suspended, slow.history.suspended);
  job.compare("first start", fast.first_start, slow.history.first_start);
  job.compare("pending time", fast.pending, slow.history.pending);
  if (slow.start != never) job.compare("run time", fast.ran, slow.history.ran);
}

}  // namespace

std::string difference(const ClusterConfig& cluster, const ClusterResults& fast,
                       const std::vector<naive::Job>& slow) {
  for (std::size_t at = 0; at < slow.size(); ++at) {
    const auto index = static_cast<JobIndex>(at);
    const JobOutcome& a = fast.jobs[at];
    const naive::Job& b = slow[at];
    Comparison job("job " + std::to_string(static_cast<std::int64_t>(b.asked.id)));
    const bool has_execution = b.is_started() || b.finish != never;
    if (has_execution) job.compare("start", a.start, b.start);
    if (has_execution && b.start != never)
      job.compare("hosts", hosts_of(fast, cluster.trace, index), b.hosts);
    job.compare("status", a.status, b.status);
    job.compare("end reason", a.end_reason, b.reason);
    if (b.finish != never) {
      job.compare("finish", a.finish, b.finish);
      job.compare("exit code", a.exit_code, b.exit_code);
    }
    const auto history = fast.histories.find(index);
    compare_history(job, history == fast.histories.end() ? JobHistory{} : history->second, b);
    if (!job.text().empty()) return job.text();
  }
  return {};
}

std::string difference_to_naive(const GridConfig& grid) {
  const ClusterConfig& cluster = grid.clusters[0];
  const std::vector<naive::Job> slow = naive::Cluster(cluster, grid.seed).run(*grid.until);
  try {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState state = simulation.run_until(*grid.until, recorder);
    const RunResults fast = std::move(recorder).results(simulation, state, *grid.until);
    return difference(cluster, fast.clusters[0], slow);
  } catch (const std::exception& error) {
    return std::string("the simulator stopped: ") + error.what();
  }
}

}  // namespace mcsim::testing
