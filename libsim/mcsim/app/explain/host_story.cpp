// One host: the jobs that it ran, its states, and why it refuses the jobs that wait at the end.
#include <algorithm>
#include <map>
#include <utility>

#include "mcsim/app/explain/elim_lines.hpp"
#include "mcsim/app/explain/place_stories.hpp"
#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/views/place_status.hpp"

namespace mcsim::app {

HostStory::HostStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster,
                     HostId host)
    : grid_(grid),
      config_(grid.clusters[index_of(cluster)]),
      cluster_(cluster),
      host_(host),
      names_(grid),
      story_{.calendar = calendar} {
  const HostConfig& config = config_.hosts[index_of(host)];
  story_.subject = "host " + config.name + "@" + config_.name;
  std::string text =
      "MXJ " + std::to_string(config.mxj.count()) + ", ncpus " + std::to_string(config.ncpus);
  if (config.user_limit < no_limit) text += ", JL/U " + std::to_string(config.user_limit);
  mxj_ = config.mxj.count();
  is_master_ = host == HostId{0};
  story_.add(Time{}, "limits", std::move(text));
}

/// Inserts a line before all others of its instant, but after the limits at the beginning.
void HostStory::insert(Time at, std::string event, std::string text) {
  const auto place = std::ranges::lower_bound(story_.lines.begin() + 1, story_.lines.end(), at, {},
                                              &StoryLine::from);
  story_.lines.insert(place, {.from = at, .event = std::move(event), .text = std::move(text)});
}

/// Whether `host` of `cluster` is the host of this story, by its own name or lent to a consumer.
bool HostStory::is_here(ClusterId cluster, HostId host) const {
  if (cluster == cluster_) return host == host_;
  const auto& home = grid_.clusters[index_of(cluster)].hosts[index_of(host)].home;
  return home && home->cluster == cluster_ && home->host == host_;
}

void HostStory::on(ClusterId cluster, const JobStarted& fact) {
  for (const HostSlots& part : fact.hosts) {
    if (!is_here(cluster, part.host)) continue;
    here_[{cluster, fact.job}] = part.slots.count();
    story_.add(fact.at, "started",
               name_of({cluster, fact.job}) + " started on " + counted(part.slots.count(), "slot") +
                   (cluster == cluster_ ? "" : " of its lease"));
  }
}

void HostStory::leaves(Job job, Time now, const std::string& how) {
  if (here_.erase(job) > 0) story_.add(now, "left", name_of(job) + " " + how);
}

void HostStory::on(ClusterId cluster, const JobEnded& fact) {
  std::string how = "ended: " + std::string(model::name_of(fact.status));
  if (fact.reason != EndReason::none) how += ", " + std::string(model::name_of(fact.reason));
  leaves({cluster, fact.job}, fact.at, how);
}

void HostStory::on(ClusterId cluster, const JobRequeued& fact) {
  leaves({cluster, fact.job}, fact.at,
         fact.reason == RequeueReason::lease
             ? "was killed and requeued: what it uses is not exported any more"
             : "was requeued");
}

void HostStory::on(ClusterId cluster, const JobSuspended& fact) {
  if (!here_.contains({cluster, fact.job})) return;
  story_.add(fact.at, "suspended",
             name_of({cluster, fact.job}) + " was suspended (" +
                 std::string(model::name_of(fact.status)) +
                 (fact.reason == SuspendReason::preempted ? ", preempted)"
                  : fact.reason == SuspendReason::load    ? ", load)"
                                                          : ")"));
}

void HostStory::on(ClusterId cluster, const JobResumed& fact) {
  if (!here_.contains({cluster, fact.job})) return;
  story_.add(fact.at, "resumed",
             name_of({cluster, fact.job}) +
                 (fact.status == JobStatus::run ? " goes on" : " waits to go on"));
}

// LIMs.

void HostStory::on(ClusterId cluster, const LimTurned& fact) {
  if (cluster == cluster_ && fact.host == host_)
    story_.add(fact.at, "lim",
               fact.is_up && fact.is_blocked ? "its LIM answers again"
               : fact.is_up                  ? "its LIM runs again"
               : fact.is_blocked
                   ? "its LIM waits for the rest of an ELIM's report, and does no more"
                   : "its LIM has ended");
}

void HostStory::on(ClusterId cluster, const MasterTurned& fact) {
  if (cluster != cluster_) return;
  const bool is_master = fact.master == host_;
  if (std::exchange(is_master_, is_master) != is_master)
    story_.add(fact.at, "lim",
               is_master ? "its LIM is the master now" : "its LIM is no longer the master");
}

void HostStory::on(ClusterId cluster, const ActionIgnored& fact) {
  if (cluster != cluster_ || !is_on_host(fact.action) || fact.host != host_) return;
  story_.add(fact.at, "ignored",
             std::string(app::name_of(fact.action)) + " had no effect: " + config_.name +
                 " does not know the host, as no lease has it");
}

// Leases.

void HostStory::on(ClusterId cluster, const LeasedSlotsChanged& fact) {
  if (!is_here(cluster, fact.host)) return;
  Leased& leased = leased_[{cluster, fact.policy}];
  leased.provider = fact.provider;
  leased.by_lease[fact.lease] = fact.slots;
}

/// Reports changes only after an instant, since in it a policy may go on with another lease.
void HostStory::tell_leased(Time now) {
  for (auto& [key, leased] : leased_) {
    Slots slots{};
    for (const auto& [lease, part] : leased.by_lease) slots += part;
    if (std::exchange(leased.told, slots) == slots) continue;
    insert(now, "leased",
           names_.name(key.first) + " has " + counted(slots.count(), "slot") + " of it by policy " +
               std::to_string(key.second + 1) + " of " + names_.name(leased.provider));
  }
}

/// What export policies export of the host.
std::string HostStory::exports_text(const ClusterWorld& world) const {
  std::string text;
  if (index_of(host_) >= world.leasing.lent_on.size()) return text;
  for (const LeasePart& part : world.leasing.lent_on[index_of(host_)]) {
    const LentLease& lease = world.leasing.lent[part.lease];
    const Slots slots = lease.hosts[part.part].slots;
    if (slots == Slots{}) continue;
    text += (text.empty() ? "" : "; ") + std::string("policy ") + std::to_string(lease.policy + 1) +
            " exports " + counted(slots.count(), "slot") + " to " +
            names_.name(world.forwarding.neighbours[lease.neighbour].id) +
            (lease.takes_hosts ? ", the whole host"
             : lease.is_shared ? ", shared"
                               : "");
  }
  return text;
}

void HostStory::look_at_leases(const Simulation& simulation, Time now) {
  const ClusterWorld& world = simulation.clusters()[index_of(cluster_)];
  if (!world.lsf) return;
  if (std::string exports = exports_text(world); exports != exports_) {
    insert(now, "exported", exports.empty() ? "it is not exported any more" : exports);
    exports_ = std::move(exports);
  }
  const HostState& host = world.lsf->hosts[host_];
  std::string reach = host.cut_off      ? "out of reach: its link is down"
                      : host.paused > 0 ? "out of reach: its lease is inactive"
                                        : "";
  if (reach == reach_) return;
  story_.add(now, "reach", reach.empty() ? "within reach again" : reach);
  reach_ = std::move(reach);
}

void HostStory::before(const Simulation& simulation, Time now) {
  if (played_) {
    tell_leased(looked_);
    look(simulation, looked_);
    look_at_leases(simulation, looked_);
  }
  looked_ = now;
  played_ = true;
}

/// Reports MXJ and the host's status before the events that they have caused. A full host is not
/// reported, since its jobs show that.
void HostStory::look(const Simulation& simulation, Time now) {
  const ClusterWorld& world = simulation.clusters()[index_of(cluster_)];
  if (const std::int32_t mxj = host_counts(world, host_).max; mxj != mxj_) {
    insert(now, "limits", "MXJ " + std::to_string(mxj));
    mxj_ = mxj;
  }
  std::string status = host_status(world, host_);
  const bool is_out_of_reach =
      world.lsf && (world.lsf->hosts[host_].cut_off || world.lsf->hosts[host_].paused > 0);
  if (status == "closed_Full" || is_out_of_reach) status = "ok";  // look_at_leases() reports reach
  if (status == status_) return;
  insert(now, "status", "status " + status);
  status_ = std::move(status);
}

/// Reports advance reservations, whose slots RSV of bhosts does not count.
void HostStory::tell_reservations(Time end) {
  const auto users = [&](const ReservationConfig& reservation) {
    constexpr std::size_t most = 4;
    const std::vector<NameId>& list = reservation.users.users;
    std::string text;
    for (std::size_t at = 0; at < std::min(most, list.size()); ++at)
      text += (at == 0 ? "" : ", ") + std::string(grid_.users.name(list[at]));
    if (list.size() > most) text = counted(list.size(), "user");
    if (!reservation.users.all) return text;
    return list.empty() ? std::string("all users") : "all users but " + text;
  };
  for (const ReservationConfig& reservation : config_.reservations)
    for (const ReservationConfig::Part& part : reservation.parts) {
      if (part.host != host_) continue;
      const std::string what = "advance reservation of " + counted(part.slots.count(), "slot") +
                               " for " + users(reservation);
      const std::string until = " until " + story_.calendar.instant(reservation.end);
      if (reservation.start > end) {
        story_.add(
            end, "reservation",
            "to come: an " + what + ", from " + story_.calendar.instant(reservation.start) + until);
        continue;
      }
      insert(reservation.start, "reservation", "an " + what + " begins, which lasts" + until);
      if (reservation.end <= end)
        insert(reservation.end, "reservation", "the " + what + " is over");
    }
}

std::string HostStory::refusals(const ClusterWorld& world, Time end) const {
  if (!world.lsf || world.lsf->dispatch) return {};
  std::map<PendReason, std::uint64_t> jobs;
  const HostAnswers answers(config_, *world.lsf, end);
  world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.stage == Stage::pending) ++jobs[answers.of(id, host_).reason];
  });
  jobs.erase(PendReason::none);
  std::string text;
  for (const auto& [reason, count] : jobs)
    text +=
        (text.empty() ? "" : "; ") + std::string(text_of(reason)) + ": " + counted(count, "job");
  return text;
}

Story HostStory::finish(const Simulation& simulation, Time end) {
  tell_leased(looked_);
  look(simulation, looked_);
  look_at_leases(simulation, looked_);
  tell_reservations(end);
  const ClusterWorld& world = simulation.clusters()[index_of(cluster_)];
  add_elim_lines(story_, world, config_, end, false,
                 [&](HostId host, std::uint32_t) { return host == host_; });
  const std::string refused = refusals(world, end);
  if (!refused.empty()) story_.add(end, "refused", "what it says to pending jobs: " + refused);
  const HostCounts counts = host_counts(world, host_);
  story_.summary = "at " + story_.calendar.instant(end) + ": " + host_status(world, host_) + ", " +
                   std::to_string(counts.all()) + " of " + counted(counts.max, "slot") + " in use";
  std::int64_t of_consumers = 0;
  for (const auto& [job, slots] : here_) of_consumers += job.first == cluster_ ? 0 : slots;
  if (of_consumers > 0)
    story_.summary += ", and " + counted(of_consumers, "slot") + " by jobs of consumers";
  return std::move(story_);
}

}  // namespace mcsim::app
