// How many slots a job takes.
#include "mcsim/config/scenario/job_slots.hpp"

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {

std::int64_t usual_slots(const ClusterSettings& settings, QueueId queue,
                         const JobProfile& profile) {
  const ProcLimit& of_queue = settings.queues[index_of(queue)].rules.proc_limit;
  if (profile.application == none<ApplicationId>) return of_queue.usual.value_or(of_queue.least);
  const ProcLimit& of_all = settings.applications[index_of(profile.application)].rules.proc_limit;
  const bool says_nothing = of_all == ProcLimit{};
  return says_nothing ? of_queue.usual.value_or(of_queue.least)
                      : of_all.usual.value_or(of_all.least);
}

void choose_slots(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at, ClusterId cluster,
                  std::int64_t& slots, JobProfile& profile) {
  const std::int64_t least = Fields(node).whole("min_slots"_key).value_or(slots);
  if (least > slots)
    draft.complaints.error(at, "min_slots"_key,
                           "expected at most the job's slots, " + std::to_string(slots));
  if (least >= slots) return;
  profile.most_slots = static_cast<std::int32_t>(slots);
  if (!draft.is_baseline(draft[cluster].config.model.dispatch)) slots = least;
}

}  // namespace mcsim::config
