// How reports are counted, kept and forgotten.
#include "mcsim/forwarding/publisher.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/victim_shield.hpp"

namespace mcsim::forwarding {
void Publisher::open(std::vector<Reader> readers, bool wants_present) {
  for (const Reader& reader : readers)
    if (std::ranges::none_of(readers_,
                             [&](const ReportTimes& known) { return known.is_like(reader.times); }))
      readers_.push_back(reader.times);
  audience_ = std::move(readers);
  wants_present_ = wants_present;
  next_ = next_made(Time{-1ms});
}

Time Publisher::next_made(Time at) const {
  Time next = never;
  for (const ReportTimes& reader : readers_) next = std::min(next, reader.next_made(at));
  return next;
}

/// Counts for all reports that are made from `next_` to `until`.
void Publisher::capture(const CountedCluster& cluster, Time until) {
  if (planned_for_ != cluster.settings) plan(cluster);
  while (next_ <= until) {
    if (has_changed_ || by_time_) count_anew(cluster);
    next_ = next_made(by_time_ ? next_ : until);
  }
  if (older_.size() >= look_at_) forget_old(until);
}

/// Counts for the report at `next_`.
void Publisher::count_anew(const CountedCluster& cluster) {
  PublishedCounters counters = counted(cluster, next_, next_);
  if (newest_.from != never && newest_.counters == counters) return;
  if (keeps_news_) note_news(next_);
  if (newest_.from != never) older_.push_back(std::move(newest_));
  newest_ = {next_, std::move(counters)};
}

/// Notes what readers learn from the newest version, which is in reports made before `end`.
void Publisher::note_news(Time end) {
  if (newest_.from == never) return;
  for (const Reader& reader : audience_) {
    const Time made = reader.times.next_made(newest_.from - 1ms);
    if (made >= end) continue;
    const auto [told, is_first] = told_.try_emplace(reader.id);
    if (!is_first && told->second == newest_.counters) continue;
    told->second = newest_.counters;
    news_.push_back({made, reader.id, newest_.counters});
  }
}

void Publisher::finish_news(const CountedCluster& cluster, Time end) {
  if (!keeps_news_) return;
  if (next_ <= end) capture(cluster, end);
  note_news(end + 1ms);
}

PublishedCounters Publisher::counted(const CountedCluster& cluster, Time now, Time shields_at) {
  const SchedulerState& state = cluster.state;
  if (planned_for_ != cluster.settings) plan(cluster);
  const bool same_kinds = kinds_as_of_ == state.places.host_turns;
  kinds_as_of_ = state.places.host_turns;
  PublishedCounters counters(state.queues.size());
  for (Counted& one : counted_) {
    const QueueId id = one.plan.queue;
    if (!same_kinds) one.kinds = row_of(kinds_of(state, id));
    const ReceivedJobs& received = state.queues[id].received;
    QueueCounters& queue = counters[index_of(id)];
    queue = count_queue(cluster.config, state, one.plan, now, shields_at);
    queue.is_reported = true;
    queue.room = balance_of(one.job_backlog, received.pending_jobs);
    queue.slot_room = balance_of(one.slot_backlog, received.pending_slots);
    queue.kinds = one.kinds;
  }
  return counters;
}

/// Prepares the counting for the present settings.
void Publisher::plan(const CountedCluster& cluster) {
  const SchedulerState& state = cluster.state;
  counted_.clear();
  for (std::size_t at = 0; at < state.queues.size(); ++at) {
    const QueueForwarding& forwarding = state.settings.queues[at].forwarding;
    if (!forwarding.receives()) continue;
    counted_.push_back({.plan = count_plan(state, static_cast<QueueId>(at)),
                        .job_backlog = forwarding.job_backlog,
                        .slot_backlog = forwarding.slot_backlog});
  }
  by_time_ = shields_by_time(state.settings.params);
  planned_for_ = cluster.settings;
  kinds_as_of_ = not_yet;
}

std::uint32_t Publisher::row_of(HostKinds kinds) {
  const auto known = std::ranges::find(kinds_, kinds);
  if (known != kinds_.end()) return static_cast<std::uint32_t>(known - kinds_.begin());
  kinds_.push_back(std::move(kinds));
  return static_cast<std::uint32_t>(kinds_.size() - 1);
}

void Publisher::before_session(const CountedCluster& cluster, Time now, Round round) {
  if (!wants_present_) return;
  present_ = counted(cluster, now, now);
  present_at_ = now;
  present_round_ = round;
}

const PublishedCounters& Publisher::present(const CountedCluster& cluster, Time now, Round round) {
  if (present_at_ != now || present_round_ != round) before_session(cluster, now, round);
  return present_;
}

const Publisher::Version* Publisher::older(Time made) const {
  const auto next = std::ranges::upper_bound(older_, made, {}, &Version::from);
  return next == older_.begin() ? nullptr : &*std::prev(next);
}

/// Drops versions that no reader can see any more.
void Publisher::forget_old(Time now) {
  Time oldest = now;
  last_looks_.resize(readers_.size());
  for (std::size_t at = 0; at < readers_.size(); ++at) {
    ReportTimes::Look& look = last_looks_[at];
    look = readers_[at].look(now, 1, look);
    oldest = std::min(oldest, look.seen != never ? look.seen : look.decided);
  }
  const auto next = std::ranges::upper_bound(older_, oldest, {}, &Version::from);
  const auto first_read = newest_.from <= oldest || next == older_.begin() ? next : std::prev(next);
  older_.erase(older_.begin(), first_read);
  look_at_ = std::max<std::size_t>(16, 2 * older_.size());
}

}  // namespace mcsim::forwarding
