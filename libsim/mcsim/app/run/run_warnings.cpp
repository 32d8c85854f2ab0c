// Makes warnings from the results of a run.
#include "mcsim/app/run/run_warnings.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "mcsim/text/complaints.hpp"

namespace mcsim::app {

/// `USER_NOT_IN_QUEUE 2, CLOSED_QUEUE 1`.
static std::string reasons_of(const Counts<EndReason>& counts) {
  std::string text;
  counts.visit([&](EndReason reason, std::uint64_t count) {
    text += (text.empty() ? "" : ", ") + std::string(name_of(reason)) + " " + std::to_string(count);
  });
  return text;
}

Diagnostics warnings_of(const RunResults& results, const Metrics& metrics) {
  const StatusCounts& counts = metrics.jobs.counts;
  Diagnostics warnings;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    Diagnostic warning = about_file("mcsim", std::to_string(count) + std::string(what));
    warning.severity = Severity::warning;
    warnings.add(std::move(warning));
  };
  if (results.stalled) {
    const std::uint64_t waiting = counts.waiting();
    add(waiting, waiting == 1 ? " job waits and nothing will ever start it (stalled)"
                              : " jobs wait and nothing will ever start them (stalled)");
    const std::uint64_t suspended = counts.suspended();
    add(suspended, suspended == 1
                       ? " job is suspended and nothing will ever resume it (stalled)"
                       : " jobs are suspended and nothing will ever resume them (stalled)");
  }
  if (results.at_rest) {
    const bool is_one = counts.waiting() == 1;
    add(counts.waiting(), is_one
                              ? " job waits, and nothing runs or is to come that could start it"
                              : " jobs wait, and nothing runs or is to come that could start them");
  }
  const std::uint64_t rejected = counts[JobStatus::rejected];
  if (rejected == counts.submitted() && counts[JobStatus::unsubmitted] == 0)
    add(rejected, (rejected == 1 ? " job is rejected, and there is no other: "
                                 : " jobs are rejected, and there are no others: ") +
                      reasons_of(metrics.reject_reasons));
  const std::uint64_t requeued = metrics.exit_reasons[EndReason::requeue_limit];
  add(requeued, requeued == 1 ? " job has ended after model.max_requeues requeues: "
                                "MAX_JOB_REQUEUE is not set"
                              : " jobs have ended after model.max_requeues requeues: "
                                "MAX_JOB_REQUEUE is not set");
  add(results.ignored_actions, results.ignored_actions == 1
                                   ? " action had no effect and was ignored"
                                   : " actions had no effect and were ignored");
  return warnings;
}

Diagnostics about_interrupted(const RunRequest& request, const RunFolder& folder) {
  const std::string& place = folder.shown_name();
  const std::string older =
      place == *request.folder ? "" : "; " + *request.folder + " keeps its older results";
  Diagnostic warning =
      about_file("mcsim", "interrupted: the results so far are in " + place + older);
  warning.severity = Severity::warning;
  return {{std::move(warning)}};
}

}  // namespace mcsim::app
