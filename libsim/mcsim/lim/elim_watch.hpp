// One ELIM as its LIM sees it: what the LIM reads of its output, what it makes of that, and when it
// ends the ELIM and starts it again. Knows no process and no clock, so that a simulated ELIM and a
// real one are judged by the same code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_pipe.hpp"
#include "mcsim/lim/elim_problem.hpp"
#include "mcsim/lim/load_update.hpp"

namespace mcsim::lim {

/// A value that counts from now on; none: unknown; for a built-in index, LIM's own value again.
struct ElimValue {
  ElimIndex resource{};
  std::optional<double> value;

  bool operator==(const ElimValue&) const = default;
};

/// What an ELIM writes for a string that it does not know.
inline constexpr std::string_view unknown_text = "-";

/// How a program has ended.
struct ElimExit {
  bool by_signal = false;
  int code = 0;  ///< exit status, or the signal
};
std::string to_text(const ElimExit& how);

/// What a LIM does next. Its owner makes one, then clears and reuses it, so that a tick at which
/// nothing happens allocates nothing.
struct ElimAnswer {
  /// In one call; further ones are only counted.
  static constexpr std::size_t most_problems = 100;

  std::vector<ElimValue> values;      ///< in this order
  std::vector<ElimProblem> problems;  ///< what LIM would log, and more
  std::size_t problems_left_out = 0;
  std::optional<Time> report;     ///< one was read completely; when it was written
  std::optional<Time> begun;      ///< when its first byte was written, where that is known
  std::size_t lost_reports = 0;   ///< the program has ended, and these whole ones were not read
  std::optional<ElimExit> ended;  ///< the program has ended by itself
  bool start = false;             ///< start the program, with the contract's environment
  bool terminate = false;         ///< SIGTERM to the program, and close its pipe

  void clear();
  bool is_empty() const {
    return values.empty() && problems.empty() && !report && !start && !terminate;
  }
};

/// One ELIM. It must be told of all that happens, in the order of time; each call adds to its
/// answer.
class ElimWatch {
 public:
  /// LIM polls: every ElimRules::poll_interval, from its start on. The first tick starts the ELIM.
  void tick(Time now, ElimContract& contract, ElimAnswer& answer);

  /// The ELIM has written. Answers how many bytes the pipe has taken; the ELIM blocks until it
  /// takes the others, too. Bytes of an ELIM that was closed are taken and dropped.
  std::size_t arrived(Time now, std::string_view bytes, ElimContract& contract, ElimAnswer& answer);
  /// How many bytes the pipe would take.
  std::size_t room() const { return pipe_.room(); }

  /// The program has closed its output, and may live on.
  void output_ended(Time now, ElimContract& contract, ElimAnswer& answer);
  /// The program has ended; ignored if it was closed before.
  void exited(Time now, ElimExit how, ElimContract& contract, ElimAnswer& answer);

  /// The LIM has become the master, or is no longer: the ELIM is ended, and started again by the
  /// rule of restarts. The owner changes `contract.is_master`.
  void role_changed(ElimAnswer& answer);
  /// The LIM ends, or wants nothing of this host any more: the ELIM is ended.
  void stop(ElimAnswer& answer);
  /// After stop(): its resources are wanted again.
  void want() { wanted_ = true; }

  /// Whether it will be started again: it has not aborted or been stopped, and has restarts left.
  bool is_wanted() const { return wanted_; }
  /// Whether a program runs whose output is read.
  bool is_running() const { return running_; }
  /// Whether the LIM waits for the rest of a report. In LSF before 7, it does nothing else then.
  bool is_waiting() const { return waits_since_.has_value(); }
  /// When the LIM gives up that wait, unless bytes come: call tick() then.
  Time deadline(const ElimRules& rules) const {
    return waits_since_ && rules.block_time ? end_of(*waits_since_, *rules.block_time) : never;
  }
  /// Whole reports that the program has written and LIM has not read.
  std::size_t unread_reports() const;
  /// When a tick may first do something if nothing else happens: ticks before it can be skipped.
  Time next_need(const ElimRules& rules) const;

  /// The last value received, if it still counts.
  std::optional<double> value(ElimIndex resource) const {
    const auto at = static_cast<std::size_t>(resource);
    return at < values_.size() ? values_[at] : std::nullopt;
  }
  int restarts() const { return restarts_; }
  std::optional<Time> last_start() const { return last_start_; }

 private:
  static constexpr std::size_t most_names_logged = 1000;

  void note_beginning();
  void read_on(Time now, ElimContract& contract, ElimAnswer& answer);
  /// False: reading stops here.
  bool take(LoadUpdateReader::Found found, Time now, ElimContract& contract, ElimAnswer& answer);
  void take_pair(Time now, ElimContract& contract, ElimAnswer& answer);
  void finish_report(Time now, const ElimRules& rules, ElimAnswer& answer);
  void give_up_waiting(Time now, ElimAnswer& answer, std::string_view why);
  void close(ElimAnswer& answer);
  void restart(Time now, const ElimRules& rules, ElimAnswer& answer);
  void set(ElimIndex resource, std::optional<double> value, ElimAnswer& answer);
  void wipe(ElimAnswer& answer);
  bool is_first_time(std::string_view name);

  bool running_ = false;
  bool wanted_ = true;  ///< to be started whenever the rules allow it
  bool output_ended_ = false;
  bool any_known_ = false;        ///< some value of values_ is known
  bool restart_is_free_ = false;  ///< not one of LSF_ELIM_RESTARTS
  int restarts_ = 0;
  std::optional<Time> last_start_;
  std::optional<Time> last_report_;  ///< when the last one was written, since last_start_
  std::optional<Time> waits_since_;
  std::optional<Time> begun_;  ///< when the first byte of the report that is read next has come
  bool was_full_ = false;      ///< the pipe was, so the program may have waited within a report
  ElimPipe pipe_;
  LoadUpdateReader reader_;
  std::vector<std::optional<double>> values_;  ///< by ElimIndex
  std::set<std::string, std::less<>> logged_;  ///< names that were complained about
};

}  // namespace mcsim::lim
