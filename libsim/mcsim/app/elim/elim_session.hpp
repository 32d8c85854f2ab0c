// Runs a real ELIM under a LIM's rules: connects a program and the ElimWatch that judges it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/elim/elim_process.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_watch.hpp"

namespace mcsim::app {

/// The LIM of one program. The owner supplies the time and waits between calls, so that in a test a
/// minute takes no time.
class ElimSession {
 public:
  /// `grace`: how long a program may live after SIGTERM before its process group is killed.
  ElimSession(std::string program, ElimContract contract, Duration grace,
              ElimSurroundings around = {});

  /// Does everything that is due: reads, notes ends, ticks, starts and ends the program. The answer
  /// is valid until the next call.
  const ElimAnswer& look(Time now);
  /// When look() must be called, even if there is no output.
  Time next_check() const;
  /// Waits until the program writes or ends, but not longer than `at_most`.
  void wait(Duration at_most) const;

  /// The LIM ends: sends SIGTERM. The pipe stays open, so that no failed write ends the program.
  void stop(Time now);
  /// The LIM has become master, or is no longer master.
  const ElimAnswer& change_role(bool is_master, Time now);
  /// From now on a program that has ended is not started again.
  void start_no_more() { may_start_ = false; }
  /// Closes the reading end, as if the LIM had died, and sends no signal.
  void abandon();

  bool has_program() const { return process_.has_value() || !dying_.empty(); }
  /// Whether output of the program is still read.
  bool hears() const { return process_ && !process_->output_ended(); }
  std::uint64_t bytes_read() const { return bytes_read_; }
  const ElimWatch& watch() const { return watch_; }
  const ElimContract& contract() const { return contract_; }

 private:
  /// A program that got SIGTERM.
  struct Dying {
    ElimProcess process;
    Time kill_at;
    bool was_killed = false;
  };

  void read(Time now);
  void note_end(Time now);
  void tick(Time now);
  void act(Time now);
  void read_errors();
  void start(Time now);
  void bury(Time now);

  std::string program_;
  ElimContract contract_;
  Duration grace_;
  ElimSurroundings around_;
  ElimWatch watch_;
  ElimAnswer answer_;
  Time next_tick_{};
  std::optional<ElimProcess> process_;
  std::vector<Dying> dying_;
  bool is_stopped_ = false;
  bool may_start_ = true;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace mcsim::app
