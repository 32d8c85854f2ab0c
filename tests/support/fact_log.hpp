// An observer that writes down every fact, in order, so that two runs can be compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Any fact, with the fields that it has.
struct Fact {
  enum class Kind : std::uint8_t {
    submitted,
    rejected,
    started,
    ended,
    suspended,
    resumed,
    requeued,
    capacity,
    ignored,
    forwarded,
    refused,
    accepted,
    left,
    returned
  };

  ClusterId cluster{};
  Kind kind{};
  Time at{};
  JobIndex job = none<JobIndex>;
  Slots slots;
  Time started = never;
  JobStatus status = JobStatus::unsubmitted;
  EndReason reason = EndReason::none;
  std::int32_t exit_code = 0;
  std::vector<HostSlots> hosts;
  ClusterId other = none<ClusterId>;  ///< where a job is forwarded to, or comes from
  JobIndex there = none<JobIndex>;    ///< the same job in its submission cluster
  QueueId queue{};                    ///< receive queue
  ReturnReason return_reason{};

  bool operator==(const Fact&) const = default;
};

/// A value: a copy belongs to a copy of the simulation and goes on by itself.
struct FactLog final : public Observer {
  std::vector<Fact> facts;

  using Observer::on;
  void on(ClusterId cluster, const JobSubmitted& fact) override {
    add(cluster, Fact::Kind::submitted, fact.at).job = fact.job;
    facts.back().slots = fact.slots;
  }
  void on(ClusterId cluster, const JobRejected& fact) override {
    add(cluster, Fact::Kind::rejected, fact.at).job = fact.job;
    facts.back().reason = fact.reason;
  }
  void on(ClusterId cluster, const JobStarted& fact) override {
    add(cluster, Fact::Kind::started, fact.at).job = fact.job;
    facts.back().slots = fact.slots;
    facts.back().hosts.assign(fact.hosts.begin(), fact.hosts.end());
  }
  void on(ClusterId cluster, const JobEnded& fact) override {
    add(cluster, Fact::Kind::ended, fact.at).job = fact.job;
    facts.back().slots = fact.slots;
    facts.back().started = fact.started;
    facts.back().status = fact.status;
    facts.back().reason = fact.reason;
    facts.back().exit_code = fact.exit_code;
  }
  void on(ClusterId cluster, const JobSuspended& fact) override {
    add(cluster, Fact::Kind::suspended, fact.at).job = fact.job;
    facts.back().slots = fact.slots;
    facts.back().status = fact.status;
  }
  void on(ClusterId cluster, const JobResumed& fact) override {
    add(cluster, Fact::Kind::resumed, fact.at).job = fact.job;
    facts.back().slots = fact.slots;
    facts.back().status = fact.status;
  }
  void on(ClusterId cluster, const JobRequeued& fact) override {
    add(cluster, Fact::Kind::requeued, fact.at).job = fact.job;
    facts.back().slots = fact.slots;
  }
  void on(ClusterId cluster, const CapacityChanged& fact) override {
    add(cluster, Fact::Kind::capacity, fact.at).slots = fact.slots;
  }
  void on(ClusterId cluster, const ActionIgnored& fact) override {
    add(cluster, Fact::Kind::ignored, fact.at);
  }
  void on(ClusterId cluster, const JobForwarded& fact) override {
    add(cluster, Fact::Kind::forwarded, fact.at).job = fact.job;
    facts.back().other = fact.to;
    facts.back().queue = fact.queue;
  }
  void on(ClusterId cluster, const ForwardRefused& fact) override {
    add(cluster, Fact::Kind::refused, fact.at).there = fact.job;
    facts.back().other = fact.home;
    facts.back().queue = fact.queue;
    facts.back().return_reason = fact.reason;
  }
  void on(ClusterId cluster, const GuestAccepted& fact) override {
    add(cluster, Fact::Kind::accepted, fact.at).job = fact.guest;
    facts.back().other = fact.home;
    facts.back().there = fact.job;
    facts.back().queue = fact.queue;
    facts.back().slots = fact.slots;
  }
  void on(ClusterId cluster, const GuestReturned& fact) override {
    add(cluster, Fact::Kind::left, fact.at).job = fact.guest;
    facts.back().return_reason = fact.reason;
  }
  void on(ClusterId cluster, const JobReturned& fact) override {
    add(cluster, Fact::Kind::returned, fact.at).job = fact.job;
    facts.back().return_reason = fact.reason;
  }

 private:
  Fact& add(ClusterId cluster, Fact::Kind kind, Time when) {
    facts.push_back({});
    facts.back().cluster = cluster;
    facts.back().kind = kind;
    facts.back().at = when;
    return facts.back();
  }
};

}  // namespace mcsim::testing
