// Plays a simulated program and the LIM that reads it, jumping from event to event.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_counts.hpp"
#include "mcsim/lim/elim_watch.hpp"

namespace mcsim::lim {

/// What a program does at one instant.
struct ElimAct {
  enum class Kind : std::uint8_t { nothing, writes, exits, closes_output };

  Kind kind{};
  std::string bytes{};  ///< of writes
  int code = 0;         ///< of exits: the status, or below 0 the signal
};

/// A program without a process. What it does depends only on when it was started.
template <class P>
concept ElimProgram = requires(P& program, const P& known, Time now) {
  program.begins(now);                         ///< LIM starts it
  program.ends();                              ///< by itself, or by SIGTERM
  { known.next_act() } -> std::same_as<Time>;  ///< after the last act; also while it does not run
  { known.next_novelty() } -> std::same_as<Time>;  ///< until then it reports the same
  { known.next_mishap() } -> std::same_as<Time>;   ///< until then its reports are whole
  { program.act(now) } -> std::same_as<ElimAct>;
  /// If it has just reported, and goes on to report undisturbed, at least the given time apart:
  /// skips its reports until `now` except the last two, and answers how many.
  { program.skip(now, Duration{}) } -> std::same_as<std::uint64_t>;
};

/// One program under its LIM: after advance(t) the LIM's values are the same as if every tick up to
/// t were played. Source: docs/rules/lsf.md, 4.4.
class ElimPlay {
 public:
  /// A LIM that is started at `lim_start`: it first polls at the first multiple of
  /// ELIM_POLL_INTERVAL since virtual time 0 from then on.
  explicit ElimPlay(Time lim_start = Time{}) : played_(lim_start), next_tick_(lim_start) {}

  /// Plays all that happens up to and including `until`. Calls hear(now, answer).
  template <ElimProgram P, class Hear>
  void advance(Time until, P& program, ElimContract& contract, Hear&& hear) {
    for (;;) {
      const Time look = next_check(contract.rules);
      const Time act = program.next_act();
      const Time now = std::min(look, act);
      if (now > until) return;
      answer_.clear();
      played_ = now;
      if (act == now)
        let_act(now, until, program, contract);
      else
        let_look(now, contract);
      account(now, program);
      hear(now, answer_);
    }
  }

  /// From now on the LIM has another role, or expects other resources. It does not poll at `now`
  /// any more.
  template <ElimProgram P, class Hear>
  void change_role(Time now, P& program, Hear&& hear) {
    next_tick_ = std::max(next_tick_, now + Duration{1});
    answer_.clear();
    watch_.role_changed(answer_);
    account(now, program);
    hear(now, answer_);
  }
  /// The program is no longer wanted, or is wanted again.
  template <ElimProgram P, class Hear>
  void want(bool is_wanted, Time now, P& program, Hear&& hear) {
    next_tick_ = std::max(next_tick_, now + Duration{1});
    if (is_wanted) return watch_.want();
    answer_.clear();
    watch_.role_changed(answer_);  // so that a later start does not count in LSF_ELIM_RESTARTS
    watch_.stop(answer_);
    account(now, program);
    hear(now, answer_);
  }

  /// The LIM's values do not change before this instant; never: they do not change.
  template <ElimProgram P>
  Time next_change(const P& program, const ElimRules& rules) const {
    if (!has_settled(rules)) return std::min(next_check(rules), program.next_act());
    return watch_.is_running() ? program.next_novelty() : never;
  }
  /// When something happens next, even if it is a report of the same values.
  template <ElimProgram P>
  Time next_event(const P& program, const ElimRules& rules) const {
    return std::min(next_check(rules), watch_.is_running() ? program.next_act() : never);
  }
  /// Before this instant the LIM does not begin to wait for the rest of a report, and goes on
  /// waiting if it does; never: that stays so.
  template <ElimProgram P>
  Time next_wait(const P& program, const ElimRules& rules) const {
    if (!watch_.is_running() || has_settled(rules)) return program.next_mishap();
    return std::min(next_check(rules), program.next_act());
  }
  const ElimWatch& watch() const { return watch_; }
  const ElimCounts& counts() const { return counts_; }

 private:
  /// The next poll at which something can happen.
  Time next_check(const ElimRules& rules) const {
    const Time need = watch_.next_need(rules);
    if (need == never) return never;
    if (watch_.is_waiting()) return std::max(need, played_);
    const Time from = std::max({need, next_tick_, played_});
    const std::int64_t poll = rules.poll_interval.count();
    return Time{Duration{(from.time_since_epoch().count() + poll - 1) / poll * poll}};
  }
  /// Whether the LIM has read all that was written, up to the end of a report, and has nothing to
  /// do.
  bool has_settled(const ElimRules& rules) const {
    return watch_.next_need(rules) == never && unwritten_.empty() && !watch_.is_waiting();
  }

  void let_look(Time now, ElimContract& contract) {
    watch_.tick(now, contract, answer_);
    next_tick_ = now + Duration{1};
    if (!unwritten_.empty() && watch_.is_running())
      unwritten_.erase(0, watch_.arrived(now, unwritten_, contract, answer_));
  }

  template <ElimProgram P>
  void let_act(Time now, Time until, P& program, ElimContract& contract) {
    const bool is_steady = has_reported_ && has_settled(contract.rules);
    ElimAct act = program.act(now);
    if (!watch_.is_running()) return;
    switch (act.kind) {
      case ElimAct::Kind::nothing:
        return;
      case ElimAct::Kind::writes:
        if (!unwritten_.empty()) return;  // it is blocked
        act.bytes.erase(0, watch_.arrived(now, act.bytes, contract, answer_));
        unwritten_ = std::move(act.bytes);
        if (is_steady && unwritten_.empty())
          counts_.reports += program.skip(
              until, std::max(contract.rules.poll_interval, contract.rules.exchange_interval));
        return;
      case ElimAct::Kind::exits:
        program.ends();
        return watch_.exited(now, {.by_signal = act.code < 0, .code = std::abs(act.code)}, contract,
                             answer_);
      case ElimAct::Kind::closes_output:
        return watch_.output_ended(now, contract, answer_);
    }
  }

  /// Applies an answer to the program and to the counts.
  template <ElimProgram P>
  void account(Time now, P& program) {
    for (const ElimProblem& problem : answer_.problems)
      ++counts_.problems[static_cast<std::size_t>(problem.fault)];
    if (answer_.report) ++counts_.reports;
    has_reported_ = has_reported_ || answer_.report;
    if (answer_.terminate) program.ends();
    if (answer_.terminate || answer_.ended) unwritten_.clear();
    if (!answer_.start) return;
    ++counts_.starts;
    has_reported_ = false;
    program.begins(now);
  }

  ElimWatch watch_;
  ElimAnswer answer_;
  ElimCounts counts_;
  std::string unwritten_;      ///< what the program has to write and the pipe has not taken
  Time played_;                ///< when something last happened
  Time next_tick_;             ///< no poll before it
  bool has_reported_ = false;  ///< the program has reported since its start
};

}  // namespace mcsim::lim
