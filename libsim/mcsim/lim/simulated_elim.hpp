// What the ELIM of a scenario writes, and when: its values and its faults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_play.hpp"
#include "mcsim/model/elim_config.hpp"

namespace mcsim::lim {

/// The state of one program while it is played.
struct ElimState {
  /// A walk, as far as it was followed.
  struct Place {
    std::int64_t steps = 0;
    Amount value = 0;
  };
  struct Mishap {
    Time next = never;
    std::uint64_t happened = 0;
  };

  std::vector<std::uint32_t> duty{};  ///< rows of ElimConfig::values that it is to report
  bool is_running = false;
  bool hangs = false;
  bool reports_well = false;  ///< its last act was to write a whole report
  bool has_written = false;   ///< since its start
  Time next_write = never;
  Time last_write{};                             ///< or its start
  std::vector<std::optional<double>> written{};  ///< by `duty`, since its start; none: nothing
  std::vector<Place> walks{};                    ///< by row of ElimConfig::values
  std::vector<Mishap> mishaps{};                 ///< by row of ElimConfig::mishaps
};

/// A view of one program on one host; not to be kept. The values of a walk are a function of the
/// time, whether or not they are reported, and so are the times of mishaps.
class SimulatedElim {
 public:
  /// `texts`: those of ClusterConfig::elim_texts.
  SimulatedElim(const ElimConfig& config, ElimState& state, RngStream draws, HostId host,
                const std::vector<std::string>& texts = no_texts)
      : config_(config), state_(state), draws_(draws), host_(host), texts_(texts) {}

  /// To be called first.
  void open();

  void begins(Time now);
  void ends();
  Time next_act() const;
  Time next_novelty() const;
  Time next_mishap() const;
  ElimAct act(Time now);
  std::uint64_t skip(Time until, Duration apart);

 private:
  static const std::vector<std::string> no_texts;

  /// The first report of a program that is started now.
  Time first_report(Time now) const;
  Time report_after(Time now) const;
  std::optional<double> value_at(std::uint32_t row, Time now, bool& says_something);
  double walk_at(std::uint32_t row, Time now);
  /// A whole load update string; empty: nothing has changed, and only changes are reported. `more`
  /// is added to the count.
  std::string report(Time now, std::int32_t more);
  ElimAct befall(std::uint32_t row, Time now);
  void schedule_again(std::uint32_t row);

  const ElimConfig& config_;
  ElimState& state_;
  RngStream draws_;
  HostId host_;
  const std::vector<std::string>& texts_;
};

static_assert(ElimProgram<SimulatedElim>);

}  // namespace mcsim::lim
