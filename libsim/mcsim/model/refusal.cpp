// Asks a queue and an application profile whether they take a job.
#include "mcsim/model/refusal.hpp"

#include <algorithm>

#include "mcsim/model/run_limit.hpp"

namespace mcsim::model {
namespace {

/// Null: it has none.
const JobRules* rules_of(const ClusterSettings& settings, ApplicationId application) {
  return application == none<ApplicationId> ? nullptr
                                            : &settings.applications[index_of(application)].rules;
}

bool fits_processors(const JobRules& of_queue, const JobRules* application, const TraceJob& asked,
                     const JobProfile& profile) {
  const std::int32_t most = std::max(profile.most_slots, asked.slots.count());
  const auto fits = [&](const ProcLimit& limit) {
    return limit.least <= most && asked.slots.count() <= limit.most;
  };
  return fits(of_queue.proc_limit) && (application == nullptr || fits(application->proc_limit));
}

bool has_hosts_in(const HostPreferences& hosts, const JobProfile& profile) {
  const auto& wished = profile.hosts;
  if (!wished || wished->all || hosts.all) return true;
  return std::ranges::all_of(wished->list, [&](const HostPreferences::Entry& entry) {
    return std::ranges::binary_search(hosts.list, entry.host, {}, &HostPreferences::Entry::host);
  });
}

bool lacks_account(const ClusterSettings& settings, const QueueConfig& queue,
                   FairshareOptions::NoShare no_share, const TraceJob& asked,
                   const JobProfile& profile) {
  const FairshareId id = queue.fairshare;
  return id != none<FairshareId> && no_share == FairshareOptions::NoShare::reject &&
         !settings.fairshares[index_of(id)].has_account(asked.user, profile.group);
}

}  // namespace

std::int64_t most_memory(const ClusterSettings& settings, QueueId queue,
                         ApplicationId application) {
  const JobRules* rules = rules_of(settings, application);
  const std::int64_t of_queue = settings.queues[index_of(queue)].rules.mem_limit;
  const std::int64_t own = rules == nullptr ? -1 : rules->mem_limit;
  return of_queue < 0 || own < 0 ? std::max(of_queue, own) : std::min(of_queue, own);
}

Duration most_cpu_time(const ClusterSettings& settings, QueueId queue, ApplicationId application) {
  const JobRules* rules = rules_of(settings, application);
  const Duration own = rules == nullptr ? unlimited : rules->cpu_limit;
  return std::min(settings.queues[index_of(queue)].rules.cpu_limit, own);
}

bool is_over_priority(const ClusterSettings& settings, const JobProfile& profile) {
  const std::int32_t most = settings.params.max_user_priority;
  return most > 0 && profile.priority > most;
}

EndReason refusal_of(const ClusterSettings& settings, FairshareOptions::NoShare no_share,
                     const TraceJob& asked, const JobProfile& profile, QueueId queue) {
  const QueueConfig& asks = settings.queues[index_of(queue)];
  const ApplicationId application = profile.application;
  if (!asks.users.has(asked.user)) return EndReason::user_not_in_queue;
  if (lacks_account(settings, asks, no_share, asked, profile)) return EndReason::user_without_share;
  if (!fits_processors(asks.rules, rules_of(settings, application), asked, profile))
    return EndReason::processors_out_of_range;
  if (asked.requested >= Duration{} && asked.limit < unlimited &&
      asked.limit > most_run_limit(settings, queue, application))
    return asked.limit > asks.rules.run_limit ? EndReason::run_limit_over_queue
                                              : EndReason::run_limit_over_application;
  if (profile.cpu_limit > most_cpu_time(settings, queue, application))
    return profile.cpu_limit > asks.rules.cpu_limit ? EndReason::cpu_limit_over_queue
                                                    : EndReason::cpu_limit_over_application;
  const std::int64_t memory = most_memory(settings, queue, application);
  if (memory >= 0 && profile.mem_limit > memory) {
    const std::int64_t most = asks.rules.mem_limit;
    return most >= 0 && profile.mem_limit > most ? EndReason::mem_limit_over_queue
                                                 : EndReason::mem_limit_over_application;
  }
  if (!has_hosts_in(asks.hosts, profile)) return EndReason::hosts_not_in_queue;
  if (profile.exclusive && !asks.exclusive) return EndReason::queue_not_exclusive;
  return EndReason::none;
}

EndReason refusal_of_new(const ClusterSettings& settings, FairshareOptions::NoShare no_share,
                         const TraceJob& asked, const JobProfile& profile) {
  return is_over_priority(settings, profile)
             ? EndReason::priority_over_maximum
             : refusal_of(settings, no_share, asked, profile, asked.queue);
}

}  // namespace mcsim::model
