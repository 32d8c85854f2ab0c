// An observer of launches: the facts about each launch must be consistent.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/facts.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Throws InvariantBroken.
struct LaunchWatch final : public Observer {
  using Key = std::pair<ClusterId, JobIndex>;
  struct Seen {
    bool runs = false;
    std::uint32_t tasks = 0;
  };

  using Observer::on;
  void on(ClusterId cluster, const JobStarted& fact) override {
    started[{cluster, fact.job}] = fact.at;
  }
  void on(ClusterId cluster, const LaunchBegins& fact) override {
    const Key job{cluster, fact.job};
    MCSIM_CHECK(started.at(job) == fact.at, "a launch begins with its execution");
    const auto tasks = static_cast<std::uint32_t>(fact.slots.count());
    MCSIM_CHECK(open.emplace(job, Seen{.tasks = tasks}).second, "one launch at a time");
  }
  void on(ClusterId cluster, const LaunchRuns& fact) override {
    Seen& seen = open.at({cluster, fact.job});
    MCSIM_CHECK(!seen.runs && fact.launch >= 0ms, "a job comes to RUNNING once");
    seen.runs = true;
  }
  void on(ClusterId cluster, const LaunchEnds& fact) override {
    const Seen seen = open.at({cluster, fact.job});
    open.erase({cluster, fact.job});
    const LaunchCounts& counts = fact.report.counts;
    ++outcomes[static_cast<std::size_t>(fact.report.outcome)];
    MCSIM_CHECK(seen.runs == (fact.report.outcome == LaunchOutcome::ran), "it ran, or did not");
    MCSIM_CHECK(counts.tasks == seen.tasks && counts.registered <= counts.tasks, "tasks");
    MCSIM_CHECK(!seen.runs || counts.registered == counts.tasks, "all tasks of one that ran");
    // In the end, each registered task has reported its status, is lost, or is reached by PAM;
    // without PAM none is.
    MCSIM_CHECK(fact.report.pam_is_lost
                    ? counts.reached == 0
                    : counts.statuses + counts.lost + counts.reached == counts.registered,
                "a signal reaches exactly the tasks that have started");
    MCSIM_CHECK(fact.report.launch <= fact.report.held, "the launch is a part of the execution");
    std::uint32_t tasks = 0;
    for (const LaunchedHost& host : fact.hosts) tasks += host.tasks;
    MCSIM_CHECK(tasks == counts.tasks, "each task is on a host");
  }
  void on(ClusterId cluster, const JobEnded& fact) override { check_closed({cluster, fact.job}); }
  void on(ClusterId cluster, const JobRequeued& fact) override {
    check_closed({cluster, fact.job});
  }
  void on(ClusterId cluster, const LaunchSignalled& fact) override {
    ++signals;
    MCSIM_CHECK(open.contains({cluster, fact.job}), "a signal to a job that is launched");
  }
  void on(ClusterId, const LaunchLosesHost&) override { ++lost_hosts; }
  void check_closed(Key job) const {
    MCSIM_CHECK(!open.contains(job), "a job has ended whose launch has not");
  }
  bool wants_launches() const override { return true; }
  bool wants_signals() const override { return true; }

  std::map<Key, Time> started;
  std::map<Key, Seen> open;
  std::array<std::uint64_t, launch_outcomes> outcomes{};
  std::uint64_t signals = 0;
  std::uint64_t lost_hosts = 0;
};

}  // namespace mcsim::testing
