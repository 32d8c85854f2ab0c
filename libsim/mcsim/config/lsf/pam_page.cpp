// The table of PAM as text.
#include "mcsim/config/lsf/pam_page.hpp"

#include <cstddef>
#include <cstdint>

#include "mcsim/pam/pam.hpp"

namespace mcsim::config {
namespace {

constexpr const char* page_head = R"(# PAM, PJL and TaskStarter

How LSF starts a parallel job, as far as it is known. PAM, on the job's first execution host, starts the
PJL (or its wrapper); the PJL starts a TaskStarter for each task instead of the task; each TaskStarter
starts its task, tells PAM host and pid of it, and its exit status in the end. Source: Using Platform LSF
HPC 7.3, "LSF Generic Parallel Job Launcher Framework". This page is made from the table that the code
goes by (libsim/mcsim/pam/pam.cpp). What simulations make of it: [launch.md](launch.md).

`mcsim pjl cmdline -- pam ...` shows what PAM makes of a command line: where TaskStarter goes.

## States
)";

std::string actions_text(PamActions actions) {
  std::string text;
  for (std::size_t bit = 0; bit < pam_actions; ++bit)
    if (const auto action = static_cast<PamAction>(1U << bit); actions.has(action))
      text += (text.empty() ? "" : ", ") + std::string(to_text(action));
  return text;
}

std::string diagram() {
  std::string text = "```mermaid\nstateDiagram-v2\n  [*] --> " +
                     std::string(to_text(pam_table().front().state)) + "\n";
  for (const PamRow& row : pam_table()) {
    if (!row.happens || row.next == row.state) continue;
    text += "  " + std::string(to_text(row.state)) + " --> " + std::string(to_text(row.next)) +
            " : " + std::string(to_text(row.event));
    if (!row.actions.is_empty()) text += " / " + actions_text(row.actions);
    text += '\n';
  }
  return text + "  " + std::string(to_text(PamState::exited)) + " --> [*]\n```\n";
}

std::string table() {
  std::string text =
      "| in state | comes | PAM does | and is | row of [lsf.md](lsf.md), 6 "
      "|\n|---|---|---|---|---|\n";
  for (const PamRow& row : pam_table()) {
    if (!row.happens) continue;
    text += "| " + std::string(to_text(row.state)) + " | " + std::string(to_text(row.event)) +
            " | " + (row.actions.is_empty() ? "-" : actions_text(row.actions)) + " | " +
            std::string(to_text(row.next)) + " | " +
            (row.source == 0 ? "-" : std::to_string(row.source)) + " |\n";
  }
  return text;
}

constexpr const char* page_tail = R"(
All other pairs of a state and an event cannot come about: all orders of what may happen to jobs of up to
three tasks are tried in tests/pam/pam_test.cpp.

"kill tasks" and "forward signal" mean the tasks that have registered, of which no exit status has come
and whose hosts are there. A TaskStarter that cannot start its task has reported, too. Choices of ours:
the exit statuses 127 and 1; the timer (LSF_HPC_PJL_LOADENV_TIMEOUT) runs from the PJL's start, also while
the job is suspended, and a registration at exactly the timeout is in time; the exit status 1 of a PAM that
kills a PJL which does not exit after the last exit status; a registration after the end is
refused and its task killed; a host or RES that is lost counts as a TaskStarter that dies without a word.
)";

}  // namespace

std::string pam_page() { return page_head + diagram() + "\n## Table\n" + table() + page_tail; }

}  // namespace mcsim::config
