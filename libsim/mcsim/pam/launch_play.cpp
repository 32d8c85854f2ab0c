// One launch, played through PAM's table.
#include "mcsim/pam/launch_play.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mcsim/base/check.hpp"
#include "mcsim/base/log.hpp"

namespace mcsim::pam {
namespace {

// Draws for the PJL, and for hosts, have numbers above those of tasks.
constexpr std::uint32_t of_pjl = 0xFFFF'FFFF;
constexpr std::uint32_t of_hosts = 0x8000'0000;

// What is drawn for each of them, two numbers each time: the starts of a wrapper and its PJL, or of
// a TaskStarter and its task; a message; when a fault happens; and, for two faults at a time,
// whether they do.
enum : std::uint32_t { two_starts, message, first_time, first_faults = 1U << 16 };

/// From 0 to 1, both excluded.
double unit(std::uint64_t draw) { return (static_cast<double>(draw >> 12) + 0.5) * 0x1p-52; }

Duration drawn(const DrawnTime& time, std::uint64_t draw) {
  switch (time.kind) {
    case DrawnTime::Kind::constant:
      return time.least;
    case DrawnTime::Kind::uniform: {
      const auto values = static_cast<std::uint64_t>(time.spread.count()) + 1;
      return time.least + Duration{static_cast<Duration::rep>(multiply_wide(draw, values)[0])};
    }
    case DrawnTime::Kind::exponential: {
      const double more = -natural_log(unit(draw)) * static_cast<double>(time.spread.count());
      return time.least + Duration{static_cast<Duration::rep>(more)};
    }
  }
  return time.least;
}

/// Later than any timer, and far from an overflow.
constexpr Duration far_off = unlimited / 4;

Duration bounded(double milliseconds) {
  if (milliseconds >= static_cast<double>(far_off.count())) return far_off;
  return Duration{std::llround(milliseconds)};
}

bool is_drawn(const DrawnTime& time) { return time.kind != DrawnTime::Kind::constant; }

}  // namespace

Duration Launch::clock_at(Duration since_dispatch) const {
  if (since_dispatch >= unlimited) return unlimited;
  Duration clock = since_dispatch;
  for (const Pause& pause : pauses) {
    if (clock <= pause.at) break;
    if (!pause.length || clock <= pause.at + *pause.length) return pause.at;
    clock -= *pause.length;
  }
  return clock;
}

LaunchPlay::LaunchPlay(const LaunchProfile& profile, const RngStream& draws, const Launch& launch,
                       std::span<const HostSlots> hosts)
    : profile_(profile), draws_(draws), launch_(launch), hosts_(hosts) {
  entity_ = philox({index_of(launch.job.second), launch.execution}, launch.home_key)[0];
  for (const HostSlots& part : hosts) tasks_ += static_cast<std::uint32_t>(part.slots.count());
  for (std::uint32_t place = 0; place < profile.faults.size(); ++place) {
    const LaunchFault& fault = profile.faults[place];
    const bool is_meant = (!fault.job || *fault.job == launch.job) &&
                          (!fault.execution || *fault.execution == launch.execution);
    if (!is_meant) continue;
    const bool is_of_tasks = fault.kind == LaunchFault::Kind::ts_dies ||
                             fault.kind == LaunchFault::Kind::task_cannot_start;
    (is_of_tasks ? of_tasks_ : threats_).push_back({&fault, place});
  }
  const auto starts = draw(of_pjl, two_starts);
  if (profile.method == 2) pjl_begins_ += drawn(profile.wrapper_start, starts[0]);
  pjl_begins_ += drawn(profile.pjl_start, starts[1]);
  pjl_fails_ = std::ranges::any_of(threats_, [&](const Threat& threat) {
    return threat.fault->kind == LaunchFault::Kind::pjl_cannot_start && befalls(threat, of_pjl);
  });
}

// Draws.

std::array<std::uint64_t, 2> LaunchPlay::draw(std::uint32_t of, std::uint32_t what) const {
  return draws_.two_at(entity_, std::uint64_t{what} << 32 | of);
}

bool LaunchPlay::befalls(const Threat& threat, std::uint32_t of) const {
  const double probability = threat.fault->probability;
  if (probability >= 1 || probability <= 0) return probability > 0;
  return unit(draw(of, first_faults + threat.place / 2)[threat.place % 2]) < probability;
}

Duration LaunchPlay::time_of(const Threat& threat, std::uint32_t of) const {
  if (threat.fault->at) return *threat.fault->at;
  if (!launch_.launch || launch_.run >= unlimited) return unlimited;
  const double share = unit(draw(of, first_time + threat.place)[0]);
  return *launch_.launch +
         Duration{static_cast<Duration::rep>(share * static_cast<double>(launch_.run.count()))};
}

// Tasks.

Duration LaunchPlay::res_loss(HostId host) const {
  Duration first = unlimited;
  for (const Launch::Loss& loss : launch_.losses)
    if (loss.host == host) first = std::min(first, loss.at);
  for (const Threat& threat : threats_) {
    const LaunchFault& fault = *threat.fault;
    if (fault.kind != LaunchFault::Kind::res_dies) continue;
    if (!fault.hosts.empty() && !std::ranges::binary_search(fault.hosts, host)) continue;
    const std::uint32_t of = of_hosts | static_cast<std::uint32_t>(index_of(host));
    if (befalls(threat, of)) first = std::min(first, time_of(threat, of));
  }
  return first;
}

Duration LaunchPlay::beginning_of(std::uint32_t task) const {
  constexpr std::int64_t most = far_off / longest_duration;
  const auto number = std::int64_t{task};
  const Duration interval = profile_.ts_interval;
  if (number > most && interval > far_off / number) return far_off;
  return pjl_begins_ + number * interval;
}

Duration LaunchPlay::start_of(std::uint32_t task, double slowness) const {
  std::array<std::uint64_t, 2> starts{};
  if (is_drawn(profile_.ts_start) || is_drawn(profile_.task_start)) starts = draw(task, two_starts);
  const Duration start =
      drawn(profile_.ts_start, starts[0]) + drawn(profile_.task_start, starts[1]);
  if (slowness == 1) return start;
  return bounded(static_cast<double>(start.count()) * slowness);
}

LaunchPlay::Course LaunchPlay::course(std::uint32_t task, HostId host, double slowness,
                                      Duration loss) const {
  Course course{.loss = loss};
  for (const Threat& threat : of_tasks_) {
    const LaunchFault& fault = *threat.fault;
    if (fault.task && *fault.task != task) continue;
    if (!fault.hosts.empty() && !std::ranges::binary_search(fault.hosts, host)) continue;
    const bool kills = fault.kind == LaunchFault::Kind::ts_dies;
    if (launch_.launch && !kills) continue;  // its task has started
    if (!befalls(threat, task)) continue;
    if (kills)
      course.loss = std::min(course.loss, time_of(threat, task));
    else
      course.starts = false;
  }
  course.loss = std::max(course.loss, beginning_of(task));
  if (launch_.launch) return course;
  course.report = report_of(task, slowness, course.loss);
  return course;
}

Duration LaunchPlay::report_of(std::uint32_t task, double slowness, Duration loss) const {
  const Duration sent = beginning_of(task) + start_of(task, slowness);
  if (loss <= sent) return unlimited;
  const bool draws = is_drawn(profile_.latency);
  return sent + drawn(profile_.latency, draws ? draw(task, message)[0] : 0);
}

template <class Visit>
void LaunchPlay::visit_tasks(Visit&& visit) const {
  std::uint32_t task = 0;
  for (const HostSlots& part : hosts_) {
    const double slowness = profile_.slowness(part.host);
    const Duration loss = res_loss(part.host);
    const auto end = task + static_cast<std::uint32_t>(part.slots.count());
    for (; task < end; ++task) visit(task, part.host, course(task, part.host, slowness, loss));
  }
}

bool LaunchPlay::may_lose_tasks() const {
  const auto has = [](const std::vector<Threat>& threats, LaunchFault::Kind kind) {
    return std::ranges::any_of(threats,
                               [&](const Threat& threat) { return threat.fault->kind == kind; });
  };
  return !launch_.losses.empty() || has(of_tasks_, LaunchFault::Kind::ts_dies) ||
         has(threats_, LaunchFault::Kind::res_dies);
}

bool LaunchPlay::pjl_hangs() const {
  return std::ranges::any_of(threats_, [&](const Threat& threat) {
    return threat.fault->kind == LaunchFault::Kind::pjl_hangs && befalls(threat, of_pjl);
  });
}

std::optional<LaunchTurn> LaunchPlay::early_exit(Duration first_loss) const {
  std::optional<LaunchTurn> first;
  const auto note = [&](Duration at, std::int32_t exit_code) {
    const Duration from = std::max(at, launch_.launch.value_or(pjl_begins_));
    if (at < unlimited && (!first || from < first->at))
      first = {.outcome = LaunchOutcome::pjl_exited, .at = from, .exit_code = exit_code};
  };
  for (const Threat& threat : threats_)
    if (threat.fault->kind == LaunchFault::Kind::pjl_exits && befalls(threat, of_pjl))
      note(time_of(threat, of_pjl), threat.fault->exit_code);
  if (profile_.on_lost_task == OnLostTask::aborts) note(first_loss, profile_.exit_code);
  return first;
}

// Turns.

Duration LaunchPlay::with_pauses(Duration time) const {
  Duration more{};
  for (const Launch::Pause& pause : launch_.pauses) {
    if (pause.at > time) break;
    if (!pause.length) return unlimited;
    more += *pause.length;
  }
  return time + more;
}

LaunchTurn LaunchPlay::turn() const {
  const Duration begins = with_pauses(pjl_begins_);
  if (pjl_fails_)
    return {
        .outcome = LaunchOutcome::pjl_not_started, .at = begins, .exit_code = pam_exit_unstarted};
  Duration last{};
  Duration first_loss = unlimited;
  bool is_bad = false;
  visit_tasks([&](std::uint32_t, HostId, const Course& course) {
    last = std::max(last, course.report);
    first_loss = std::min(first_loss, course.loss);
    is_bad = is_bad || !course.starts;
  });
  if (last < unlimited) last = with_pauses(last);
  LaunchTurn turn{.outcome = is_bad ? LaunchOutcome::tasks_not_started : LaunchOutcome::ran,
                  .at = last,
                  .exit_code = is_bad ? pam_exit_failed : 0};
  if (auto exit = early_exit(first_loss)) {
    exit->at = with_pauses(exit->at);
    if (exit->at < turn.at) turn = *exit;
  }
  if (begins < unlimited && begins + launch_.timeout < turn.at)
    turn = {.outcome = LaunchOutcome::timed_out,
            .at = begins + launch_.timeout,
            .exit_code = pam_exit_failed};
  return turn;
}

LaunchedRun LaunchPlay::run() const {
  const Duration launched = *launch_.launch;
  LaunchedRun run{.end = launch_.run >= unlimited ? unlimited : launched + launch_.run};
  Duration first_loss = unlimited;
  if (may_lose_tasks())
    visit_tasks([&](std::uint32_t, HostId, const Course& course) {
      first_loss = std::min(first_loss, course.loss);
    });
  if (profile_.on_lost_task == OnLostTask::waits && first_loss < run.end) run.end = unlimited;
  const auto exit = early_exit(first_loss);
  if (exit && exit->at < run.end) return {.end = exit->at, .exit_code = exit->exit_code};
  if (run.end >= unlimited || !pjl_hangs()) return run;
  // Where an exit status is missing, the last one never comes, and PAM's timer does not start.
  if (first_loss < run.end) return {};
  return {.end = run.end + launch_.timeout, .exit_code = pam_exit_failed, .pjl_hangs = true};
}

// PAM.

/// Tells PAM of the TaskStarters that report by `end`, and of the tasks that are lost by then.
/// `end` is as LaunchTurn::at; for a launch that is RUNNING, a time on its clock.
PamActions LaunchPlay::tell(Pam& pam, Duration end) const {
  PamActions done;
  std::vector<std::uint32_t> lost;
  visit_tasks([&](std::uint32_t task, HostId, const Course& course) {
    if (!launch_.launch && with_pauses(course.report) > end) return;
    done = course.starts ? pam.registers(task) : pam.cannot_start(task);
    const Duration loss = launch_.launch ? course.loss : with_pauses(course.loss);
    if (course.starts && loss <= end) lost.push_back(task);
  });
  for (const std::uint32_t task : lost) pam.loss(task);
  return done;
}

LaunchCounts LaunchPlay::at(Duration time) const {
  Pam pam(tasks_);
  if (launch_.launch || pjl_begins_ < time) {
    pam.pjl_starts();
    tell(pam, launch_.launch ? time - 1ms : with_pauses(time - 1ms));
  }
  // A job whose PJL hangs goes on behind its tasks.
  if (launch_.launch && launch_.run < unlimited && *launch_.launch + launch_.run < time)
    end_tasks(pam);
  return counts(pam, launch_.launch ? LaunchOutcome::ran : LaunchOutcome::interrupted);
}

LaunchCounts LaunchPlay::at_failure(const LaunchTurn& turn) const {
  Pam pam(tasks_);
  PamActions done;
  if (turn.outcome == LaunchOutcome::pjl_not_started) {
    done = pam.pjl_fails();
  } else {
    pam.pjl_starts();
    done = tell(pam, turn.at);
    if (turn.outcome == LaunchOutcome::timed_out) done = pam.times_out();
    if (turn.outcome == LaunchOutcome::pjl_exited) done = pam.pjl_exits();
  }
  MCSIM_CHECK(done.exits(), "PAM does not exit where a launch fails");
  return counts(pam, turn.outcome);
}

void LaunchPlay::end_tasks(Pam& pam) const {
  for (std::uint32_t task = 0; task < tasks_; ++task)
    if (pam.is_live(task)) pam.exit_status(task);
}

LaunchCounts LaunchPlay::at_exit(const LaunchedRun& run) const {
  Pam pam(tasks_);
  pam.pjl_starts();
  const bool is_early = run.exit_code && !run.pjl_hangs;
  const Duration end = run.pjl_hangs ? run.end - launch_.timeout : run.end;
  if (may_lose_tasks())
    tell(pam, is_early ? end : end - 1ms);  // it may have exited because of a loss
  else
    for (std::uint32_t task = 0; task < tasks_; ++task) pam.registers(task);
  if (!is_early) end_tasks(pam);
  const PamActions done = run.pjl_hangs ? pam.times_out() : pam.pjl_exits();
  MCSIM_CHECK(done.exits(), "PAM does not exit with its PJL");
  return counts(pam, LaunchOutcome::ran);
}

std::vector<LaunchedHost> LaunchPlay::hosts_at(Duration end) const {
  std::vector<LaunchedHost> all;
  double slowness = 1;
  visit_tasks([&](std::uint32_t task, HostId host, const Course& course) {
    if (all.empty() || all.back().host != host) {
      all.push_back({.host = host});
      slowness = profile_.slowness(host);
    }
    LaunchedHost& at = all.back();
    ++at.tasks;
    const Duration report = launch_.launch ? report_of(task, slowness, unlimited) : course.report;
    if (pjl_fails_ || report > end) return;
    if (!course.starts) {
      ++at.failed;
      return;
    }
    ++at.registered;
    if (course.loss < end) ++at.lost;
    at.task_time += std::max(std::min(course.loss, end) - report, Duration{});
  });
  return all;
}

LaunchCounts LaunchPlay::counts(const Pam& pam, LaunchOutcome outcome) const {
  using TaskStage = Pam::Stage;
  const TaskStage trouble = outcome == LaunchOutcome::timed_out           ? TaskStage::unheard
                            : outcome == LaunchOutcome::tasks_not_started ? TaskStage::failed
                                                                          : TaskStage::lost;
  LaunchCounts counts{.tasks = tasks_,
                      .registered = pam.registered(),
                      .failed = pam.failed(),
                      .lost = 0,
                      .statuses = pam.statuses(),
                      .reached = 0};
  std::uint32_t task = 0;
  for (const HostSlots& part : hosts_) {
    bool has_trouble = false;
    const auto end = task + static_cast<std::uint32_t>(part.slots.count());
    for (; task < end; ++task) {
      const TaskStage stage = pam.stage_of(task);
      counts.reached += stage == TaskStage::live ? 1 : 0;
      counts.lost += stage == TaskStage::lost ? 1 : 0;
      has_trouble = has_trouble || stage == trouble;
    }
    if (!has_trouble) continue;
    if (counts.trouble == none<HostId>) counts.trouble = part.host;
    ++counts.trouble_hosts;
  }
  return counts;
}

}  // namespace mcsim::pam
