// PAM's state machine and whole launches against LSF's document on launches, sentence by sentence.
#include <functional>
#include <string>
#include <vector>

#include "mcsim/pam/launch_play.hpp"
#include "mcsim/pam/pam.hpp"
#include "support/catch.hpp"
#include "support/launch_worlds.hpp"

namespace mcsim::testing::pam_document_test {

namespace {

using enum PamAction;
using Fault = LaunchFault::Kind;

const RngStream draws{1, "test"};

/// Three tasks on two hosts; TaskStarters and tasks take a second each.
struct Played {
  explicit Played(std::vector<LaunchFault> faults = {}, Duration timeout = 300s) {
    profile.name = "mpirun";
    profile.pjl_start = constant(1s);
    profile.ts_start = profile.task_start = constant(1s);
    profile.faults = std::move(faults);
    launch.timeout = timeout;
    launch.run = 60s;
    turn = play().turn();
    if (turn.outcome == LaunchOutcome::ran) launch.launch = turn.at;
  }
  LaunchPlay play() const { return {profile, draws, launch, hosts}; }

  LaunchProfile profile;
  Launch launch;
  std::vector<HostSlots> hosts{{HostId{0}, Slots(2)}, {HostId{1}, Slots(1)}};
  LaunchTurn turn;
};

Pam registering(std::uint32_t tasks) {
  Pam pam(tasks);
  pam.pjl_starts();
  return pam;
}

struct Row {
  std::string sentence;
  std::function<bool()> holds;
};

const std::vector<Row> rows = {
    {"Instead of starting tasks directly, PJL starts TS on each host selected to run the parallel "
     "job.",
     [] {
       const auto seen = Played().play().hosts_at(10s);
       return seen.size() == 2 && seen[0].registered == 2 && seen[1].registered == 1;
     }},
    {"TS starts the task.", [] { return Played().turn.at == 3s; }},
    {"Each TS reports its task PID and host name back to PAM.",
     [] { return Played().play().at(4s).registered == 3; }},
    {"Now PAM can perform job control",
     [] {
       Pam pam = registering(1);
       return !pam.is_live(0) && pam.registers(0) == (stop_timer | begin_run) && pam.is_live(0) &&
              pam.signal(PamEvent::suspend) == PamActions(forward_signal);
     }},
    {"and resource usage collection through RES.",
     [] { return Played().play().hosts_at(13s)[0].task_time == 2 * 10s; }},
    {"TaskStarter also collects the exit status of the task and reports it to PAM.",
     [] {
       const Played played;
       return played.play().at_exit(played.play().run()).statuses == 3;
     }},
    {"When PJL exits, PAM exits with the same termination status as the PJL.",
     [] {
       Pam pam = registering(1);
       pam.registers(0);
       pam.exit_status(0);
       return pam.pjl_exits() == (stop_timer | exit_as_pjl);
     }},
    {"If PAM cannot start PJL, no tasks are started and PAM exits.",
     [] {
       const Played played({{.kind = Fault::pjl_cannot_start}});
       const LaunchCounts counts = played.play().at_failure(played.turn);
       return played.turn.at == 1s && played.turn.exit_code == pam_exit_unstarted &&
              counts.registered == 0;
     }},
    {"If PAM does not receive all the TS registration messages (host name and PID) within the "
     "timeout specified by LSF_HPC_PJL_LOADENV_TIMEOUT in lsf.conf, it assumes that the job can "
     "not be executed.",
     [] {
       const Played played({{.kind = Fault::ts_dies, .task = 1, .at = 0s}}, 100s);
       return played.turn.outcome == LaunchOutcome::timed_out && played.turn.at == 101s &&
              played.turn.exit_code == pam_exit_failed;
     }},
    {"It kills the PJL, kills all the tasks that have been successfully started (if any), and "
     "exits.",
     [] {
       Pam pam = registering(3);
       pam.registers(0);
       pam.cannot_start(2);
       return pam.times_out() == (kill_pjl | kill_tasks | exit_failed) && pam.is_live(0) &&
              !pam.is_live(1) && !pam.is_live(2);
     }},
    {"The default for LSF_HPC_PJL_LOADENV_TIMEOUT is 300 seconds.",
     [] { return ClusterParameters{}.pjl_timeout == 300s; }},
    {"If TS cannot start the task, it reports this to PAM and exit.",
     [] {
       const Played played({{.kind = Fault::task_cannot_start, .task = 2}});
       return played.turn.at == 3s && played.play().at_failure(played.turn).failed == 1;
     }},
    {"If all tasks report, PAM checks to make sure all tasks have started. If any task does not "
     "start, PAM kills the PJL, sends a message to kill all the remote tasks that have been "
     "successfully started, and exit.",
     [] {
       Pam pam = registering(2);
       const bool waits = pam.cannot_start(1).is_empty();
       return waits && pam.registers(0) == (stop_timer | kill_pjl | kill_tasks | exit_failed) &&
              pam.is_live(0) && !pam.is_live(1);
     }},
    {"If TS terminates before it can report the exit status of the task to PAM, PAM never "
     "succeeds in receiving all the exit status.",
     [] {
       Pam pam = registering(2);
       pam.registers(0);
       pam.registers(1);
       pam.loss(1);
       pam.exit_status(0);
       return pam.state() == PamState::running;
     }},
    {"It then exits when the PJL exits.",
     [] {
       const Played played({{.kind = Fault::ts_dies, .task = 1, .at = 30s}});
       const LaunchedRun run = played.play().run();
       return run.end == 63s && played.play().at_exit(run).statuses == 2;
     }},
    {"If the PJL exits before all TS have registered the exit status of the tasks, then PAM "
     "assumes "
     "the parallel job is completed,",
     [] {
       const Played played({{.kind = Fault::pjl_exits, .at = 30s, .exit_code = 0}});
       const LaunchedRun run = played.play().run();
       return run.end == 30s && run.exit_code == 0;
     }},
    {"and communicates with RES, which signals the tasks.",
     [] {
       Pam pam = registering(2);
       pam.registers(0);
       pam.registers(1);
       pam.exit_status(1);
       return pam.pjl_exits() == (kill_tasks | exit_as_pjl) && pam.is_live(0) && !pam.is_live(1);
     }},
};

}  // namespace

TEST_CASE("each sentence of the document on launches is what PAM does", "[pam][launch]") {
  for (const Row& row : rows) {
    INFO(row.sentence);
    CHECK(row.holds());
  }
}

}  // namespace mcsim::testing::pam_document_test
