// Making room for a job that waits: section 6 of docs/rules/scheduling.md.
#include <algorithm>
#include <ranges>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/policy/offer_tally.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/without_victims.hpp"

namespace mcsim::scheduler {

/// The victims taken so far, and whether one host could then hold all of a job.
struct Session::OneHostTrial {
  Session& session;
  const HostRequest& request;
  WithoutVictims& without;
  HostId host;

  void take(JobSlotId id) { without.take(id); }
  void let_go(JobSlotId id) { without.let_go(id); }
  bool suffices() const { return session.offer_without(without, request, host) >= request.slots; }
};

/// The same for a job on many hosts. The offer of each host is kept, since one victim changes few
/// of them.
class Session::ManyHostsTrial {
 public:
  ManyHostsTrial(Session& session, const HostRequest& request, const std::vector<HostId>& hosts,
                 WithoutVictims& without)
      : session_(session),
        request_(request),
        hosts_(hosts),
        without_(without),
        tally_(session.state_.hosts.size(), request.slots, request.requirement.asked,
               session.groups_of(request, hosts)),
        asks_shared_(session.may_ask_shared(request)) {
    for (const HostId host : hosts_)
      if (session_.state_.hosts[host].counted_free > 0) look_at(host);  // the others are full
  }
  void take(JobSlotId id) {
    without_.take(id);
    look_after(id);
  }
  void let_go(JobSlotId id) {
    without_.let_go(id);
    look_after(id);
  }
  bool suffices() const { return tally_.suffices() && keeps_limits(); }

 private:
  /// Whether the job can be placed within what sections Limit leave it together.
  bool keeps_limits() const {
    if (!session_.state_.features.has_limits) return true;
    std::vector<HostSlots> hosts = session_.hosts_;
    const bool fits = session_.fits(request_, without_);
    session_.hosts_ = std::move(hosts);
    return fits;
  }
  void look_at(HostId host) {
    if (tally_.counts(host)) tally_.set(host, session_.offer_without(without_, request_, host));
  }
  /// Looks at all hosts to which a job that was taken, or let go, may matter. What it has may count
  /// in sections Limit that are for other hosts, too.
  void look_after(JobSlotId id) {
    if (session_.state_.features.has_limits || (asks_shared_ && without_.gives_shared(id)))
      for (const HostId host : hosts_) look_at(host);
    else
      session_.state_.jobs.visit_hosts(id, [&](HostSlots part) { look_at(part.host); });
  }

  Session& session_;
  const HostRequest& request_;
  const std::vector<HostId>& hosts_;
  WithoutVictims& without_;
  OfferTally tally_;
  bool asks_shared_;
};

bool Session::preempt(const HostRequest& request) {
  if (!request.requirement.preempts) return false;
  const std::vector<QueueId> queues = victim_queues(request.queue);
  if (queues.empty() || !could_suffice(request, queues)) return false;
  const bool done = must_have_one_host(request) ? preempt_on_one_host(request, queues)
                                                : preempt_on_many(request, queues);
  // Other jobs may be shielded later, and with that the load changes that hosts would have without
  // their victims.
  const ClusterParameters& params = state_.settings.params;
  const bool shields = params.no_preempt_run_time != PreemptShield{} ||
                       params.no_preempt_finish_time != PreemptShield{};
  if (!done && shields && !request.requirement.dynamic_select.empty()) held_back_ = true;
  // Another user might be allowed more of advance reservations: their slots, and those of jobs on
  // them.
  if (!done && state_.features.has_reservations) cut_for_user_ = true;
  return done;
}

/// Whether the slots of the cluster would suffice if no job of these queues ran.
bool Session::could_suffice(const HostRequest& request, const std::vector<QueueId>& queues) const {
  std::int64_t slots = state_.places.capacity;
  state_.queues_running.visit(
      [&](std::size_t at) { slots -= state_.queues[static_cast<QueueId>(at)].count.running; });
  for (const QueueId victims : queues) slots += state_.queues[victims].count.running;
  return slots >= request.slots;
}

/// Hosts with victims that could hold all slots of a job, in their order.
std::vector<HostId> Session::hosts_with_room(const HostRequest& request,
                                             const std::vector<QueueId>& queues) const {
  std::vector<HostId> hosts;
  visit_set(request, [&](HostId host) {
    const HostState& at = state_.hosts[host];
    const std::int32_t victims = running_on(host, queues);
    if (victims > 0 && at.mxj - at.running + victims >= request.slots) hosts.push_back(host);
  });
  return in_order(request, hosts);
}

/// What a host would offer without the victims.
std::int32_t Session::offer_without(const WithoutVictims& without, const HostRequest& request,
                                    HostId host) {
  const Offer offered = offer(request, host, &without);
  cut_for_user_ = cut_for_user_ || offered.cut_for_user;
  cut_by_limit_ = cut_by_limit_ || offered.cut_by_limit;
  return offered.slots;
}

bool Session::preempt_on_one_host(const HostRequest& request, const std::vector<QueueId>& queues) {
  const bool first_will_do = config_.model.victim_hosts == VictimHosts::in_order;
  std::size_t best_queue = queues.size();
  HostId best_host{};
  std::vector<JobSlotId> best;
  WithoutVictims without(config_, state_, now_);
  for (const HostId host : hosts_with_room(request, queues)) {
    if (!has_same_values(request, host)) continue;
    OneHostTrial trial{*this, request, without, host};
    std::vector<JobSlotId> taken;
    for (const Victim& victim : victims_on(request, host, queues)) {
      if (victim.queue >= best_queue) break;
      trial.take(taken.emplace_back(victim.job));
      if (!trial.suffices()) continue;
      best_queue = victim.queue;
      best_host = host;
      best = taken;
      break;
    }
    for (const JobSlotId id : taken) trial.let_go(id);
    if (best_queue == 0 || (first_will_do && best_queue < queues.size())) break;
  }
  if (best_queue == queues.size()) return false;
  OneHostTrial trial{*this, request, without, best_host};
  for (const JobSlotId id : best) trial.take(id);
  spare(trial, best);
  hosts_ = {{best_host, Slots(request.slots)}};
  carry_out(request, without, best);
  return true;
}

bool Session::preempt_on_many(const HostRequest& request, const std::vector<QueueId>& queues) {
  std::vector<HostId> hosts;  // the others offer nothing, whoever is a victim
  visit_set(request, [&](HostId host) {
    if (state_.hosts[host].counted_free > 0 || running_on(host, queues) > 0) hosts.push_back(host);
  });
  hosts = in_order(request, hosts);
  WithoutVictims without(config_, state_, now_);
  ManyHostsTrial trial(*this, request, hosts, without);
  std::vector<JobSlotId> taken;
  const bool found = any_in_order(request, hosts, queues, [&](JobSlotId id) {
    if (without.has(id)) return false;
    trial.take(taken.emplace_back(id));
    return trial.suffices();
  });
  if (!found) return false;
  spare(trial, taken);
  do {
    const bool placed = fits(request, without);
    MCSIM_CHECK(placed, "what hosts offer was enough, and then it was not");
  } while (spare_others(trial, taken));
  carry_out(request, without, taken);
  return true;
}

/// Calls take(job) for the victims, in order, once for each of their hosts, until it returns true.
/// Hosts that would offer the job nothing even without all their victims are left out.
template <class Take>
bool Session::any_in_order(const HostRequest& request, const std::vector<HostId>& hosts,
                           const std::vector<QueueId>& queues, Take&& take) {
  const bool by_queue = config_.model.victim_hosts == VictimHosts::by_queue;
  std::vector<std::vector<JobSlotId>> later(queues.size());  // by queue
  WithoutVictims without(config_, state_, now_);
  for (const HostId host : hosts) {
    const std::vector<Victim> on_host = victims_on(request, host, queues);
    if (on_host.empty()) continue;
    for (const Victim& victim : on_host) without.take(victim.job);
    const bool is_of_use = offer_without(without, request, host) > 0;
    for (const Victim& victim : on_host) without.let_go(victim.job);
    if (!is_of_use) continue;
    for (const Victim& victim : on_host)
      if (by_queue && victim.queue > 0)
        later[victim.queue].push_back(victim.job);
      else if (take(victim.job))
        return true;
  }
  return std::ranges::any_of(later, [&](const std::vector<JobSlotId>& victims) {
    return std::ranges::any_of(victims, take);
  });
}

/// The groups of hosts that may hold the job together.
std::vector<std::vector<HostSlots>> Session::groups_of(const HostRequest& request,
                                                       const std::vector<HostId>& hosts) const {
  std::vector<HostSlots> all;
  for (const HostId host : hosts) all.push_back({host, Slots{}});
  if (!request.requirement.is_grouped(request.slots)) return {std::move(all)};
  return rules_.groups_of(request.requirement, request.slots, all);
}

/// Whether what a host offers may change with what other hosts give back.
bool Session::may_ask_shared(const HostRequest& request) const {
  const Requirement& requirement = request.requirement;
  return !requirement.dynamic_select.empty() ||
         std::ranges::any_of(requirement.asked.rusage, [&](const ResourceUse& use) {
           return !state_.hosts.is_of_hosts(use.resource);
         });
}

/// OPTIMAL_MINI_JOB: lets go victims that are not needed, the first taken first.
template <class Trial>
void Session::spare(Trial& trial, std::vector<JobSlotId>& taken) const {
  if (!state_.settings.params.preempt_fewest_jobs) return;
  std::erase_if(taken, [&](JobSlotId id) {
    trial.let_go(id);
    if (trial.suffices()) return true;
    trial.take(id);
    return false;
  });
}

/// Lets go victims that are on none of the hosts where the job would be placed, and that are not
/// needed otherwise. Returns whether there were any.
template <class Trial>
bool Session::spare_others(Trial& trial, std::vector<JobSlotId>& taken) const {
  const auto is_host_of_job = [&](HostId host) {
    return std::ranges::find(hosts_, host, &HostSlots::host) != hosts_.end();
  };
  return std::erase_if(taken, [&](JobSlotId id) {
           bool is_there = false;
           state_.jobs.visit_hosts(
               id, [&](HostSlots part) { is_there = is_there || is_host_of_job(part.host); });
           if (is_there) return false;
           trial.let_go(id);
           if (trial.suffices()) return true;
           trial.take(id);
           return false;
         }) > 0;
}

void Session::carry_out(const HostRequest& request, const WithoutVictims& without,
                        const std::vector<JobSlotId>& victims) {
  for (const JobSlotId id : std::views::reverse(victims)) {
    const QueueConfig& queue = state_.settings.queues[index_of(state_.jobs[id].queue)];
    const auto kind = queue.terminate_when_preempted ? SessionAction::Kind::terminate
                                                     : SessionAction::Kind::suspend;
    planned_.push_back({kind, id, false});
  }
  to_place_ = request.job;
  HostRequest strict = request;
  strict.backfills = false;
  backfilled_ = request.backfills && std::ranges::any_of(hosts_, [&](const HostSlots& part) {
                  return offer(strict, part.host, &without).slots < part.slots.count();
                });
}

}  // namespace mcsim::scheduler
