// Why a job started on its hosts.
#include <algorithm>
#include <utility>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/scheduler/started_jobs.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {

std::string JobStory::placement_text(const JobStarted& fact) const {
  std::string text = allocation_text(fact.hosts, here());
  if (!is_at_home()) text += " in " + here().name;
  if (fact.reason == StartReason::backfilled) text += ", backfilled";
  if (fact.reason == StartReason::passed_by && !world().lsf) text += ", jobs before it do not fit";
  return world().lsf ? text + candidates_text(fact.at) : text;
}

/// The hosts that offered slots just before the job started.
std::string JobStory::candidates_text(Time now) const {
  constexpr std::size_t most = 4;
  SchedulerState state = *world().lsf;
  std::vector<HostId> its_hosts;
  state.jobs.visit_hosts(slot_, [&](HostSlots part) { its_hosts.push_back(part.host); });
  StartedJobs(here(), state, now).release(slot_);
  for (const HostId host : its_hosts) state.hosts[host].accepted.reset();
  const HostAnswers answers(here(), state, now);
  const JobState& job = state.jobs[slot_];
  std::vector<HostId> open;
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    if (answers.of(slot_, static_cast<HostId>(at)).offers > 0)
      open.push_back(static_cast<HostId>(at));
  if (open.size() < 2) return "; no other host offered slots";
  open = answers.in_order(job, std::move(open));
  std::string text = "; candidates in order:";
  for (std::size_t at = 0; at < std::min(open.size(), most); ++at) {
    const HostId host = open[at];
    text += (at == 0 ? " " : ", ") + here().hosts[index_of(host)].name + " " +
            std::to_string(answers.of(slot_, host).offers);
    std::string why;
    if (const std::int32_t level = answers.level(job, host); level != 0)
      why += "preference " + std::to_string(level) + " ";
    const HostValues values(state.settings, state.hosts, state.features.counts_suspended, host,
                            host);
    for (const OrderKey& key : state.places.orders[state.requirements[job.requirement].order])
      if (const auto value = values.number(key.resource))
        why += state.settings.resources[index_of(key.resource)].name + " " +
               rounded_text(static_cast<std::int64_t>(*value * 100 + 0.5), 100, 2) + " ";
    if (!why.empty()) text += " (" + why.substr(0, why.size() - 1) + ")";
  }
  if (open.size() > most) text += ", " + std::to_string(open.size() - most) + " more";
  return text;
}

}  // namespace mcsim::app
