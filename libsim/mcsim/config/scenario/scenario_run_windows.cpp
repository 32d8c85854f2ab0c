// Jobs whose run limits are longer than any RUN_WINDOW of their queue is open: none of them starts.
#include <algorithm>
#include <cstdint>
#include <string>

#include "mcsim/config/scenario/scenario_moves.hpp"
#include "mcsim/config/scenario/scenario_told_jobs.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// Jobs that are refused are told of when they are.
std::size_t count_too_long(ClusterDraft& cluster, QueueId queue, const MovedJobs& moved) {
  std::size_t count = 0;
  const Trace& trace = cluster.config.trace;
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    if (job.queue == queue && is_over_windows(cluster, job, moved) && !is_refused(cluster, job))
      ++count;
  }
  return count;
}

}  // namespace

void check_run_windows(ScenarioDraft& draft) {
  const MovedJobs moved = moved_jobs(draft.tree.root);
  std::size_t id = 0;
  for_each_object(
      draft.tree.root, draft.list("clusters"_key), [&](JsonNode& node, const JsonAt& at) {
        ClusterDraft& cluster = draft.clusters[id++];
        std::size_t row = 0;
        visit_lines(&node, at, "lsb.queues"_key, [&](const JsonNode&, const JsonAt& line) {
          const auto queue = static_cast<QueueId>(row++);
          if (index_of(queue) >= cluster.config.queues.size() ||
              draft.is_baseline(cluster.config.model.dispatch))
            return;
          const Duration longest = longest_in_windows(cluster.config, queue);
          if (longest == unlimited) return;
          const std::size_t count = count_too_long(cluster, queue, moved);
          if (count == 0) return;
          draft.complaints.warning(line, "RUN_WINDOW"_key,
                                   "is open for " + readable(longest) +
                                       " at most: a job with a longer run limit can never " +
                                       "start, since it must end in it (" +
                                       counted(count, "such job") + ")",
                                   {.who = "job", .what = "can never start", .count = count});
        });
      });
}

}  // namespace mcsim::config
