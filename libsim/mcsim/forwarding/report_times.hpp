// When an execution cluster reports to a submission cluster, and when that cluster can see the
// report.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/forwarding/link.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::forwarding {

/// A function of time, as the link is: report k of an epoch is made at its start + k x interval, k
/// >= 1. An epoch begins with each connection, and when either side changes its settings of
/// reports. Source: docs/rules/forwarding.md, section 2.
class ReportTimes {
 public:
  struct Epoch {
    Time from{};
    Duration interval{};     ///< 0: no reports
    bool connects = true;    ///< what was known before is forgotten
    bool first_too = false;  ///< there is a report 0

    bool operator==(const Epoch&) const = default;
  };

  ReportTimes() = default;
  /// `epochs` ascend; `link` leads from the publisher to the reader.
  ReportTimes(std::vector<Epoch> epochs, Link link)
      : epochs_(std::move(epochs)), link_(std::move(link)) {}

  bool are_any() const {
    return std::ranges::any_of(epochs_, [](const Epoch& epoch) { return epoch.interval > 0ms; });
  }

  /// Whether the same reports can be seen at the same instants.
  bool is_like(const ReportTimes& other) const {
    return epochs_ == other.epochs_ && link_.is_like(other.link_);
  }

  /// When the first report after `at` is made; never: there is none.
  Time next_made(Time at) const {
    for (auto epoch = begun_by(at); epoch != epochs_.end(); ++epoch)
      if (const Time next = first_after(*epoch, at); next < end_of(epoch)) return next;
    return never;
  }

  /// What a reader knows of the reports.
  struct Look {
    Time seen = never;  ///< when the newest visible one was made; never: none is visible
    Time decided =
        never;  ///< of those made before, newer ones than `seen` are lost; never: unknown
  };
  /// A look at (`now`, `round`). However many reports are lost, it goes through those that were
  /// made since the last one only. `last`: an earlier look.
  Look look(Time now, Round round, const Look& last) const {
    return {newest_seen(now, round, last), first_undecided(now)};
  }

  /// When the newest report was made that can be seen at (`now`, `round`), in the present
  /// connection; never: there is none. `last`: an earlier look.
  Time newest_seen(Time now, Round round, const Look& last) const {
    if (epochs_.empty() || now < epochs_.front().from || !link_.is_up(now)) return never;
    for (auto epoch = begun_by(now);; --epoch) {
      const Time least = std::max(epoch->from, undecided_from(last));
      for (Time made = last_by(*epoch, std::min(now, end_of(epoch) - 1ms));
           made != never && made >= least; made = before(*epoch, made))
        if (is_seen(made, now, round)) return made;
      if (last.seen != never && last.seen >= epoch->from) return last.seen;
      if (epoch->connects || epoch == epochs_.begin()) return never;
    }
  }

  /// When a newer report than the last look has seen becomes visible. `now` itself: in
  /// another round; on a raster, with one session an instant, the instant after instead. never: not
  /// in this connection. Where very many reports are lost, some instant before that.
  Time next_seen(Time now, const Look& last, bool on_raster) const {
    if (!link_.is_up(now)) return never;
    constexpr int patience = 100;
    const Time down = link_.next_down(now);
    Time best = never;
    Time made = next_made(std::max(connected_since(now), undecided_from(last)) - 1ms);
    for (int looks = 0; made != never && made < down; made = next_made(made), ++looks) {
      if (best != never && made + link_.least_report_delay() >= best) break;
      if (looks == patience) return std::max(made, now + 1ms);
      const Time arrives = link_.report_arrival(made);
      if (arrives == never) continue;
      const Time seen = arrives == made && on_raster ? arrives + 1ms : arrives;
      if (seen >= now) best = std::min(best, seen);
    }
    return best;
  }

  /// Reports made before are seen by `now`, or lost.
  Time first_undecided(Time now) const { return now - link_.most_report_delay(); }

  /// When the connection that stands at `now` began.
  Time connected_since(Time now) const {
    auto epoch = begun_by(now);
    while (epoch != epochs_.begin() && !epoch->connects) --epoch;
    return epoch == epochs_.end() ? Time{} : epoch->from;
  }

 private:
  using At = std::vector<Epoch>::const_iterator;

  /// No newer report than the last look has seen, and made before this instant, is ever visible.
  static Time undecided_from(const Look& last) {
    const Time after_seen = last.seen == never ? Time::min() : last.seen + 1ms;
    return last.decided == never ? after_seen : std::max(after_seen, last.decided);
  }

  /// The last epoch that has begun at `at`, or else the first one.
  At begun_by(Time at) const {
    const auto next = std::ranges::upper_bound(epochs_, at, {}, &Epoch::from);
    return next == epochs_.begin() ? next : std::prev(next);
  }
  Time end_of(At epoch) const {
    return std::next(epoch) == epochs_.end() ? never : std::next(epoch)->from;
  }
  static Time first_after(const Epoch& epoch, Time at) {
    if (epoch.interval == 0ms) return never;
    const Time first = epoch.first_too ? epoch.from : epoch.from + epoch.interval;
    if (at < first) return first;
    return first + ((at - first) / epoch.interval + 1) * epoch.interval;
  }
  /// The last one at or before `at`; never: there is none.
  static Time last_by(const Epoch& epoch, Time at) {
    const Time next = first_after(epoch, at);
    return next == never ? never : before(epoch, next);
  }
  static Time before(const Epoch& epoch, Time made) {
    const Time first = epoch.first_too ? epoch.from : epoch.from + epoch.interval;
    return made > first ? made - epoch.interval : never;
  }
  bool is_seen(Time made, Time now, Round round) const {
    const Time arrives = link_.report_arrival(made);
    return arrives != never && arrives <= now && (made < now || round > 1);
  }

  std::vector<Epoch> epochs_;
  Link link_;
};

}  // namespace mcsim::forwarding
