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

/// What the simulated ELIMs of a cluster are, once for all copies of its world.
struct ElimPlan {
  std::vector<ElimConfig> elims;
  RngStream draws{0, "elim"};
  std::vector<ResourceId> resources;  ///< by ElimIndex; none: no ELIM reports it
};

/// Plays the ELIMs of all hosts as far as somebody asks. Every host runs those that report one of
/// its own indices, the first available host in the list of a shared instance those that report it,
/// until an earlier one is back. Source: docs/rules/lsf.md, 4.4; docs/rules/load.md.
class ClusterElims {
 public:
  /// A value that the master LIM has; none: unknown, and of a built-in index, LIM's own again.
  struct Told {
    ResourceId resource{};
    HostId host{};               ///< none: of an instance
    std::uint32_t instance = 0;  ///< of the resource's, in the order of the configuration
    std::optional<double> value{};

    bool operator==(const Told&) const = default;
  };

  ClusterElims() = default;
  ClusterElims(const ClusterConfig& config, std::uint64_t seed);

  bool is_empty() const { return hosts_.empty(); }
  /// Whether an ELIM may override a built-in index on some host.
  bool overrides(ResourceId index) const;
  /// Each LIM tells what it has at `exchange`, the values of a tick at that instant among it.
  void settle(Time exchange);
  /// Exchanges at which a value of a LIM has moved by more than its send threshold, so that it
  /// sends all that it has, since this was last asked; under `model.lim_send_on_change` only.
  struct Sent {
    Time exchange{};
    HostId host{};
  };
  std::vector<Sent> take_sent() { return std::exchange(sent_, {}); }
  // All that happens by `over` has happened.

  /// The LIM of a host ends, and its ELIMs with it, or is started.
  void turn(HostId host, bool is_up, Time over);
  /// The master takes a host for available, or not: it may report what hosts share.
  void set_available(HostId host, bool is_available, Time over);
  /// A LIM becomes the master. It knows whose LIMs run, and no value that was told before.
  void crown(HostId host, Time over);

  /// What has become other since it was last asked.
  std::vector<Told> take_news();
  /// Before this instant no LIM comes to have other values; never.
  Time next_change() const;
  /// What has happened by `over`, in all.
  ElimCounts counts_by(Time over) const;
  /// The programs that run, of one host, as of the last settle() or turn().
  std::vector<std::string> running_on(HostId host) const;

 private:
  /// One ELIM on one host.
  struct Runner {
    std::uint32_t elim = 0;
    ElimPlay play;
    ElimState state;
    bool has_duty = false;
    bool has_given_up = false;  ///< before it had no duty any more
  };
  struct Host {
    bool is_up = true;  ///< its LIM is
    bool is_available = true;
    bool is_master = false;
    std::vector<Runner> runners;
    MergedElims merged;
    std::vector<std::optional<double>> told;  ///< by ElimIndex: at its last exchange
    std::int32_t processors = 1;
    std::vector<std::uint32_t> instances;  ///< that it may report, rows of instances_
  };
  struct Instance {
    ResourceId resource{};
    ElimIndex index{};
    std::uint32_t number = 0;        ///< among those of its resource
    std::vector<HostId> reporters;   ///< in the order of the configuration
    HostId reporter = none<HostId>;  ///< who runs its ELIM
    std::optional<double> told;
  };

  void name_resources(const ClusterConfig& config);
  void place_instances(const ClusterConfig& config);
  void place_runners(const ClusterConfig& config);
  bool is_own_index(ElimIndex index) const;
  SimulatedElim program(HostId id, Runner& runner);
  void advance(HostId id, Time until);
  void expect_change(HostId id);
  bool is_contested(const Host& host) const;
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
  MinTree next_;  ///< by host: when it may come to have other values
  std::vector<Told> news_;
  bool notes_sent_ = false;  ///< `model.lim_send_on_change`
  std::vector<Sent> sent_;   ///< ascending by host
  ElimCounts past_;          ///< of LIMs that are gone
  HostId master_ = none<HostId>;
  std::optional<Time> settled_;  ///< the last exchange
};

}  // namespace mcsim::lim
