// What a dispatch policy sees of a federated cluster: its waiting jobs, and when slots are free.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// A job that waits for hosts of its own cluster, as a policy sees it.
WaitingJob as_waiting(const SchedulerState& state, JobSlotId id);
/// What is known of it besides.
JobFacts facts_of(const ClusterConfig& config, const SchedulerState& state, JobSlotId id);

/// Keeps SchedulerState::dispatch, which must be set.
class PolicyJobs : Owner {
 public:
  using Owner::Owner;

  /// A pending job waits for hosts of its own cluster, unless it does already or its queue has
  /// none.
  void wait(JobSlotId id);
  /// A pending job no longer does. Nothing happens if it did not.
  void leave(JobSlotId id);
  /// A started job leaves its hosts: to be called before it has.
  void end(JobSlotId id);
  /// A host was opened or closed, came up or went down, or has another MXJ.
  void change_hosts();
  /// A host has other slots free, or processors.
  void show(HostId id);
  /// The settings are new.
  void arrange();

  // Of a session.

  /// Does what several changes have left to do, once for all of them.
  void catch_up();
  /// A job that the policy starts leaves its line, and is in the ends that the policy sees. Writes
  /// its hosts to `hosts`.
  void begin_start(const WaitingJob& chosen, std::vector<HostSlots>& hosts);

 private:
  bool is_in_line(JobSlotId id) const { return dispatch().is_in_line(id); }
  WaitingJob as_waiting(JobSlotId id) const { return scheduler::as_waiting(state_, id); }
  PolicyDispatch& dispatch() { return *state_.dispatch; }
  const PolicyDispatch& dispatch() const { return *state_.dispatch; }
  template <class News>
  void tell(News&& news) {
    if (dispatch().hears) dispatch().policy.hear(news());
  }
  bool comes_late(std::uint32_t line, const WaitingJob& job) const;
  void add_to_line(std::uint32_t line, const WaitingJob& job);
  bool remove(const WaitingJob& job);
  void take_hosts(const WaitingJob& chosen, std::vector<HostSlots>& hosts);
  std::span<const RecordedHosts::Part> recorded_hosts(JobSlotId job) const;
  void arrange_lines();
  void count_ends();
  [[noreturn, gnu::cold]] void stop_at_start(const std::string& what_the_job_does) const;
  const char* what_is_wrong_with(const WaitingJob& chosen) const;
};

}  // namespace mcsim::scheduler
