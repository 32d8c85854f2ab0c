// What a submission cluster knows of its receive queues, and how it chooses one of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/forward_setting.hpp"
#include "mcsim/kernel/order.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::handlers {

/// Reads reports and asks the policy, for one session; not to be kept. It looks at other clusters
/// for what they have reported by now, for who may use their queues, and, under `model.counters:
/// instant`, for their counters at this moment.
class QueueChooser {
 public:
  /// `grid`: all clusters, by id.
  QueueChooser(ClusterWorld& world, std::vector<ClusterWorld>& grid);

  /// Takes over the reports that have become visible. Returns whether they say anything new.
  bool refresh();
  /// All receive queues as they are known now, each once, by key.
  std::vector<HeldQueue> held_queues();
  /// Which of its queue's targets the first job of a line goes to.
  ForwardAnswer choose(ForwardLines::LineId line, const JobState& job);
  /// Whether each job is asked for by itself: where one cannot go, others may.
  bool asks_for_each_job() const { return choose_.sight() == ForwardSight::all; }
  /// What the last choice was made by, besides the candidates: empty, and null, where the policy
  /// does not look at it.
  std::span<const ForwardHistory> history() const { return history_; }
  const JobToForward* about() const { return asks_for_each_job() ? &job_ : nullptr; }
  /// A job is sent there now, which the candidates of the next choice count.
  void note_sent(const JobState& job, std::uint32_t target);
  /// The candidates of the last choice, which was for this job, and their true state. The
  /// publishers must keep their counters at the moment of a decision: Publisher::watch().
  std::vector<SeenCandidate> candidates_for(const JobState& job);
  std::string_view setting() const { return setting_; }

 private:
  /// What is known of a queue, and the own jobs that this does not count.
  struct Known {
    ForwardKnowledge level;         ///< room: there are no counters
    const QueueCounters* counters;  ///< null: none
    ForwardLedger::Sum own;
    bool is_cold = false;
  };
  void look_at(HeldReport& held);
  bool take_over(HeldReport& held);
  bool cover(HeldReport& held, Time made);
  Publisher& publisher(ClusterId id) { return grid_[index_of(id)].forwarding.publisher; }
  void fill(const ForwardLine& line, const JobState& job);
  void fill_history(const std::vector<SendTarget>& targets);
  ForwardHistory history_of(const SendTarget& target) const;
  JobToForward described(const JobState& job) const;
  void hear_report(const HeldReport& held, Time made);
  const QueueCounters* reported(const HeldReport& held, QueueId queue);
  Known known_of(const SendTarget& target);
  Known true_of(const SendTarget& target);
  ForwardCandidate numbers_of(const SendTarget& target, const Known& known, Slots slots) const;
  ForwardCandidate described(const SendTarget& target, const ForwardLine& line, NameId user,
                             const Known& known);
  std::int32_t room_of(const SendTarget& target, const Known& known, Slots slots) const;
  ForwardBar bar_of(const SendTarget& target, const ForwardLine& line, NameId user,
                    const Known& known) const;
  bool is_source_of(const SendTarget& target) const;
  bool is_known_to_reject(const SendTarget& target) const;
  ForwardBar true_bar_of(const SendTarget& target, const ForwardLine& line, NameId user,
                         const Known& truth) const;
  bool satisfies(const SendTarget& target, std::uint32_t kinds, ProfileId profile);
  KnownRequirement requirement_of(ClusterId cluster, std::uint32_t kinds, ProfileId profile);

  const ClusterWorld& world_;
  const SchedulerState& state_;
  ForwardingState& forwarding_;
  std::vector<ClusterWorld>& grid_;
  Time now_;
  Round round_;
  ForwardKnowledge knowledge_;  ///< what the setting asks for
  std::string_view setting_;
  AnyForward& choose_;
  ForwardLines::LineId filled_ = ForwardLines::no_line;  ///< whose candidates these are
  std::vector<ForwardCandidate> candidates_;
  std::vector<ForwardHistory> history_;  ///< of these
  JobToForward job_;
  QueueCounters unreported_;  ///< the truth of a queue that receives no jobs
};

/// Whether the present settings of a cluster read reports.
bool looks_at_others(const SchedulerState& state);
/// Whether they do, and a report is visible now that is newer than those seen.
bool has_new_report(const ClusterWorld& world);
/// When the next report becomes visible: that may be now, in a later round; never: no report will.
Time next_report(const ClusterWorld& world);

/// ForwardView::decision of a job: it differs for each job, and for each of its forwards.
std::uint64_t decision_number(const JobState& job);

}  // namespace mcsim::handlers
