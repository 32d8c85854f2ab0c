// Exclusive leases are asked for by jobs that were submitted, shared ones by jobs that could start.
#include "mcsim/handlers/leasing/lease_asking.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mcsim::handlers {
namespace {

/// Whether a queue names a borrowed host.
bool names(const QueueConfig& queue, HostId host) {
  return queue.hosts.all ||
         std::ranges::binary_search(queue.hosts.list, host, {}, &HostPreferences::Entry::host);
}

/// The offers with one more slot of a host.
std::vector<HostSlots> with_one_more(std::vector<HostSlots> offers, HostId host) {
  const auto known = std::ranges::find(offers, host, &HostSlots::host);
  if (known == offers.end())
    offers.push_back({host, Slots(1)});
  else
    known->slots += Slots(1);
  return offers;
}

}  // namespace

void LeaseAsking::ask() {
  if (leasing_.providers.empty()) return;
  const bool again = std::exchange(leasing_.calls_again, false);
  if (again) hear_all_queues();
  for (KnownProvider& provider : leasing_.providers) {
    LeaseRequest request;
    if (provider.lends && !leasing_.calling.empty()) request.exclusive = named_by_callers(provider);
    if (provider.shares) {
      if (again || provider.to_ask.empty()) list_hosts(provider);
      request.shared = of_first_slots(provider);
    }
    tell(provider, request.exclusive, false);
    tell(provider, request.shared, true);
    if (!request.exclusive.empty() || !request.shared.empty())
      world_.forwarding.outbox.push_back({provider.neighbour, std::move(request)});
  }
  leasing_.calling.clear();
}

/// All queues call in which jobs wait.
void LeaseAsking::hear_all_queues() {
  for (const Bucket& bucket : state_.buckets)
    if (bucket.jobs > 0) leasing_.call(bucket.queue);
}

/// The hosts of the provider, by its own numbers, that calling queues name, and that were not asked
/// for yet.
std::vector<HostId> LeaseAsking::named_by_callers(KnownProvider& provider) const {
  std::vector<HostId> hosts;
  for (std::size_t at = 0; at < provider.hosts.size(); ++at) {
    const HostId here = provider.hosts[at];
    if (here == none<HostId> || !home_of(here).by_exclusive) continue;
    const auto is_named = [&](QueueId queue) {
      return names(state_.settings.queues[index_of(queue)], here);
    };
    if (std::ranges::none_of(leasing_.calling, is_named)) continue;
    if (const auto host = static_cast<HostId>(at); provider.asked.add(host, false))
      hosts.push_back(host);
  }
  return hosts;
}

void LeaseAsking::list_hosts(KnownProvider& provider) const {
  provider.to_ask.clear();
  for (const QueueConfig& queue : state_.settings.queues) {
    std::vector<HostId>& hosts = provider.to_ask.emplace_back();
    for (const HostId here : provider.hosts)
      if (here != none<HostId> && home_of(here).by_shared && names(queue, here) &&
          !provider.asked.has(home_of(here).host, true))
        hosts.push_back(here);
  }
}

/// Likewise the hosts on which a job that waits could start, if the first slot of a shared lease
/// were there.
std::vector<HostId> LeaseAsking::of_first_slots(KnownProvider& provider) {
  std::vector<HostId> asked;
  for (std::size_t row = 0; row < state_.buckets.capacity(); ++row) {
    const auto id = static_cast<BucketId>(row);
    const Bucket& bucket = state_.buckets[id];
    if (bucket.jobs == 0 || provider.to_ask[index_of(bucket.queue)].empty() ||
        !may_have_the_rest(bucket))
      continue;
    for (std::uint32_t line = 0; line < bucket.lines.size(); ++line)
      if (const JobSlotId job = first_of(id, line); job != none<JobSlotId>)
        for (const HostId here : hosts_for(job, provider.to_ask[index_of(bucket.queue)]))
          if (provider.asked.add(home_of(here).host, true)) asked.push_back(home_of(here).host);
  }
  if (!asked.empty()) list_hosts(provider);
  std::ranges::sort(asked);
  return asked;
}

/// A first look at what the jobs of a bucket lack beside a first slot. What they have reserved
/// themselves is free for them.
bool LeaseAsking::may_have_the_rest(const Bucket& bucket) const {
  return state_.settings.queues[index_of(bucket.queue)].reserves_slots() ||
         bucket.slots.count() - 1 <= state_.free_slots_for(bucket.queue);
}

/// Those of the hosts on which a job could start with one more slot.
std::vector<HostId> LeaseAsking::hosts_for(JobSlotId id, const std::vector<HostId>& hosts) const {
  const JobState& job = state_.jobs[id];
  const HostAnswers answers(world_.config, state_, life_.now());
  std::vector<HostId> usable;
  std::ranges::copy_if(hosts, std::back_inserter(usable), [&](HostId here) {
    return answers.level(job, here) != HostFinder::not_in_set;
  });
  if (usable.empty()) return {};
  if (SchedulerReasons(world_, life_.now()).of_job(id).reason != PendReason::none) return {};
  const std::vector<HostSlots> offers = offers_to(id, answers);
  std::erase_if(usable,
                [&](HostId here) { return !answers.fits(job, with_one_more(offers, here)); });
  return usable;
}

const HostHome& LeaseAsking::home_of(HostId here) const {
  return *state_.settings.hosts[index_of(here)].home;
}

JobSlotId LeaseAsking::first_of(BucketId bucket, std::uint32_t line) {
  const auto* const first = state_.buckets[bucket].lines[line].jobs.first(
      [&](const JobLine::Entry& entry) { return is_live(state_, bucket, line, entry); });
  return first == nullptr ? none<JobSlotId> : first->job;
}

/// What hosts offer a job; nothing, where it needs one slot only.
std::vector<HostSlots> LeaseAsking::offers_to(JobSlotId id, const HostAnswers& answers) const {
  std::vector<HostSlots> offers;
  if (state_.jobs[id].slots == Slots(1)) return offers;
  for (std::size_t at = 0; at < state_.hosts.size(); ++at)
    if (const std::int32_t slots = answers.of(id, static_cast<HostId>(at)).offers; slots > 0)
      offers.push_back({static_cast<HostId>(at), Slots(slots)});
  return offers;
}

void LeaseAsking::tell(const KnownProvider& provider, const std::vector<HostId>& hosts,
                       bool is_shared) {
  if (hosts.empty()) return;
  const ClusterId asked = world_.forwarding.neighbours[provider.neighbour].id;
  observer_.on(world_.id,
               LeaseAsked{life_.now(), asked, is_shared, static_cast<std::uint32_t>(hosts.size())});
}

}  // namespace mcsim::handlers
