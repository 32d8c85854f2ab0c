// Why a job started on its hosts.
#include <algorithm>
#include <utility>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/scheduler/started_jobs.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {

std::string JobStory::placement_text(const JobStarted& fact,
                                     const std::vector<Offered>& offers) const {
  std::string text = allocation_text(fact.hosts, here());
  if (!is_at_home()) text += " in " + here().name;
  if (fact.reason == StartReason::backfilled) text += ", backfilled";
  if (fact.reason == StartReason::passed_by && !has_lsf_dispatch())
    text += ", jobs before it do not fit";
  return has_lsf_dispatch() ? text + candidates_text(offers) : text;
}

/// In the order in which they are taken.
std::vector<JobStory::Offered> JobStory::offered(Time now) const {
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
  std::vector<Offered> offers;
  for (const HostId host : answers.in_order(job, std::move(open))) {
    Offered& one = offers.emplace_back(Offered{.host = host});
    one.slots = static_cast<std::int32_t>(answers.of(slot_, host).offers);
    one.preference = answers.level(job, host);
    const HostValues values(state.settings, state.hosts, state.features.counts_suspended, host,
                            host);
    for (const OrderKey& key : state.places.orders[state.requirements[job.requirement].order])
      if (const auto value = values.number(key.resource))
        one.keys.emplace_back(state.settings.resources[index_of(key.resource)].name,
                              rounded_text(static_cast<std::int64_t>(*value * 100 + 0.5), 100, 2));
  }
  return offers;
}

std::string JobStory::candidates_text(const std::vector<Offered>& offers) const {
  constexpr std::size_t most = 4;
  if (offers.size() < 2) return "; no other host offered slots";
  std::string text = "; candidates in order:";
  for (std::size_t at = 0; at < std::min(offers.size(), most); ++at) {
    const Offered& one = offers[at];
    text += (at == 0 ? " " : ", ") + here().hosts[index_of(one.host)].name + " " +
            std::to_string(one.slots);
    std::string why;
    if (one.preference != 0) why += "preference " + std::to_string(one.preference) + " ";
    for (const auto& [resource, value] : one.keys) why += resource + " " + value + " ";
    if (!why.empty()) text += " (" + why.substr(0, why.size() - 1) + ")";
  }
  if (offers.size() > most) text += ", " + std::to_string(offers.size() - most) + " more";
  return text;
}

std::vector<JsonNode> JobStory::placement_data(const JobStarted& fact,
                                               const std::vector<Offered>& offers) const {
  const auto name = [&](HostId host) {
    return json_member("host", json_text(here().hosts[index_of(host)].name));
  };
  const auto slots = [](std::int64_t count) { return json_member("slots", json_whole(count)); };
  std::vector<JsonNode> hosts;
  for (const HostSlots& part : fact.hosts)
    hosts.push_back(json_object({name(part.host), slots(part.slots.count())}));
  std::vector<JsonNode> candidates;
  for (const Offered& one : offers) {
    std::vector<JsonNode> members{name(one.host), slots(one.slots)};
    if (one.preference != 0)
      members.push_back(json_member("preference", json_whole(one.preference)));
    std::vector<JsonNode> order;
    for (const auto& [resource, value] : one.keys) {
      order.push_back(json_member(resource, json_text(value)));
      order.back().kind = JsonNode::Kind::real;
    }
    members.push_back(json_member("order", json_object(std::move(order))));
    candidates.push_back(json_object(std::move(members)));
  }
  std::vector<JsonNode> data{json_member("cluster", json_text(here().name)),
                             json_member("hosts", json_list(std::move(hosts)))};
  if (has_lsf_dispatch())
    data.push_back(json_member("candidates", json_list(std::move(candidates))));
  return data;
}

}  // namespace mcsim::app
