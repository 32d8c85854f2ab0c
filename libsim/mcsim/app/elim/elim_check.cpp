// Checks a program by starting it twice: the first start loses its reader, the second one is read
// for as long as the user wants, and ended by SIGTERM.
#include "mcsim/app/elim/elim_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ostream>
#include <set>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/elim/elim_findings.hpp"
#include "mcsim/app/elim/elim_report.hpp"
#include "mcsim/app/elim/elim_session.hpp"
#include "mcsim/lim/elim_words.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

/// Drives the sessions of the two starts, and collects what they show.
class Check {
 public:
  Check(const ElimTrial& plan, const Console& console) : plan_(plan), console_(console) {}

  ExitCode run() {
    if (lose_reader()) look();
    if (InterruptWatch::interrupted()) return ExitCode::interrupted;
    tell_end();
    return found_.violations > 0 ? ExitCode::gate : ExitCode::done;
  }

 private:
  Time now() const { return time_of(watch_); }

  ElimSession new_session() {
    began_ = now();
    violations_before_ = found_.violations;
    return {plan_.program,
            plan_.contract,
            plan_.request.grace,
            {.keeps_environment = plan_.request.environment == "keep", .errors = &found_.errors}};
  }

  /// Calls look() until `done` returns true, or until `end`, from which on nothing is started.
  template <class Done>
  void watch_until(ElimSession& session, Time end, Done&& done) {
    for (;;) {
      const Time at = now();
      if (at >= end) session.start_no_more();
      take(session.look(at));
      note_silence(session, at);
      if (done() || at >= end || InterruptWatch::interrupted()) return;
      constexpr Duration at_most = 200ms;  // Ctrl-C may come just before the wait
      session.wait(std::clamp(std::min(session.next_check(), end) - now(), Duration{0}, at_most));
    }
  }

  /// When a look that begins now is over. LIM must look at least once before a report can be
  /// missing.
  Time end_of_look() const {
    return now() + std::max(plan_.length, plan_.contract.rules.poll_interval);
  }

  /// Closes the reading end after the first report: the next write fails, and the program must
  /// notice that. Returns whether it is to be started again: one that never reported, or ended, has
  /// shown all.
  bool lose_reader() {
    ElimSession session = new_session();
    watch_until(session, end_of_look(), [&] { return has_ended_ || found_.reports > 0; });
    if (has_ended_ || found_.reports == 0) {
      conclude(session);
      return false;
    }
    session.abandon();
    const Duration patience = plan_.contract.rules.exchange_interval + plan_.request.grace;
    ends_are_right_ = true;
    watch_until(session, now() + patience, [&] { return !session.has_program(); });
    was_deaf_ = session.has_program();
    end_session(session);
    forget_counts();
    return !InterruptWatch::interrupted();
  }

  /// What is counted is what the look shows.
  void forget_counts() {
    has_ended_ = ends_are_right_ = has_aborted_ = false;
    reported_.clear();
    found_.reports = found_.unread = found_.values = 0;
    found_.errors = {};
  }

  /// Runs the program until --for is over or the program ends. At the end of --for it must end on
  /// SIGTERM.
  void look() {
    ElimSession session = new_session();
    watch_until(session, end_of_look(), [&] {
      return has_ended_ ||
             found_.reports >= plan_.request.enough_reports.value_or(~std::uint64_t{});
    });
    conclude(session);
    if (was_deaf_ && !InterruptWatch::interrupted()) tell_deafness();
  }

  /// Judges a look, and ends the program.
  void conclude(ElimSession& session) {
    // A violation that LIM has found already explains why there was no report.
    if (found_.reports == 0 && !has_ended_ && found_.violations == violations_before_ &&
        !InterruptWatch::interrupted())
      tell_silence(session);
    found_.unread += session.watch().unread_reports();
    if (!InterruptWatch::interrupted()) judge_names(session);
    end_session(session);
  }

  /// Reports a program that lived on without a reader. If it writes rarely, as the look has shown,
  /// perhaps it has not tried to write, and this is no violation.
  void tell_deafness() {
    const Duration patience = plan_.contract.rules.exchange_interval + plan_.request.grace;
    const bool writes_rarely = longest_silence_ > patience;
    take({writes_rarely ? ElimFault::unseen : ElimFault::lives_without_reader, now(),
          "its first start lived on for " + seconds_of(Time{patience}) +
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
    // A poll counts as of when it was due, so that what it finds may be older than the bytes.
    std::multimap<Time, ElimProblem> by_time;
    const auto add = [&](const ElimProblem& problem) { by_time.emplace(problem.at, problem); };
    if (const auto slow = slow_report(answer)) add(*slow);
    for (const ElimValue& value : answer.values) {
      reported_.insert(value.resource);
      if (value.value) ++found_.values;
    }
    for (const ElimProblem& problem : answer.problems) {
      const bool is_end = problem.fault == ElimFault::exited || problem.fault == ElimFault::aborted;
      if (is_end && ends_are_right_) continue;
      has_ended_ = has_ended_ || is_end || problem.fault == ElimFault::not_started;
      has_aborted_ = has_aborted_ || problem.fault == ElimFault::aborted;
      add(problem);
    }
    for (const auto& [at, problem] : by_time) take(problem);
    found_.left_out += answer.problems_left_out;
    found_.violations += answer.problems_left_out;
  }

  /// A report that LIM has taken would have failed had LIM looked at its beginning: whether it does
  /// depends on the phase of its polls, and the program does not know that.
  std::optional<ElimProblem> slow_report(const ElimAnswer& answer) const {
    const auto block_time = plan_.contract.rules.block_time;
    if (!block_time || !answer.report || !answer.begun) return std::nullopt;
    const Duration written_in = *answer.report - *answer.begun;
    if (written_in < *block_time) return std::nullopt;
    return ElimProblem{ElimFault::slow_report, *answer.report,
                       lim::slow_text(written_in, *block_time)};
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
            "it was asked for " + counted(asked, "name") +
                " (LSF_RESOURCES) and has reported none" + (asked == 1 ? "" : " of them")});
  }

  void tell_silence(const ElimSession& session) {
    const std::string hint =
        "; if it does write, its output may be buffered until some thousand bytes are there: "
        "setbuf(stdout, NULL) in C, flush=True in Python's print";
    const std::string what = session.bytes_read() == 0
                                 ? "nothing came"
                                 : "no report came, but " + counted(session.bytes_read(), "byte");
    take(
        {ElimFault::silent, now(), what + " in " + seconds_of(Time{now() - began_}) + " s" + hint});
  }

  void tell_end() const {
    const std::string& program = plan_.request.program;
    console_.out << (plan_.request.json ? json_of_check(program, found_)
                                        : end_of_check(program, found_));
  }

  const ElimTrial& plan_;
  const Console& console_;
  Stopwatch watch_;
  Time began_{};  ///< the present start
  std::uint64_t violations_before_ = 0;
  bool has_ended_ = false;       ///< the program has ended by itself
  bool ends_are_right_ = false;  ///< from now on the program should end
  bool has_aborted_ = false;     ///< with ELIM_ABORT_VALUE
  bool was_deaf_ = false;        ///< the first start lived on without a reader
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
