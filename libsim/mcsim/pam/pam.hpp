// PAM, which starts and watches the tasks of one parallel job: what it does at each event. Knows no
// process, no clock and no simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::pam {

/// Source: docs/rules/lsf.md, 6; docs/rules/pam.md, which is made from the table.
enum class PamState : std::uint8_t {
  starting,     ///< the PJL wrapper starts the PJL
  registering,  ///< not every TaskStarter has reported yet: host and pid of its task, or failure
  running,      ///< all tasks have started
  draining,     ///< all exit statuses have arrived, and the PJL still runs
  exited,
};
constexpr std::size_t pam_states = 5;
std::string_view to_text(PamState state);

/// Events, told apart where PAM does different things.
enum class PamEvent : std::uint8_t {
  pjl_starts,
  pjl_fails,           ///< it cannot be started
  report,              ///< a TaskStarter registers, or cannot start its task; not the last one
  last_report,         ///< the last one; all have registered
  last_report_is_bad,  ///< the last one; some cannot start their tasks
  timeout,             ///< LSF_HPC_PJL_LOADENV_TIMEOUT is over
  status,              ///< the exit status of a task; others are still missing
  last_status,         ///< the last exit status
  loss,                ///< the host or the RES of a task is lost, or its TaskStarter dies
  pjl_exits,
  kill,
  suspend,
  resume,
};
constexpr std::size_t pam_events = 13;
std::string_view to_text(PamEvent event);

/// What PAM does, as bits.
enum class PamAction : std::uint16_t {
  start_timer = 1U << 0,
  stop_timer = 1U << 1,
  begin_run = 1U << 2,  ///< run_time counts from now on
  kill_pjl = 1U << 3,
  kill_tasks = 1U << 4,      ///< all that have started and have no exit status yet
  refuse_task = 1U << 5,     ///< the task that registers is killed
  forward_signal = 1U << 6,  ///< to the PJL, and to the tasks that kill_tasks would kill
  exit_as_pjl = 1U << 7,     ///< with its exit status
  exit_unstarted = 1U << 8,  ///< with pam_exit_unstarted
  exit_failed = 1U << 9,     ///< with pam_exit_failed
};
constexpr std::size_t pam_actions = 10;
std::string_view to_text(PamAction action);

/// The exit status of PAM if the PJL could not be started: inferred.
constexpr std::int32_t pam_exit_unstarted = 127;
/// The exit status of PAM if not all tasks have started: inferred.
constexpr std::int32_t pam_exit_failed = 1;

/// A set of actions.
class PamActions {
 public:
  constexpr PamActions() = default;
  constexpr PamActions(PamAction action) : bits_(static_cast<std::uint16_t>(action)) {}
  constexpr bool has(PamAction action) const {
    return (bits_ & static_cast<std::uint16_t>(action)) != 0;
  }
  constexpr bool is_empty() const { return bits_ == 0; }
  constexpr bool exits() const {
    return has(PamAction::exit_as_pjl) || has(PamAction::exit_unstarted) ||
           has(PamAction::exit_failed);
  }
  friend constexpr PamActions operator|(PamActions one, PamActions other) {
    one.bits_ |= other.bits_;
    return one;
  }
  bool operator==(const PamActions&) const = default;

 private:
  std::uint16_t bits_ = 0;
};
constexpr PamActions operator|(PamAction one, PamAction other) {
  return PamActions(one) | PamActions(other);
}

/// A row of the table.
struct PamRow {
  PamState state{};
  PamEvent event{};
  PamState next{};
  PamActions actions{};
  std::uint8_t source = 0;  ///< the row of docs/rules/lsf.md, 6; 0: it follows from others
  bool happens = true;      ///< false: what must come before has not, or cannot come again
};
/// Each pair of a state and an event once: by state, then by event.
std::span<const PamRow> pam_table();

/// PAM of a job with so many tasks, one TaskStarter each.
class Pam {
 public:
  using Task = std::uint32_t;  ///< from 0

  explicit Pam(std::uint32_t tasks) : tasks_(tasks) {}

  // Events. Invariant: only events that can happen in this state, and none twice for one task.

  PamActions pjl_starts() { return go(PamEvent::pjl_starts); }
  PamActions pjl_fails() { return go(PamEvent::pjl_fails); }
  /// The TaskStarter of a task reports its host and pid.
  PamActions registers(Task task);
  /// The TaskStarter of a task reports that it cannot start it.
  PamActions cannot_start(Task task);
  PamActions exit_status(Task task);
  /// Nothing more will come from a task, and nothing reaches it; PAM does not know that.
  PamActions loss(Task task);
  PamActions times_out() { return go(PamEvent::timeout); }
  PamActions pjl_exits() { return go(PamEvent::pjl_exits); }
  /// kill, suspend or resume.
  PamActions signal(PamEvent signal) { return go(signal); }

  PamState state() const { return state_; }
  std::uint32_t tasks() const { return static_cast<std::uint32_t>(tasks_.size()); }
  /// Tasks that registered in time; that could not be started; whose exit statuses have arrived.
  std::uint32_t registered() const { return reports_ - failed_; }
  std::uint32_t failed() const { return failed_; }
  std::uint32_t statuses() const { return statuses_; }

  /// What PAM knows of a task, except that it does not know which ones are lost.
  enum class Stage : std::uint8_t { unheard, live, failed, over, lost };
  Stage stage_of(Task task) const { return tasks_[task]; }
  /// Whether kill_tasks and forward_signal reach a task.
  bool is_live(Task task) const { return tasks_[task] == Stage::live; }

 private:
  PamActions go(PamEvent event);
  PamActions report();

  std::vector<Stage> tasks_;
  PamState state_ = PamState::starting;
  std::uint32_t reports_ = 0;
  std::uint32_t failed_ = 0;
  std::uint32_t statuses_ = 0;
};

}  // namespace mcsim::pam
