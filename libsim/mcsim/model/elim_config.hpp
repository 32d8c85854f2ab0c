// ELIMs of a simulation: what they report, when, and what goes wrong with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/resource.hpp"

namespace mcsim::model {

/// What lsf.cluster says of LIMs and ELIMs. Source: docs/rules/lsf.md, 4.2, 4.4.
struct LimParameters {
  Duration exchange_interval{15'000};                        ///< EXINTERVAL
  std::int32_t host_inactivity_limit = 5;                    ///< HOST_INACTIVITY_LIMIT
  std::int32_t master_inactivity_limit = 2;                  ///< MASTER_INACTIVITY_LIMIT
  std::int32_t retry_limit = 2;                              ///< RETRY_LIMIT
  Duration elim_poll_interval{5'000};                        ///< ELIM_POLL_INTERVAL
  std::optional<Duration> elim_block_time{Duration{4'000}};  ///< LSF_ELIM_BLOCKTIME
  std::optional<std::int32_t> elim_restarts{};               ///< LSF_ELIM_RESTARTS; none: no limit
  std::int32_t elim_abort_value = 97;                        ///< ELIM_ABORT_VALUE

  /// How many exchanges a host may miss before it counts as gone.
  std::int64_t most_missed() const { return host_inactivity_limit + retry_limit; }

  bool operator==(const LimParameters&) const = default;
};

/// A value from an instant on; of a string resource its number in ClusterConfig::elim_texts; none:
/// the program says that it does not know.
struct ElimLevel {
  Time at{};
  std::optional<double> value{};

  bool operator==(const ElimLevel&) const = default;
};

/// A random walk: at each multiple of the program's interval it goes up or down by `step`, but
/// never beyond its bounds. Unit: thousandths.
struct ElimWalk {
  Amount start = 0;
  Amount step = 0;
  Amount lowest = 0;
  Amount highest = 0;

  bool operator==(const ElimWalk&) const = default;
};

/// What a program reports of one resource: steps, or a walk if there are no steps. Before the first
/// step it reports nothing.
struct ElimOutput {
  ResourceId resource{};
  std::string name;                ///< of the resource
  bool is_text = false;            ///< it is a string
  std::vector<ElimLevel> steps{};  ///< ascending
  ElimWalk walk{};

  bool operator==(const ElimOutput&) const = default;
};

/// A fault of a program, once or repeatedly. It happens only to a program that runs.
struct ElimMishap {
  enum class Kind : std::uint8_t {
    exits,        ///< it ends
    hangs,        ///< it writes nothing more
    half_line,    ///< it writes half of a report
    garbage,      ///< it writes something that is not a report
    wrong_count,  ///< it writes a report whose count is wrong
    floods,       ///< it writes many reports at once
  };

  Kind kind{};
  Time at{};
  std::optional<Duration> every{};  ///< from one occurrence to the next; none: once
  bool drawn = false;               ///< the time to the next one is drawn, up to twice `every`
  /// exits: the exit status or, below 0, the signal that ended it. wrong_count: what is added to
  /// the count. floods: how many reports at once.
  std::int32_t number = 0;

  bool operator==(const ElimMishap&) const = default;
};

/// One ELIM of a cluster. Each of its hosts runs a program of its own.
struct ElimConfig {
  std::string name;           ///< elim.licence
  std::vector<HostId> hosts;  ///< where it is installed, ascending
  Duration interval{15'000};  ///< from one report to the next, unless `reports` says when
  /// For an ELIM that is played from records: when it reports, ascending. If it is started at
  /// another time, it also reports then if a value is known.
  std::vector<Time> reports{};
  Duration start_up{};     ///< from its start to its first report
  bool on_change = false;  ///< it checks every `interval`, and reports what has changed
  std::vector<ElimOutput> values;
  std::vector<ElimMishap> mishaps{};

  bool operator==(const ElimConfig&) const = default;
};

}  // namespace mcsim::model
