// Which buckets and lines are parked, that is, not looked at for now, and what reopens them.
#include <algorithm>
#include <utility>

#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/limit_charges.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/share_lines.hpp"

namespace mcsim::scheduler {
void Session::park(BucketId id, Parked reason) {
  Bucket& bucket = state_.buckets[id];
  bucket.parked = reason;
  held_back_ = held_back_ || reason == Parked::pool;
  if (reason != Parked::hosts)
    park_for_queue(bucket.queue, id);
  else if (bucket.search_size == none<SearchSizeId>)
    park_volatile(id);
  else
    park_for_search(bucket.search_size, id);
  waiting_.update_turn(id);
}

/// Parks a bucket, or lines of it, until the next look at all volatile ones.
void Session::park_volatile(BucketId id) {
  if (std::exchange(state_.buckets[id].in_volatile, true)) return;
  state_.buckets.parked_volatile.push_back(id);
}

/// A job may reserve slots in a turn of its queue, which it must not do in this step.
void Session::park_for_turn(BucketId id, std::uint32_t line) {
  const bool is_of_line = cut_for_user_ || cut_by_limit_ || cut_together_;
  (is_of_line ? state_.buckets[id].lines[line].parked : state_.buckets[id].parked) = Parked::hosts;
  park_volatile(id);
  waiting_.update_head(id, line);
}

void Session::park_for_search(SearchSizeId id, BucketId bucket) {
  SearchSize& size = state_.searches.sizes[id];
  size.parked.push_back(bucket);
  wait_for(size.search);
}

void Session::wait_for(SearchId id) {
  if (std::exchange(state_.searches[id].is_waiting, true)) return;
  state_.searches.waiting.push_back(id);
}

/// No host was worth a visit for a job of this bucket. Then none is for jobs with the same host
/// search and size, whatever their queue and user.
void Session::note_barren(BucketId id) {
  const Bucket& bucket = state_.buckets[id];
  if (bucket.search_size == none<SearchSizeId>) return;
  const auto& asked = state_.requirements[bucket.requirement].asked;
  SearchSize& size = state_.searches.sizes[bucket.search_size];
  if (size.slots < SlotSpread::least_offer(bucket.slots.count(), asked)) return;  // it reserves
  size.is_barren = true;
  wait_for(size.search);
}

bool Session::is_barren(BucketId id) const {
  const SearchSizeId size = state_.buckets[id].search_size;
  return size != none<SearchSizeId> && state_.searches.sizes[size].is_barren;
}

void Session::park_for_queue(QueueId id, BucketId bucket) {
  QueueState& queue = state_.queues[id];
  if (queue.parked.empty()) state_.buckets.queues_parked.push_back(id);
  queue.parked.push_back(bucket);
}

void Session::park_line(BucketId id, std::uint32_t line, Parked reason) {
  Bucket& bucket = state_.buckets[id];
  const NameId user = bucket.lines[line].user;
  bucket.lines[line].parked = reason;
  if (reason == Parked::user) {
    const std::int64_t least = least_room(bucket.queue, bucket.slots, no_limit);
    state_.buckets.parked_of_user[user].push_back({id, line, bucket.queue, least});
  } else if (bucket.search_size == none<SearchSizeId>) {
    park_volatile(id);
  } else {
    SearchSize& size = state_.searches.sizes[bucket.search_size];
    size.parked_lines.emplace_back(id, line);
    wait_for(size.search);
  }
  waiting_.update_head(id, line);
}

/// A job that is not looked at any more in this session.
void Session::set_aside(JobSlotId id) {
  JobState& job = state_.jobs[id];
  job.is_aside = true;
  aside_.push_back({id, job.bucket, job.line});
  waiting_.update_head(job.bucket, job.line);
}

/// Puts a job back into its line, if it still waits there.
void Session::bring_back(const Aside& aside) {
  JobState& job = state_.jobs[aside.job];
  job.is_aside = false;
  if (job.stage != Stage::pending || job.bucket != aside.bucket || job.line != aside.line) return;
  state_.buckets[aside.bucket].lines[aside.line].jobs.add(order_key(job), aside.job);
  waiting_.update_head(aside.bucket, aside.line);
}

/// Reopens all that may be helped by what was freed since, or by what other jobs start.
void Session::reopen() {
  reopen_users();
  if (state_.features.has_limits) reopen_limits();
  if (state_.news.any_freed) reopen_hosts();
  reopen_volatile();
  std::erase_if(state_.buckets.queues_parked, [&](QueueId id) {
    reopen_queue(id);
    state_.queues[id].freed = false;
    return state_.queues[id].parked.empty();
  });
  state_.news.freed.clear();
  state_.news.any_freed = false;
}

void Session::reopen_users() {
  std::vector<NameId> users = std::exchange(state_.news.users_freed, {});
  for (std::size_t row = 0; row < state_.users.limits.size(); ++row) {
    if (!std::exchange(state_.users.limits[row].freed, false)) continue;
    const UserLimit& limit = state_.settings.user_limits[row];
    if (limit.all_but)
      state_.buckets.parked_of_user.visit([&](NameId user, const auto& lines) {
        if (!lines.empty() && limit.names(user)) users.push_back(user);
      });
    else
      users.insert(users.end(), limit.users.begin(), limit.users.end());
  }
  std::ranges::sort(users);
  users.erase(std::unique(users.begin(), users.end()), users.end());
  for (const NameId user : users) {
    // Lines of one queue often follow each other.
    QueueId queue = none<QueueId>;
    std::int64_t room = 0;  // of the user in that queue
    std::erase_if(state_.buckets.parked_of_user[user], [&](const LineOfUser& parked) {
      tally(state_.work.buckets);
      if (std::exchange(queue, parked.queue) != parked.queue) room = user_room(queue, user);
      if (parked.least_room > room) return false;
      reopen_line(parked.bucket, parked.line, Parked::user);
      return true;
    });
  }
}

/// Reopens sizes that a host on which something was freed may satisfy.
void Session::reopen_hosts() {
  places_.mark_freed_instances();
  if (state_.searches.waiting.empty()) return;
  const HostFinder::Offers freed = state_.places.finder.offers_of(state_.news.freed.hosts);
  const auto set_of = [&](SearchId id) { return state_.searches[id].hosts; };
  std::ranges::sort(state_.searches.waiting, {}, set_of);
  std::vector<std::uint32_t> rows;
  HostSetId set = none<HostSetId>;  // whose rows they are
  std::erase_if(state_.searches.waiting, [&](SearchId id) {
    HostSearch& search = state_.searches[id];
    if (std::exchange(set, search.hosts) != search.hosts)
      state_.places.finder.rows_in(set, freed, rows);
    search.is_waiting =
        reopen_search(search, state_.places.finder.most_slots(freed, rows, search.needs));
    return !search.is_waiting;
  });
}

/// Reopens the sizes for at most `most` slots, which some freed host has. Returns whether others
/// wait.
bool Session::reopen_search(const HostSearch& search, std::int64_t most) {
  bool waits = false;
  for (const SearchSizeId id : search.sizes) {
    SearchSize& size = state_.searches.sizes[id];
    if (size.slots > most) {
      waits = waits || size.is_barren || !size.parked.empty() || !size.parked_lines.empty();
      continue;
    }
    size.is_barren = false;
    for (const BucketId bucket : size.parked) {
      const std::uint32_t group = state_.queues[state_.buckets[bucket].queue].group;
      state_.groups[group].to_open.push_back(bucket);
      state_.groups.mark_stale(group);
    }
    size.parked.clear();
    for (const auto& [bucket, line] : size.parked_lines) reopen_line(bucket, line, Parked::hosts);
    size.parked_lines.clear();
  }
  return waits;
}

/// Reopens the buckets of the present step that may start by now, unless no host has enough for
/// them.
void Session::open_step() {
  const SessionStep& step = steps_[step_];
  for (const QueueId queue : queues_of(step)) open_group(state_.queues[queue].group);
}

void Session::open_group(std::uint32_t id) {
  std::vector<BucketId>& to_open = state_.groups[id].to_open;
  if (to_open.empty()) return;
  tally(state_.work.buckets, to_open.size());
  for (const BucketId bucket : to_open) {
    if (state_.buckets[bucket].parked != Parked::hosts) continue;
    if (is_barren(bucket))
      park_for_search(state_.buckets[bucket].search_size, bucket);
    else
      reopen_bucket(bucket, Parked::hosts);
  }
  to_open.clear();
  state_.groups.mark_stale(id);
}

void Session::reopen_volatile() {
  for (const BucketId id : std::exchange(state_.buckets.parked_volatile, {})) {
    state_.buckets[id].in_volatile = false;
    tally(state_.work.buckets, state_.buckets[id].lines.size());
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
    tally(state_.work.buckets);
    const Bucket& bucket = state_.buckets[id];
    const bool is_full =
        limit_room(id_of_queue) < least_room(id_of_queue, bucket.slots, config.qjob_limit);
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
  ShareLines(config_, state_, now_).note_opening(bucket.queue);
  waiting_.update_turn(id);
}

void Session::reopen_line(BucketId id, std::uint32_t line, Parked reason) {
  Bucket& bucket = state_.buckets[id];
  if (line >= bucket.lines.size() || bucket.lines[line].parked != reason) return;
  bucket.lines[line].parked = Parked::no;
  waiting_.update_head(id, line);
}

}  // namespace mcsim::scheduler
