// The stories of one queue and of one host, collected while a run is played again.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/explain/job_names.hpp"
#include "mcsim/app/explain/story.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::app {

/// An observer of how many slots of the queue's jobs wait, run and are suspended, and of the
/// queue's limits and state. The story has a line for each change.
class QueueStory final : public Observer {
 public:
  QueueStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster, QueueId queue);

  void before(const Simulation& simulation, Time now);
  Story finish(const Simulation& simulation, Time end);
  using Observer::on;
  void on(ClusterId cluster, const JobRejected& fact) override;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const ForwardRefused& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const GuestReturned& fact) override;
  void on(ClusterId cluster, const JobReturned& fact) override;

 private:
  /// What the queue is like for a while.
  struct State {
    std::string status{};
    std::array<std::int64_t, 4> slots{};  ///< PEND, RUN, SUSP, RSV
    std::int32_t entitlement = -1;        ///< of a queue in a pool; below 0: it is in none

    bool operator==(const State&) const = default;
    std::string text() const;
    std::vector<JsonNode> data() const;
  };
  struct Stretch {
    Time from{};
    Time to{};
    State state{};

    std::int64_t length_within(Time begin, Time end) const;  ///< in milliseconds
  };

  bool is_mine(ClusterId cluster, JobIndex job) const;
  State state_of(const ClusterWorld& world) const;
  void tell_states();
  std::string fullest() const;
  static StoryLine in_period(std::span<const Stretch> stretches, Time from, Time to);
  std::vector<StoryLine> in_periods(std::span<const Stretch> stretches) const;
  void look(const Simulation& simulation, Time now);
  std::string limits_text() const;
  void tell_elims(const ClusterWorld& world, Time end);
  void tell_forwarding(const ClusterWorld& world, Time end);
  std::string why_waiting(const ClusterWorld& world, Time end) const;

  const ClusterConfig& config_;
  ClusterId cluster_;
  QueueId queue_;
  Story story_;
  Time looked_{};
  bool played_ = false;
  std::vector<Stretch> states_;  ///< the last one goes on
  std::uint64_t rejected_ = 0;
  std::uint64_t started_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t preempted_ = 0;
  std::uint64_t requeued_ = 0;
  JobNames names_;
  using Returns = std::map<ReturnReason, std::uint64_t>;
  std::map<std::pair<ClusterId, QueueId>, std::uint64_t> forwarded_;  ///< to whom
  Returns came_back_;
  std::map<ClusterId, std::uint64_t> received_;  ///< from whom
  Returns refused_;
  Returns sent_back_;
};

/// An observer of which jobs the host ran and when, of its states, and of its reservations. The
/// story of a lent host includes the consumers' jobs on it; that of a borrowed host has only the
/// jobs of its consumer.
class HostStory final : public Observer {
 public:
  HostStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster, HostId host);

  void before(const Simulation& simulation, Time now);
  Story finish(const Simulation& simulation, Time end);
  using Observer::on;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const LimTurned& fact) override;
  void on(ClusterId cluster, const MasterTurned& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override { names_.note(cluster, fact); }
  void on(ClusterId cluster, const LeasedSlotsChanged& fact) override;
  void on(ClusterId cluster, const ActionIgnored& fact) override;

 private:
  /// The slots that a consumer has of the host by one policy.
  struct Leased {
    ClusterId provider{};
    std::map<LeaseId, Slots> by_lease;
    Slots told{};
  };
  void tell_leased(Time now);
  using Job = std::pair<ClusterId, JobIndex>;

  std::string name_of(Job job) const { return "job " + names_.name(job.first, job.second); }
  bool is_here(ClusterId cluster, HostId host) const;
  void leaves(Job job, Time now, const std::string& how);
  void look(const Simulation& simulation, Time now);
  void look_at_leases(const Simulation& simulation, Time now);
  std::string exports_text(const ClusterWorld& world) const;
  void insert(Time at, std::string event, std::string text);
  void tell_reservations(Time end);
  std::string refusals(const ClusterWorld& world, Time end) const;

  const GridConfig& grid_;
  const ClusterConfig& config_;
  ClusterId cluster_;
  HostId host_;
  JobNames names_;
  Story story_;
  std::map<Job, std::int32_t> here_;  ///< the slots of each job on the host
  Time looked_{};
  bool played_ = false;
  std::string status_ = "ok";
  std::int32_t mxj_ = 0;
  std::map<std::pair<ClusterId, std::uint32_t>, Leased> leased_;  ///< by consumer and policy
  std::string exports_;
  std::string reach_;
  bool is_master_ = false;  ///< whether its LIM is the master LIM
};

}  // namespace mcsim::app
