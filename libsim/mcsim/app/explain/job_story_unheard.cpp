// What mbatchd does not know of a job: its sbatchd, its host or mbatchd itself is down.
#include <string>
#include <utility>

#include "mcsim/app/explain/job_story.hpp"

namespace mcsim::app {
namespace {

std::string end_of_run_text(const JobState& job) {
  if (job.record.launch != none<LaunchId>) return "PAM has exited";
  switch (job.record.cause) {
    case EndCause::run_limit:
      return "it has reached its run limit";
    case EndCause::mem_limit:
      return "it has used more memory than its limit";
    case EndCause::cpu_limit:
      return "it has used its CPU time";
    case EndCause::done:
      break;
  }
  return "it has run its run time";
}

}  // namespace

/// Whether mbatchd reaches the sbatchd that tells of the job.
void JobStory::look_at_reach(Time now) {
  const bool is_started = world().lsf && slot_ != none<JobSlotId> && status_ != JobStatus::pend;
  const bool is_unknown = is_started && world().lsf->is_unknown(slot_);
  if (std::exchange(is_unknown_, is_unknown) == is_unknown || !is_started) return;
  const std::string host =
      here().hosts[index_of(world().lsf->jobs.first_host(slot_))].name + ", its first host";
  if (is_unknown)
    story_.add(now, "unknown", "UNKWN: mbatchd does not reach the sbatchd of " + host);
  else
    story_.add(now, "reached",
               std::string(name_of(status_)) + ": mbatchd reaches the sbatchd of " + host);
}

/// Whether the job is really over, which mbatchd does not know, and when that was.
JobStory::Unheard JobStory::unheard() const {
  if (slot_ == none<JobSlotId> || !world().lsf || !world().lsf->jobs[slot_].is_started()) return {};
  const SbatchdState& sbatchds = world().lsf->sbatchds;
  const auto silent = sbatchds.silent.find(world().lsf->jobs.first_host(slot_));
  const auto end = sbatchds.unheard_ends.find(slot_);
  const bool has_ended = end != sbatchds.unheard_ends.end();
  // What was scheduled as its end comes later than the end of its host.
  if (silent != sbatchds.silent.end() && (!has_ended || silent->second.since < end->second))
    return {Unheard::Kind::lost, silent->second.since};
  return has_ended ? Unheard{Unheard::Kind::ended, end->second} : Unheard{};
}

/// Likewise; what has ended stays so, also if it is suspended and resumed by those who do not know.
JobStory::Unheard::Kind JobStory::gone() const {
  return gone_ != Unheard::Kind::no ? gone_ : unheard().kind;
}

/// Tells once when it has really ended.
void JobStory::look_at_end() {
  const Unheard now = unheard();
  if (gone_ != Unheard::Kind::no || now.kind == Unheard::Kind::no) return;
  gone_ = now.kind;
  const SchedulerState& state = *world().lsf;
  const HostId first = state.jobs.first_host(slot_);
  const std::string host = here().hosts[index_of(first)].name + ", its first host";
  if (now.kind == Unheard::Kind::lost)
    story_.add(now.since, "over",
               host + ", has gone down: it runs no more, but mbatchd does not know");
  else
    story_.add(now.since, "over",
               end_of_run_text(state.jobs[slot_]) + ", but mbatchd does not know: " +
                   (state.sbatchds.down.contains(first) ? "the sbatchd of " + host + ", is down"
                                                        : "no mbatchd runs"));
}

}  // namespace mcsim::app
