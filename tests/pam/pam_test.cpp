// PAM: the rows of docs/rules/lsf.md, 6, and all orders in which events can come.
#include "mcsim/pam/pam.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::pam_test {

namespace {

using enum PamAction;

/// A PAM that waits for its tasks to register.
Pam registering(std::uint32_t tasks) {
  Pam pam(tasks);
  pam.pjl_starts();
  return pam;
}
Pam running(std::uint32_t tasks) {
  Pam pam = registering(tasks);
  for (Pam::Task task = 0; task < tasks; ++task) pam.registers(task);
  return pam;
}
std::vector<Pam::Task> live(const Pam& pam) {
  std::vector<Pam::Task> tasks;
  for (Pam::Task task = 0; task < pam.tasks(); ++task)
    if (pam.is_live(task)) tasks.push_back(task);
  return tasks;
}
using Tasks = std::vector<Pam::Task>;

}  // namespace

TEST_CASE("where the PJL cannot be started no task is, and PAM exits", "[pam]") {  // row 1
  Pam pam(2);
  CHECK(pam.pjl_fails() == PamActions(exit_unstarted));
  CHECK(pam.state() == PamState::exited);
  CHECK(live(pam).empty());
}

TEST_CASE("a job runs when all tasks have registered in time", "[pam]") {  // row 2
  Pam pam(3);
  CHECK(pam.pjl_starts() == PamActions(start_timer));
  CHECK(pam.registers(2).is_empty());
  CHECK(pam.registers(0).is_empty());
  CHECK(pam.registers(1) == (stop_timer | begin_run));
  CHECK(pam.state() == PamState::running);
}

TEST_CASE("tasks that do not register in time end the job", "[pam]") {  // rows 3, 11
  Pam pam = registering(3);
  pam.registers(1);
  CHECK(pam.times_out() == (kill_pjl | kill_tasks | exit_failed));
  CHECK(live(pam) == Tasks{1});
  CHECK(pam.registers(0) == PamActions(refuse_task));
  CHECK(pam.pjl_exits().is_empty());
}

TEST_CASE("tasks that cannot be started end the job when all have reported", "[pam]") {  // row 4
  Pam pam = registering(3);
  pam.registers(0);
  CHECK(pam.cannot_start(2).is_empty());
  CHECK(pam.registers(1) == (stop_timer | kill_pjl | kill_tasks | exit_failed));
  CHECK(live(pam) == Tasks{0, 1});
}

TEST_CASE("a task that cannot be started waits for one that never reports", "[pam]") {  // row 5
  Pam pam = registering(2);
  CHECK(pam.cannot_start(0).is_empty());
  CHECK(pam.loss(1).is_empty());
  CHECK(pam.state() == PamState::registering);
  CHECK(pam.times_out() == (kill_pjl | kill_tasks | exit_failed));
  CHECK(live(pam).empty());
}

TEST_CASE("when all exit statuses are there PAM waits for the PJL, and exits as it did", "[pam]") {
  Pam pam = running(2);  // rows 6, 8
  CHECK(pam.exit_status(1).is_empty());
  CHECK(pam.state() == PamState::running);
  CHECK(pam.exit_status(0) == PamActions(start_timer));
  CHECK(pam.state() == PamState::draining);
  CHECK(pam.pjl_exits() == (stop_timer | exit_as_pjl));
}

TEST_CASE("a PJL that does not exit after the last exit status is killed in time", "[pam]") {
  Pam pam = running(2);  // row 14
  pam.exit_status(1);
  pam.exit_status(0);
  CHECK(pam.times_out() == (kill_pjl | exit_failed));
  CHECK(live(pam).empty());
  CHECK(pam.pjl_exits().is_empty());
}

TEST_CASE("a task may end while others have not registered", "[pam]") {  // row 6
  Pam pam = registering(2);
  pam.registers(0);
  CHECK(pam.exit_status(0).is_empty());
  CHECK(pam.registers(1) == (stop_timer | begin_run));
  CHECK(pam.state() == PamState::running);
  Pam quick = registering(1);
  quick.registers(0);
  CHECK(quick.state() == PamState::running);
}

TEST_CASE("where an exit status never comes PAM ends with the PJL", "[pam]") {  // rows 7, 9, 13
  Pam pam = running(3);
  pam.exit_status(0);
  pam.loss(1);
  CHECK(pam.state() == PamState::running);
  CHECK(pam.pjl_exits() == (kill_tasks | exit_as_pjl));
  CHECK(live(pam) == Tasks{2});
}

TEST_CASE("a PJL that exits before all tasks have registered ends the job", "[pam]") {  // row 10
  Pam pam = registering(2);
  pam.registers(1);
  CHECK(pam.pjl_exits() == (stop_timer | kill_tasks | exit_as_pjl));
  CHECK(live(pam) == Tasks{1});
}

TEST_CASE("signals of the job go to the PJL and to all its tasks", "[pam]") {  // row 12
  Pam pam = registering(2);
  pam.registers(1);
  for (const PamEvent signal : {PamEvent::suspend, PamEvent::resume, PamEvent::kill}) {
    CHECK(pam.signal(signal) == PamActions(forward_signal));
    CHECK(live(pam) == Tasks{1});
  }
}

TEST_CASE("each of the 14 rows of the specification is in the table", "[pam]") {
  std::set<int> sources;
  for (const PamRow& row : pam_table()) sources.insert(row.source);
  // Row 13 is the same as row 7.
  CHECK(sources == std::set{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14});
}

namespace {

/// A job with its processes, as they really are; PAM knows only what it is told of them.
struct Job {
  enum class Task : std::uint8_t { none, unheard, started, unstarted, ended, gone, killed };
  enum class Pjl : std::uint8_t { none, runs, is_over };

  explicit Job(std::uint32_t count) : pam(count), tasks(count) {}

  Pam pam;
  std::vector<Task> tasks;
  Pjl pjl = Pjl::none;
  bool is_timing = false;
  std::optional<std::int32_t> exit{};

  auto key() const {
    return std::tuple(tasks, pjl, is_timing, exit.value_or(-1), pam.state(), pam.registered(),
                      pam.failed(), pam.statuses());
  }
};

constexpr std::int32_t pjl_status = 42;

/// Plays all events that can come next, in all orders.
class Explorer {
 public:
  void explore(const Job& job) {
    if (!seen_.insert(job.key()).second) return;
    check(job);
    bool any = false;
    const auto branch = [&](auto&& step) {
      Job next = job;
      step(next);
      explore(next);
      any = true;
    };
    const auto told = [&](Job& next, PamEvent event, PamState before, PamActions actions) {
      obey(next, before, event, actions);
    };
    const PamState before = job.pam.state();
    if (job.pjl == Job::Pjl::none && !job.exit) {
      branch([&](Job& next) {
        next.pjl = Job::Pjl::runs;
        for (Job::Task& task : next.tasks)
          if (task == Job::Task::none) task = Job::Task::unheard;
        told(next, PamEvent::pjl_starts, before, next.pam.pjl_starts());
      });
      branch([&](Job& next) {
        next.pjl = Job::Pjl::is_over;
        told(next, PamEvent::pjl_fails, before, next.pam.pjl_fails());
      });
    }
    if (job.pjl == Job::Pjl::runs)
      branch([&](Job& next) {
        next.pjl = Job::Pjl::is_over;
        told(next, PamEvent::pjl_exits, before, next.pam.pjl_exits());
      });
    if (job.is_timing)
      branch([&](Job& next) {
        next.is_timing = false;
        told(next, PamEvent::timeout, before, next.pam.times_out());
      });
    for (Pam::Task task = 0; task < job.tasks.size(); ++task) {
      if (job.tasks[task] == Job::Task::unheard) {
        branch([&](Job& next) {
          next.tasks[task] = Job::Task::started;
          const PamActions actions = next.pam.registers(task);
          if (actions.has(refuse_task)) next.tasks[task] = Job::Task::killed;
          told(next, next_report(next, before), before, actions);
        });
        branch([&](Job& next) {
          next.tasks[task] = Job::Task::unstarted;
          const PamActions actions = next.pam.cannot_start(task);
          told(next, next_report(next, before), before, actions);
        });
      }
      if (job.tasks[task] == Job::Task::started || job.tasks[task] == Job::Task::killed)
        branch([&](Job& next) {
          next.tasks[task] = Job::Task::ended;
          const PamActions actions = next.pam.exit_status(task);
          told(next,
               before == PamState::running && next.pam.statuses() == next.pam.tasks()
                   ? PamEvent::last_status
                   : PamEvent::status,
               before, actions);
        });
      if (job.tasks[task] != Job::Task::gone)  // its host fails
        branch([&](Job& next) {
          next.tasks[task] = Job::Task::gone;
          told(next, PamEvent::loss, before, next.pam.loss(task));
        });
    }
    if (!any) check_end(job);
    ends += any ? 0 : 1;
  }

  std::size_t ends = 0;
  std::size_t states() const { return seen_.size(); }
  std::set<std::pair<PamState, PamEvent>> rows;

 private:
  static PamEvent next_report(const Job& next, PamState before) {
    const Pam& pam = next.pam;
    if (before == PamState::exited || pam.registered() + pam.failed() < pam.tasks())
      return PamEvent::report;
    return pam.failed() > 0 ? PamEvent::last_report_is_bad : PamEvent::last_report;
  }

  void obey(Job& job, PamState before, PamEvent event, PamActions actions) {
    rows.insert({before, event});
    if (actions.has(start_timer)) job.is_timing = true;
    if (actions.has(stop_timer)) job.is_timing = false;
    if (actions.has(kill_pjl)) {
      REQUIRE(job.pjl == Job::Pjl::runs);
    }
    if (actions.has(kill_tasks))
      for (Pam::Task task = 0; task < job.tasks.size(); ++task) {
        REQUIRE(job.pam.is_live(task) == (job.tasks[task] == Job::Task::started));
        if (job.pam.is_live(task)) job.tasks[task] = Job::Task::killed;
      }
    if (!actions.exits()) return;
    REQUIRE_FALSE(job.exit);  // PAM exits only once
    job.exit = actions.has(exit_as_pjl)   ? pjl_status
               : actions.has(exit_failed) ? pam_exit_failed
                                          : pam_exit_unstarted;
    // LSF's document: PAM exits as the PJL, unless the PJL was never started or PAM has killed it.
    const bool is_by_itself = event == PamEvent::pjl_exits;
    REQUIRE((*job.exit == pjl_status) == is_by_itself);
    REQUIRE((*job.exit == pam_exit_unstarted) == (event == PamEvent::pjl_fails));
  }

  /// In any state, signals go to exactly the tasks that have started and are still there.
  void check(const Job& job) {
    REQUIRE((job.pam.state() == PamState::exited) == job.exit.has_value());
    REQUIRE_FALSE((job.exit && job.is_timing));
    for (const PamEvent signal : {PamEvent::kill, PamEvent::suspend, PamEvent::resume}) {
      Pam pam = job.pam;
      const PamActions actions = pam.signal(signal);
      rows.insert({job.pam.state(), signal});
      REQUIRE(pam.state() == job.pam.state());
      REQUIRE(actions.has(forward_signal) != job.exit.has_value());
      for (Pam::Task task = 0; task < job.tasks.size() && !job.exit; ++task)
        REQUIRE(pam.is_live(task) == (job.tasks[task] == Job::Task::started));
    }
  }

  /// Called when nothing more can happen.
  static void check_end(const Job& job) {
    REQUIRE(job.exit);
    for (const Job::Task task : job.tasks) {
      REQUIRE(task != Job::Task::started);
      REQUIRE(task != Job::Task::unheard);
      REQUIRE(task != Job::Task::killed);
    }
  }

  std::set<decltype(std::declval<Job>().key())> seen_;
};

}  // namespace

TEST_CASE("in whatever order things happen PAM exits once, and no task outlives the job", "[pam]") {
  std::set<std::pair<PamState, PamEvent>> reached;
  for (std::uint32_t tasks = 1; tasks <= 3; ++tasks) {
    Explorer explorer;
    explorer.explore(Job(tasks));
    CHECK(explorer.ends > 1);
    INFO(tasks << " tasks: " << explorer.states() << " states");
    reached.insert(explorer.rows.begin(), explorer.rows.end());
  }
  for (const PamRow& row : pam_table()) {
    INFO(to_text(row.state) << ", " << to_text(row.event));
    CHECK(reached.contains({row.state, row.event}) == row.happens);
  }
}

}  // namespace mcsim::testing::pam_test
