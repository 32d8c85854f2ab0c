// The crew at work: a process for each worker. A process that hangs or crashes is replaced, and the
// seed that it played is a finding.
#include "swarm/crew.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "mcsim/base/check.hpp"
#include "support/in_child.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"

namespace mcsim::testing {
namespace {

using Clock = std::chrono::steady_clock;

/// A log in pages that stay shared when the process forks.
WorkerLog* shared_log() {
  void* const pages =
      mmap(nullptr, sizeof(WorkerLog), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  MCSIM_CHECK(pages != MAP_FAILED, "there is no memory left");
  return new (pages) WorkerLog;
}

class Worker {
 public:
  Worker(const SwarmOrder& order, unsigned number, Clock::time_point end)
      : order_(order), end_(end), next_(order.first_seed + number), log_(*shared_log()) {
    start();
  }

  const WorkerLog& log() const { return log_; }

  /// Whether the worker has still something to do. Replaces its process if it hangs or has crashed.
  bool is_at_work() {
    int status = 0;
    const bool hangs = has_been_at_it() > order_.limit;
    if (hangs) kill(process_, SIGKILL);
    if (waitpid(process_, &status, hangs ? 0 : WNOHANG) == 0) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return false;
    ++log_.found;
    std::printf("seed %llu %s\n", static_cast<unsigned long long>(log_.seed),
                hangs ? "takes too long" : "crashes");
    std::fflush(stdout);
    next_ = log_.seed + order_.workers;
    to_tell_ = log_.seed;
    start();
    return true;
  }

 private:
  /// How much processor time the present grid has taken.
  std::chrono::milliseconds has_been_at_it() const {
    const std::chrono::milliseconds since(log_.since_ms);
    return since.count() < 0 ? std::chrono::milliseconds{} : processor_time(process_) - since;
  }

  void start() {
    log_.since_ms = -1;
    process_ = fork();
    MCSIM_CHECK(process_ >= 0, "there is no process left");
    if (process_ > 0) return;
    if (to_tell_ != 0) tell_seed(to_tell_, order_.limit);
    work();
    _exit(0);
  }

  void work() {
    for (std::uint64_t seed = next_; Clock::now() < end_; seed += order_.workers) {
      if (seed - order_.first_seed >= order_.most_worlds) return;
      log_.seed = seed;
      log_.since_ms = processor_time(getpid()).count();
      const SwarmWorld world = swarm_world(seed);
      const bool is_wrong = !first_wrong(world.kind, world.grid).empty();
      log_.since_ms = -1;
      ++log_.worlds[static_cast<std::size_t>(world.kind)];
      log_.meetings.add(world.features);
      if (!is_wrong) continue;
      ++log_.found;
      tell_seed(seed, order_.limit);
    }
  }

  const SwarmOrder& order_;
  Clock::time_point end_;
  std::uint64_t next_;
  std::uint64_t to_tell_ = 0;
  WorkerLog& log_;
  pid_t process_ = 0;
};

void add(SwarmReport& report, const WorkerLog& log) {
  for (std::size_t kind = 0; kind < world_kinds; ++kind) report.worlds[kind] += log.worlds[kind];
  report.meetings.add(log.meetings);
  report.found += log.found;
}

}  // namespace

void run_swarm(const SwarmOrder& order, SwarmReport& report) {
  const auto begin = Clock::now();
  std::vector<Worker> workers;
  workers.reserve(order.workers);
  for (unsigned number = 0; number < order.workers; ++number)
    workers.emplace_back(order, number, begin + order.time);
  for (std::size_t at_work = workers.size(); at_work > 0;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    at_work = 0;
    for (Worker& worker : workers) at_work += worker.is_at_work() ? 1U : 0U;
  }
  for (const Worker& worker : workers) add(report, worker.log());
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
}

bool tell_seed(std::uint64_t seed, std::chrono::seconds limit) {
  const SwarmWorld world = swarm_world(seed);
  const auto ask = [&](const GridConfig& grid) {
    return in_child([&] { return first_wrong(world.kind, grid); }, limit);
  };
  // Bounds the time that shrinking may take.
  const auto find = [&, end = Clock::now() + 10 * limit](const GridConfig& grid) {
    return Clock::now() < end ? ask(grid) : std::string();
  };
  const std::string found = find(world.grid);
  std::string text = "seed " + std::to_string(seed) + ", " + std::string(name_of(world.kind)) +
                     ": " + (found.empty() ? "nothing is wrong" : found) + "\n";
  if (!found.empty()) {
    const GridConfig small = shrunk(world.grid, find);
    text += "in the smallest such grid: " + ask(small) + "\n" + to_text(small) +
            "again: tools/swarm --seed " + std::to_string(seed) + "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  return !found.empty();
}

}  // namespace mcsim::testing
