// Makes warnings of jobs that will be refused.
#include "mcsim/app/run/refused_warnings.hpp"

#include <cstdint>

#include "mcsim/model/job_number.hpp"
#include "mcsim/scheduler/refused_jobs.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/views/reason_text.hpp"

namespace mcsim::app {
namespace {

/// `job 7 of queue night of c1 will be refused, since its run limit is over the maximum of its
/// queue`; `3 jobs ..., job 7 first, each since ...`.
std::string text_of(const RefusedJobs& refused, const ClusterConfig& cluster) {
  const std::string first = "job " + job_number(cluster, refused.first);
  const bool is_one = refused.count == 1;
  return (is_one ? first : counted(refused.count, "job")) + " of queue " +
         cluster.queues[index_of(refused.queue)].name + " of " + cluster.name +
         " will be refused, " + (is_one ? "" : first + " first, each ") + "since " +
         refusal_text(refused.reason);
}

}  // namespace

void warn_of_refused(Scenario& scenario, const std::string& file, const Registry& registry) {
  for (const ClusterConfig& cluster : scenario.config.clusters) {
    const Registry::Dispatch* const dispatch = registry.find_dispatch(cluster.model.dispatch);
    for (const RefusedJobs& refused :
         refused_jobs(cluster, dispatch != nullptr && dispatch->make)) {
      Diagnostic warning = about_file(file, text_of(refused, cluster));
      warning.severity = Severity::warning;
      warning.loss = {.who = "job", .what = "will be refused", .count = refused.count};
      scenario.warnings.add(std::move(warning));
    }
  }
}

}  // namespace mcsim::app
