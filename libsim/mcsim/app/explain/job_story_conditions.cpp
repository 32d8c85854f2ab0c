// What a job waits for of other jobs (bsub -w).
#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/views/condition_words.hpp"

namespace mcsim::app {

void JobStory::on(ClusterId cluster, const ConditionTurned& fact) {
  note_touched(cluster);
  if (!is_at_home() || !is_mine(cluster, fact.job)) return;
  close_stretch(fact.at);
  const ConditionId condition = world().conditions.of(here().conditions, fact.job);
  if (here().conditions[condition].count == 0)
    story_.add(fact.at, "condition", "bmod: it waits for no other job any more");
  else
    story_.add(fact.at, "condition",
               std::string(fact.value == Truth::yes  ? "its condition holds"
                           : fact.value == Truth::no ? "its condition does not hold"
                                                     : "its condition can never hold") +
                   condition_words(condition));
}

/// `: done(1); job 1 is RUN`.
std::string JobStory::condition_words(ConditionId condition) const {
  return ": " + condition_text(here(), condition) + "; " + parents_text(world(), condition);
}

/// What its condition still waits for, while that does not hold.
std::string JobStory::held_back_text() const {
  if (world().lsf->jobs[slot_].stage != Stage::held || !world().conditions.any()) return {};
  const ConditionId condition = world().conditions.of(here().conditions, index_);
  const bool holds = condition == none<ConditionId> ||
                     world().conditions.value(condition) == Truth::yes;  // its array is full
  return holds ? std::string() : condition_words(condition);
}

}  // namespace mcsim::app
