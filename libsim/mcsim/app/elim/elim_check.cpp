// Checks a program by running it twice: one run is ended by SIGTERM, the other loses its reader.
#include "mcsim/app/elim/elim_check.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/elim/elim_findings.hpp"
#include "mcsim/app/elim/elim_report.hpp"
#include "mcsim/app/elim/elim_session.hpp"
#include "mcsim/lim/elim_words.hpp"

namespace mcsim::app {
namespace {

/// Drives the sessions of the two runs, and collects what they show.
class Check {
 public:
  Check(const ElimTrial& plan, const Console& console) : plan_(plan), console_(console) {}

  ExitCode run() {
    first_life();
    if (!InterruptWatch::interrupted() && found_.reports > 0) second_life();
    if (InterruptWatch::interrupted()) return ExitCode::interrupted;
    tell_end();
    return found_.violations > 0 ? ExitCode::gate : ExitCode::done;
  }

 private:
  Time now() const { return time_of(watch_); }

  ElimSession new_session() {
    return {plan_.program,
            plan_.contract,
            plan_.request.grace,
            {.keeps_environment = plan_.request.environment == "keep", .errors = &found_.errors}};
  }

  /// Calls look() until `done` returns true, or until `end`.
  template <class Done>
  void watch_until(ElimSession& session, Time end, Done&& done) {
    for (;;) {
      const Time at = now();
      take(session.look(at));
      note_silence(session, at);
      if (done() || at >= end || InterruptWatch::interrupted()) return;
      constexpr Duration at_most = 200ms;  // Ctrl-C may come just before the wait
      session.wait(std::clamp(std::min(session.next_check(), end) - now(), Duration{0}, at_most));
    }
  }

  /// Runs the program until --for is over or the program ends. At the end of --for it must end on
  /// SIGTERM.
  void first_life() {
    ElimSession session = new_session();
    // LIM must look at least once before a report can be missing.
    const Time end = now() + std::max(plan_.length, plan_.contract.rules.poll_interval);
    watch_until(session, end, [&] {
      return has_ended_ ||
             found_.reports >= plan_.request.enough_reports.value_or(~std::uint64_t{});
    });
    // A violation that LIM has found already explains why there was no report.
    if (found_.reports == 0 && !has_ended_ && found_.violations == 0 &&
        !InterruptWatch::interrupted())
      tell_silence(session);
    found_.unread += session.watch().unread_reports();
    if (!InterruptWatch::interrupted()) judge_names(session);
    end_session(session);
  }

  /// Closes the reading end after the first report: the next write fails, and the program must
  /// notice that.
  void second_life() {
    has_ended_ = false;
    const std::uint64_t before = found_.reports;
    ElimSession session = new_session();
    watch_until(session, now() + plan_.length + plan_.contract.rules.exchange_interval,
                [&] { return has_ended_ || found_.reports > before; });
    if (!has_ended_ && found_.reports == before && !InterruptWatch::interrupted())
      take({ElimFault::unseen, now(),
            "its second start brought no report, so what it does without a reader was not seen"});
    if (!has_ended_ && found_.reports > before) {
      session.abandon();
      const Duration patience = plan_.contract.rules.exchange_interval + plan_.request.grace;
      ends_are_right_ = true;
      watch_until(session, now() + patience, [&] { return !session.has_program(); });
      if (session.has_program() && !InterruptWatch::interrupted()) tell_deafness(patience);
    }
    end_session(session);
  }

  /// Reports a program that lives on without a reader. If it writes rarely, perhaps it has not
  /// tried to write, and this is no violation.
  void tell_deafness(Duration patience) {
    const bool writes_rarely = longest_silence_ > patience;
    take({writes_rarely ? ElimFault::unseen : ElimFault::lives_without_reader, now(),
          "it lives on " + seconds_of(Time{patience}) +
              " s after the reading end of its output was closed; " +
              (writes_rarely ? "it writes so rarely that no write may have failed"
                             : "an ELIM should end when a write fails")});
  }

  /// Measures how long the program writes nothing. Time in which its pipe is full does not count,
  /// since it may be waiting to write.
  void note_silence(const ElimSession& session, Time at) {
    const bool can_write = session.hears() && session.watch().room() > 0;
    if (!can_write || session.bytes_read() != bytes_seen_ || session.bytes_read() == 0)
      last_bytes_ = at;
    bytes_seen_ = session.bytes_read();
    longest_silence_ = std::max(longest_silence_, at - last_bytes_);
  }

  void end_session(ElimSession& session) {
    session.stop(now());
    watch_until(session, never, [&] { return !session.has_program(); });
  }

  void take(const ElimAnswer& answer) {
    if (answer.report) ++found_.reports;
    found_.unread += answer.lost_reports;
    if (answer.report && answer.begun) judge_pauses(*answer.report - *answer.begun, *answer.report);
    for (const ElimValue& value : answer.values) {
      reported_.insert(value.resource);
      if (value.value) ++found_.values;
    }
    for (const ElimProblem& problem : answer.problems) {
      const bool is_end = problem.fault == ElimFault::exited || problem.fault == ElimFault::aborted;
      if (is_end && ends_are_right_) continue;
      has_ended_ = has_ended_ || is_end || problem.fault == ElimFault::not_started;
      has_aborted_ = has_aborted_ || problem.fault == ElimFault::aborted;
      take(problem);
    }
    found_.left_out += answer.problems_left_out;
    found_.violations += answer.problems_left_out;
  }

  /// A report that LIM has taken would have failed had LIM looked at its beginning: whether it does
  /// depends on the phase of its polls, and the program does not know that.
  void judge_pauses(Duration written_in, Time at) {
    const auto block_time = plan_.contract.rules.block_time;
    if (block_time && written_in >= *block_time)
      take({ElimFault::slow_report, at, lim::slow_text(written_in, *block_time)});
  }

  void take(const ElimProblem& problem) {
    if (found_.add(problem) && !plan_.request.json)
      console_.out << problem_line(problem) << std::flush;
  }

  /// Lists the names that were asked for and never came. Where none came at all although the
  /// program did what it wanted, it has not done what it is for.
  void judge_names(const ElimSession& session) {
    const auto& resources = session.contract().resources;
    std::size_t asked = 0;
    for (std::size_t at = 0; at < resources.size(); ++at) {
      const auto index = static_cast<ElimIndex>(at);
      if (!resources[index].expected) continue;
      ++asked;
      if (!reported_.contains(index)) found_.never_reported.push_back(resources[index].name);
    }
    const bool had_its_way = found_.reports > 0 || has_aborted_;
    if (had_its_way && asked > 0 && found_.never_reported.size() == asked)
      take({ElimFault::unreported, now(),
            "it was asked for " + std::to_string(asked) + (asked == 1 ? " name" : " names") +
                " (LSF_RESOURCES) and has reported none" + (asked == 1 ? "" : " of them")});
  }

  void tell_silence(const ElimSession& session) {
    const std::string hint =
        "; if it does write, its output may be buffered until some thousand bytes are there: "
        "setbuf(stdout, NULL) in C, flush=True in Python's print";
    const std::string what =
        session.bytes_read() == 0
            ? "nothing came"
            : "no report came, but " + std::to_string(session.bytes_read()) + " bytes";
    take({ElimFault::silent, now(), what + " in " + seconds_of(now()) + " s" + hint});
  }

  void tell_end() const {
    const std::string& program = plan_.request.program;
    console_.out << (plan_.request.json ? json_of_check(program, found_)
                                        : end_of_check(program, found_));
  }

  const ElimTrial& plan_;
  const Console& console_;
  Stopwatch watch_;
  bool has_ended_ = false;       ///< the program has ended by itself
  bool ends_are_right_ = false;  ///< from now on the program should end
  bool has_aborted_ = false;     ///< with ELIM_ABORT_VALUE
  std::set<ElimIndex> reported_;
  std::uint64_t bytes_seen_ = 0;  ///< in the present session
  Time last_bytes_{};             ///< when the last of them came
  Duration longest_silence_{};    ///< after the first bytes, while the program could write
  ElimFindings found_;
};

}  // namespace

Time time_of(const Stopwatch& watch) {
  return Time{Duration{std::llround(watch.wall_seconds() * 1000)}};
}

ExitCode elim_check(const ElimTrial& plan, const Console& console) {
  return Check(plan, console).run();
}

}  // namespace mcsim::app
