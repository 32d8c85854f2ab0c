// The configuration of MultiCluster job forwarding: of queues, of clusters, and of the links
// between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/limit.hpp"
#include "mcsim/model/user_list.hpp"

namespace mcsim::model {

/// An entry of SNDJOBS_TO.
struct SendTarget {
  ClusterId cluster{};
  QueueId queue{};              ///< of that cluster
  std::int32_t preference = 0;  ///< +pref: larger first

  bool operator==(const SendTarget&) const = default;
};

/// What MultiCluster adds to a queue; the defaults are those of a queue without it.
/// Source: IBM Spectrum LSF 10.1 Configuration Reference, lsb.queues; defaults:
/// docs/rules/lsf.md, 1.0, 1.3.
struct QueueForwarding {
  /// SNDJOBS_TO, in its order: only queues that accept jobs from this cluster, initially or after
  /// some reconfiguration. Their own `sources` say whether they do at present.
  std::vector<SendTarget> targets{};
  std::vector<ClusterId> sources{};       ///< RCVJOBS_FROM, ascending
  std::int32_t job_backlog = 50;          ///< IMPT_JOBBKLG: received jobs that may pend
  std::int32_t slot_backlog = no_limit;   ///< IMPT_SLOTBKLG: their slots
  std::int32_t job_limit = no_limit;      ///< IMPT_JOBLIMIT: received jobs that may be started
  std::int32_t task_limit = no_limit;     ///< IMPT_TASKLIMIT: their slots
  Duration max_resched_time = unlimited;  ///< MAX_RSCHED_TIME x MBD_SLEEP_TIME
  Duration forward_delay{};               ///< MC_FORWARD_DELAY; negative: remote only for that long
  UserList forward_users{};               ///< FWD_USERS
  bool remote_only = false;               ///< HOSTS=none with SNDJOBS_TO
  bool borrows = false;  ///< HOSTS names borrowed hosts: the queue forwards nothing

  bool sends() const { return !targets.empty(); }
  bool receives() const { return !sources.empty(); }
  bool limits_guests() const { return job_limit < no_limit || task_limit < no_limit; }
  bool operator==(const QueueForwarding&) const = default;
};

/// The default of CACHE_INTERVAL: how old a submission cluster's knowledge of remote hosts may be.
inline constexpr Duration usual_cache_interval{60'000};

/// The default of MAX_PREEXEC_RETRY.
inline constexpr std::int32_t default_preexec_retry = 5;

/// What lsb.params, lsf.conf and section RemoteClusters say about forwarding.
struct ForwardingParameters {
  /// The policy that chooses the receive queue, a name in the registry: `model.forward_policy`;
  /// else what MC_PLUGIN_SCHEDULE_ENHANCE says, in the order of its documentation; else
  /// REMOTE_RESOURCE with MC_PLUGIN_REMOTE_RESOURCE=Y.
  std::string policy = "NOT_DEFINED";
  Duration update_interval{};         ///< MC_PLUGIN_UPDATE_INTERVAL; 0: never sent
  std::int32_t max_per_session = 50;  ///< LSB_MAX_FORWARD_PER_SESSION
  std::int32_t init_fail_retry = 5;   ///< LSB_MC_INITFAIL_RETRY
  /// REMOTE_MAX_PREEXEC_RETRY; RetryLimits of queues and application profiles take precedence.
  std::int32_t remote_preexec_retry = default_preexec_retry;
  Duration pend_reason_interval{300'000};   ///< MC_PENDING_REASON_UPDATE_INTERVAL; 0: none
  std::vector<Duration> cache_intervals{};  ///< CACHE_INTERVAL, by ClusterId; see below

  /// For what this cluster knows of the hosts of `remote`.
  Duration cache_interval(ClusterId remote) const {
    return index_of(remote) < cache_intervals.size() ? cache_intervals[index_of(remote)]
                                                     : usual_cache_interval;
  }
  bool operator==(const ForwardingParameters&) const = default;
};

/// The link between two clusters, of which one sends jobs to the other.
struct LinkConfig {
  struct Outage {
    Time from{};
    Time until{};  ///< the first instant after it; never: it does not end

    bool operator==(const Outage&) const = default;
  };

  ClusterId a{};  ///< the smaller one
  ClusterId b{};
  Duration latency{100};          ///< of each message
  Duration jitter{};              ///< the most that is drawn and added to the latency
  double loss = 0;                ///< the share of publications that are lost, 0 to 1
  Duration publication_delay{};   ///< of each publication, in place of `latency`
  std::vector<Outage> outages{};  ///< ascending, with gaps between them

  bool operator==(const LinkConfig&) const = default;
};

/// A host of another cluster as select strings see it: what `local` means to jobs that come from
/// there.
struct ForeignHost {
  std::string type{};
  std::string model{};

  bool operator==(const ForeignHost&) const = default;
};

}  // namespace mcsim::model
