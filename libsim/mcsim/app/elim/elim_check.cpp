// Checks a program by running it twice: one run is ended by SIGTERM, the other loses its reader.
#include "mcsim/app/elim/elim_check.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/elim/elim_report.hpp"
#include "mcsim/app/elim/elim_session.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t most_problems = 1000;

/// Drives the sessions of the two runs, and collects what they show.
class Check {
 public:
  Check(const ElimTrial& plan, const Console& console) : plan_(plan), console_(console) {}

  ExitCode run() {
    first_life();
    if (!InterruptWatch::interrupted() && reports_ > 0) second_life();
    if (InterruptWatch::interrupted()) return ExitCode::interrupted;
    tell_end();
    return violations_ > 0 ? ExitCode::gate : ExitCode::done;
  }

 private:
  Time now() const { return time_of(watch_); }

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
    ElimSession session(plan_.program, plan_.contract, plan_.request.grace);
    // LIM must look at least once before a report can be missing.
    const Time end = now() + std::max(plan_.length, plan_.contract.rules.poll_interval);
    watch_until(session, end, [&] {
      return has_ended_ || reports_ >= plan_.request.enough_reports.value_or(~std::uint64_t{});
    });
    // A violation that LIM has found already explains why there was no report.
    if (reports_ == 0 && !has_ended_ && violations_ == 0 && !InterruptWatch::interrupted())
      tell_silence(session);
    end_session(session);
  }

  /// Closes the reading end after the first report: the next write fails, and the program must
  /// notice that.
  void second_life() {
    has_ended_ = false;
    const std::uint64_t before = reports_;
    ElimSession session(plan_.program, plan_.contract, plan_.request.grace);
    watch_until(session, now() + plan_.length + plan_.contract.rules.exchange_interval,
                [&] { return has_ended_ || reports_ > before; });
    if (!has_ended_ && reports_ == before && !InterruptWatch::interrupted())
      take({ElimFault::unseen, now(),
            "its second start brought no report, so what it does without a reader was not seen"});
    if (!has_ended_ && reports_ > before) {
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
    if (answer.report) ++reports_;
    for (const ElimValue& value : answer.values)
      if (value.value) ++values_;
    for (const ElimProblem& problem : answer.problems) {
      const bool is_end = problem.fault == ElimFault::exited || problem.fault == ElimFault::aborted;
      if (is_end && ends_are_right_) continue;
      has_ended_ = has_ended_ || is_end || problem.fault == ElimFault::not_started;
      take(problem);
    }
    left_out_ += answer.problems_left_out;
    violations_ += answer.problems_left_out;
  }

  void take(const ElimProblem& problem) {
    if (is_violation(problem.fault)) ++violations_;
    if (shown_.size() >= most_problems) {
      ++left_out_;
      return;
    }
    shown_.push_back(problem);
    if (!plan_.request.json) console_.out << problem_line(problem) << std::flush;
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
    if (plan_.request.json) {
      console_.out << json();
      return;
    }
    if (left_out_ > 0) console_.out << left_out_ << " more are not shown\n";
    console_.out << plan_.request.program << ": " << violations_
                 << (violations_ == 1 ? " violation" : " violations") << "; " << reports_
                 << (reports_ == 1 ? " report, " : " reports, ") << values_
                 << (values_ == 1 ? " value" : " values") << '\n';
  }

  std::string json() const {
    std::vector<JsonNode> list;
    for (const ElimProblem& problem : shown_)
      list.push_back(
          json_object({json_member("time_ms", json_whole(problem.at.time_since_epoch().count())),
                       json_member("rule", json_text(std::string(rule_of(problem.fault)))),
                       json_member("kind", json_text(std::string(name_of(problem.fault)))),
                       json_member("text", json_text(problem.text))}));
    const auto whole = [](std::uint64_t number) {
      return json_whole(static_cast<std::int64_t>(number));
    };
    return to_pretty_json(json_object(
        {json_member("program", json_text(plan_.request.program)),
         json_member("violations", whole(violations_)), json_member("reports", whole(reports_)),
         json_member("values", whole(values_)), json_member("not_shown", whole(left_out_)),
         json_member("problems", json_list(std::move(list)))}));
  }

  const ElimTrial& plan_;
  const Console& console_;
  Stopwatch watch_;
  bool has_ended_ = false;       ///< the program has ended by itself
  bool ends_are_right_ = false;  ///< from now on the program should end
  std::uint64_t reports_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t bytes_seen_ = 0;  ///< in the present session
  Time last_bytes_{};             ///< when the last of them came
  Duration longest_silence_{};    ///< after the first bytes, while the program could write
  std::uint64_t violations_ = 0;
  std::uint64_t left_out_ = 0;
  std::vector<ElimProblem> shown_;
};

}  // namespace

Time time_of(const Stopwatch& watch) {
  return Time{Duration{std::llround(watch.wall_seconds() * 1000)}};
}

ExitCode elim_check(const ElimTrial& plan, const Console& console) {
  return Check(plan, console).run();
}

}  // namespace mcsim::app
