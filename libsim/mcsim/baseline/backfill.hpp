// Baselines: in the order of the line with no reservation (fcfs), or with one for the first waiting
// job and backfilling around it (easy).
#pragma once

#include <algorithm>

#include "mcsim/baseline/dispatch.hpp"

namespace mcsim::baseline {

/// Strictly in the order of the line, first come first served if it has no other: the first waiting
/// job holds up all others until it fits.
struct FirstComeFirstServed {
  static constexpr std::string_view name = "fcfs";
  static constexpr bool predicts_ends = false;

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return false; }

  DispatchDecision next(const DispatchView& view) const {
    const WaitingJob first = view.lines()[0].first();
    if (!first || first.slots > view.free()) return {};
    return {first, StartReason::next_in_line};
  }

  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::behind_earlier;
  }
};

/// EASY backfilling. The first job that does not fit gets a reservation at the earliest time at
/// which it will fit by the running jobs' estimates; a later job starts now if it ends by then, or
/// if it needs no more than what is left beside the reservation (`extra`). Source: Lifka, "The
/// ANL/IBM SP scheduling system", JSSPP 1995; Mu'alem, Feitelson 2001.
class EasyBackfill {
 public:
  static constexpr std::string_view name = "easy";
  static constexpr bool predicts_ends = true;

  /// `enforces_limits`: jobs end at their run limits, so none outruns its estimate.
  explicit EasyBackfill(const EasyOptions& options = {}, bool enforces_limits = true)
      : options_(options),
        overruns_(!enforces_limits && options.running == PredictedBy::requested),
        differs_(options.running != options.candidates),
        looks_again_(differs_ || options.compare == EasyOptions::Compare::less),
        short_by_(options.compare == EasyOptions::Compare::less ? 1ms : 0ms) {}

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return options_.pass == EasyOptions::Pass::event; }

  DispatchDecision next(const DispatchView& view) {
    const WaitingLine& line = view.lines()[0];
    const WaitingJob first = line.first();
    if (!first) return nothing();
    if (first.slots <= view.free()) return {first, StartReason::next_in_line};
    const bool hopeless = view.free() < line.least_slots() || line.size() == 1;
    if (hopeless && !is_sticky()) return nothing();

    // If sticky, the first job gets its time now even if none can be backfilled.
    reserve(view, first);
    if (hopeless) return nothing();
    const Duration window = window_at(view.now());
    const WaitingJob job = candidate(view, line, window);
    if (!job) return nothing();
    if (job.estimate > window) extra_ -= job.slots;
    ++version_;  // of the state in which this job runs
    return {job, StartReason::backfilled};
  }

  bool has_gates() const { return overruns_ || is_sticky() || looks_again_; }

  /// A running job whose estimate is over is expected to end at any moment, and a kept reservation
  /// is remade when its time has come: both may let a job start without any event. So may a second
  /// look on a raster, whose sessions must not hang on events.
  Time next_gate(const DispatchView& view) const {
    if (view.lines()[0].size() < 2) return never;
    if (looks_again_ && view.on_raster()) return view.now() + 1ms;
    return std::min(next_overdue(view), next_renewal(view.now()));
  }

  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::reserved_for_first;
  }

 private:
  /// The session is over. What a backfilled job takes of the reservation may be less now that it
  /// runs: then the next one looks again.
  DispatchDecision nothing() {
    if (looks_again_) [[unlikely]]
      version_ = tried_.version = never_tried;
    return {};
  }

  /// From 1 ms before its predicted end on a running job counts together with the overdue ones,
  /// which are expected 1 ms from now.
  Time next_overdue(const DispatchView& view) const {
    if (!overruns_) return never;
    if (differs_) return around_next_end(view);
    const Time end = view.ends().first_after(view.now() + 1ms);
    return end == never ? never : end - 1ms;
  }

  /// The moments around each predicted end.
  static Time around_next_end(const DispatchView& view) {
    const Time end = view.ends().first_after(view.now() - 1ms);
    return end == never ? never : std::max(end - 1ms, view.now() + 1ms);
  }

  /// When a kept reservation is over. One that was made now on overdue jobs does not count: it
  /// would be remade the same.
  Time next_renewal(Time now) const {
    const bool made_on_overdue = reserved_at_ == now && shadow_ == now + 1ms;
    return is_sticky() && shadow_ > now && !made_on_overdue ? shadow_ : never;
  }

  bool is_sticky() const { return options_.reservation == EasyOptions::Reservation::sticky; }
  /// The longest estimate with which a job is over by the reserved time.
  Duration window_at(Time now) const {
    return shadow_ == never ? unlimited : shadow_ - now - short_by_;
  }

  /// Sets shadow_ and extra_ for `first`, unless those of the last pass still hold: nothing has
  /// started or ended since except as they foresaw, and the reserved time has not come.
  void reserve(const DispatchView& view, const WaitingJob& first) {
    const bool same_job = first.rank == reserved_for_ && shadow_ > view.now();
    if (same_job && version_ == view.version()) return;
    if (same_job && is_sticky() && shadow_ != never) {
      set_extra(view.ends().free_at(shadow_, view.free()), first.slots);
    } else {
      const FreeAt enough = view.ends().earliest(first.slots, view.free(), view.now());
      shadow_ = enough.time;
      reserved_at_ = view.now();
      set_extra(enough.slots, first.slots);
    }
    reserved_for_ = first.rank;
    version_ = view.version();
  }

  /// The next job to backfill. As long as nothing starts or ends, jobs that did not fit still do
  /// not: the window only gets shorter.
  WaitingJob candidate(const DispatchView& view, const WaitingLine& line, Duration window) {
    const Tried now{version_, shadow_, extra_, line.additions()};
    const bool all_in_vain_but_new =
        tried_.version == now.version && tried_.shadow == now.shadow && tried_.extra == now.extra;
    const std::uint64_t added = now.additions - tried_.additions;
    WaitingJob job;
    if (!all_in_vain_but_new || added > 1)
      job = line.first_backfill(view.free(), extra_, window);
    else if (added == 1 && fits(line.newest(), view.free(), window))
      job = line.newest();
    if (!job) tried_ = now;
    return job;
  }
  bool fits(const WaitingJob& job, Slots free, Duration window) const {
    return job.slots <= free && (job.estimate <= window || job.slots <= extra_);
  }

  void set_extra(std::int64_t free_then, Slots needed) {
    const std::int64_t left = options_.extra ? free_then - needed.count() : 0;
    extra_ = Slots(static_cast<std::int32_t>(std::max<std::int64_t>(left, 0)));
  }

  /// A gap that no waiting job fitted.
  struct Tried {
    std::uint64_t version = never_tried;
    Time shadow{};
    Slots extra;
    std::uint64_t additions = 0;
  };
  static constexpr std::uint64_t never_tried = static_cast<std::uint64_t>(-1);

  EasyOptions options_;
  bool overruns_;      ///< jobs may run longer than their estimates
  bool differs_;       ///< running jobs are expected to end otherwise than candidates
  bool looks_again_;   ///< a job that runs may take less of a reservation than as a candidate
  Duration short_by_;  ///< so much earlier than the reserved time a backfilled job must end
  Time shadow_{-1ms};  ///< when the first waiting job will fit
  Time reserved_at_{-1ms};
  Slots extra_;  ///< free then besides its own
  JobIndex reserved_for_ = none<JobIndex>;
  std::uint64_t version_ = 0;
  Tried tried_;
};

static_assert(DispatchPolicy<FirstComeFirstServed> && DispatchPolicy<EasyBackfill>);

}  // namespace mcsim::baseline
