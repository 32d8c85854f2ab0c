// Conservative backfilling: waiting jobs get reservations when they arrive, and a job starts before
// its turn only where it delays none of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/baseline/dispatch.hpp"
#include "mcsim/baseline/free_profile.hpp"
#include "mcsim/baseline/reservations.hpp"

namespace mcsim::baseline {

/// Up to `depth` waiting jobs have reservations, each at the earliest time at which it fits beside
/// the running jobs and all earlier reservations; the others start where they delay none of these.
/// Of jobs without one the first in the order of the line is next to get one. In the order of
/// submission depth 0 is backfilling without reservations, depth 1 EASY backfilling; unlimited
/// depth is the textbook's conservative backfilling. When a job ends early or leaves, each
/// reservation in turn, in the order of the line, is moved to the earliest time that is now
/// possible, which is never later. So if no job outruns its estimate, no host goes away, and
/// sessions are not on a raster, no job starts later than its first reservation. Sources: Mu'alem,
/// Feitelson, "Utilization, predictability, workloads, and user runtime estimates in scheduling the
/// IBM SP2 with backfilling", IEEE TPDS 12(6), 2001; Chiang, Arpaci-Dusseau, Vernon, "The impact of
/// more accurate requested runtimes on production job scheduling performance", JSSPP 2002, for the
/// depth.
class ConservativeBackfill {
 public:
  static constexpr std::string_view name = "conservative";
  static constexpr bool predicts_ends = true;

  /// `enforces_limits`: jobs end at their run limits, so none outruns its estimate.
  explicit ConservativeBackfill(const ConservativeOptions& options = {},
                                bool enforces_limits = true)
      : depth_(options.depth),
        overruns_(!enforces_limits && options.runtime == PredictedBy::requested) {}

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return false; }

  void hear(const DispatchNews& news) {
    has_heard_ = true;
    switch (news.kind) {
      case DispatchNews::Kind::arrived:
        arrived_.push_back(news.job);
        return;
      case DispatchNews::Kind::left:
        return leave(news);
      case DispatchNews::Kind::ended:
        return give_back(news);
      case DispatchNews::Kind::hosts_changed:
        is_stale_ = true;
        return;
    }
  }

  DispatchDecision next(const DispatchView& view) {
    const WaitingJob first = view.lines()[0].first();
    if (!first) return {};
    if (has_heard_ || view.now() != now_) catch_up(view);
    reserve_next(view);
    const WaitingJob job = next_job(view);
    if (!job) return {};
    return {job, job.rank == first.rank ? StartReason::next_in_line : StartReason::backfilled};
  }

  /// A reservation can come due without any event if the job that it waited for is gone, or if jobs
  /// outrun their estimates. Reservations that wait for an overdue job are moved on with each
  /// session, and others with them: on a raster each session counts; else the moments around each
  /// predicted end, as under EASY. Where all are made anew in another order than that in which they
  /// came, each session of a raster counts, too.
  Time next_gate(const DispatchView& view) const {
    if (!overruns_) return reservations_.first_start();
    const WaitingLine& line = view.lines()[0];
    if (line.size() == 0) return never;
    const Time soon = view.now() + 1ms;
    const bool moves = line.is_ordered() || view.ends().first_after(Time{-1ms}) <= soon;
    if (view.on_raster() && moves) return soon;
    const Time end = view.ends().first_after(view.now() - 1ms);
    const Time around_end = end == never ? never : std::max(end - 1ms, soon);
    return std::min(reservations_.first_start_after(soon), around_end);
  }

  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::reserved_for_others;
  }

  /// When a waiting job is to start; never: it has no reservation, or there is no such time.
  Time reserved_start(const WaitingJob& job) const {
    const std::size_t at = reservations_.find(job);
    return at == Reservations::nowhere ? never : reservations_.start(at);
  }

 private:
  /// Even a job that is expected to take no time holds its slots for 1 ms.
  static Duration length_of(const WaitingJob& job) { return std::max(job.estimate, 1ms); }

  // What has happened.

  void leave(const DispatchNews& news) {
    if (const auto late = std::ranges::find(arrived_, news.job.rank, &WaitingJob::rank);
        late != arrived_.end()) {
      arrived_.erase(late);
    } else if (const std::size_t at = reservations_.find(news.job); at != Reservations::nowhere) {
      free_until(end_of_reserved(at));
      release(at);
    } else {
      forget_beyond(news.job.rank);
    }
  }
  void give_back(const DispatchNews& news) {
    const Time end = std::max(news.end, news.start + 1ms);
    if (end <= news.now) return;  // as expected
    profile_.add(news.now, end, news.slots.count());
    free_until(end);
  }
  void free_until(Time time) {
    freed_until_ = std::max(freed_until_, time);
    has_freed_ = true;
  }

  /// Once a session: jobs that it starts itself are in the profile already.
  void catch_up(const DispatchView& view) {
    if (reservations_.first_start() < view.now()) is_stale_ = true;  // on a raster of sessions
    if (overruns_) is_stale_ = true;
    has_heard_ = false;
    now_ = view.now();
    profile_.forget(now_);
    if (is_stale_)
      begin_anew(view);
    else if (has_freed_)
      compress(view);
    is_stale_ = has_freed_ = false;
    for (const WaitingJob& job : arrived_) add_beyond(job);
    arrived_.clear();
  }
  /// A job that comes back from another cluster may come before jobs that are there.
  void add_beyond(const WaitingJob& job) {
    if (beyond_.empty() || beyond_.back().rank < job.rank) return beyond_.push_back(job);
    drop_promoted();
    beyond_.insert(std::ranges::lower_bound(beyond_, job.rank, {}, &WaitingJob::rank), job);
  }
  void reserve_next(const DispatchView& view) {
    if (view.lines()[0].is_ordered()) return reserve_in_order(view);
    while (first_beyond_ < beyond_.size() && reservations_.size() < depth_)
      if (const WaitingJob job = beyond_[first_beyond_++])
        place(reservations_.add_by_rank(job, never), earliest(job));
    if (2 * first_beyond_ > beyond_.size()) drop_promoted();
  }
  /// The same where the order of the line is not that of `beyond_`: looks at all of them.
  void reserve_in_order(const DispatchView& view) {
    if (beyond_.empty() || reservations_.size() >= depth_) return;
    const WaitingLine& line = view.lines()[0];
    view.lines().count_jobs(beyond_.size());
    std::vector<std::pair<std::pair<double, JobIndex>, WaitingJob>> turns;
    for (const WaitingJob& job : beyond_)
      if (job) turns.push_back({place_in(line, job), job});
    const std::uint64_t places = depth_ - reservations_.size();
    const auto last =
        turns.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(places, turns.size()));
    std::ranges::partial_sort(turns, last, {}, [](const auto& turn) { return turn.first; });
    for (auto turn = turns.begin(); turn != last; ++turn) {
      place(reservations_.add(turn->second, never), earliest(turn->second));
      forget_beyond(turn->second.rank);
    }
    std::erase_if(beyond_, [](const WaitingJob& job) { return !job; });
  }
  static std::pair<double, JobIndex> place_in(const WaitingLine& line, const WaitingJob& job) {
    return {line.key(job), job.rank};
  }
  void drop_promoted() {
    beyond_.erase(beyond_.begin(), beyond_.begin() + static_cast<std::ptrdiff_t>(first_beyond_));
    first_beyond_ = 0;
  }

  /// Starts again from what runs now: hosts have come or gone, jobs may outrun their estimates, or
  /// a session came too late for a reservation.
  void begin_anew(const DispatchView& view) {
    profile_ = FreeProfile(view.free().count());
    view.ends().visit([&](Time end, Slots slots) {
      profile_.add(std::max(end, now_ + 1ms), never, slots.count());
    });
    for (const std::size_t at : turns(view)) place(at, earliest(reservations_.job(at)));
    freed_until_ = Time{};
  }
  /// The positions of all reservations, in the order of the line.
  std::vector<std::size_t> turns(const DispatchView& view) const {
    const WaitingLine& line = view.lines()[0];
    view.lines().count_jobs(reservations_.size());
    std::vector<std::size_t> turns;
    for (std::size_t at = 0; at < reservations_.end(); ++at)
      if (reservations_.is_at(at)) turns.push_back(at);
    if (line.is_ordered())
      std::ranges::sort(turns, {},
                        [&](std::size_t at) { return place_in(line, reservations_.job(at)); });
    return turns;
  }

  /// Moves reservations to earlier times, each as if those behind it were fixed. Only a job that
  /// fits somewhere into what has become free can move. That includes what other jobs have left by
  /// moving since this job's last turn.
  void compress(const DispatchView& view) {
    Time moved_until{};
    std::int64_t most = profile_.most(now_, freed_until_);
    const auto try_one = [&](std::size_t at) {
      const WaitingJob job = reservations_.job(at);
      const Time before = reservations_.start(at);
      if (profile_.earliest(now_, job.slots.count(), 1ms) >= std::min(before, freed_until_)) return;
      const Time end_before = end_of_reserved(at);
      lift(at);
      const Time start = earliest(job);
      MCSIM_CHECK(start <= before, "a reservation moved to a later time");
      place(at, start);
      if (start == before) return;
      moved_until = std::max(moved_until, end_before);
      freed_until_ = std::max(freed_until_, end_before);
      most = profile_.most(now_, freed_until_);
    };
    if (view.lines()[0].is_ordered()) {
      for (const std::size_t at : turns(view))
        if (reservations_.job(at).slots.count() <= most) try_one(at);
    } else {
      for (std::size_t at = reservations_.first_of_at_most(most, 0); at != Reservations::nowhere;
           at = reservations_.first_of_at_most(most, at + 1)) {
        view.lines().count_jobs(1);
        try_one(at);
      }
    }
    freed_until_ = moved_until;
  }

  // Reservations.

  Time earliest(const WaitingJob& job) const {
    return profile_.earliest(now_, job.slots.count(), length_of(job));
  }
  Time end_of_reserved(std::size_t at) const {
    const Time start = reservations_.start(at);
    return start == never ? never : end_of(start, length_of(reservations_.job(at)));
  }
  void place(std::size_t at, Time start) {
    reservations_.move(at, start);
    hold(at, -1);
  }
  void lift(std::size_t at) { hold(at, +1); }
  void hold(std::size_t at, int sign) {
    const Time start = reservations_.start(at);
    if (start != never)
      profile_.add(start, end_of_reserved(at), sign * reservations_.job(at).slots.count());
  }
  void release(std::size_t at) {
    lift(at);
    reservations_.remove(at);
  }

  // The next job to start.

  WaitingJob next_job(const DispatchView& view) {
    if (const std::size_t at = first_due(view.lines()[0]); at != Reservations::nowhere) {
      const WaitingJob job = reservations_.job(at);
      MCSIM_CHECK(job.slots <= view.free(), "the slots of a reservation are not there in time");
      reservations_.remove(at);  // in the profile it has become a running job
      return job;
    }
    return reservations_.size() == view.lines()[0].size() ? WaitingJob{} : beyond_next(view);
  }

  /// Of all that are due the first in the order of the line.
  std::size_t first_due(const WaitingLine& line) const {
    std::size_t first = reservations_.first_due(now_);
    if (first == Reservations::nowhere || !line.is_ordered()) return first;
    for (std::size_t at = first; at != Reservations::nowhere;
         at = reservations_.first_due(now_, at + 1))
      if (place_in(line, reservations_.job(at)) < place_in(line, reservations_.job(first)))
        first = at;
    return first;
  }

  /// The first job that fits where nothing is reserved: the longer it is expected to run, the fewer
  /// slots it may need.
  WaitingJob beyond_next(const DispatchView& view) {
    const WaitingLine& line = view.lines()[0];
    WaitingJob best;
    for (std::int64_t free = profile_.free_at(now_); free > 0;) {
      const Time until = profile_.lasts(now_, free);
      const Duration window = until == never ? unlimited : until - now_;
      const WaitingJob job =
          line.first_backfill(Slots(static_cast<std::int32_t>(free)), Slots{}, window);
      if (job && (!best || place_in(line, job) < place_in(line, best))) best = job;
      if (until == never) break;
      free = std::min(free - 1, profile_.free_at(until));
    }
    if (best) start_beyond(best);
    return best;
  }
  void start_beyond(const WaitingJob& job) {
    if (const std::size_t at = reservations_.find(job); at != Reservations::nowhere)
      release(at);
    else
      forget_beyond(job.rank);
    profile_.add(now_, end_of(now_, length_of(job)), -job.slots.count());
  }
  void forget_beyond(JobIndex rank) {
    const auto job = std::ranges::lower_bound(beyond_, rank, {}, &WaitingJob::rank);
    if (job != beyond_.end() && job->rank == rank) job->job = none<JobSlotId>;
  }

  std::uint64_t depth_;
  bool overruns_;        ///< jobs may run longer than their estimates
  Time now_{};           ///< the time of the last catch_up()
  FreeProfile profile_;  ///< free slots beside the running jobs and all reservations
  Reservations reservations_;
  std::vector<WaitingJob> arrived_;  ///< since the last session
  std::vector<WaitingJob> beyond_;   ///< by rank; from first_beyond_ on without a reservation
  std::size_t first_beyond_ = 0;
  bool has_freed_ = false;  ///< something has become free since the last session
  Time freed_until_{};      ///< the latest end of what has become free
  bool is_stale_ = true;    ///< the profile must be remade
  bool has_heard_ = true;   ///< something has happened since catch_up()
};

static_assert(DispatchPolicy<ConservativeBackfill>);

}  // namespace mcsim::baseline
