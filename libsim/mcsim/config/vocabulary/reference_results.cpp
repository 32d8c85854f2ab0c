// What the columns and keys of the results mean.
#include "mcsim/config/vocabulary/reference.hpp"

namespace mcsim::config {
namespace {

constexpr ResultEntry columns[] = {
    {"job_id", "", "The job's number, as its trace or the scenario gives it."},
    {"submit_cluster", "", "Where it was submitted."},
    {"submit_queue", "", "The queue that it was submitted to."},
    {"user", "",
     "Whose it is; of a trace, field 12 unless `user_map` names it. A name that a spreadsheet "
     "would "
     "take for a formula (it begins with = + - @, a tab or a carriage return, and is no number) "
     "has "
     "a ' in front, here and in the other columns of names."},
    {"slots", "slots", "How many job slots it takes."},
    {"submit_time", "s", "When it was submitted."},
    {"forward_time", "s", "When it was forwarded to another cluster."},
    {"exec_cluster", "", "Where it ran, also if that is where it was submitted."},
    {"exec_queue", "", "The queue from which it was started."},
    {"start_time", "s", "When its last execution started."},
    {"finish_time", "s", "When it ended."},
    {"wait_time", "s", "How long it was pending in all, once it could have started."},
    {"run_time", "s", "How long its last execution ran."},
    {"status", "", "DONE, EXIT, REJECTED, PEND, PSUSP, RUN, USUSP or SSUSP, as bjobs says."},
    {"forwards", "times", "How often it was forwarded."},
    {"returns", "times", "How often it came back without having started."},
    {"preemptions", "times", "How often it was preempted."},
    {"requeues", "times", "How often it was requeued."},
    {"exec_hosts", "",
     "Slots and hosts of its last execution: `16*a001 4*a002`; one slot: `a001`."},
    {"workload", "", "The workload that it comes from; `jobs`: the scenario's own."},
    {"user_group", "", "Its user's group; of a trace, field 13."},
    {"app", "", "Its application profile."},
    {"requested_time", "s", "The run time that its user asked for."},
    {"exec_job_id", "", "Its number in the execution cluster."},
    {"eligible_time", "s",
     "From when on it could have started: NEW_JOB_SCHED_DELAY after its submission."},
    {"first_start_time", "s", "When its first execution started."},
    {"suspended_time", "s", "How long it was suspended."},
    {"launch_time", "s",
     "How long its tasks took to start, suspension apart: from the dispatch of its last execution "
     "to RUNNING. Empty: it was not launched by PAM, or did not come to that."},
    {"lost_time", "s",
     "The time of earlier executions that came to nothing. What a checkpoint has kept of them "
     "counts as run_time."},
    {"bounded_slowdown", "", "max(1, (finish - submit) / max(run time, 10 s)), of finished jobs."},
    {"exit_code", "", "As LSF reports it: 128 + the signal that ended the job."},
    {"end_reason", "",
     "Why it ended: TERM_RUNLIMIT, TERM_MEMLIMIT, TERM_OWNER, TERM_WINDOW, HOST_DOWN, "
     "PJL_NOT_STARTED, TASKS_NOT_REGISTERED, TASKS_NOT_STARTED, PJL_EXITED, REQUEUE_LIMIT; or was "
     "refused: RUNLIMIT_OVER_QUEUE_MAXIMUM, RUNLIMIT_OVER_APPLICATION_MAXIMUM, "
     "MEMLIMIT_OVER_QUEUE_MAXIMUM, MEMLIMIT_OVER_APPLICATION_MAXIMUM, PROCLIMIT_OUT_OF_RANGE, "
     "HOSTS_NOT_IN_QUEUE, HOST_UNKNOWN, QUEUE_NOT_EXCLUSIVE, USER_NOT_IN_QUEUE, "
     "PRIORITY_OVER_MAXIMUM, QUEUE_CLOSED."},
    {"pend_reason", "", "Why it still waits, in the words of bjobs -p where LSF has them."},
    {"trace_wait_time", "s", "The wait that its trace recorded, field 3."},
};

constexpr ResultEntry entries_of_summary[] = {
    {"format", "", "1."},
    {"complete", "", "false: the run was interrupted."},
    {"jobs", "jobs",
     "`total` and the counts by status; `not_submitted`: the run ended before they came; "
     "`stalled`: "
     "they wait and nothing will ever start them; `skipped`: rows of workloads by the reason why "
     "they are no jobs; `exit_reasons`, `reject_reasons`, `pend_reasons`: counts by reason."},
    {"wait_time", "s",
     "Of jobs that started and ended: `mean`, `median`, `p95`, `p99`, `max`. Quantile q is the "
     "value at position ceil(q n), ascending."},
    {"bounded_slowdown", "", "The same of max(1, (finish - submit) / max(run time, 10 s))."},
    {"turnaround_time", "s", "The same of finish - submit."},
    {"makespan", "s", "From the first submission to the last end."},
    {"utilization", "",
     "Allocated slot-seconds as a part of what hosts that were up offered: `while_submitting` from "
     "the first to the last submission, `whole_span` to the end, `useful` without the work that "
     "was lost when hosts went down or jobs were requeued, and without launches of parallel jobs."},
    {"by_cluster", "", "The same numbers for each cluster."},
    {"by_queue", "", "For each queue, as QUEUE@CLUSTER."},
    {"by_user", "", "For each user, in the order of first sight; jobs without one: an empty name."},
    {"forwarding", "jobs", "Reserved: jobs forwarded between clusters."},
    {"leases", "",
     "Empty where no cluster exports hosts. `by_lease`: for each PROVIDER:CONSUMER:POLICY, the "
     "export policy by its place in lsb.resources, from 1: `type` (exclusive, shared; as "
     "configured "
     "last), `established_at` (null: never), slots granted and returned in all (what stays with "
     "the "
     "consumer by another policy counts as neither), the slot-seconds "
     "that the consumer had, and used by running jobs, evaluations by where idle slots went, jobs "
     "killed because their slots were not exported any more, and, at the end of the run, hosts and "
     "slots exported, and whole hosts that nobody can use because the lease is not established. "
     "`overcommitment`: for each provider, the most slots in use above ncpus of one host, whosever "
     "the jobs are, where and from when on, and the slot-seconds above of all its hosts."},
    {"preemptions", "times", "How often jobs were preempted."},
    {"load_suspensions", "times", "How often jobs were suspended by loadStop."},
    {"requeues", "times", "How often started jobs went back into their queue."},
    {"elim", "times",
     "Empty where there are no ELIMs. For each cluster, of all its hosts: `starts`, `reports` that "
     "LIMs have read to their ends, and `problems`: what LIMs have found wrong, by the `kind` of "
     "docs/rules/elim.md."},
    {"pjl", "launches",
     "Empty where no parallel job is launched. For each cluster: `launches`, `outcomes` (`ran`: "
     "all "
     "tasks have started; `interrupted`: the job was killed or requeued, or reached a limit, "
     "before "
     "that; `under_way` at the end of the run), `without_all_statuses`: the PJL exited before all "
     "exit statuses had come; `launch_time` of those that ran, and the slot-seconds until RUNNING, "
     "and those of launches that did not come to it."},
    {"end", "s", "The virtual time of the last event, or of --until."},
    {"ignored_actions", "times",
     "Actions that had no effect. On jobs (bkill, cancel_at, bstop, bresume, bswitch, btop, "
     "bbot, bmod): the job had ended, or had not come yet, or is not of that cluster; or it was in "
     "no "
     "state for it: bstop of a job that its user had stopped, bresume of one that he had not, "
     "bswitch to the queue it was in or to one that would reject it, or that has no room for the "
     "slots of a job that has started; btop, bbot or bmod of one that had started, bmod to a "
     "borrowed host that no lease had, bswitch, btop, bbot or bmod of one that was forwarded. On "
     "hosts: hclose or hopen of a borrowed one that no lease had. `mcsim "
     "explain` of the job, or of the host, tells when and why."},
    {"fingerprint", "", "A hash of all that happened, in order."},
    {"engine", "",
     "How the run was made: version, revision, compiler, command line, directory, threads, events "
     "by "
     "kind, seconds, jobs a second, memory. All else is the same on every machine, byte for byte."},
};

}  // namespace

std::span<const ResultEntry> jobs_csv_entries() { return columns; }
std::span<const ResultEntry> summary_entries() { return entries_of_summary; }

}  // namespace mcsim::config
