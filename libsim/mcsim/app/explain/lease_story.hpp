// The story of all leases of one cluster to another, collected while a run is played again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/app/explain/job_names.hpp"
#include "mcsim/app/explain/story.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::app {

/// A policy is named by its place in the file, from 1.
inline std::string policy_name(std::uint32_t policy) {
  return "policy " + std::to_string(policy + 1);
}

/// An observer of what is exported, asked for, granted, evaluated and cut, and of whether it can be
/// used.
class LeaseStory final : public Observer {
 public:
  LeaseStory(const GridConfig& grid, const Calendar& calendar, ClusterId provider,
             ClusterId consumer);

  void before(const Simulation& simulation, Time now);
  Story finish(const Simulation& simulation, Time end);
  using Observer::on;
  void on(ClusterId cluster, const GuestAccepted& fact) override { names_.note(cluster, fact); }
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const LeaseAsked& fact) override;
  void on(ClusterId cluster, const LeasedSlotsChanged& fact) override;
  void on(ClusterId cluster, const LeasedSlotsStay& fact) override;
  void on(ClusterId cluster, const LeaseGranted& fact) override;
  void on(ClusterId cluster, const LeaseEvaluated& fact) override;
  void on(ClusterId cluster, const LeaseCut& fact) override;

 private:
  /// A grant of this instant, and its line in the story. Hosts have the consumer's ids.
  struct Grant {
    std::uint32_t policy = 0;
    bool is_shared = false;
    std::size_t line = 0;
    std::string head;
    std::vector<HostSlots> got;
    std::vector<HostSlots> kept{};  ///< slots that the consumer had by another lease
  };
  /// Slots of a cut lease that the consumer keeps, and how it has them now: `policy 1`, `shared`.
  struct Stay {
    std::vector<HostSlots> hosts;
    std::vector<std::string> as;
  };

  bool is_mine(ClusterId cluster, ClusterId provider) const {
    return cluster == consumer_ && provider == provider_;
  }
  const std::string& lender() const { return names_.name(provider_); }
  const std::string& borrower() const { return names_.name(consumer_); }
  const ClusterWorld& of(ClusterId cluster) const {
    return simulation_->clusters()[index_of(cluster)];
  }
  void insert(Time at, std::string event, std::string text);
  std::string policies_text(const ClusterSettings& settings) const;
  std::string policy_text(const HostExport& policy) const;
  std::string exports_text() const;
  std::string left_out_text() const;
  std::int32_t hosts_of(std::uint32_t policy) const;
  std::string why_left_out(std::uint32_t policy, HostId host) const;
  std::string hosts_text(const std::vector<HostSlots>& hosts, ClusterId cluster) const;
  std::string moved_text(const std::string& verb, const std::vector<HostSlots>& hosts);
  std::string grant_text(const Grant& grant);
  std::string cut_text(const LeaseCut& fact);
  std::string evaluation_text(const LeaseEvaluated& fact);
  bool exports(std::uint32_t policy) const;
  std::string reach_text(Time now) const;
  std::string inactive_text() const;
  std::string state_text(Time now) const;
  void look(Time now);
  void turn(Time now, const char* event, std::string& held, std::string text,
            const std::string& otherwise);
  bool has_asked(const LentLease& lent) const;
  std::string why_not_asked(const LentLease& lent) const;
  std::string why_not_granted(const LentLease& lent) const;
  void tell_why_not(Time end);
  void tell_numbers();

  const GridConfig& grid_;
  ClusterId provider_;
  ClusterId consumer_;
  JobNames names_;
  const Simulation* simulation_ = nullptr;
  Story story_;
  Time looked_{};
  bool played_ = false;

  // The texts that were reported last.
  std::string policies_;
  std::string exports_;
  bool has_told_exports_ = false;
  std::string reach_;
  std::string inactive_;

  std::vector<HostSlots> moved_;     ///< slots that came or went since the last fact that says why
  bool moves_shared_ = false;        ///< whether a shared lease moved them
  std::vector<Grant> grants_;        ///< of this instant
  Stay stay_;                        ///< slots kept since the last fact that says why
  std::vector<std::string> killed_;  ///< names of jobs
  std::int64_t granted_ = 0;         ///< slots, like returned_
  std::int64_t returned_ = 0;
  std::int64_t evaluations_ = 0;
  std::int64_t kills_ = 0;
};

}  // namespace mcsim::app
