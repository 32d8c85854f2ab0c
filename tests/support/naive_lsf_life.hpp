// What can happen to one job in the naive reference. docs/rules/scheduling.md, section 11.
#pragma once

#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// Why a queue does not take the job; none: it does.
EndReason refusal(const State& state, const Job& job, QueueId queue);
void submit(State& state, Job& job);
/// The job waits in its queue, behind all others.
void set_priority(const State& state, Job& job);
void enqueue(State& state, Job& job);
/// Set the run limit and the requirement that the job has in its queue.
void set_limit(const State& state, Job& job);
void set_requirement(const State& state, Job& job);
/// Returns false and changes nothing where a submission to that queue would be refused.
bool bswitch(State& state, Job& job, QueueId queue);

/// `share`: the account that the job is charged to.
void start(State& state, Job& job, const std::vector<HostSlots>& hosts, bool backfilled,
           std::optional<ShareCharge> share = std::nullopt);
void suspend(State& state, Job& job, JobStatus status);
/// A pending job becomes PSUSP.
void stop_pending(State& state, Job& job);
/// A job that was stopped while it waited is no longer. What it missed before it could have started
/// is no loss.
void note_stop(const State& state, Job& job);
void resume(State& state, Job& job);
/// The job is suspended, or killed and requeued, as its queue says.
void preempt(State& state, Job& job);

void finish(State& state, Job& job, JobStatus status, EndReason reason, std::int32_t exit_code);
/// `keeps_work`: a checkpoint saves what it has done.
void requeue(State& state, Job& job, bool keeps_work = false);
/// bkill, and TERMINATE_WHEN = WINDOW.
void terminate(State& state, Job& job, EndReason reason, std::int32_t exit_code);
/// The job's execution has come to its planned end.
void end(State& state, Job& job);
void host_went_down(State& state, Job& job);
bool is_rerunnable(const State& state, const Job& job);
void window_closed(State& state, Job& job);

}  // namespace mcsim::testing::naive
