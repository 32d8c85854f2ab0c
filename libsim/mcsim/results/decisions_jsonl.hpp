// decisions.jsonl: one line for each decision of a forwarding policy, and for each on a lease.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::results {

/// An observer that writes as it hears; close() at the end. Each line without `kind` is a question
/// that `mcsim decide forward` takes, with the answer in it: `time`, `cluster`, `job` (`id`,
/// `slots`), `queue`, `setting`, the options, `choice` (null: the job waits), `reason`, and
/// `candidates` in the order of SNDJOBS_TO, as the policy saw them: zeros where one is cold, null
/// what the setting does not look at. A candidate also has `closed_by` (null: it is open; link,
/// user or queue: what keeps the job out; in truth also cluster); `F` and `P` of
/// docs/rules/forwarding.md; the time of the report that they are by and its age, null where there
/// is none; and, as `really`, the same numbers as they were at that moment. A decision that
/// forwards nothing stands for all jobs that are alike.
///
/// A line of `kind` reclaim is a question that `mcsim decide reclaim` takes, with the answer
/// `idle_to`: `time`, `lease` (as summary.json names it), `policy`, `provider` and `consumer`.
/// Other kinds are no questions: lease_asked, lease_granted, lease_returned and lease_cut, of
/// docs/rules/leasing.md, section 8.
class DecisionLog final : public Observer {
 public:
  /// Both must outlive it.
  DecisionLog(const GridConfig& grid, OutputFile& file) : grid_(grid), file_(file) {}

  using Observer::on;
  void on(ClusterId cluster, const ForwardDecided& fact) override;
  void on(ClusterId cluster, const LeaseAsked& fact) override;
  void on(ClusterId cluster, const LeasedSlotsChanged& fact) override;
  void on(ClusterId cluster, const LeasedSlotsStay& fact) override;
  void on(ClusterId cluster, const LeaseGranted& fact) override;
  void on(ClusterId cluster, const LeaseEvaluated& fact) override;
  void on(ClusterId cluster, const LeaseCut& fact) override;
  bool wants_decisions() const override { return true; }

 private:
  void text(const char* key, const std::string& value);
  void number(const char* key, std::int64_t value);
  void flag(const char* key, bool value);
  void time(const char* key, std::optional<Duration> value);
  void add_options(const ModelConfig& model, const ForwardDecided& fact);
  void add(const SeenCandidate& candidate, ForwardKnowledge asked, Time now);
  /// `seen`: what the policy looks at, if only as zeros where it is cold; null stands for the rest.
  void add(const ForwardCandidate& queue, ForwardBar bar, ForwardKnowledge seen);
  void end_list(char bracket);
  // Of leases.
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
  OutputFile& file_;
  std::string line_;
  std::vector<HostSlots> moved_;  ///< by a lease, since the last fact that says why
  std::int64_t stay_ = 0;         ///< slots of these
};

}  // namespace mcsim::results
