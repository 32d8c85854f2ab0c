// The ELIMs of a cluster: which host runs which one, and what the master LIM makes of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_counts.hpp"
#include "mcsim/lim/elim_merge.hpp"
#include "mcsim/lim/elim_play.hpp"
#include "mcsim/lim/simulated_elim.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::lim {

/// The simulated ELIMs of a cluster, shared by all copies of its world.
struct ElimPlan {
  std::vector<ElimConfig> elims;
  std::vector<std::string> texts;  ///< of string resources, by number
  RngStream draws{0, "elim"};
  std::vector<ResourceId> resources;  ///< by ElimIndex; none: no ELIM reports it
};

/// Plays the ELIMs of all hosts as far as its caller asks. Every host runs the ELIMs that report
/// one of its own indices. The ELIMs of a shared instance run on the first available host in its
/// list, until an earlier one is back. Source: docs/rules/lsf.md, 4.4; docs/rules/load.md.
class ClusterElims {
 public:
  /// A value that the master LIM has; none: unknown; for a built-in index, LIM's own value again.
  struct Told {
    ResourceId resource{};
    HostId host{};               ///< none: it is an instance's value
    std::uint32_t instance = 0;  ///< of the resource's instances, in the order of the configuration
    std::optional<double> value{};

    bool operator==(const Told&) const = default;
  };

  ClusterElims() = default;
  ClusterElims(const ClusterConfig& config, std::uint64_t seed);

  bool is_empty() const { return hosts_.empty(); }
  /// Whether an ELIM may override a built-in index on some host.
  bool overrides(ResourceId index) const;
  /// The words that were reported of string resources so far, by number.
  const std::vector<std::string>& texts() const { return contract_.resources.texts(); }
  /// Each LIM reports its values at `exchange`, including those of a tick at that instant.
  void settle(Time exchange);
  /// An exchange at which a value of a LIM has changed by more than its send threshold, so that it
  /// sends all its values; under `model.lim_send_on_change` only. take_sent() answers those since
  /// its last call.
  struct Sent {
    Time exchange{};
    HostId host{};
  };
  std::vector<Sent> take_sent() { return std::exchange(sent_, {}); }
  // In the following calls all that happens by `over` has happened.

  /// The LIM of a host ends, and its ELIMs with it, or is started.
  void turn(HostId host, bool is_up, Time over);
  /// The master considers a host available, or not: only an available host reports shared
  /// instances.
  void set_available(HostId host, bool is_available, Time over);
  /// Under `model.lava_elim` a LIM that waits for the rest of a report does nothing else.
  struct Wait {
    bool is_blocked = false;
    Time next_look{};  ///< before this instant that stays so, unless the LIM ends or begins
  };
  Wait wait_of(HostId host, Time over) const;
  /// A LIM waits from now on, and reports nothing; or waits no more.
  void block(HostId host, bool is_blocked, Time over);
  bool is_blocked(HostId host) const { return !is_empty() && hosts_[host].is_blocked; }
  /// A LIM becomes the master. It knows which LIMs run, but no value that was reported before.
  void crown(HostId host, Time over);

  /// The values that have changed since the last call.
  std::vector<Told> take_news();
  /// What the LIM of a host has itself: the host's own indices, as of `over`.
  std::vector<Told> own(HostId host, Time over) const;
  /// Calls visit(HostId) for the hosts whose own values may have changed since the last exchange.
  template <class Visit>
  void visit_changed(Time over, Visit&& visit) const {
    const std::int64_t by = over.time_since_epoch().count();
    if (is_empty()) return;
    for (std::size_t at = next_.first_at_most(by); at != MinTree::nowhere;
         at = next_.first_at_most_from(at + 1, by))
      visit(static_cast<HostId>(at));
  }
  /// No LIM's values change before this instant; never: they do not change.
  Time next_change() const;
  /// Counts of all that has happened by `over`.
  ElimCounts counts_by(Time over) const;
  /// What became of a program: it has ended, its LIM has ended it, or it was started again.
  struct Event {
    Time at{};
    HostId host{};
    std::uint32_t elim = 0;
    std::string text;
  };
  /// All of them by `over`, in the order of time; only under `model.keep_elim_events`.
  std::vector<Event> events_by(Time over) const;
  const std::vector<ElimConfig>& programs() const { return plan_->elims; }
  /// Whether a program reports something that hosts share.
  bool reports_shared(std::uint32_t elim) const;
  /// The programs that run on one host, as of the last settle() or turn().
  std::vector<std::string> running_on(HostId host) const;

 private:
  /// One ELIM on one host.
  struct Runner {
    std::uint32_t elim = 0;
    ElimPlay play;
    ElimState state;
    bool has_duty = false;
    bool has_given_up = false;  ///< before it lost its duty
  };
  struct Host {
    bool is_up = true;  ///< its LIM runs
    bool is_available = true;
    bool is_master = false;
    bool is_blocked = false;
    std::vector<Runner> runners;
    MergedElims merged;
    std::vector<std::optional<double>> told;  ///< by ElimIndex: as reported at its last exchange
    std::vector<Event> events;                ///< if they are kept
    std::int32_t processors = 1;
    std::vector<std::uint32_t> instances;  ///< that it may report, rows of instances_
  };
  struct Instance {
    ResourceId resource{};
    ElimIndex index{};
    std::uint32_t number = 0;        ///< among those of its resource
    std::vector<HostId> reporters;   ///< in the order of the configuration
    HostId reporter = none<HostId>;  ///< the host that runs its ELIM
    std::optional<double> told;
  };

  void name_resources(const ClusterConfig& config);
  void place_instances(const ClusterConfig& config);
  void place_runners(const ClusterConfig& config);
  bool is_own_index(ElimIndex index) const;
  SimulatedElim program(HostId id, Runner& runner) const;
  void advance(HostId id, Time until) { play(id, hosts_[id], contract_, until); }
  void play(HostId id, Host& host, ElimContract& contract, Time until) const;
  void note(HostId id, Host& host, const Runner& runner, Time now, const ElimAnswer& answer) const;
  void expect_change(HostId id);
  bool is_contested(const Host& host) const;
  Time next_wait(HostId id, Host& host) const;
  void assign(Time over);
  void assign(HostId id, Time over);
  void look_again(HostId id, Time over);
  void forget(Time over);
  std::vector<std::uint32_t> duty_of(HostId id, std::uint32_t elim) const;
  Time next_exchange_of(HostId id, Time last) const;
  bool tell(HostId id);
  void tell(Instance& instance);
  void start_lim(HostId id, Time now);
  void stop_lim(HostId id);

  std::shared_ptr<const ElimPlan> plan_;
  ElimContract contract_;
  Table<HostId, Host> hosts_;
  std::vector<Instance> instances_;
  MinTree next_;  ///< by host: when its values may change
  std::vector<Told> news_;
  bool notes_sent_ = false;  ///< `model.lim_send_on_change`
  bool keeps_events_ = false;
  std::vector<Sent> sent_;  ///< ascending by host
  ElimCounts past_;         ///< of LIMs that have ended
  HostId master_ = none<HostId>;
  std::optional<Time> settled_;  ///< the last exchange
};

}  // namespace mcsim::lim
