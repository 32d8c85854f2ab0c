// What the columns and keys of the results mean.
#include "mcsim/config/vocabulary/reference.hpp"

namespace mcsim::config {
namespace {

constexpr ResultEntry columns[] = {
    {"job_id", "",
     "The job's number, as its trace or the scenario gives it. Of a run with job arrays the table "
     "has a column `index` behind these: of elements, which share a number; 0: the job is none. So "
     "have executions.csv and launches.csv. Last come `project`, `name`, `depends`, "
     "`terminate_orphan` and `begin`, as tables of jobs have them (bsub -P, -J, -w, -ti and -b): "
     "those that some job of the run has."},
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
    {"wait_time", "s",
     "How long it was pending in all, once it could have started, on its way between clusters, "
     "too. "
     "With held_time, launch_time, run_time, suspended_time, lost_time and unreachable_time this "
     "is "
     "finish_time - eligible_time, to the millisecond; of a job that has not ended, what lies "
     "between eligible_time and the end of the run."},
    {"run_time", "s",
     "How long its last execution ran, without suspensions and without its launch; 0 if that was "
     "lost."},
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
     "From when on it could have started: NEW_JOB_SCHED_DELAY after its submission, or its end if "
     "that came before."},
    {"first_start_time", "s", "When its first execution started."},
    {"suspended_time", "s", "How long it was suspended (USUSP, SSUSP), in all executions."},
    {"launch_time", "s",
     "How long its tasks took to start, suspension apart: from the dispatch of its last execution "
     "to RUNNING, or to the end of the run. Empty: it was not launched by PAM, or did not come to "
     "that."},
    {"lost_time", "s",
     "The time of executions that came to nothing: requeued ones, and a last one whose launch "
     "failed. What a checkpoint has kept of them counts as run_time."},
    {"bounded_slowdown", "", "max(1, (finish - submit) / max(run time, 10 s)), of finished jobs."},
    {"exit_code", "", "As LSF reports it: 128 + the signal that ended the job."},
    {"end_reason", "",
     "Why it ended: TERM_RUNLIMIT, TERM_MEMLIMIT, TERM_OWNER, TERM_WINDOW, HOST_DOWN, "
     "PJL_NOT_STARTED, TASKS_NOT_REGISTERED, TASKS_NOT_STARTED, PJL_EXITED, PJL_NOT_EXITED, "
     "REQUEUE_LIMIT, TERM_ORPHAN_SYSTEM, TERM_CPULIMIT; or was "
     "refused: RUNLIMIT_OVER_QUEUE_MAXIMUM, RUNLIMIT_OVER_APPLICATION_MAXIMUM, "
     "MEMLIMIT_OVER_QUEUE_MAXIMUM, MEMLIMIT_OVER_APPLICATION_MAXIMUM, "
     "CPULIMIT_OVER_QUEUE_MAXIMUM, CPULIMIT_OVER_APPLICATION_MAXIMUM, PROCLIMIT_OUT_OF_RANGE, "
     "HOSTS_NOT_IN_QUEUE, HOST_UNKNOWN, QUEUE_NOT_EXCLUSIVE, USER_NOT_IN_QUEUE, "
     "USER_WITHOUT_SHARE, DEPENDENCY_UNKNOWN, ARRAY_TOO_LARGE, PENDING_OVER_MAXIMUM, "
     "PRIORITY_OVER_MAXIMUM, QUEUE_CLOSED."},
    {"pend_reason", "",
     "Why it still waits, in the words of bjobs -p where LSF has them; of a job that nothing will "
     "ever start, what decides, and no window that is closed just now."},
    {"trace_wait_time", "s", "The wait that its trace recorded, field 3."},
    {"held_time", "s",
     "How long it was stopped while it waited (PSUSP), once it could have started: by bstop, or "
     "since its starts had failed."},
    {"unreachable_time", "s",
     "How long it held its slots though it was over: its sbatchd or its host was down, or there "
     "was no mbatchd, so that nobody had heard of it."},
};

constexpr ResultEntry of_executions[] = {
    {"job_id", "", "The job's number in its submission cluster."},
    {"submit_cluster", "", "Where it was submitted."},
    {"attempt", "", "Which row of the job this is, from 1."},
    {"exec_cluster", "", "Where it waited, and started if it did."},
    {"exec_queue", "", "The queue there."},
    {"exec_job_id", "", "Its number there."},
    {"arrive_time", "s",
     "When it began to wait there: its submission, acceptance, return or requeue."},
    {"start_time", "s", "When it started; empty: it did not."},
    {"leave_time", "s", "When that was over; empty: it is not."},
    {"outcome", "",
     "DONE, EXIT, REQUEUED, REFUSED or RETURNED; of a row that is not over the job's status, or "
     "FORWARDED while it is on its way."},
    {"reason", "", "Of an end or a requeue; LSF's code of a return."},
    {"exec_hosts", "", "Slots and hosts, as in jobs.csv."},
    {"suspended_time", "s",
     "How long it did not run between start_time and leave_time, whoever had suspended it; empty: "
     "it did not start."},
};

constexpr ResultEntry of_counters[] = {
    {"time", "s", "When the report was made, or the session decided."},
    {"submit_cluster", "", "The cluster that the numbers are for."},
    {"queue", "", "The receive queue, as QUEUE@CLUSTER."},
    {"kind", "",
     "published: a report that differs from the one before. held: the numbers before the first "
     "decision of a session, other ones than in the last session that decided; own forwards that "
     "no report counts are in them. An empty cell: not known, or not used by the setting."},
    {"priority", "", "PRIORITY of the queue."},
    {"total", "slots", "On all hosts that the queue sends jobs to."},
    {"available", "slots", "That a session could start a job on, without preemption."},
    {"running", "slots", "Of jobs of the queue that run."},
    {"pending", "slots", "That jobs of the queue wait for."},
    {"preemptable", "slots", "Those available, and of running jobs that it could preempt."},
    {"lowest_preemptable", "", "PRIORITY of the lowest queue whose jobs it could preempt."},
    {"room", "jobs", "How many more may come: IMPT_JOBBKLG. `inf`: any number."},
};

constexpr ResultEntry of_segments[] = {
    {"job_id", "", "The job's number in its submission cluster."},
    {"submit_cluster", "", "Where it was submitted."},
    {"attempt", "", "The row of executions.csv that it is part of, or, before a start, leads to."},
    {"cluster", "", "Where the hosts are."},
    {"queue", "", "The queue there."},
    {"state", "",
     "run, launching (PAM has not started all tasks yet), suspended (SSUSP, USUSP: its slots are "
     "others' meanwhile), or reserved (SLOT_RESERVE: it waits, and holds these for itself)."},
    {"start", "s", "From when on."},
    {"end", "s", "Until when; empty: it goes on at the end of the run."},
    {"slots", "slots", "How many."},
    {"hosts", "", "Slots and hosts, as in jobs.csv."},
};

constexpr ResultEntry of_series[] = {
    {"time", "s",
     "The instant after which the numbers hold, until the next row of the queue or cluster; with "
     "--series-step the beginning of the step."},
    {"cluster", "", "The cluster."},
    {"queue", "", "The queue; empty: all of the cluster."},
    {"pending_jobs", "jobs",
     "PEND and PSUSP. A forwarded job counts in its submission queue until the execution cluster "
     "has accepted it, then there."},
    {"pending_slots", "slots", "That they wait for."},
    {"running_slots", "slots", "Of jobs that run, launches included."},
    {"suspended_slots", "slots", "Of SSUSP and USUSP jobs, which have left them to others."},
    {"reserved_slots", "slots", "That pending jobs hold for themselves (SLOT_RESERVE)."},
    {"guest_slots", "slots", "The part of running_slots that jobs of other clusters have."},
    {"idle_slots", "slots",
     "Of the cluster's hosts, without those that are down: on which no job runs, whether one "
     "could start there or not (reserved, closed). Empty for queues."},
    {"down_slots", "slots", "Of hosts that are down. Empty for queues."},
};

constexpr ResultEntry of_shares[] = {
    {"time", "s", "The instant after which the numbers hold."},
    {"cluster", "", "Whose jobs are charged."},
    {"share_info_for", "", "The queue or host partition whose shares they are."},
    {"account", "", "The user or group, behind the groups that it is in: `eng/ann`."},
    {"shares", "", "Of the account, among those of the same list."},
    {"priority", "", "Among these; the largest is served first."},
    {"started", "slots", "Of running and suspended jobs of the account and of all below it."},
    {"reserved", "slots", "Of pending jobs."},
    {"forwarded", "slots", "Of jobs that are away, as far as FWD_JOB_FACTOR counts them."},
    {"cpu_time", "s", "Of running and finished jobs, decayed."},
    {"run_time", "s",
     "Of jobs on hosts, times their slots; with ENABLE_HIST_RUN_TIME also of finished jobs, "
     "decayed."},
};

constexpr ResultEntry of_launches[] = {
    {"job_id", "", "The job's number in its submission cluster."},
    {"submit_cluster", "", "Where it was submitted."},
    {"exec_cluster", "", "Where it was launched."},
    {"start_time", "s", "When it was dispatched."},
    {"pjl", "", "The profile of its parallel job launcher."},
    {"outcome", "", "ran: all tasks have started; interrupted; or how the launch failed."},
    {"launch_time", "s", "From the dispatch to RUNNING, without suspension; empty: it did not."},
    {"end_time", "s", "When the launch was over."},
    {"exit_code", "", "With which PAM exited; empty: it did not."},
    {"host", "", "The host that the rest of the row is of."},
    {"tasks", "tasks", "That were to start on it."},
    {"registered", "tasks", "Of which PAM had heard."},
    {"failed", "tasks", "That did not start, as their TaskStarters reported."},
    {"lost", "tasks", "Of the registered ones: no more will come from them."},
    {"timeout", "s", "LSF_HPC_PJL_LOADENV_TIMEOUT, as it held for the launch."},
    {"task_time", "s", "Task-seconds that RES of the host has reported to PAM."},
};

constexpr ResultEntry of_decisions[] = {
    {"kind", "",
     "Left out: a decision of a forwarding policy, which is a question for `mcsim decide forward` "
     "with its answer. slot_pool: one for `mcsim decide slot-pool`, with what the queues of the "
     "pool are "
     "entitled to (`slots`), and in which order they are served (`served`). reclaim: one for "
     "`mcsim decide "
     "reclaim`. lease_asked, lease_granted, "
     "lease_returned, lease_cut: docs/rules/leasing.md, section 8."},
    {"time", "s", "When."},
    {"cluster", "", "The submission cluster."},
    {"job", "", "`id` and `slots` of the first job of a line of jobs that are alike."},
    {"queue", "", "The send queue."},
    {"setting", "", "The policy."},
    {"forward_free_test", "", "`model.forward_free_test`."},
    {"forward_key_order", "", "`model.forward_key_order`."},
    {"seed", "", "Of the run; with `decision` it gives what the policy draws."},
    {"decision", "", "The send queue's own number for this decision."},
    {"last", "", "The receive queue that the send queue chose last; null: none yet."},
    {"choice", "", "The receive queue; null: the job waits, and all that are equal to it."},
    {"reason", "", "The rule that decided."},
    {"candidates", "",
     "In the order of SNDJOBS_TO: the numbers that the policy saw (zeros if it is cold, null for "
     "what the setting does not use), `closed_by` (link, user or queue; null: it is open), F and P "
     "of docs/rules/forwarding.md, time and age of the report, where the policy looks at it what "
     "was "
     "heard of own jobs there, and as `really` the true numbers."},
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
     "was lost when hosts went down or jobs were requeued, launches of parallel jobs, and "
     "unreachable_time."},
    {"by_cluster", "", "The same numbers for each cluster."},
    {"by_queue", "", "For each queue, as QUEUE@CLUSTER."},
    {"by_user", "", "For each user, in the order of first sight; jobs without one: an empty name."},
    {"forwarding", "jobs",
     "`forwarded`: how often jobs were sent to other clusters; `returned`: how often they came "
     "back, by LSF's "
     "code; `ineffectual`: of these, those that could never have started there. The same "
     "`by_link`, as "
     "FROM:TO, and `by_queue`, as QUEUE@CLUSTER of the receive queue, where any job was "
     "forwarded."},
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
     "docs/rules/elim.md. Of a run that stalls they may reach beyond `end`, until `stall_after` "
     "was "
     "over."},
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
     "borrowed host that no lease had, or to a condition on a job that mbatchd did not know, "
     "bswitch, btop, bbot or bmod of one that was forwarded. On "
     "hosts: hclose or hopen of a borrowed one that no lease had. `mcsim "
     "explain` of the job, or of the host, tells when and why."},
    {"fingerprint", "", "A hash of all that happened, in order."},
    {"utilization_by_hosts", "",
     "For each cluster that has several host types, host groups, or hosts that no queue may use: "
     "`while_submitting` and `whole_span` as in `utilization`, `in_queues` of the hosts that a "
     "queue may "
     "use, at first or after a change, `by_type` and `by_group` of those of each host type (an "
     "empty name: "
     "none is given) and host group of lsb.hosts. Empty in programs of your own that do not ask "
     "for it."},
    {"usage", "",
     "With `--outputs` usage. Slot-hours of jobs that ran (`slot_hours`; a job that was requeued "
     "counts all of its executions), and how many jobs that were (`jobs`): `by_queue` of the "
     "cluster in which they ran, `by_user`, and `from_to`: for each cluster in which they were "
     "submitted, by the one in which they ran."},
    {"wait_by_reason", "",
     "With `--outputs` usage. How long jobs waited, in job-seconds (`seconds`), and how many jobs "
     "that were (`jobs`), for each pending reason, as `explain` tells them: `by_queue` in which "
     "they waited, `by_user`. Reasons are looked at after each instant (`look_step` is 0); in a "
     "long run, when that has taken much work, only every `look_step` seconds towards its end: "
     "each reason then counts until the next look, and what a job waited before its first look "
     "is `not looked at`. The sums over reasons are exact in any case."},
    {"engine", "",
     "How the run was made: version, revision, compiler, command line, directory, threads, events "
     "by "
     "kind, seconds, jobs a second, memory, `tables`: a digest of each table that was written and "
     "of "
     "scenario.json, and `digest`: one of all else in summary.json. `explain`, the views and "
     "`convert` refuse what has changed. All but `engine` is the same on every machine, byte for "
     "byte."},
};

}  // namespace

std::span<const ResultEntry> jobs_csv_entries() { return columns; }
std::span<const ResultEntry> executions_csv_entries() { return of_executions; }
std::span<const ResultEntry> counters_csv_entries() { return of_counters; }
std::span<const ResultEntry> segments_csv_entries() { return of_segments; }
std::span<const ResultEntry> series_csv_entries() { return of_series; }
std::span<const ResultEntry> shares_csv_entries() { return of_shares; }
std::span<const ResultEntry> launches_csv_entries() { return of_launches; }
std::span<const ResultEntry> decisions_entries() { return of_decisions; }
std::span<const ResultEntry> summary_entries() { return entries_of_summary; }

}  // namespace mcsim::config
