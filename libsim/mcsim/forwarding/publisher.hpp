// The reports of an execution cluster: versions of its counters, made only when somebody may read
// them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/forwarding/mail.hpp"
#include "mcsim/forwarding/queue_counters.hpp"
#include "mcsim/forwarding/report_times.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::forwarding {

/// What a cluster reports at one instant, by QueueId; queues that receive no jobs have no counters.
using PublishedCounters = std::vector<QueueCounters>;

/// What reports are counted from: a cluster as it is now.
struct CountedCluster {
  const ClusterConfig& config;
  const SchedulerState& state;
  std::uint32_t settings = 0;  ///< how often it was reconfigured
};

/// A report made at t holds what the phases of round 1 of t up to `publish` have done, and nothing
/// later. As long as nothing happens in the cluster, all its reports are the same; they are counted
/// once, when the cluster is about to change, or when a report is read. Source:
/// docs/rules/forwarding.md, section 2.
class Publisher {
 public:
  /// A cluster that is reported to.
  struct Reader {
    ClusterId id{};
    ReportTimes times;
  };
  /// A report to one of them that differs from the one before.
  struct News {
    Time made{};
    ClusterId reader{};
    PublishedCounters queues;
  };

  /// `readers`: each neighbour that is reported to, and when. `wants_present`: some cluster asks
  /// for the counters at the moment of a decision.
  void open(std::vector<Reader> readers, bool wants_present);
  /// From now on settle() may be asked, to wake clusters when counters change.
  void open_changes(const CountedCluster& cluster) {
    wants_changes_ = true;
    settled_ = counted(cluster, Time{}, never);
  }
  bool wants_changes() const { return wants_changes_; }
  /// A round is over. Returns whether it changed the counters; what time alone changes does not
  /// count.
  bool settle(const CountedCluster& cluster, Time now) {
    PublishedCounters before = counted(cluster, now, never);
    before.swap(settled_);
    return before != settled_;
  }
  /// An observer asks for the present counters, or for news, from now on. Nothing else changes.
  void watch(bool wants_present, bool keeps_news) {
    wants_present_ = wants_present_ || wants_present;
    keeps_news_ = keeps_news_ || keeps_news;
  }
  /// The news since the last call, in the order in which it became known.
  std::vector<News> take_news() { return std::exchange(news_, {}); }
  bool has_news() const { return !news_.empty(); }
  /// Notes the news of all reports made by `end`. The cluster has nothing left to do before that.
  void finish_news(const CountedCluster& cluster, Time end);
  bool is_read() const { return !readers_.empty(); }

  /// When the first report after `at` is made to any reader; never: there is none.
  Time next_made(Time at) const;

  /// The cluster is going to change at (`now`, `round`).
  void before_round(const CountedCluster& cluster, Time now, Round round) {
    const Time due = round == 1 ? now : now + 1ms;
    if (next_ < due) capture(cluster, due - 1ms);
    has_changed_ = true;
  }
  /// Phase `publish`: all is done that a report of this instant holds.
  void publish(const CountedCluster& cluster, Time now, Round round) {
    if (round == 1 && next_ == now) capture(cluster, now);
  }
  /// The cluster decides now. Its decisions are not in the counters of this moment.
  void before_session(const CountedCluster& cluster, Time now, Round round);

  struct Version {
    Time from{};  ///< in reports made from here to the next version
    PublishedCounters counters;
  };
  /// The report made at `made`, which is one of the readers' times and not in the future.
  const Version& report(const CountedCluster& cluster, Time made) {
    if (next_ <= made) {
      capture(cluster, made);
      has_changed_ = false;  // the reader is outside this cluster's rounds
    }
    const Version* const version = find(made);
    MCSIM_CHECK(version != nullptr, "a report is read that was never made, or is forgotten");
    return *version;
  }
  /// The version in reports made at `made`, by when all are counted; null: it is forgotten.
  const Version* find(Time made) const { return newest_.from <= made ? &newest_ : older(made); }
  /// The counters when clusters decide at (`now`, `round`).
  const PublishedCounters& present(const CountedCluster& cluster, Time now, Round round);

  /// The kinds of hosts that QueueCounters::kinds names.
  const HostKinds& kinds(std::uint32_t row) const { return kinds_[row]; }

 private:
  static constexpr auto not_yet = static_cast<std::uint64_t>(-1);
  /// A receive queue.
  struct Counted {
    CountPlan plan;
    std::int32_t job_backlog = 0;
    std::int32_t slot_backlog = 0;
    std::uint32_t kinds = 0;  ///< a row of kinds_
  };

  void plan(const CountedCluster& cluster);
  void capture(const CountedCluster& cluster, Time until);
  void count_anew(const CountedCluster& cluster);
  void note_news(Time end);
  PublishedCounters counted(const CountedCluster& cluster, Time now, Time shields_at);
  std::uint32_t row_of(HostKinds kinds);
  const Version* older(Time made) const;
  void forget_old(Time now);

  // What a reader reads stands together: it may look at hundreds of publishers.
  Time next_ = never;  ///< when the first report is made that is not counted
  Version newest_{.from = never, .counters = {}};
  bool has_changed_ = true;              ///< maybe, since the last count
  bool by_time_ = false;                 ///< time alone shields jobs
  std::uint64_t planned_for_ = not_yet;  ///< CountedCluster::settings
  std::vector<Counted> counted_;         ///< by id

  std::deque<Version> older_;
  std::size_t look_at_ = 16;                   ///< old versions are dropped at this number of them
  std::vector<ReportTimes> readers_;           ///< each set of times once
  std::vector<ReportTimes::Look> last_looks_;  ///< likewise: of forget_old()
  bool wants_present_ = false;

  std::vector<Reader> audience_;  ///< all readers
  bool keeps_news_ = false;
  std::vector<News> news_;
  std::map<ClusterId, PublishedCounters> told_;  ///< the last news of each reader

  std::vector<HostKinds> kinds_;
  std::uint64_t kinds_as_of_ = not_yet;
  PublishedCounters present_;
  Time present_at_{-1ms};
  Round present_round_ = 0;
  bool wants_changes_ = false;
  PublishedCounters settled_;  ///< after the last round
};

}  // namespace mcsim::forwarding
