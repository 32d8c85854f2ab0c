// decisions.jsonl: one line for each decision of a forwarding policy, about a slot pool, or about a
// lease.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

/// The shortest text that reads back as the same number.
std::string exact_number(double number);

/// An observer that writes each line when it hears the fact; close the file at the end.
///
/// Each line without `kind` is a question for `mcsim decide forward`, together with its answer:
/// `time`, `cluster`, `job` (`id`, `slots`), `queue`, `setting`, the options, `choice` (null: the
/// job waits), `reason`, and `candidates` in the order of SNDJOBS_TO. A candidate's numbers are
/// those that the policy saw: zeros if it is cold, null for what the setting does not use. A
/// candidate also has `closed_by` (what keeps the job out: link, user or queue, in `really` also
/// cluster; null: it is open); `F` and `P` of docs/rules/forwarding.md; the time and the age of the
/// report behind the numbers (null: there is none); where the policy looks at it, what was heard of
/// own jobs there, and of `job` all that is known; and as `really` the true numbers at that moment.
///
/// A decision that forwards nothing stands for all equal jobs.
///
/// A line of `kind` slot_pool is a question for `mcsim decide slot-pool`, with the answer `slots`
/// and `served` (the order of the queues): `time`, `cluster`, `pool`, the options, `total`, and
/// `queues`, each with the slots that it uses and those that it gets before leftovers are dealt.
/// There is one for each session in which jobs of the pool wait, if anything but accumulated use
/// differs from the pool's last line.
///
/// A line of `kind` reclaim is a question for `mcsim decide reclaim`, with the answer `idle_to`:
/// `time`, `lease` (as summary.json names it), `policy`, `provider` and `consumer`. Lines of other
/// kinds are not questions: lease_asked, lease_granted, lease_returned and lease_cut, of
/// docs/rules/leasing.md, section 8.
class DecisionLog final : public Observer {
 public:
  /// The grid and the file must outlive the log.
  DecisionLog(const GridConfig& grid, OutputFile& file) : grid_(grid), file_(&file) {}
  /// The line about a decision of `cluster`, without its end.
  static std::string line_of(const GridConfig& grid, ClusterId cluster, const ForwardDecided& fact);

  using Observer::on;
  void on(ClusterId cluster, const ForwardDecided& fact) override;
  void on(ClusterId cluster, const PoolShared& fact) override;
  void on(ClusterId cluster, const LeaseAsked& fact) override;
  void on(ClusterId cluster, const LeasedSlotsChanged& fact) override;
  void on(ClusterId cluster, const LeasedSlotsStay& fact) override;
  void on(ClusterId cluster, const LeaseGranted& fact) override;
  void on(ClusterId cluster, const LeaseEvaluated& fact) override;
  void on(ClusterId cluster, const LeaseCut& fact) override;
  bool wants_decisions() const override { return true; }
  bool wants_pools() const override { return true; }

 private:
  explicit DecisionLog(const GridConfig& grid) : grid_(grid) {}

  void put(ClusterId cluster, const ForwardDecided& fact);
  void text(const char* key, const std::string& value);
  void number(const char* key, std::int64_t value);
  void flag(const char* key, bool value);
  void policy(const char* key, std::string_view name, const PolicyValues& values);
  void time(const char* key, std::optional<Duration> value);
  void add_options(const ModelConfig& model, const ForwardDecided& fact);
  /// `seen` null: the policy does not look at it.
  void add(const SeenCandidate& candidate, const ForwardHistory* seen, ForwardKnowledge asked,
           Time now);
  void add(const ForwardHistory& seen);
  void add_job(const ClusterConfig& home, const ForwardDecided& fact);
  /// `seen`: the numbers that the policy saw, even if only as zeros of a cold queue; others are
  /// null.
  void add(const ForwardCandidate& queue, ForwardBar bar, ForwardKnowledge seen);
  void end_list(char bracket);
  // Lines about leases.
  const std::string& name_of(ClusterId cluster) const;
  void begin(const char* kind, Time at);
  void begin(const char* kind, Time at, ClusterId provider, ClusterId consumer,
             std::uint32_t policy);
  void end_line();
  void add(const char* key, const LeaseSide& side);
  void add_hosts(const std::vector<HostSlots>& hosts, ClusterId consumer);
  void add_returned(ClusterId consumer);
  std::string queue_name(const SendTarget& target) const;

  const GridConfig& grid_;
  OutputFile* file_ = nullptr;
  std::string line_;
  /// By cluster and pool: all numbers of its last line but accumulated use.
  std::map<std::pair<ClusterId, std::string>, std::vector<std::int64_t>> pools_;
  std::vector<HostSlots> moved_;  ///< slots that leases moved since the last fact that says why
  std::int64_t stay_ = 0;         ///< slots that stay by another lease
};

}  // namespace mcsim::results
