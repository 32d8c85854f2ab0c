// Which buckets and lines are parked, that is, not looked at for now, and what reopens them.
#include <algorithm>
#include <utility>

#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/slot_spread.hpp"

namespace mcsim::scheduler {
void Session::park(BucketId id, Parked reason) {
  Bucket& bucket = state_.buckets[id];
  bucket.parked = reason;
  held_back_ = held_back_ || reason == Parked::pool;
  if (reason != Parked::hosts)
    park_for_queue(bucket.queue, id);
  else if (bucket.demand == none<DemandId>)
    park_volatile(id);
  else
    park_for_demand(bucket.demand, id);
  book_.update_turn(id);
}

/// Parks a bucket, or lines of it, until the next look at all volatile ones.
void Session::park_volatile(BucketId id) {
  if (std::exchange(state_.buckets[id].in_volatile, true)) return;
  state_.parked_volatile.push_back(id);
}

void Session::park_for_demand(DemandId id, BucketId bucket) {
  Demand& demand = state_.demands[id];
  demand.parked.push_back(bucket);
  wait_for(demand.ask);
}

void Session::wait_for(AskId id) {
  if (std::exchange(state_.asks[id].is_waiting, true)) return;
  state_.waiting_asks.push_back(id);
}

/// No host was worth a visit for a job of this bucket. Then none is for jobs of the same demand,
/// whatever their queue and user.
void Session::note_barren(BucketId id) {
  const Bucket& bucket = state_.buckets[id];
  if (bucket.demand == none<DemandId>) return;
  const auto& asked = state_.requirements[bucket.requirement].asked;
  Demand& demand = state_.demands[bucket.demand];
  if (demand.slots < SlotSpread::least_offer(bucket.slots.count(), asked)) return;  // it reserves
  demand.is_barren = true;
  wait_for(demand.ask);
}

bool Session::is_barren(BucketId id) const {
  const DemandId demand = state_.buckets[id].demand;
  return demand != none<DemandId> && state_.demands[demand].is_barren;
}

void Session::park_for_queue(QueueId id, BucketId bucket) {
  QueueState& queue = state_.queues[id];
  if (queue.parked.empty()) state_.queues_parked.push_back(id);
  queue.parked.push_back(bucket);
}

void Session::park_line(BucketId id, std::uint32_t line, Parked reason) {
  Bucket& bucket = state_.buckets[id];
  const NameId user = bucket.lines[line].user;
  bucket.lines[line].parked = reason;
  if (reason == Parked::user) {
    state_.parked_of_user[user].push_back({id, line, bucket.queue, bucket.slots.count()});
  } else if (bucket.demand == none<DemandId>) {
    park_volatile(id);
  } else {
    Demand& demand = state_.demands[bucket.demand];
    demand.parked_lines.emplace_back(id, line);
    wait_for(demand.ask);
  }
  book_.update_head(id, line);
}

/// A job that is not looked at any more in this session.
void Session::set_aside(JobSlotId id) {
  JobState& job = state_.jobs[id];
  job.is_aside = true;
  aside_.push_back({id, job.bucket, job.line});
  book_.update_head(job.bucket, job.line);
}

/// Reopens all that may be helped by what was freed since, or by what other jobs start.
void Session::reopen() {
  reopen_users();
  if (state_.any_freed) reopen_hosts();
  reopen_volatile();
  std::erase_if(state_.queues_parked, [&](QueueId id) {
    reopen_queue(id);
    state_.queues[id].freed = false;
    return state_.queues[id].parked.empty();
  });
  state_.freed.clear();
  state_.any_freed = false;
}

void Session::reopen_users() {
  std::vector<NameId> users = std::exchange(state_.users_freed, {});
  for (std::size_t row = 0; row < state_.user_limits.size(); ++row)
    if (std::exchange(state_.user_limits[row].freed, false))
      users.insert(users.end(), state_.settings.user_limits[row].users.begin(),
                   state_.settings.user_limits[row].users.end());
  std::ranges::sort(users);
  users.erase(std::unique(users.begin(), users.end()), users.end());
  for (const NameId user : users) {
    // Lines of one queue often follow each other.
    QueueId queue = none<QueueId>;
    std::int64_t room = 0;  // of the user in that queue
    std::erase_if(state_.parked_of_user[user], [&](const LineOfUser& parked) {
      if (std::exchange(queue, parked.queue) != parked.queue) room = user_room(queue, user);
      if (parked.slots > room) return false;
      reopen_line(parked.bucket, parked.line, Parked::user);
      return true;
    });
  }
}

/// Reopens demands that a host on which something was freed may satisfy.
void Session::reopen_hosts() {
  book_.mark_freed_instances();
  if (state_.waiting_asks.empty()) return;
  const HostFinder::Offers freed = state_.finder.offers_of(state_.freed.hosts);
  const auto set_of = [&](AskId id) { return state_.asks[id].hosts; };
  std::ranges::sort(state_.waiting_asks, {}, set_of);
  std::vector<std::uint32_t> rows;
  HostSetId set = none<HostSetId>;  // whose rows they are
  std::erase_if(state_.waiting_asks, [&](AskId id) {
    Ask& ask = state_.asks[id];
    if (std::exchange(set, ask.hosts) != ask.hosts) state_.finder.rows_in(set, freed, rows);
    ask.is_waiting = reopen_ask(ask, state_.finder.most_slots(freed, rows, ask.needs));
    return !ask.is_waiting;
  });
}

/// Reopens the demands for at most `most` slots, which some freed host has. Returns whether others
/// wait.
bool Session::reopen_ask(const Ask& ask, std::int64_t most) {
  bool waits = false;
  for (const DemandId id : ask.demands) {
    Demand& demand = state_.demands[id];
    if (demand.slots > most) {
      waits = waits || demand.is_barren || !demand.parked.empty() || !demand.parked_lines.empty();
      continue;
    }
    demand.is_barren = false;
    for (const BucketId bucket : demand.parked) {
      const std::uint32_t group = state_.queues[state_.buckets[bucket].queue].group;
      state_.groups[group].to_open.push_back(bucket);
      book_.mark_stale(group);
    }
    demand.parked.clear();
    for (const auto& [bucket, line] : demand.parked_lines) reopen_line(bucket, line, Parked::hosts);
    demand.parked_lines.clear();
  }
  return waits;
}

/// Reopens the buckets of the present step that may start by now, unless no host has enough for
/// them.
void Session::open_step() {
  const SessionStep& step = steps_[step_];
  if (step.second_round == none<PoolId>) return open_group(step.group);
  for (const QueueId queue : state_.settings.pools[index_of(step.second_round)].queues)
    open_group(state_.queues[queue].group);
}

void Session::open_group(std::uint32_t id) {
  std::vector<BucketId>& to_open = state_.groups[id].to_open;
  if (to_open.empty()) return;
  for (const BucketId bucket : to_open) {
    if (state_.buckets[bucket].parked != Parked::hosts) continue;
    if (is_barren(bucket))
      park_for_demand(state_.buckets[bucket].demand, bucket);
    else
      reopen_bucket(bucket, Parked::hosts);
  }
  to_open.clear();
  book_.mark_stale(id);
}

void Session::reopen_volatile() {
  for (const BucketId id : std::exchange(state_.parked_volatile, {})) {
    state_.buckets[id].in_volatile = false;
    reopen_bucket(id, Parked::hosts);
    for (std::uint32_t line = 0; line < state_.buckets[id].lines.size(); ++line)
      reopen_line(id, line, Parked::hosts);
  }
}

/// Reopens buckets that an entitlement holds back in each session, and others when the queue uses
/// less or may start jobs again.
void Session::reopen_queue(QueueId id_of_queue) {
  QueueState& queue = state_.queues[id_of_queue];
  const QueueConfig& config = state_.settings.queues[index_of(id_of_queue)];
  if (!queue.freed && config.pool == none<PoolId>) return;
  std::erase_if(queue.parked, [&](BucketId id) {
    const Bucket& bucket = state_.buckets[id];
    const bool is_full =
        std::int64_t{queue.count.used()} + bucket.slots.count() > config.qjob_limit;
    if (bucket.parked == Parked::queue && (is_full || !queue.freed)) return false;
    if (bucket.parked == Parked::closed && !queue.freed) return false;
    if (bucket.parked != Parked::hosts) reopen_bucket(id, bucket.parked);
    return true;
  });
}

void Session::reopen_bucket(BucketId id, Parked reason) {
  Bucket& bucket = state_.buckets[id];
  if (bucket.parked != reason || bucket.jobs == 0 || reason == Parked::no) return;
  bucket.parked = Parked::no;
  book_.update_turn(id);
}

void Session::reopen_line(BucketId id, std::uint32_t line, Parked reason) {
  Bucket& bucket = state_.buckets[id];
  if (line >= bucket.lines.size() || bucket.lines[line].parked != reason) return;
  bucket.lines[line].parked = Parked::no;
  book_.update_head(id, line);
}

}  // namespace mcsim::scheduler
