// The table of PAM.
#include "mcsim/pam/pam.hpp"

#include <array>

#include "mcsim/base/check.hpp"

namespace mcsim::pam {
namespace {

using enum PamState;
using enum PamEvent;
using enum PamAction;

/// A row that cannot happen.
constexpr PamRow never_in(PamState state, PamEvent event) {
  return {.state = state, .event = event, .next = state, .actions = {}, .happens = false};
}
/// A row in which nothing is done.
constexpr PamRow nothing_in(PamState state, PamEvent event, std::uint8_t source = 0) {
  return {.state = state, .event = event, .next = state, .actions = {}, .source = source};
}

constexpr std::array<PamRow, pam_states * pam_events> table = {{
    {starting, pjl_starts, registering, start_timer, 0},
    {starting, pjl_fails, exited, exit_unstarted, 1},
    never_in(starting, report),
    never_in(starting, last_report),
    never_in(starting, last_report_is_bad),
    never_in(starting, timeout),
    never_in(starting, status),
    never_in(starting, last_status),
    nothing_in(starting, loss),
    never_in(starting, pjl_exits),
    {starting, kill, starting, forward_signal, 12},
    {starting, suspend, starting, forward_signal, 12},
    {starting, resume, starting, forward_signal, 12},

    never_in(registering, pjl_starts),
    never_in(registering, pjl_fails),
    nothing_in(registering, report, 4),
    {registering, last_report, running, stop_timer | begin_run, 2},
    {registering, last_report_is_bad, exited, stop_timer | kill_pjl | kill_tasks | exit_failed, 4},
    {registering, timeout, exited, kill_pjl | kill_tasks | exit_failed, 3},
    nothing_in(registering, status, 6),
    never_in(registering, last_status),
    nothing_in(registering, loss, 5),
    {registering, pjl_exits, exited, stop_timer | kill_tasks | exit_as_pjl, 10},
    {registering, kill, registering, forward_signal, 12},
    {registering, suspend, registering, forward_signal, 12},
    {registering, resume, registering, forward_signal, 12},

    never_in(running, pjl_starts),
    never_in(running, pjl_fails),
    never_in(running, report),
    never_in(running, last_report),
    never_in(running, last_report_is_bad),
    never_in(running, timeout),
    nothing_in(running, status, 6),
    {running, last_status, draining, start_timer, 6},
    nothing_in(running, loss, 7),
    {running, pjl_exits, exited, kill_tasks | exit_as_pjl, 9},
    {running, kill, running, forward_signal, 12},
    {running, suspend, running, forward_signal, 12},
    {running, resume, running, forward_signal, 12},

    never_in(draining, pjl_starts),
    never_in(draining, pjl_fails),
    never_in(draining, report),
    never_in(draining, last_report),
    never_in(draining, last_report_is_bad),
    {draining, timeout, exited, kill_pjl | exit_failed, 14},
    never_in(draining, status),
    never_in(draining, last_status),
    nothing_in(draining, loss),
    {draining, pjl_exits, exited, stop_timer | exit_as_pjl, 8},
    {draining, kill, draining, forward_signal, 12},
    {draining, suspend, draining, forward_signal, 12},
    {draining, resume, draining, forward_signal, 12},

    never_in(exited, pjl_starts),
    never_in(exited, pjl_fails),
    {exited, report, exited, refuse_task, 11},
    never_in(exited, last_report),
    never_in(exited, last_report_is_bad),
    never_in(exited, timeout),
    nothing_in(exited, status),
    never_in(exited, last_status),
    nothing_in(exited, loss),
    nothing_in(exited, pjl_exits),
    nothing_in(exited, kill),
    nothing_in(exited, suspend),
    nothing_in(exited, resume),
}};

constexpr const PamRow& row_of(PamState state, PamEvent event) {
  return table[static_cast<std::size_t>(state) * pam_events + static_cast<std::size_t>(event)];
}

consteval bool is_complete() {
  for (std::size_t at = 0; at < table.size(); ++at)
    if (static_cast<std::size_t>(table[at].state) != at / pam_events ||
        static_cast<std::size_t>(table[at].event) != at % pam_events)
      return false;
  return true;
}
static_assert(is_complete());

}  // namespace

std::span<const PamRow> pam_table() { return table; }

PamActions Pam::go(PamEvent event) {
  const PamRow& row = row_of(state_, event);
  MCSIM_CHECK(row.happens, "PAM is told what cannot have happened");
  state_ = row.next;
  return row.actions;
}

PamActions Pam::report() {
  if (state_ == exited || reports_ < tasks()) return go(PamEvent::report);
  if (failed_ > 0) return go(last_report_is_bad);
  return go(last_report);
}

PamActions Pam::registers(Task task) {
  MCSIM_CHECK(tasks_[task] == Stage::unheard, "a TaskStarter reports once");
  if (state_ != exited) {
    tasks_[task] = Stage::live;
    ++reports_;
  }
  return report();
}

PamActions Pam::cannot_start(Task task) {
  MCSIM_CHECK(tasks_[task] == Stage::unheard, "a TaskStarter reports once");
  tasks_[task] = Stage::failed;
  if (state_ == exited) return {};  // there is no task that it could refuse
  ++reports_;
  ++failed_;
  return report();
}

PamActions Pam::exit_status(Task task) {
  if (state_ == exited) return go(status);
  MCSIM_CHECK(tasks_[task] == Stage::live, "an exit status comes once, behind the registration");
  tasks_[task] = Stage::over;
  ++statuses_;
  return go(state_ == running && statuses_ == tasks() ? last_status : status);
}

PamActions Pam::loss(Task task) {
  if (tasks_[task] == Stage::live || tasks_[task] == Stage::unheard) tasks_[task] = Stage::lost;
  return go(PamEvent::loss);
}

std::string_view to_text(PamState state) {
  constexpr std::array<std::string_view, pam_states> names = {"starting", "registering", "running",
                                                              "draining", "exited"};
  return names[static_cast<std::size_t>(state)];
}

std::string_view to_text(PamEvent event) {
  constexpr std::array<std::string_view, pam_events> names = {"PJL starts",
                                                              "PJL cannot be started",
                                                              "report of a TaskStarter",
                                                              "last report, all registered",
                                                              "last report, some cannot start",
                                                              "timeout",
                                                              "exit status of a task",
                                                              "last exit status",
                                                              "a TaskStarter or its host is lost",
                                                              "PJL exits",
                                                              "job is killed",
                                                              "job is suspended",
                                                              "job is resumed"};
  return names[static_cast<std::size_t>(event)];
}

std::string_view to_text(PamAction action) {
  switch (action) {
    case start_timer:
      return "start timer";
    case stop_timer:
      return "stop timer";
    case begin_run:
      return "job runs";
    case kill_pjl:
      return "kill PJL";
    case kill_tasks:
      return "kill tasks";
    case refuse_task:
      return "refuse and kill the task";
    case forward_signal:
      return "forward signal";
    case exit_as_pjl:
      return "exit as PJL";
    case exit_unstarted:
      return "exit 127";
    case exit_failed:
      return "exit 1";
  }
  return {};
}

}  // namespace mcsim::pam
