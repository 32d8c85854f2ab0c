// The vocabulary of the scenario's own keys: what LSF has no file for.
#pragma once

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/vocabulary_models.hpp"
#include "mcsim/config/vocabulary/vocabulary_tables.hpp"

// clang-format off: a table has one row a line.
namespace mcsim::config::scenario_tables {

using enum ValueType;
using Row = VocabularyRow;

inline constexpr std::int64_t most = 1'000'000'000;
inline constexpr std::int64_t int64_most = INT64_MAX;

inline constexpr Row scenario_rows[] = {
    {.key = "mcsim", .type = whole, .about = "Version of the format.", .lowest = 1, .highest = 1, .required = true},
    {.key = "name", .about = "What the scenario is called.", .fallback = "\"\""},
    {.key = "about", .about = "What it shows, in a sentence.", .fallback = "\"\""},
    {.key = "seed", .type = whole, .about = "Of all random streams.", .highest = int64_most, .fallback = "1"},
    {.key = "start", .type = instant, .about = "The instant of virtual time 0, in UTC.", .fallback_rule = "that of the first trace that says it (UnixStartTime), else 2026-01-01T00:00:00Z"},
    {.key = "utc_offset", .about = "What the sites' clocks are ahead of UTC, for time windows: +01:00, -05:30, or Z for none.", .fallback_rule = "what the trace says that `start` comes from (TimeZone), else Z"},
    {.key = "until", .type = duration, .about = "When the run ends.", .fallback_rule = "when all jobs have ended, or nothing can happen any more"},
    {.key = "measure", .type = object, .about = "What part of the run is measured, without warm-up and cool-down: waits, slowdowns and turnarounds are of jobs submitted in it, utilization.while_submitting is of it. Jobs outside run and count as jobs all the same.", .fallback_rule = "the whole run", .child = "measure"},
    {.key = "clusters", .type = list, .about = "The clusters, in order.", .child = "cluster", .required = true},
    {.key = "lsf.shared", .type = object, .about = "Resources, host types and models that all clusters share.", .child = "lsf.shared"},
    {.key = "links", .type = list, .about = "The ways between clusters: one for each two of which one sends jobs to the other.", .fallback = "[]", .child = "link"},
    {.key = "links_default", .type = object, .about = "What every link is like where `links` does not say it.", .fallback = "{}", .child = "links_default"},
    {.key = "jobs", .type = list, .about = "Jobs, one by one: workload 0, called \"jobs\".", .fallback = "[]", .child = "job"},
    {.key = "workloads", .type = list, .about = "Jobs from traces: workloads 1, 2, ...", .fallback = "[]", .child = "workload"},
    {.key = "faults", .type = list, .about = "What breaks down.", .fallback = "[]", .child = "fault"},
    {.key = "actions", .type = list, .about = "What users and administrators do.", .fallback = "[]", .child = "action"},
    {.key = "changes", .type = list, .about = "Reconfigurations.", .fallback = "[]", .child = "change"},
    {.key = "elim", .type = list, .about = "External load information managers: programs that report load indices. Needs model.load lim.", .fallback_rule = "none", .child = "elim"},
    {.key = "pjl", .type = list, .about = "How parallel jobs are launched, and what goes wrong. Jobs that no entry is for start at once.", .fallback_rule = "none", .child = "pjl"},
    {.key = "expect", .type = expectations, .about = "What the run must come to: paths into the results, and values.", .fallback = "{}"},
    {.key = "gates", .type = list, .about = "What every run must meet: exit code 4 where its summary says otherwise.", .fallback = "[]", .child = "gate"},
    {.key = "model", .type = object, .about = "Choices where LSF's documents are silent, and baselines.", .fallback = "{}", .child = "model"},
    {.key = "inputs", .type = text_map, .about = "Input files and the hashes of their bytes. Written by a run; a file that differs is refused.", .fallback = "{}"},
    {.key = "$schema", .about = "Where an editor finds the schema of this format; nothing else reads it.", .fallback_rule = "none"},
};

inline constexpr Row cluster_rows[] = {
    {.key = "name", .type = name, .about = "What the cluster is called.", .required = true},
    {.key = "conf", .about = "A directory with the cluster's real LSF files. What stands here wins over them: objects merge by key, lists of things with names by name, other lists are replaced, null removes. The scenario.json of a run holds what came out, and needs the directory no more.", .fallback_rule = "none"},
    {.key = "lsf_version", .type = version, .about = "The version of LSF that the cluster runs. One below 7.0.6 anywhere switches MC_PLUGIN_SCHEDULE_ENHANCE off everywhere. With 10 or above JOB_SCHEDULING_INTERVAL is 1 by default, and MBD_SLEEP_TIME 10.", .fallback_rule = "one that has all that is configured, with the defaults of LSF 7 to 9", .source = "Platform LSF 7.0.6, MultiCluster guide; IBM Spectrum LSF 10.1, lsb.params as installed"},
    {.key = "hosts", .type = list, .about = "The execution hosts, in order, behind those of section Host of lsf.cluster; with the name of one of these: what the file leaves open.", .fallback_rule = "those of lsf.cluster", .child = "host"},
    {.key = "lshosts", .type = list, .about = "What `lshosts -w` prints: what the hosts of lsf.cluster have, where nothing else says it. In `conf` a file lshosts.", .fallback_rule = "none", .child = "lshosts"},
    {.key = "lsf.conf", .type = object, .about = "Parameters of lsf.conf.", .fallback = "{}", .child = "lsf.conf"},
    {.key = "lsf.shared", .type = object, .about = "lsf.shared, where clusters differ.", .child = "lsf.shared"},
    {.key = "lsf.cluster", .type = object, .about = "lsf.cluster.NAME.", .child = "lsf.cluster"},
    {.key = "lsb.params", .type = object, .about = "Parameters of the batch system.", .fallback = "{}", .child = "lsb.params"},
    {.key = "lsb.queues", .type = list, .about = "The queues, in order.", .fallback = R"([{"QUEUE_NAME": "normal"}])", .child = "lsb.queues"},
    {.key = "lsb.hosts", .type = object, .about = "Job slots of hosts, and groups of hosts.", .fallback = "{}", .child = "lsb.hosts"},
    {.key = "lsb.resources", .type = object, .about = "Limits and exports.", .child = "lsb.resources"},
    {.key = "lsb.users", .type = object, .about = "Users and user groups.", .child = "lsb.users"},
    {.key = "lsb.applications", .type = list, .about = "Application profiles.", .child = "lsb.applications"},
    {.key = "reservations", .type = list, .about = "Advance reservations.", .fallback = "[]", .child = "reservation"},
    {.key = "model", .type = overrides, .about = "Where this cluster differs from the scenario's `model`.", .child = "model"},
};

inline constexpr Row host_rows[] = {
    {.key = "name", .type = host_range, .about = "The host, or many equal ones: a[001-100].", .fallback_rule = "with `add`: found by counting on"},
    {.key = "like", .type = text, .about = "Another host that it is like: what this entry does not say is that host's, and where LSF's files name that one in lsb.hosts, lsb.queues, limits or section ResourceMap they mean this one, too; HostExport does not.", .fallback_rule = "none"},
    {.key = "add", .type = whole, .about = "So many hosts like `like`, in place of a name: behind x2 come x3, x4, and so on.", .lowest = 1, .highest = 1'000'000, .fallback_rule = "none"},
    {.key = "ncpus", .type = whole, .about = "Processors; by default also its job slots.", .lowest = 1, .highest = most, .fallback_rule = "what `lshosts` says; else MXJ where lsf.cluster names the host and MXJ is a number, else 1"},
    {.key = "type", .about = "Host type.", .fallback_rule = "that of lsf.cluster, else none"},
    {.key = "model", .about = "Host model.", .fallback_rule = "that of lsf.cluster, else none"},
    {.key = "cpuf", .type = decimal, .about = "CPU factor.", .highest = 1'000'000, .fallback_rule = "CPUFACTOR of its model, else 1"},
    {.key = "maxmem", .type = whole, .about = "Memory. LSF's files do not say it.", .unit = "MB", .highest = most, .fallback_rule = "unknown"},
    {.key = "maxswp", .type = whole, .about = "Swap space.", .unit = "MB", .highest = most, .fallback_rule = "unknown"},
    {.key = "maxtmp", .type = whole, .about = "Space in /tmp.", .unit = "MB", .highest = most, .fallback_rule = "unknown"},
    {.key = "ndisks", .type = whole, .about = "Local disks.", .fallback_rule = "unknown"},
    {.key = "resources", .type = texts, .about = "Resources of lsf.shared: names of Boolean ones, name=value of others.", .fallback_rule = "those of lsf.cluster"},
};

inline constexpr Row reservation_rows[] = {
    {.key = "start", .type = duration, .about = "When it begins.", .required = true},
    {.key = "end", .type = duration, .about = "When it ends.", .required = true},
    {.key = "slots", .type = whole, .about = "How many job slots: from the hosts in the order written, each with all its MXJ, until there are enough.", .lowest = 1, .highest = most, .fallback_rule = "all slots of the hosts"},
    {.key = "hosts", .about = "On which hosts: names, ranges and groups, separated by blanks.", .fallback_rule = "all hosts, in order"},
    {.key = "users", .about = "Who may use it, as USERS of a queue has it: users and user groups, separated by blanks, all; ~ leaves out.", .required = true},
};

inline constexpr Row link_rows[] = {
    {.key = "between", .type = texts, .about = "The two clusters.", .required = true},
    {.key = "latency", .type = duration, .about = "How long a message takes.", .fallback_rule = "that of `links_default`"},
    {.key = "jitter", .type = duration, .about = "What is drawn, up to this, and added to the latency.", .fallback_rule = "that of `links_default`"},
    {.key = "loss", .type = decimal, .about = "The share of publications (queue counters) that are lost.", .highest = 1, .fallback_rule = "that of `links_default`"},
    {.key = "publication_delay", .type = duration, .about = "How long a publication takes, in place of `latency`.", .fallback_rule = "that of `links_default`, else the latency"},
};

inline constexpr Row links_default_rows[] = {
    {.key = "latency", .type = duration, .about = "How long a message takes.", .fallback = "\"100ms\""},
    {.key = "jitter", .type = duration, .about = "What is drawn, up to this, and added to the latency.", .fallback = "\"0ms\""},
    {.key = "loss", .type = decimal, .about = "The share of publications (queue counters) that are lost.", .highest = 1, .fallback = "0.0"},
    {.key = "publication_delay", .type = duration, .about = "How long a publication takes, in place of `latency`.", .fallback_rule = "the latency"},
};

inline constexpr Row job_rows[] = {
    {.key = "id", .type = whole, .about = "The job's number, unique in its cluster.", .highest = int64_most, .required = true},
    {.key = "submit", .type = duration, .about = "When it is submitted.", .fallback = "\"0s\""},
    {.key = "cluster", .type = text, .about = "Where it is submitted.", .fallback_rule = "the only cluster"},
    {.key = "queue", .type = text, .about = "Its queue.", .fallback_rule = "the cluster's default queue"},
    {.key = "user", .type = text, .about = "Whose it is. Jobs that name nobody are all of one user without a name.", .fallback = "\"\""},
    {.key = "user_group", .type = text, .about = "The group of users that it is for (bsub -G): it counts in user fairshare.", .fallback = "\"\""},
    {.key = "project", .type = text, .about = "Its project (bsub -P): limits of section Limit look at it.", .fallback_rule = "DEFAULT_PROJECT of its cluster"},
    {.key = "slots", .type = whole, .about = "How many job slots it takes.", .lowest = 1, .highest = most, .fallback_rule = "PROCLIMIT's default in its application profile, else in its queue, else 1"},
    {.key = "min_slots", .type = whole, .about = "With how many slots it may start, with `slots` where there are hosts for them (bsub -n min,max). A baseline ignores it.", .lowest = 1, .highest = most, .fallback_rule = "slots"},
    {.key = "run", .type = duration, .about = "How long it runs if nothing stops it.", .required = true},
    {.key = "limit", .type = duration, .about = "The run limit that it asks for.", .fallback_rule = "its run time with a baseline, else its queue's default"},
    {.key = "app", .about = "Its application profile (bsub -app).", .fallback_rule = "none"},
    {.key = "hosts", .about = "The hosts that it asks for (bsub -m): hosts, ranges, groups, others and all (those of its queue), each with +n as its preference; ~ leaves out.", .fallback_rule = "those of its queue"},
    {.key = "res_req", .about = "Its resource requirement (bsub -R).", .fallback_rule = "none"},
    {.key = "exclusive", .type = flag, .about = "Whether it wants its hosts for itself (bsub -x).", .fallback_rule = "no"},
    {.key = "name", .about = "What it is called (bsub -J), for `depends` of its user's later jobs. name[1-100:2,7]%10 makes it a job array, of which at most 10 elements are started at the same time: all that is said of the job is said of each. Source: docs/rules/arrays.md.", .fallback_rule = "none"},
    {.key = "array", .about = "Its elements, if it is a job array: as `name` has them, with the name or without: [1-100:2,7]%10.", .fallback_rule = "those of `name`, else it is none"},
    {.key = "depends", .about = "What it waits for (bsub -w): done, ended, exit, started, post_done, post_err and external of jobs that are submitted before it, by number or by name, with elements of job arrays in brackets; numdone, numended, numexit, numhold, numpend, numrun and numstart of the elements of an array, compared with a number; with &&, || and !. Source: docs/rules/dependencies.md.", .fallback_rule = "nothing"},
    {.key = "begin", .type = duration, .about = "Before then it is not considered (bsub -b), from virtual time 0 as `submit` is.", .fallback_rule = "none"},
    {.key = "terminate_orphan", .type = flag, .about = "Whether it ends at once when its `depends` can never hold (bsub -ti).", .fallback_rule = "ORPHAN_JOB_TERM_GRACE_PERIOD decides"},
    {.key = "priority", .type = whole, .about = "Its priority among the jobs of its queue, the larger first (bsub -sp).", .highest = 65'535, .fallback_rule = "half of MAX_USER_PRIORITY; 0 without it"},
    {.key = "from_host", .about = "The host it is submitted from, also a client (server 0 in lsf.cluster), for `local` in its requirement.", .fallback_rule = "the cluster's first host"},
    {.key = "rerunnable", .type = flag, .about = "Whether it runs again when its host goes down (bsub -r).", .fallback_rule = "what its queue says"},
    {.key = "mem", .type = whole, .about = "The memory that it uses.", .unit = "MB", .highest = most, .fallback_rule = "0"},
    {.key = "mem_limit", .type = whole, .about = "The memory that it may use (bsub -M).", .unit = "MB", .lowest = 1, .highest = most, .fallback_rule = "its queue's"},
    {.key = "cpu_limit", .type = duration, .about = "The CPU time that it may use, all slots together (bsub -c).", .fallback_rule = "its queue's"},
    {.key = "exit_codes", .about = "The exit codes of its executions, 0 to 255, one after the other; the last one stays.", .fallback_rule = "0"},
    {.key = "init_failures", .type = whole, .about = "How many of its starts fail in clusters that it was forwarded to, though not for lack of resources, before one succeeds: see LSB_MC_INITFAIL_RETRY.", .fallback_rule = "0"},
    {.key = "preexec_failures", .type = whole, .about = "How often its pre-execution command fails, wherever it is, before it succeeds: see LOCAL_MAX_PREEXEC_RETRY and REMOTE_MAX_PREEXEC_RETRY. Only LSF's scheduler runs it.", .fallback_rule = "0"},
    {.key = "cancel_at", .type = duration, .about = "When its user kills it (bkill).", .fallback_rule = "never"},
};

inline constexpr Row own_workload_rows[] = {
    {.key = "file", .about = "A trace in the Standard Workload Format, or a table of jobs (.csv: docs/guide/tables_of_jobs.md), plain, .gz, .zst or .xz; with `model` the trace that the model goes by.", .fallback_rule = "none; there is a `model`"},
    {.key = "model", .type = choice, .about = "Jobs that a workload model makes, as `mcsim generate` does: lublin; cyclic, whose tables come from `file` where they are not given; or estimates, which draws the requested times of the jobs of `file`. Its parameters are keys of the workload, below.", .fallback_rule = "none: the jobs of `file`", .allowed = "lublin cyclic estimates", .source = "lublin: Lublin, Feitelson, Journal of Parallel and Distributed Computing 63(11), 2003; estimates: Tsafrir, Etsion, Feitelson, JSSPP 2005"},
    {.key = "seed", .type = whole, .about = "Of what the model draws.", .highest = int64_most, .fallback_rule = "the scenario's; of a second model in the scenario another one that comes of it", .source = "all models"},
    {.key = "procs", .type = whole, .about = "The processors of the machine that the model makes jobs for.", .lowest = 1, .highest = 1'000'000'000, .fallback_rule = "lublin 128; cyclic MaxProcs of the trace, or the largest width where that is more", .source = "models lublin, cyclic"},
    {.key = "cluster", .type = text, .about = "Where its jobs are submitted; those of a table whose rows name a cluster go there.", .fallback_rule = "the only cluster"},
    {.key = "queue", .type = text, .about = "Their queue.", .fallback_rule = "the cluster's default queue"},
    {.key = "first", .type = whole, .about = "Only the first N rows that can be replayed.", .lowest = 1, .highest = int64_most, .fallback_rule = "all"},
    {.key = "from", .type = moment, .about = "Only jobs that are submitted from then on: how long after time 0 of the trace, or an instant, where the trace says when it began (UnixStartTime) or, for a table, the scenario says `start`. Time 0 of the run is then, unless `keep_times`. Whole seconds.", .fallback_rule = "the trace's time 0"},
    {.key = "to", .type = moment, .about = "Only jobs that are submitted before then, as `from` has it. Jobs before `from` and from `to` on are counted as outside_window.", .fallback_rule = "the end of the trace"},
    {.key = "keep_times", .type = flag, .about = "Jobs are submitted when the trace says it: time 0 of the run is the trace's time 0, not `from`.", .fallback_rule = "no"},
    {.key = "scale_arrivals", .type = factor, .about = "Multiplies submit times: 0.5 is twice the load.", .fallback = "1"},
    {.key = "scale_runtimes", .type = factor, .about = "Multiplies run times.", .fallback = "1"},
    {.key = "scale_limits", .type = factor, .about = "Multiplies the run limits that rows ask for (field 9).", .fallback_rule = "scale_runtimes"},
    {.key = "allow_overuse", .type = flag, .about = "Jobs may run longer than they ask for: only the run limits of queues and application profiles end them. What they ask for remains their estimate.", .fallback_rule = "what the trace says (AllowOveruse), else no"},
    {.key = "slots", .type = choice, .about = "Field 8 (and 5 where it is unknown), or field 5.", .fallback = "\"requested\"", .allowed = "requested allocated"},
    {.key = "memory", .type = choice, .about = "What each slot of a job reserves of its host's mem: field 10 or field 7, which are in KB a processor, as whole MB, rounded up; or nothing. It goes before rusage[mem=...] of res_req, app and queue. Baselines do not look at it.", .fallback_rule = "requested where all hosts that the jobs can run on have maxmem; else nothing, which is said", .allowed = "requested used no"},
    {.key = "missing_limit", .type = limit_rule, .about = "The run limit where field 9 gives none: the run time, the queue's default, none, or a duration.", .fallback_rule = "run with a baseline, else queue"},
    {.key = "id_offset", .type = whole, .about = "Added to every job's number.", .highest = int64_most, .fallback = "0"},
    {.key = "renumber", .type = flag, .about = "Jobs are called 1, 2, 3, ... in the order of the rows.", .fallback = "false"},
    {.key = "resample", .type = choice, .about = "Draws another trace of as many whole weeks from this one, by the scenario's seed: weeks as they are, each hour of each week from the same hour of any week, or users with their weeks. Jobs get new numbers.", .fallback_rule = "none; in compare and sweep with --replicas, weeks for traces of six weeks or more", .allowed = "none weeks hours users", .source = "Zakay, Feitelson, Concurrency and Computation: Practice and Experience 26(12), 2014"},
    {.key = "queue_map", .type = numbered, .about = "Queues by field 15.", .fallback = "{}"},
    {.key = "partition_map", .type = numbered, .about = "Queues or clusters by field 16: `queue` of the workload's cluster, `queue@cluster`, or `cluster`, whose default queue is meant; -1: of jobs without a partition. It goes before queue_map.", .fallback = "{}"},
    {.key = "cluster_map", .type = text_map, .about = "Clusters by field 16, or, for a table, by what its rows call them (submit_cluster). The queue is what queue_map says, by its name in that cluster, or that cluster's default queue; a table's row may name it. partition_map goes before it.", .fallback = "{}"},
    {.key = "spread", .type = weights, .about = "Users of the jobs that partition_map and cluster_map do not place (of a table: whose rows name no cluster) are spread over these queues and clusters, written as in partition_map, by these weights: all jobs of a user go to the same one.", .lowest = 1, .highest = 1000, .fallback = "{}"},
    {.key = "dependencies", .type = flag, .about = "A job with a preceding job (field 17) is submitted when that one has ended and the think time (field 18) is over, or at its own time where that is later.", .fallback_rule = "yes"},
    {.key = "user_map", .type = numbered, .about = "Users by field 12.", .fallback = "{}"},
    {.key = "project", .about = "The project of all its jobs.", .fallback_rule = "DEFAULT_PROJECT of their cluster"},
    {.key = "app", .about = "The application profile of all its jobs.", .fallback_rule = "none"},
    {.key = "hosts", .about = "The hosts that all its jobs ask for, as in `jobs`; others and all are those of its `queue`.", .fallback_rule = "those of their queue"},
    {.key = "res_req", .about = "The resource requirement of all its jobs.", .fallback_rule = "none"},
    {.key = "exclusive", .type = flag, .about = "Whether all its jobs want their hosts for themselves.", .fallback_rule = "no"},
};
inline constexpr auto workload_rows = with_model_rows(own_workload_rows);

inline constexpr Row fault_rows[] = {
    {.key = "at", .type = duration, .about = "When.", .required = true},
    {.key = "host", .about = "The host that goes down: HOST@CLUSTER, or the host where it is unique; a[1-4] are four.", .fallback_rule = "none; a fault names a host, a LIM, a sbatchd, a link or a partition"},
    {.key = "link", .type = texts, .about = "The link that goes down: its two clusters.", .fallback_rule = "none"},
    {.key = "lim", .about = "The host whose LIM goes down, alone, as `host` has it.", .fallback_rule = "none"},
    {.key = "sbatchd", .about = "The host whose sbatchd goes down, alone, as `host` has it.", .fallback_rule = "none"},
    {.key = "partition", .type = texts, .about = "Clusters that are cut off from all others, but not from each other: every link between these and those goes down.", .fallback_rule = "none"},
    {.key = "down_for", .type = duration, .about = "For how long.", .fallback_rule = "for ever; a sbatchd must come back"},
    {.key = "mtbf", .type = duration, .about = "Of hosts that go down again and again from then on: how long each is up, on the average, drawn anew each time from an exponential distribution.", .fallback_rule = "it goes down once"},
    {.key = "mttr", .type = duration, .about = "With mtbf: how long it is down, on the average, drawn likewise.", .fallback_rule = "it goes down once"},
};

inline constexpr Row action_rows[] = {
    {.key = "at", .type = duration, .about = "When.", .required = true},
    {.key = "do", .type = choice, .about = "What.", .allowed = "bkill bstop bresume bswitch btop bbot bmod hclose hopen hshutdown hstartup qclose qopen qinact qact", .required = true},
    {.key = "job", .type = job, .about = "Of bkill, bstop, bresume, bswitch, btop, bbot and bmod: ID@CLUSTER, or the ID where it is unique; of a job array all elements, or those of ID[2-5,8].", .highest = int64_most},
    {.key = "host", .about = "Of hclose and hopen, and of hshutdown and hstartup, which end and start its sbatchd: HOST@CLUSTER, or the host where it is unique."},
    {.key = "queue", .about = "Of qclose, qopen, qinact and qact: QUEUE@CLUSTER, or the queue where it is unique; of bswitch: where the job goes."},
    {.key = "hosts", .about = "Of bmod: the hosts that the job asks for from now on (bmod -m), as `hosts` of a job has them; empty: those of its queue. bmod needs `hosts`, `depends`, `begin` or `array`."},
    {.key = "array", .about = "Of bmod of a job array: %n, how many elements may be started at the same time from now on (bmod -J); %0: any number.", .fallback_rule = "as before"},
    {.key = "depends", .about = "Of bmod: what the job waits for from now on (bmod -w), as `depends` of a job has it, but among all jobs that are submitted by then; empty: nothing (bmod -wn).", .fallback_rule = "as before"},
    {.key = "begin", .type = duration, .about = "Of bmod: the job is not considered before this time (bmod -b), counted from virtual time 0; one that has come already, such as 0: at once (bmod -bn).", .fallback_rule = "as before"},
    {.key = "by", .type = choice, .about = "Of btop and bbot, who does it: the user of the job moves it among his own, an administrator among all.", .fallback_rule = "user", .allowed = "user admin"},
    {.key = "position", .type = whole, .about = "Of btop and bbot: the place that the job is moved to, counted from the top or from the bottom.", .lowest = 1, .highest = int64_most, .fallback_rule = "1"},
    {.key = "cluster", .type = text, .about = "The cluster that acts. Another one than that of the host: hclose and hopen are about its own share of the host that it borrows.", .fallback_rule = "the one behind the @, else the only one"},
};

inline constexpr Row change_rows[] = {
    {.key = "at", .type = duration, .about = "When.", .required = true},
    {.key = "cluster", .type = text, .about = "Where.", .fallback_rule = "the only cluster"},
    {.key = "set", .type = overrides, .about = "What the configuration becomes; null stands for the default.", .child = "changes.set", .required = true},
};

inline constexpr Row change_set_rows[] = {
    {.key = "lsf.conf", .type = overrides, .about = "Parameters of lsf.conf.", .child = "lsf.conf"},
    {.key = "lsb.params", .type = overrides, .about = "Parameters of the batch system.", .child = "lsb.params"},
    {.key = "lsb.queues", .type = list, .about = "Queues, by name; none can be added.", .child = "lsb.queues"},
    {.key = "lsb.hosts", .type = overrides, .about = "Hosts, by name, and groups. A line for a host that had none speaks for all of its columns.", .child = "lsb.hosts"},
    {.key = "lsb.users", .type = overrides, .about = "Users and user groups, by name.", .child = "lsb.users"},
    {.key = "lsb.applications", .type = list, .about = "Application profiles, by name.", .child = "lsb.applications"},
    {.key = "lsb.resources", .type = overrides, .about = "Limits and exports. HostExport and Limit are replaced, SharedResourceExport goes by name.", .child = "lsb.resources"},
};

inline constexpr Row elim_rows[] = {
    {.key = "name", .type = name, .about = "What it is called: elim.application. elim.user is LSF's own.", .required = true},
    {.key = "cluster", .type = text, .about = "Whose LIMs run it.", .fallback_rule = "the only cluster"},
    {.key = "hosts", .about = "The hosts that have it: names, ranges and groups, separated by blanks.", .fallback_rule = "all hosts of the cluster"},
    {.key = "interval", .type = duration, .about = "From one report to the next.", .lowest = 100, .fallback_rule = "when the records do, where all values are recorded; else the least INTERVAL of what it reports, else 15s"},
    {.key = "start_up", .type = duration, .about = "From its start to its first report.", .fallback = "\"0s\""},
    {.key = "on_change", .type = flag, .about = "Whether it reports only what has changed.", .fallback = "false"},
    {.key = "values", .type = list, .about = "What it reports: one entry for each load index, a built-in or an external one. A host's program reports those that are expected of the host.", .child = "elim.value", .required = true},
    {.key = "faults", .type = list, .about = "What goes wrong with it. A fault befalls only a program that runs.", .fallback = "[]", .child = "elim.fault"},
};

inline constexpr std::int64_t infinit = 2'147'483'648;

inline constexpr Row elim_value_rows[] = {
    {.key = "resource", .about = "The load index.", .required = true},
    {.key = "value", .type = decimal, .about = "It is always this.", .lowest = -infinit, .highest = infinit, .fallback_rule = "none; an entry has one of value, text, steps, record and walk"},
    {.key = "text", .about = "It, a string resource, is always this word.", .fallback_rule = "none"},
    {.key = "steps", .type = list, .about = "It is this from that time on. Before the first one it is not reported.", .fallback_rule = "none", .child = "elim.step"},
    {.key = "record", .about = "A file that mcsim elim record has written: what it says of this resource, from virtual time 0 on. Where all values are recorded and no `interval` is given, the program reports and ends when the recorded one did.", .fallback_rule = "none"},
    {.key = "walk", .type = object, .about = "It goes up or down by a step at each multiple of `interval`, as likely one as the other.", .fallback_rule = "none", .child = "elim.walk"},
};

inline constexpr Row elim_step_rows[] = {
    {.key = "at", .type = duration, .about = "From when on.", .required = true},
    {.key = "value", .type = decimal, .about = "What it is then.", .lowest = -infinit, .highest = infinit, .fallback_rule = "unknown: INFINIT_LOAD is reported"},
    {.key = "text", .about = "The word that it, a string resource, is then.", .fallback_rule = "unknown: - is reported"},
};

inline constexpr Row elim_walk_rows[] = {
    {.key = "start", .type = decimal, .about = "At virtual time 0.", .lowest = -infinit, .highest = infinit, .required = true},
    {.key = "step", .type = decimal, .about = "How far it moves at once.", .highest = infinit, .required = true},
    {.key = "lowest", .type = decimal, .about = "It does not go below.", .lowest = -infinit, .highest = infinit, .fallback = "0"},
    {.key = "highest", .type = decimal, .about = "It does not go above.", .lowest = -infinit, .highest = infinit, .required = true},
};

inline constexpr Row elim_fault_rows[] = {
    {.key = "at", .type = duration, .about = "When, or when first.", .required = true},
    {.key = "does", .type = choice, .about = "It ends; it writes nothing any more; it writes half of a report; what is no report; a report whose count is wrong; many reports at once.", .allowed = "exits hangs half_line garbage wrong_count floods", .required = true},
    {.key = "every", .type = duration, .about = "From one time to the next.", .lowest = 1, .fallback_rule = "once"},
    {.key = "drawn", .type = flag, .about = "Whether the time to the next is drawn, for each host, between 0 and twice `every`.", .fallback = "false"},
    {.key = "code", .type = whole, .about = "Of exits: its exit status; with that of ELIM_ABORT_VALUE (97) it is not started again.", .highest = 255, .fallback_rule = "1"},
    {.key = "by", .type = whole, .about = "Of wrong_count: what is added to the count.", .lowest = -1'000'000, .highest = 1'000'000, .fallback_rule = "1"},
    {.key = "reports", .type = whole, .about = "Of floods: how many.", .lowest = 1, .highest = 100'000, .fallback_rule = "100"},
};

inline constexpr Row pjl_rows[] = {
    {.key = "name", .type = name, .about = "What it is called.", .required = true},
    {.key = "cluster", .type = text, .about = "Where the jobs run that are launched so.", .fallback_rule = "the only cluster"},
    {.key = "queues", .about = "Queues of the cluster, separated by blanks, whose jobs it is for. Where `jobs`, `applications` and `queues` are left out: all jobs that no other entry is for.", .fallback_rule = "none"},
    {.key = "applications", .about = "Application profiles, separated by blanks; they go before queues.", .fallback_rule = "none"},
    {.key = "jobs", .about = "Jobs, ID or ID@CLUSTER, separated by blanks; they go before applications.", .fallback_rule = "none"},
    {.key = "min_slots", .type = whole, .about = "Jobs with fewer slots start at once, unless `jobs` names them.", .lowest = 1, .highest = most, .fallback = "2"},
    {.key = "method", .type = whole, .about = "The integration method: PAM starts the PJL (1), or a wrapper that starts it (2).", .lowest = 1, .highest = 2, .fallback = "1", .source = "Using Platform LSF HPC 7.3, Integrating Parallel Jobs"},
    {.key = "wrapper_start", .type = drawn_time, .about = "Method 2: how long the wrapper takes before it starts the PJL.", .fallback = "\"0s\""},
    {.key = "pjl_start", .type = drawn_time, .about = "How long the PJL takes before it starts the first TaskStarter. PAM's timer runs from then on.", .fallback = "\"0s\""},
    {.key = "ts_interval", .type = duration, .about = "From the start of one TaskStarter to that of the next.", .fallback = "\"0s\""},
    {.key = "ts_start", .type = drawn_time, .about = "How long each TaskStarter takes to start.", .fallback = "\"0s\""},
    {.key = "task_start", .type = drawn_time, .about = "How long each task takes to start.", .fallback = "\"0s\""},
    {.key = "latency", .type = drawn_time, .about = "How long what a TaskStarter tells PAM is on its way.", .fallback = "\"0s\""},
    {.key = "slow_hosts", .type = list, .about = "Hosts on which TaskStarters and tasks start more slowly.", .fallback = "[]", .child = "pjl.slow_host"},
    {.key = "on_lost_task", .type = choice, .about = "What the PJL does when it has lost a TaskStarter or a host: it exits when the other tasks have, never, or at once.", .fallback = "\"goes_on\"", .allowed = "goes_on waits aborts", .source = "inferred; Using Platform LSF HPC 7.3 says only that PAM exits when the PJL does"},
    {.key = "exit_code", .type = whole, .about = "With what a PJL that aborts exits.", .highest = 255, .fallback = "1"},
    {.key = "faults", .type = list, .about = "What goes wrong with launches.", .fallback = "[]", .child = "pjl.fault"},
};

inline constexpr Row pjl_slow_host_rows[] = {
    {.key = "hosts", .about = "Names, ranges and groups of hosts, separated by blanks.", .required = true},
    {.key = "factor", .type = factor, .about = "What the times of their TaskStarters and tasks are multiplied by.", .required = true},
};

inline constexpr Row pjl_fault_rows[] = {
    {.key = "does", .type = choice, .about = "The PJL cannot be started, exits before its tasks, or does not exit behind them, so that PAM kills it LSF_HPC_PJL_LOADENV_TIMEOUT after the last exit status; a TaskStarter says that it cannot start its task, or dies without a word, its task with it; the RES of a host dies, so that PAM knows no more of its tasks.", .allowed = "pjl_cannot_start pjl_exits task_cannot_start ts_dies res_dies pjl_hangs", .required = true},
    {.key = "probability", .type = decimal, .about = "Of each launch, task or host that it may befall.", .highest = 1, .fallback = "1"},
    {.key = "job", .type = job, .about = "Only this job.", .fallback_rule = "all jobs"},
    {.key = "execution", .type = whole, .about = "Only the n-th execution of a job.", .lowest = 1, .fallback_rule = "all"},
    {.key = "task", .type = whole, .about = "Only the n-th task of a job, from 0; of task_cannot_start and ts_dies.", .fallback_rule = "all"},
    {.key = "hosts", .about = "Only on these hosts: names, ranges and groups, separated by blanks; of task_cannot_start, ts_dies and res_dies.", .fallback_rule = "all"},
    {.key = "at", .type = duration, .about = "How long after the dispatch, suspension apart; of pjl_exits, ts_dies and res_dies.", .fallback_rule = "drawn, from RUNNING to the end"},
    {.key = "code", .type = whole, .about = "pjl_exits: with what the PJL exits.", .highest = 255, .fallback_rule = "1"},
};

inline constexpr Row measure_rows[] = {
    {.key = "from", .type = duration, .about = "From when on.", .fallback = "\"0s\""},
    {.key = "to", .type = duration, .about = "Until when; not in it.", .fallback_rule = "the end; utilization: the last submission"},
};

inline constexpr Row gate_rows[] = {
    {.key = "metric", .about = "A path into summary.json.", .required = true},
    {.key = "op", .type = choice, .about = "How it is compared.", .fallback_rule = "needed without better_than", .allowed = "< <= == != >= >"},
    {.key = "value", .type = number, .about = "With what.", .fallback_rule = "needed without better_than"},
    {.key = "better_than", .about = "In place of op and value: the variant of a comparison with replicas that each other one must be better than by more than chance; by its number, name or title.", .fallback_rule = "none"},
};

inline constexpr Row model_rows[] = {
    {.key = "preset", .type = choice, .about = "lava: what is left out here is as the open source descendants of Lava have it (session_interval mbd_sleep_time, victim_order submitted, lim_send_on_change and lava_elim true, host_down silence, fairshare_no_share last, fairshare_run jobs, fairshare_decay steps).", .fallback_rule = "none", .allowed = "lava", .source = "the open source descendants of LSF"},
    {.key = "dispatch", .type = choice, .about = "Who chooses the next job: LSF's scheduler, or a baseline; or nobody: with recorded each job starts when its trace or table says.", .fallback = "\"lsf\"", .allowed = "lsf fcfs easy conservative recorded", .is_policy = true},
    {.key = "baseline", .type = object, .about = "What baselines share.", .fallback = "{}", .child = "model.baseline"},
    {.key = "easy", .type = object, .about = "What EASY backfilling leaves open.", .fallback = "{}", .child = "model.easy"},
    {.key = "conservative", .type = object, .about = "What conservative backfilling leaves open.", .fallback = "{}", .child = "model.conservative"},
    {.key = "enforce_runlimit", .type = flag, .about = "Jobs are killed at their run limit; of workloads with allow_overuse, at that of their queue or application profile. Where dispatch is recorded, the default is false: jobs run as long as they really did.", .fallback = "true"},
    {.key = "session_interval", .type = choice, .about = "What JOB_SCHEDULING_INTERVAL is by default: LSF's own, or MBD_SLEEP_TIME, since there is no other period.", .fallback = "\"lsf\"", .allowed = "lsf mbd_sleep_time", .source = "mbd_sleep_time: OpenLava 4.0, lsb.params"},
    {.key = "daemon_phase", .type = choice, .about = "Whether the daemons of all clusters tick together, or on drawn offsets.", .fallback = "\"aligned\"", .allowed = "aligned seeded"},
    {.key = "elide", .type = flag, .about = "Skip sessions that cannot matter; results are the same, but for the counts of ELIMs in a run that stalls.", .fallback = "true"},
    {.key = "stall_after", .type = duration, .about = "How long nothing must start, with nothing running or to come, before jobs that wait count as stalled. Steps, records and faults of ELIMs are to come, but not what repeats or goes by chance.", .fallback = "\"30d\""},
    {.key = "load", .type = choice, .about = "What the load of a host is: the share of its processors that jobs use, or what a LIM would report.", .fallback = "\"slots\"", .allowed = "slots lim", .source = "slots: mcsim; lim: Platform LSF Administration Guide 6.2, and the open source descendants for what it is silent on"},
    {.key = "counters", .type = choice, .about = "Whether the counters of remote queues come every MC_PLUGIN_UPDATE_INTERVAL, or are the truth at any time: what staleness costs.", .fallback = "\"periodic\"", .allowed = "periodic instant", .source = "periodic: Platform LSF 8.0.1, MultiCluster guide; instant: a baseline"},
    {.key = "run_time_scaling", .type = choice, .about = "Whether CPU factors scale run times.", .fallback = "\"none\"", .allowed = "none cpuf"},
    {.key = "pool_shares", .type = choice, .about = "Who shares out the slots of a pool: by SLOT_SHARE, or to all its queues alike.", .fallback = "\"lsf\"", .allowed = "lsf equal", .source = "inferred from the examples of Platform LSF Administration Guide 6.2, Queue-based Fairshare; equal: a baseline", .is_policy = true},
    {.key = "pool_order", .type = choice, .about = "Which queue of a pool comes first: the one with the least accumulated use / SLOT_SHARE, with the least accumulated use, or with the largest SLOT_SHARE (ties: the least accumulated use).", .fallback = "\"use_per_share\"", .allowed = pool_orders, .source = "inferred; Platform LSF Administration Guide 6.2, Queue-based Fairshare, names both shares and accumulated use, not how they go together"},
    {.key = "pool_turn", .type = choice, .about = "When a pool's queues take their turns: each at its own PRIORITY, but those between which no other queue has a turn in the pool's order (own); by PRIORITY and file order even then (strict); or all where the one with the highest PRIORITY does, in the pool's order (highest).", .fallback = "\"own\"", .allowed = "own strict highest", .source = "inferred; Platform LSF Administration Guide 6.2, Queue-based Fairshare, lets queues outside of pools compete by PRIORITY"},
    {.key = "pool_limit", .type = choice, .about = "What a queue of a pool is entitled to: a soft limit, which the last job that it starts may go beyond, and beyond which it gets what is still free when all queues of the pool have had their turns; or a hard one.", .fallback = "\"soft\"", .allowed = "soft hard", .source = "Platform LSF Administration Guide 6.2, Queue-based Fairshare: a soft job slot limit on a queue; how soft is inferred"},
    {.key = "pool_total", .type = choice, .about = "Which slots of a pool are shared out: those of its hosts that are up and open, or of all its hosts.", .fallback = "\"usable\"", .allowed = "usable configured", .source = "inferred; Platform LSF Administration Guide 6.2, Queue-based Fairshare: slots in use plus free slots"},
    {.key = "pool_leftover", .type = choice, .about = "How slots of a pool that the shares leave are dealt to its queues that want more: in proportion to their shares, or in passes, each by the shares as percentages of what is left.", .fallback = "\"ratio\"", .allowed = pool_leftovers, .source = "inferred; both yield the examples of Platform LSF Administration Guide 6.2, Queue-based Fairshare"},
    {.key = "pool_decay", .type = choice, .about = "How the use of a slot pool decays: all the time, every 900 s, or not at all.", .fallback = "\"continuous\"", .allowed = "continuous steps none", .source = "inferred; Platform LSF Administration Guide 6.2, Queue-based Fairshare, says that it decays over time; steps: as dynamic user priorities do in the open source descendant Volclava", .is_policy = true},
    {.key = "pool_hist_hours", .type = decimal, .about = "After this time the use of a slot pool has decayed to a tenth; 0: no decay.", .unit = "hours", .highest = 1'000'000'000, .fallback_rule = "HIST_HOURS of lsb.params", .source = "inferred; Platform LSF Administration Guide 6.2, Queue-based Fairshare, does not say whether HIST_HOURS is meant"},
    {.key = "limit_users_all", .type = choice, .about = "What USERS=all of a section Limit means: all users together, or each of them.", .fallback = "\"together\"", .allowed = "together each", .source = "together: Platform LSF 7.3 Configuration Reference, lsb.resources; each: Platform LSF 7.3, Administering, Resource allocation limits"},
    {.key = "fairshare_no_share", .type = choice, .about = "A user without a share of a queue with FAIRSHARE: his jobs are rejected, or have their turns after all others, in the queue's order.", .fallback = "\"reject\"", .allowed = "reject last", .source = "reject: Platform LSF Reference 6.2, lsb.queues; last: as the open source descendant Volclava does, for traces"},
    {.key = "fairshare_duplicate", .type = choice, .about = "Which shares a user has whom one list names alone and in a group@: those of the group@, or his own.", .fallback = "\"group_at\"", .allowed = "group_at named", .source = "inferred; group_at: as the open source descendant Volclava does"},
    {.key = "fairshare_cpu", .type = choice, .about = "The CPU time of the dynamic user priority: as it was, or multiplied by the CPU factor of the host.", .fallback = "\"actual\"", .allowed = "actual normalised", .source = "actual: Platform LSF Administration Guide 6.2; normalised: IBM Spectrum LSF 10.1, bqueues"},
    {.key = "fairshare_run", .type = choice, .about = "The run time of a job of n slots counts n times, or once.", .fallback = "\"slots\"", .allowed = "slots jobs", .source = "slots: LSB_NCPU_ENFORCE=1, IBM Spectrum LSF 10.1, inferred for run time; jobs: as the open source descendant Volclava does"},
    {.key = "fairshare_cpu_per_slot", .type = decimal, .about = "CPU seconds that a job uses in each second on each of its slots; 0: CPU time does not count.", .highest = 1'000'000, .fallback = "1.0", .source = "inferred; traces do not say when a job used its CPU time"},
    {.key = "fairshare_floor", .type = factor, .about = "What shares are divided by, at least: with all factors 0 who has the most shares is always first.", .fallback = "0.01", .source = "as in the open source descendant Volclava"},
    {.key = "fairshare_decay", .type = choice, .about = "How CPU time and run time decay: all the time, every 900 s, or not at all.", .fallback = "\"continuous\"", .allowed = "continuous steps none", .source = "inferred; IBM Spectrum LSF 10.1, HIST_HOURS; steps: as the open source descendant Volclava does", .is_policy = true},
    {.key = "fairshare_priority", .type = choice, .about = "The dynamic user priority: LSF's, shares / slots in use whatever was used before, or a policy of a program's own.", .fallback = "\"lsf\"", .allowed = "lsf slots", .source = "IBM Spectrum LSF 10.1, dynamic user priority; slots: a baseline", .is_policy = true},
    {.key = "crossqueue_job_order", .type = choice, .about = "Which job of a user is first in queues with FAIRSHARE_QUEUES and without DISPATCH_ORDER: that of the queue of higher PRIORITY, or the one submitted first.", .fallback = "\"queue_priority\"", .allowed = "queue_priority fcfs", .source = "inferred; LSF's documents are silent"},
    {.key = "hpart_mixed", .type = choice, .about = "A queue with hosts of several host partitions is an error, or has the users' priorities of the first of them.", .fallback = "\"error\"", .allowed = "error first", .source = "inferred; Platform LSF Reference 6.2, lsb.hosts, HostPartition: a queue should use hosts of one"},
    {.key = "victim_order", .type = choice, .about = "Which job of a queue on a host is preempted first, where PREEMPT_FOR decides nothing: the most recently started (or resumed), or the last submitted.", .fallback = "\"started\"", .allowed = "started submitted", .source = "inferred; submitted: the end of the list of jobs, as in the open source descendant OpenLava"},
    {.key = "victim_hosts", .type = choice, .about = "What goes first among victims: the order of their queues, or that of hosts.", .fallback = "\"by_queue\"", .allowed = "by_queue in_order", .source = "inferred; Platform LSF 7.3 Configuration Reference, lsb.queues, PREEMPTION, has an order of queues and takes victims on the least loaded host first"},
    {.key = "resume_order", .type = choice, .about = "Which suspended job of a turn goes on first: the one that started earliest, or that was suspended earliest.", .fallback = "\"started\"", .allowed = "started suspended", .source = "inferred"},
    {.key = "reservation_backfill", .type = choice, .about = "Which jobs may use slots of an advance reservation that has not begun: those whose run limit ends before its start, none, or all; those that run at its start go on.", .fallback = "\"run_limit\"", .allowed = "run_limit never always", .source = "inferred; IBM Spectrum LSF 10.1, brsvadd"},
    {.key = "rusage_decay_step", .type = duration, .about = "How often what a job has left of an rusage amount with decay becomes less.", .lowest = 1, .fallback_rule = "MBD_SLEEP_TIME", .source = "inferred; the manuals say that it decays linearly over its duration"},
    {.key = "memlimit_kill", .type = choice, .about = "When a job that uses more memory than its limit is killed: SBD_SLEEP_TIME after its start, or at its start.", .fallback = "\"sbd_sleep_time\"", .allowed = "sbd_sleep_time at_once", .source = "inferred; sbatchd checks jobs every SBD_SLEEP_TIME, at_once: as the operating system's own limit would"},
    {.key = "forward_free_test", .type = choice, .about = "When a remote queue has free slots for a job: its available less its pending slots are above 0 (net), its available slots are (available), or available less pending slots are as many as the job wants (fits).", .fallback = "\"net\"", .allowed = forward_free_tests, .source = "inferred; Platform LSF 7.0.6, MultiCluster guide, says free slots"},
    {.key = "forward_key_order", .type = choice, .about = "What HIGH_QUEUE_PRIORITY with PREEMPTABLE_QUEUE_PRIORITY looks at where no queue has free slots, after the queue's priority: first the lowest queue that it can preempt (prio_low_p), or first its preemptable available less its pending slots (prio_p_low).", .fallback = "\"prio_low_p\"", .allowed = forward_key_orders, .source = "inferred from the examples of Platform LSF 7.0.6, MultiCluster guide"},
    {.key = "host_order", .type = choice, .about = "Which host comes first for a job: as its order string says (lsf), or as a policy of a program's own ranks hosts.", .fallback = "\"lsf\"", .allowed = "lsf", .source = "mcsim", .is_policy = true},
    {.key = "victims", .type = choice, .about = "Which job of a queue is preempted first on a host: as PREEMPT_FOR and victim_order say (lsf), or as a policy of a program's own ranks them.", .fallback = "\"lsf\"", .allowed = "lsf", .source = "mcsim", .is_policy = true},
    {.key = "lease_dealing", .type = choice, .about = "How exported units are dealt to consumers: each unit to the one that is furthest behind its share of all units so far (deficit), or one each by turns, whatever their shares (turns).", .fallback = "\"deficit\"", .allowed = "deficit turns", .source = "inferred; docs/rules/lsf.md, 3.2", .is_policy = true},
    {.key = "lease_reclaim", .type = choice, .about = "Who gets the idle slots of a shared lease that is evaluated: the side that has fewer of them (lsf), or nobody (none).", .fallback = "\"lsf\"", .allowed = "lsf none", .source = "Platform LSF 7.0.6, MultiCluster guide", .is_policy = true},
    {.key = "lease_keep_one_slot", .type = flag, .about = "Whether an evaluation of a shared lease leaves its consumer one slot at least.", .fallback = "false", .source = "inferred"},
    {.key = "lease_inactive", .type = duration, .about = "How long a shared lease stays inactive after an evaluation has changed it: its consumer starts nothing on its idle slots.", .fallback = "\"0s\"", .source = "inferred; Platform LSF 7.0.6, MultiCluster guide, says a temporary phase"},
    {.key = "max_requeues", .type = whole, .about = "How often a job goes back into its queue by REQUEUE_EXIT_VALUES where MAX_JOB_REQUEUE is not set: then it ends, and is warned of. LSF has no such limit, and a run might not end.", .lowest = 1, .fallback = "5000"},
    {.key = "max_forwards", .type = whole, .about = "How often one job may be forwarded; then it stays in its own cluster.", .lowest = 1, .fallback_rule = "no limit, as in LSF"},
    {.key = "dep_requeued", .type = choice, .about = "What `depends` sees in a job that REQUEUE_EXIT_VALUES has put back into its queue: how its last run ended, until it starts again; or a job that has not ended.", .fallback_rule = "last_run", .allowed = "last_run new_run", .source = "last_run: as in the open source descendant Volclava; new_run: inferred"},
    {.key = "forward_policy", .about = "Who chooses the receive queue, before MC_PLUGIN_SCHEDULE_ENHANCE and MC_PLUGIN_REMOTE_RESOURCE: a setting as MC_PLUGIN_SCHEDULE_ENHANCE has it, NOT_DEFINED, REMOTE_RESOURCE, a baseline (random, round-robin, power-of-d, least-expected-wait, stale-aware, none), or a policy of a program's own.", .fallback_rule = "what lsb.params and lsf.conf say", .source = "mcsim, for comparison", .is_policy = true},
    {.key = "lim_send_on_change", .type = flag, .about = "A LIM sends when an index has moved by more than its threshold and at every fourth exchange, not at each one.", .fallback = "false", .source = "true: as the open source descendants do"},
    {.key = "load_noise", .type = decimal, .about = "What is drawn for each exchange and added to run queues and utilization, at most, up or down.", .highest = 1'000'000, .fallback = "0", .source = "mcsim"},
    {.key = "lava_elim", .type = flag, .about = "An ELIM's output is read as Lava does: numbers by atof and strtod, nan among them; and a LIM does nothing else while it waits for the rest of a report.", .fallback = "false", .source = "the open source descendants of LSF; docs/rules/elim.md"},
    {.key = "elim_keep_values_on_exit", .type = flag, .about = "An ELIM's values outlive it.", .fallback = "false", .source = "true: Platform LSF Administration Guide 6.2, to the letter; false: the open source descendants"},
    {.key = "host_down", .type = choice, .about = "When mbatchd knows that a host is down: in that instant, or by the silence of its LIM. Then its sbatchd cannot be reached at first, and its jobs are UNKWN: docs/rules/load.md, 5.", .fallback = "\"at_once\"", .allowed = "at_once silence", .source = "silence: as the open source descendants of LSF do"},
    {.key = "mbatchd_start", .type = duration, .about = "How long it takes until the host of a new master LIM has an mbatchd. Needs model.load lim.", .fallback = "\"10s\"", .source = "inferred; 9 to 14 s as measured with the open source descendants of LSF"},
};

inline constexpr Row easy_rows[] = {
    {.key = "reservation", .type = choice, .about = "The first job's reservation is remade in each pass, or kept.", .fallback = "\"fresh\"", .allowed = "fresh sticky"},
    {.key = "extra", .type = flag, .about = "Jobs on slots that the first job does not need may outrun its reservation.", .fallback = "\"yes\""},
    {.key = "runtime", .type = choice, .about = "What predicts a job's end, where `running` and `candidates` do not say it.", .fallback = "\"requested\"", .allowed = "requested actual"},
    {.key = "running", .type = choice, .about = "What predicts the ends of running jobs.", .fallback_rule = "runtime", .allowed = "requested actual"},
    {.key = "candidates", .type = choice, .about = "What predicts the end of a job that would start now.", .fallback_rule = "runtime", .allowed = "requested actual"},
    {.key = "pass", .type = choice, .about = "One pass an instant, or one an event; on a raster of sessions always one an instant.", .fallback = "\"instant\"", .allowed = "instant event"},
    {.key = "first", .type = choice, .about = "With `pass` event: what comes first in an instant, ends of jobs or arrivals.", .fallback = "\"ends\"", .allowed = "ends arrivals"},
    {.key = "estimate_over", .type = choice, .about = "With `pass` event: the slots of a job that ends in this instant as it was predicted to are busy until its end is played, or free from the beginning of the instant.", .fallback = "\"busy\"", .allowed = "busy free"},
    {.key = "compare", .type = choice, .about = "A job may start before the first one if it is to end by the reserved time (at_most), or before it (less).", .fallback = "\"at_most\"", .allowed = "at_most less"},
};

inline constexpr std::string_view line_orders = "submit priority sjf ljf saf wfp3 unicef f1 f2 f3 f4 aging";

inline constexpr Row baseline_rows[] = {
    {.key = "order", .type = choice, .about = "Who is first in the waiting line; of equals the job that was submitted first: docs/rules/baselines.md.", .fallback = "\"submit\"", .allowed = line_orders, .source = "wfp3, unicef: Tang, Lan, Desai, Buettner, IEEE Cluster 2009; f1 to f4: Carastan-Santos, de Camargo, SC 2017", .is_policy = true},
};

inline constexpr Row conservative_rows[] = {
    {.key = "depth", .type = whole, .about = "How many waiting jobs have reservations, first come those that are first in the line; the others start where they delay none of these. With 1 it is EASY backfilling, with 0 backfilling without reservations.", .fallback_rule = "all", .source = "Chiang, Arpaci-Dusseau, Vernon, JSSPP 2002"},
    {.key = "runtime", .type = choice, .about = "What predicts a job's end.", .fallback = "\"requested\"", .allowed = "requested actual"},
};

inline constexpr std::string_view own = "mcsim, scenario format 1";

}  // namespace mcsim::config::scenario_tables

/// The objects of a scenario: job["submit"] is a row.
namespace mcsim::config::scenario {

using namespace scenario_tables;

inline constexpr VocabularySection root{"scenario", "The whole file.", own, "", "", scenario_rows};
inline constexpr VocabularySection cluster{"cluster", "One of `clusters`.", own, "name", "", cluster_rows};
inline constexpr VocabularySection host{"host", "One of a cluster's `hosts`.", "Platform LSF 7.3 Configuration Reference, lsf.cluster, section Host", "name", "", host_rows};
inline constexpr VocabularySection model{"model", "`model`, and a cluster's.", own, "", "", model_rows};
inline constexpr VocabularySection baseline{"model.baseline", "`model.baseline`.", own, "", "", baseline_rows};
inline constexpr VocabularySection easy{"model.easy", "`model.easy`.", "Mu'alem, Feitelson, IEEE TPDS 12(6), 2001", "", "", easy_rows};
inline constexpr VocabularySection conservative{"model.conservative", "`model.conservative`.", "Mu'alem, Feitelson, IEEE TPDS 12(6), 2001", "", "", conservative_rows};
inline constexpr VocabularySection job{"job", "One of `jobs`.", own, "id", "", job_rows};
inline constexpr VocabularySection workload{"workload", "One of `workloads`.", "Standard Workload Format 2.2", "file", "", workload_rows};
inline constexpr VocabularySection fault{"fault", "One of `faults`.", own, "", "", fault_rows};
inline constexpr VocabularySection action{"action", "One of `actions`.", own, "", "", action_rows};
inline constexpr VocabularySection change{"change", "One of `changes`.", own, "", "", change_rows};
inline constexpr VocabularySection change_set{"changes.set", "`set` of a change.", own, "", "cluster", change_set_rows};
inline constexpr VocabularySection elim{"elim", "One of `elim`.", "mcsim; what LIMs do with it: Platform LSF Administration Guide 6.2, External Load Indices and ELIM; docs/rules/elim.md", "name", "", elim_rows};
inline constexpr VocabularySection elim_value{"elim.value", "One of an ELIM's `values`.", own, "resource", "", elim_value_rows};
inline constexpr VocabularySection elim_step{"elim.step", "One of the `steps` of a value.", own, "", "", elim_step_rows};
inline constexpr VocabularySection elim_walk{"elim.walk", "`walk` of a value.", own, "", "", elim_walk_rows};
inline constexpr VocabularySection elim_fault{"elim.fault", "One of an ELIM's `faults`.", own, "", "", elim_fault_rows};
inline constexpr VocabularySection pjl{"pjl", "One of `pjl`.", "mcsim; what PAM does with it: Using Platform LSF HPC 7.3, Integrating Parallel Jobs; docs/rules/launch.md", "name", "", pjl_rows};
inline constexpr VocabularySection pjl_slow_host{"pjl.slow_host", "One of the `slow_hosts` of a `pjl`.", own, "", "", pjl_slow_host_rows};
inline constexpr VocabularySection pjl_fault{"pjl.fault", "One of the `faults` of a `pjl`.", own, "", "", pjl_fault_rows};
inline constexpr VocabularySection measure{"measure", "`measure`.", own, "", "", measure_rows};
inline constexpr VocabularySection gate{"gate", "One of `gates`.", own, "", "", gate_rows};
inline constexpr VocabularySection reservation{"reservation", "One of a cluster's `reservations`.", "IBM Spectrum LSF 10.1, brsvadd", "", "", reservation_rows};
inline constexpr VocabularySection link{"link", "One of `links`.", own, "", "", link_rows};
inline constexpr VocabularySection links_default{"links_default", "`links_default`.", own, "", "", links_default_rows};

inline constexpr VocabularySection all[] = {
    root, cluster, host, model, baseline, easy, conservative, job, workload, fault, action, change,
    change_set, elim, elim_value, elim_step, elim_walk, elim_fault, pjl, pjl_slow_host,
    pjl_fault, measure, gate, reservation, link, links_default,
};

// clang-format on
}  // namespace mcsim::config::scenario
