// What the naive reference of a grid keeps for each cluster, and what is on its way between
// clusters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/policy/forwarding.hpp"
#include "support/naive_dependencies.hpp"
#include "support/naive_grid_counters.hpp"
#include "support/naive_grid_guests.hpp"
#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// What one cluster sends another. `kind` says which fields count.
struct Letter {
  enum class Kind : std::uint8_t { forward, action, news };

  ClusterId from{};
  ClusterId to{};
  Kind kind{};
  std::size_t job = 0;        ///< position in the submission cluster
  std::uint64_t forward = 0;  ///< number of the forward that it is about, on its way
  std::uint64_t gone =
      0;              ///< of a job that had been accepted and returns: numbered on its way, from 1
  Visitor visitor{};  ///< forward
  TimelineEntry action{};
  News news{};
  ReturnReason reason{};  ///< of a return
  JobStatus status{};     ///< news: then
  std::int32_t own_code = 0;
  FailedStarts failed{};  ///< of a return
  Time sent{};
  std::int64_t sent_round = 0;
  std::uint64_t number = 0;  ///< among the letters of its way
  Time arrives{};
};

/// A full copy of the counters of one receive queue, as it was when it was made.
struct Report {
  ClusterId from{};
  ClusterId to{};
  QueueId queue{};
  bool says_nothing = false;
  Time made{};
  Time arrives{};
  std::uint64_t forwards_come = 0;  ///< number of the last forward from `to` that had come
  std::uint64_t returns_gone = 0;   ///< number of the last job that had been sent back to `to`
  QueueCounters counters{};
};

/// A job that was forwarded and has, as far as is known, not come back or ended.
struct LedgerEntry {
  std::size_t job = 0;
  ClusterId to{};
  QueueId queue{};
  std::uint64_t number = 0;  ///< among the forwards of its way, from 1
  std::int64_t slots = 0;
  bool has_started = false;
};

/// What forwarding did with one of a cluster's own jobs.
struct Travels {
  bool is_away = false;
  ClusterId cluster = none<ClusterId>;  ///< where it was forwarded to the last time
  QueueId queue{};
  std::int64_t forwards = 0;
  std::int64_t returns = 0;
  Time rests_until{};                    ///< not forwarded again before this time
  std::vector<TimelineEntry> actions{};  ///< on the job, to be sent after it
};

/// A send queue's memory.
/// A job that was accepted there and has come home.
struct ComeHome {
  ClusterId from{};
  QueueId queue{};
  std::uint64_t forward = 0;  ///< its number on the way there
  std::uint64_t gone = 0;     ///< its number on the way back
  std::int64_t slots = 0;
};
struct SendQueue {
  std::uint32_t last = ForwardView::no_queue;
};

/// The counters of a queue, and the number of the observing cluster's last forward that they
/// include.
using Watched = std::pair<QueueCounters, std::uint64_t>;

struct Site {
  Site(ClusterId cluster, const ClusterConfig& config, std::uint64_t seed)
      : id(cluster),
        state(config, seed),
        dependencies(config),
        travels(state.jobs.size()),
        send_queues(config.queues.size()) {}

  ClusterId id;
  State state;
  NaiveDependencies<Job> dependencies;
  std::vector<Travels> travels;  ///< of own jobs, by position
  std::vector<SendQueue> send_queues;
  std::vector<LedgerEntry> ledger;
  std::map<ClusterId, std::uint64_t> forwards_sent;
  std::map<ClusterId, std::uint64_t> forwards_come;
  std::map<ClusterId, std::uint64_t> returns_gone;
  std::vector<ComeHome> come_home;
  std::set<std::pair<ClusterId, QueueId>>
      rejected_by;  ///< queues that have sent a job back by 2909
  std::map<ReturnReason, std::uint64_t> returned;
  std::vector<Letter> written;  ///< in this round
  bool session_in_next_round = false;
  bool hears_of_others = false;  ///< in this round: a reason for a session, while jobs wait
  std::vector<Watched> watched;  ///< model.counters: instant: queues of others after the last round
  bool others_changed = false;   ///< `watched` changed in that round
  Time interval_since{};         ///< MC_PLUGIN_UPDATE_INTERVAL is unchanged since then
  Time policy_since{};           ///< collects, or reads hosts, since then
  /// The values before the instant of the last reconfiguration: a setting that changes back in the
  /// same instant has not changed.
  struct Before {
    Time instant = never;
    Duration interval{};
    bool collects = false;
    bool reads_hosts = false;
    Time interval_since{};
    Time policy_since{};
  };
  Before before{};

  const ForwardingParameters& params() const { return state.settings->params.forwarding; }
  /// The number of the last forward from `home` that has come.
  std::uint64_t last_forward_of(ClusterId home) const {
    const auto come = forwards_come.find(home);
    return come == forwards_come.end() ? 0 : come->second;
  }
  /// The number of the last job that was sent back to `home`.
  std::uint64_t last_return_to(ClusterId home) const {
    const auto gone = returns_gone.find(home);
    const auto unwritten = std::ranges::count_if(state.told, [&](const Told& told) {
      return told.news == News::returned && state.jobs[told.job].guest->home == home;
    });
    return (gone == returns_gone.end() ? 0 : gone->second) + static_cast<std::uint64_t>(unwritten);
  }
  bool reads_hosts() const { return params().policy == "REMOTE_RESOURCE"; }
  bool collects() const {
    return !reads_hosts() && !params().policy.empty() && params().policy != "NOT_DEFINED" &&
           params().policy != "none";
  }
};

/// Whether `site` sends jobs to `to`, now or after some reconfiguration.
inline bool sends_to(const Site& site, ClusterId to) {
  const auto names = [&](const ClusterSettings& settings) {
    return std::ranges::any_of(settings.queues, [&](const QueueConfig& queue) {
      return std::ranges::count(queue.forwarding.targets, to, &SendTarget::cluster) > 0;
    });
  };
  const ClusterConfig& config = site.state.config;
  return names(config) || std::ranges::any_of(config.timeline, [&](const TimelineEntry& entry) {
           return entry.settings && names(*entry.settings);
         });
}

}  // namespace mcsim::testing::naive
