// One host: the jobs that it ran, its states, and why it refuses those that wait at the end.
#include <algorithm>
#include <map>

#include "experiment/place_stories.hpp"
#include "mcsim/io/place_status.hpp"
#include "mcsim/system/lsf_host_answers.hpp"

namespace mcsim {

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
  story_.add(Time{}, "limits", std::move(text));
}

/// As the first of its instant, but for the limits of the beginning.
void HostStory::insert(Time at, std::string event, std::string text) {
  const auto place = std::ranges::lower_bound(story_.lines.begin() + 1, story_.lines.end(), at, {},
                                              &StoryLine::from);
  story_.lines.insert(place, {.from = at, .event = std::move(event), .text = std::move(text)});
}

void HostStory::on(ClusterId cluster, const JobStarted& fact) {
  if (cluster != cluster_) return;
  for (const HostSlots& part : fact.hosts) {
    if (part.host != host_) continue;
    here_[fact.job] = part.slots.count();
    story_.add(fact.at, "started",
               name_of(fact.job) + " started on " + counted(part.slots.count(), "slot"));
  }
}

void HostStory::leaves(JobIndex job, Time now, const std::string& how) {
  if (here_.erase(job) > 0) story_.add(now, "left", name_of(job) + " " + how);
}

void HostStory::on(ClusterId cluster, const JobEnded& fact) {
  if (cluster != cluster_) return;
  std::string how = "ended: " + std::string(mcsim::name_of(fact.status));
  if (fact.reason != EndReason::none) how += ", " + std::string(mcsim::name_of(fact.reason));
  leaves(fact.job, fact.at, how);
}

void HostStory::on(ClusterId cluster, const JobRequeued& fact) {
  if (cluster == cluster_) leaves(fact.job, fact.at, "was requeued");
}

void HostStory::on(ClusterId cluster, const JobSuspended& fact) {
  if (cluster != cluster_ || !here_.contains(fact.job)) return;
  story_.add(fact.at, "suspended",
             name_of(fact.job) + " was suspended (" + std::string(mcsim::name_of(fact.status)) +
                 (fact.preempted ? ", preempted)" : ")"));
}

void HostStory::on(ClusterId cluster, const JobResumed& fact) {
  if (cluster != cluster_ || !here_.contains(fact.job)) return;
  story_.add(fact.at, "resumed",
             name_of(fact.job) + (fact.status == JobStatus::run ? " goes on" : " waits to go on"));
}

void HostStory::before(const Simulation& simulation, Time now) {
  if (played_) look(simulation, looked_);
  looked_ = now;
  played_ = true;
}

/// How many slots it offers and whether it is open, before what that has brought about; that it is
/// full the jobs say.
void HostStory::look(const Simulation& simulation, Time now) {
  const ClusterWorld& world = simulation.clusters()[index_of(cluster_)];
  if (const std::int32_t mxj = host_counts(world, host_).max; mxj != mxj_) {
    insert(now, "limits", "MXJ " + std::to_string(mxj));
    mxj_ = mxj;
  }
  std::string status = host_status(world, host_);
  if (status == "closed_Full") status = "ok";
  if (status == status_) return;
  insert(now, "status", "status " + status);
  status_ = std::move(status);
}

/// Advance reservations: RSV of bhosts does not count their slots.
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
  if (!world.lsf) return {};
  std::map<PendReason, std::uint64_t> jobs;
  const LsfHostAnswers answers(config_, *world.lsf, end);
  world.lsf->jobs.visit([&](JobSlotId id, const LsfJob& job) {
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
  look(simulation, looked_);
  tell_reservations(end);
  const ClusterWorld& world = simulation.clusters()[index_of(cluster_)];
  const std::string refused = refusals(world, end);
  if (!refused.empty()) story_.add(end, "refused", "what it says to pending jobs: " + refused);
  const HostCounts counts = host_counts(world, host_);
  story_.summary = "at " + story_.calendar.instant(end) + ": " + host_status(world, host_) + ", " +
                   std::to_string(counts.all()) + " of " + std::to_string(counts.max) +
                   " slots in use";
  return std::move(story_);
}

}  // namespace mcsim
