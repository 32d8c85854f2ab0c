// Jobs whose run limits are longer than any RUN_WINDOW of their queue is open: none of them starts.
#include <algorithm>
#include <cstdint>
#include <string>

#include "mcsim/config/scenario/scenario_moves.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/run_limit.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// How long jobs of the queue may be that run windows let start, by these settings.
Duration longest_run(const ClusterSettings& settings, QueueId id) {
  const QueueConfig& queue = settings.queues[index_of(id)];
  return queue.ignore_deadline || queue.forwarding.sends() ? unlimited : queue.run_window.longest();
}

/// Whether the job is too long by all settings that its cluster ever has.
bool is_too_long(ClusterDraft& cluster, const TraceJob& job) {
  const ApplicationId application = cluster.profiles.all()[index_of(job.profile)].application;
  bool is_long = true;
  cluster.for_each_settings([&](const ClusterSettings& settings) {
    const Duration limit = run_limit_of(settings, job.queue, application, job.limit);
    is_long = is_long && limit < unlimited && limit > longest_run(settings, job.queue);
  });
  return is_long;
}

std::size_t count_too_long(ClusterDraft& cluster, QueueId queue, const MovedJobs& moved) {
  std::size_t count = 0;
  const Trace& trace = cluster.config.trace;
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    if (job.queue == queue && !moved.contains(static_cast<std::int64_t>(job.id)) &&
        is_too_long(cluster, job))
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
          const Duration longest = longest_run(cluster.config, queue);
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
