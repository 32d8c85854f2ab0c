// Launches against naive ones, played millisecond by millisecond, and against results by hand.
#include "mcsim/pam/launch_play.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/random_dice.hpp"

namespace mcsim::testing::launch_play_test {

namespace {

using Fault = LaunchFault::Kind;

const RngStream no_draws{1, "test"};

/// One task a slot, on hosts 0, 1, ...
std::vector<HostSlots> hosts_with(const std::vector<std::int32_t>& slots) {
  std::vector<HostSlots> hosts;
  for (const std::int32_t one : slots)
    hosts.push_back({static_cast<HostId>(hosts.size()), Slots(one)});
  return hosts;
}
DrawnTime constant(Duration time) { return {.least = time}; }

/// What PAM sees and does, a millisecond at a time.
class NaiveLaunch {
 public:
  NaiveLaunch(const LaunchProfile& profile, const Launch& launch,
              const std::vector<HostSlots>& hosts)
      : profile_(profile), launch_(launch) {
    pjl_ = (profile.method == 2 ? profile.wrapper_start.least : 0ms) + profile.pjl_start.least;
    for (const HostSlots& part : hosts)
      for (std::int32_t i = 0; i < part.slots.count(); ++i) add_task(part.host);
    for (const LaunchFault& fault : profile.faults) {
      if (fault.kind == Fault::pjl_cannot_start) fails_ = true;
      if (fault.kind == Fault::pjl_exits) exits_.push_back({*fault.at, fault.exit_code});
    }
  }

  /// How the launch ends within `most`; none: not by then.
  std::optional<LaunchTurn> play(Duration most) {
    Duration clock{};
    std::optional<Duration> timer;
    std::vector<Launch::Pause> pauses = launch_.pauses;
    for (Duration wall{}; wall < most; wall += 1ms) {
      const bool stands = !pauses.empty() && pauses.front().at == clock;
      if (stands && pauses.front().length != 0ms) {
        if (timer && *timer == wall) return turn(LaunchOutcome::timed_out, wall, 1);
        if (pauses.front().length) *pauses.front().length -= 1ms;
        continue;
      }
      if (stands) {
        pauses.erase(pauses.begin());
        wall -= 1ms;  // no time has passed
        continue;
      }
      if (clock == pjl_ && fails_) return turn(LaunchOutcome::pjl_not_started, wall, 127);
      if (clock == pjl_) timer = wall + launch_.timeout;
      bool all = true;
      bool bad = false;
      for (const Task& task : tasks_) {
        all = all && task.report && *task.report <= clock;
        bad = bad || task.fails;
      }
      if (clock >= pjl_ && all)
        return bad ? turn(LaunchOutcome::tasks_not_started, wall, 1)
                   : turn(LaunchOutcome::ran, wall, 0);
      if (clock >= pjl_)
        if (const auto code = exit_at(clock)) return turn(LaunchOutcome::pjl_exited, wall, *code);
      if (timer && *timer == wall) return turn(LaunchOutcome::timed_out, wall, 1);
      clock += 1ms;
    }
    return std::nullopt;
  }

  /// When a job that has been RUNNING since `launched` ends.
  std::optional<LaunchedRun> run(Duration launched, Duration length, Duration most) {
    for (Duration clock = launched; clock < most; clock += 1ms) {
      const bool has_lost = std::ranges::any_of(
          tasks_, [&](const Task& task) { return task.dies && *task.dies < launched + length; });
      const bool waits = profile_.on_lost_task == OnLostTask::waits && has_lost;
      if (clock == launched + length && !waits) return LaunchedRun{clock, std::nullopt};
      if (const auto code = exit_at(clock)) return LaunchedRun{clock, code};
    }
    return std::nullopt;
  }

  std::uint32_t reported_by(Duration clock, bool well) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(tasks_, [&](const Task& task) {
      return task.report && *task.report <= clock && task.fails != well;
    }));
  }
  /// The number of live tasks once all have registered.
  std::uint32_t live_before(Duration clock) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        tasks_, [&](const Task& task) { return !(task.dies && *task.dies < clock); }));
  }
  std::uint32_t live_at(Duration clock) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(tasks_, [&](const Task& task) {
      return task.report && *task.report <= clock && !task.fails &&
             !(task.dies && *task.dies <= clock);
    }));
  }

 private:
  struct Task {
    std::optional<Duration> report;
    std::optional<Duration> dies;
    bool fails = false;
  };

  static LaunchTurn turn(LaunchOutcome outcome, Duration wall, std::int32_t code) {
    return {.outcome = outcome, .at = wall, .exit_code = code};
  }

  /// The exit code of the PJL, if it has exited by `clock`: by a fault, perhaps one from before its
  /// start, or because of a lost task.
  std::optional<std::int32_t> exit_at(Duration clock) const {
    for (const auto& [at, code] : exits_)
      if (at <= clock) return code;
    if (profile_.on_lost_task != OnLostTask::aborts) return std::nullopt;
    for (const Task& task : tasks_)
      if (task.dies && *task.dies <= clock) return profile_.exit_code;
    return std::nullopt;
  }

  void add_task(HostId host) {
    const auto number = static_cast<std::uint32_t>(tasks_.size());
    const Duration begins = pjl_ + std::int64_t{number} * profile_.ts_interval;
    const auto factor = static_cast<std::int64_t>(profile_.slowness(host));
    const Duration sent = begins + factor * (profile_.ts_start.least + profile_.task_start.least);
    Task task;
    const auto dies = [&](Duration at) { task.dies = std::min(task.dies.value_or(at), at); };
    for (const LaunchFault& fault : profile_.faults) {
      if (fault.task && *fault.task != number) continue;
      if (!fault.hosts.empty() && std::ranges::find(fault.hosts, host) == fault.hosts.end())
        continue;
      if (fault.kind == Fault::task_cannot_start) task.fails = true;
      if (fault.kind == Fault::ts_dies || fault.kind == Fault::res_dies)
        dies(std::max(*fault.at, begins));
    }
    for (const Launch::Loss& loss : launch_.losses)
      if (loss.host == host) dies(std::max(loss.at, begins));
    if (!task.dies || *task.dies > sent) task.report = sent + profile_.latency.least;
    tasks_.push_back(task);
  }

  const LaunchProfile& profile_;
  const Launch& launch_;
  std::vector<Task> tasks_;
  std::vector<std::pair<Duration, std::int32_t>> exits_;
  Duration pjl_{};
  bool fails_ = false;
};

struct World {
  LaunchProfile profile;
  Launch launch;
  std::vector<HostSlots> hosts;
};

World random_world(std::uint64_t seed) {
  Dice dice(seed, "launches");
  World world;
  const auto up_to = [&](Duration most) { return Duration{dice.between(0, most.count())}; };
  const std::int64_t hosts = dice.between(1, 3);
  std::vector<std::int32_t> slots;
  for (std::int64_t i = 0; i < hosts; ++i) slots.push_back(dice.number(1, 3));
  world.hosts = hosts_with(slots);
  const auto host = [&] { return dice.id_below<HostId>(world.hosts.size()); };
  LaunchProfile& profile = world.profile;
  profile.method = dice.one_in(2) ? 1 : 2;
  profile.wrapper_start = constant(up_to(3ms));
  profile.pjl_start = constant(up_to(3ms));
  profile.ts_interval = up_to(2ms);
  profile.ts_start = constant(up_to(3ms));
  profile.task_start = constant(up_to(3ms));
  profile.latency = constant(up_to(2ms));
  profile.on_lost_task = static_cast<OnLostTask>(dice.number(0, 2));
  profile.exit_code = 7;
  if (dice.one_in(3)) profile.slow_hosts.push_back({host(), 3.0});
  const auto task = [&] { return static_cast<std::uint32_t>(dice.number(0, 5)); };
  if (dice.one_in(12)) profile.faults.push_back({.kind = Fault::pjl_cannot_start});
  if (dice.one_in(4))
    profile.faults.push_back({.kind = Fault::pjl_exits, .at = up_to(40ms), .exit_code = 5});
  if (dice.one_in(4)) profile.faults.push_back({.kind = Fault::task_cannot_start, .task = task()});
  if (dice.one_in(2))
    profile.faults.push_back({.kind = Fault::ts_dies, .task = task(), .at = up_to(40ms)});
  if (dice.one_in(4))
    profile.faults.push_back({.kind = Fault::res_dies, .hosts = {host()}, .at = up_to(40ms)});
  if (dice.one_in(4)) world.launch.losses.push_back({host(), up_to(40ms)});
  world.launch.timeout = 3ms + up_to(25ms);
  world.launch.run = up_to(30ms);
  if (dice.one_in(3)) {
    const Duration at = up_to(10ms);
    world.launch.pauses.push_back({at, 1ms + up_to(10ms)});
    if (dice.one_in(2)) world.launch.pauses.push_back({at + up_to(8ms), 1ms + up_to(10ms)});
    if (dice.one_in(2)) world.launch.pauses.back().length.reset();
  }
  return world;
}

}  // namespace

TEST_CASE("a launch is as one that is played millisecond by millisecond", "[launch]") {
  constexpr Duration most = 400ms;
  std::size_t outcomes[launch_outcomes] = {};
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    World world = random_world(seed);
    INFO("seed " << seed);
    NaiveLaunch naive(world.profile, world.launch, world.hosts);
    const LaunchPlay play(world.profile, no_draws, world.launch, world.hosts);
    const LaunchTurn turn = play.turn();
    const auto naive_turn = naive.play(most);
    REQUIRE((turn.at < unlimited) == naive_turn.has_value());
    if (!naive_turn) continue;
    REQUIRE(turn.outcome == naive_turn->outcome);
    REQUIRE(turn.at == naive_turn->at);
    REQUIRE(turn.exit_code == naive_turn->exit_code);
    ++outcomes[static_cast<std::size_t>(turn.outcome)];
    const bool is_plain = world.launch.pauses.empty();
    if (turn.outcome != LaunchOutcome::ran) {
      const LaunchCounts counts = play.at_failure(turn);
      if (!is_plain || turn.outcome == LaunchOutcome::pjl_not_started) continue;
      REQUIRE(counts.registered == naive.reported_by(turn.at, true));
      REQUIRE(counts.failed == naive.reported_by(turn.at, false));
      REQUIRE(counts.reached == naive.live_at(turn.at));
      continue;
    }
    Duration paused{};
    for (const Launch::Pause& pause : world.launch.pauses)
      if (pause.length && pause.at <= turn.at - paused) paused += *pause.length;
    world.launch.launch = turn.at - paused;
    const LaunchedRun run = play.run();
    const auto naive_run = naive.run(*world.launch.launch, world.launch.run, most);
    REQUIRE((run.end < unlimited) == naive_run.has_value());
    if (!naive_run) continue;
    REQUIRE(run.end == naive_run->end);
    REQUIRE(run.exit_code == naive_run->exit_code);
    const LaunchCounts counts = play.at_exit(run);
    REQUIRE(counts.registered == counts.tasks);
    const std::uint32_t live = naive.live_before(run.exit_code ? run.end + 1ms : run.end);
    REQUIRE(counts.statuses == (run.exit_code ? 0 : live));
    REQUIRE(counts.reached == (run.exit_code ? live : 0));
  }
  for (const LaunchOutcome outcome :
       {LaunchOutcome::ran, LaunchOutcome::pjl_not_started, LaunchOutcome::timed_out,
        LaunchOutcome::tasks_not_started, LaunchOutcome::pjl_exited}) {
    INFO(name_of(outcome));
    CHECK(outcomes[static_cast<std::size_t>(outcome)] > 100);
  }
}

TEST_CASE("a registration at exactly the timeout is in time", "[launch]") {
  const LaunchProfile profile{
      .name = "mpirun", .pjl_start = constant(2s), .ts_start = constant(300s)};
  const auto hosts = hosts_with({2});
  Launch launch{.timeout = 300s};
  CHECK(LaunchPlay(profile, no_draws, launch, hosts).turn().outcome == LaunchOutcome::ran);
  launch.timeout = 300s - 1ms;
  const LaunchTurn turn = LaunchPlay(profile, no_draws, launch, hosts).turn();
  CHECK(turn.outcome == LaunchOutcome::timed_out);
  CHECK(turn.at == 302s - 1ms);
}

TEST_CASE("the timer goes on while the job is suspended", "[launch]") {
  const LaunchProfile profile{
      .name = "mpirun", .pjl_start = constant(2s), .ts_start = constant(10s)};
  const auto hosts = hosts_with({2});
  Launch launch{.timeout = 60s, .pauses = {{5s, std::nullopt}}};
  const LaunchPlay play(profile, no_draws, launch, hosts);
  CHECK(play.turn().outcome == LaunchOutcome::timed_out);
  CHECK(play.turn().at == 62s);
  launch.pauses.back().length = 30s;
  CHECK(play.turn().outcome == LaunchOutcome::ran);
  CHECK(play.turn().at == 42s);
}

TEST_CASE("a suspension before the PJL starts keeps the timer from starting", "[launch]") {
  const LaunchProfile profile{.name = "mpirun", .pjl_start = constant(2s)};
  const Launch launch{.timeout = 60s, .pauses = {{1s, std::nullopt}}};
  const auto hosts = hosts_with({2});
  CHECK(LaunchPlay(profile, no_draws, launch, hosts).turn().at == unlimited);
}

TEST_CASE("drawn times lie where their distributions have them", "[launch]") {
  const LaunchProfile profile{
      .name = "mpirun",
      .pjl_start = {.kind = DrawnTime::Kind::uniform, .least = 1s, .spread = 2s},
      .ts_start = {.kind = DrawnTime::Kind::exponential, .least = 5s, .spread = 10s}};
  const auto hosts = hosts_with({1});
  Duration sum{};
  Duration least = unlimited;
  constexpr std::uint32_t launches = 20'000;
  for (std::uint32_t execution = 0; execution < launches; ++execution) {
    const Launch launch{.execution = execution, .timeout = unlimited};
    const Duration at = LaunchPlay(profile, no_draws, launch, hosts).turn().at;
    sum += at;
    least = std::min(least, at);
  }
  CHECK(least >= 6s);
  CHECK(least < 6100ms);
  CHECK(sum / launches > 16'800ms);  // 2 s + 15 s
  CHECK(sum / launches < 17'200ms);
}

TEST_CASE("faults befall as often as they should, and others than before are not moved by them",
          "[launch]") {
  LaunchProfile profile{.name = "mpirun",
                        .ts_start = {.kind = DrawnTime::Kind::exponential, .spread = 10s}};
  const auto hosts = hosts_with({100});
  std::uint32_t failed = 0;
  constexpr std::uint32_t launches = 500;
  for (std::uint32_t execution = 0; execution < launches; ++execution) {
    const Launch launch{.execution = execution, .timeout = unlimited};
    const Duration clean = LaunchPlay(profile, no_draws, launch, hosts).turn().at;
    LaunchProfile faulty = profile;
    faulty.faults = {{.kind = Fault::task_cannot_start, .probability = 0.01}};
    const LaunchPlay play(faulty, no_draws, launch, hosts);
    REQUIRE(play.turn().at == clean);
    if (play.turn().outcome == LaunchOutcome::tasks_not_started)
      failed += play.at_failure(play.turn()).failed;
  }
  CHECK(failed > 420);  // of 50,000, one in a hundred
  CHECK(failed < 580);
}

TEST_CASE("what RES has seen of each host is the time of its tasks from their registration on",
          "[launch]") {
  const LaunchProfile profile{.name = "mpirun",
                              .ts_interval = 1s,
                              .faults = {{.kind = Fault::ts_dies, .task = 3, .at = 20s},
                                         {.kind = Fault::task_cannot_start, .task = 0}}};
  const Launch launch{.timeout = unlimited};
  const auto hosts = hosts_with({2, 2});
  const auto seen = LaunchPlay(profile, no_draws, launch, hosts).hosts_at(100s);
  REQUIRE(seen.size() == 2);
  CHECK(seen[0] == LaunchedHost{.host = HostId{0},
                                .tasks = 2,
                                .registered = 1,
                                .failed = 1,
                                .lost = 0,
                                .task_time = 99s});
  CHECK(seen[1] == LaunchedHost{.host = HostId{1},
                                .tasks = 2,
                                .registered = 2,
                                .failed = 0,
                                .lost = 1,
                                .task_time = 98s + 17s});
}

}  // namespace mcsim::testing::launch_play_test
