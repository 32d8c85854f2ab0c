// The vocabulary of the scenario's own keys: what LSF has no file for.
#include "vocabulary_tables.hpp"

// clang-format off: a table has one row a line.
namespace mcsim {
namespace {

using enum ValueType;
using Row = VocabularyRow;

constexpr std::int64_t most = 1'000'000'000;
constexpr std::int64_t int64_most = INT64_MAX;

constexpr Row scenario_rows[] = {
    {.key = "mcsim", .type = whole, .about = "Version of the format.", .lowest = 1, .highest = 1, .required = true},
    {.key = "name", .about = "What the scenario is called.", .fallback = "\"\""},
    {.key = "about", .about = "What it shows, in a sentence.", .fallback = "\"\""},
    {.key = "seed", .type = whole, .about = "Of all random streams.", .highest = int64_most, .fallback = "1"},
    {.key = "start", .type = instant, .about = "The instant of virtual time 0, in UTC.", .fallback = "\"2026-01-01T00:00:00Z\""},
    {.key = "utc_offset", .about = "The clusters' time zone, for time windows.", .planned = planned::cluster},
    {.key = "until", .type = duration, .about = "When the run ends.", .fallback_rule = "when all jobs have ended, or nothing can happen any more"},
    {.key = "clusters", .type = list, .about = "The clusters, in order.", .child = "cluster", .required = true},
    {.key = "lsf.shared", .type = object, .about = "Resources, host types and models that all clusters share.", .child = "lsf.shared"},
    {.key = "links", .type = list, .about = "The ways between clusters.", .child = "link", .planned = planned::forwarding},
    {.key = "links_default", .type = object, .about = "What every link is like that `links` does not name.", .child = "link", .planned = planned::forwarding},
    {.key = "jobs", .type = list, .about = "Jobs, one by one: workload 0, called \"jobs\".", .fallback = "[]", .child = "job"},
    {.key = "workloads", .type = list, .about = "Jobs from traces: workloads 1, 2, ...", .fallback = "[]", .child = "workload"},
    {.key = "faults", .type = list, .about = "What breaks down.", .fallback = "[]", .child = "fault"},
    {.key = "actions", .type = list, .about = "What users and administrators do.", .fallback = "[]", .child = "action"},
    {.key = "changes", .type = list, .about = "Reconfigurations.", .fallback = "[]", .child = "change"},
    {.key = "elim", .type = list, .about = "External load information managers.", .planned = planned::load},
    {.key = "pjl", .type = list, .about = "Parallel job launchers.", .planned = planned::launch},
    {.key = "expect", .type = expectations, .about = "What the run must come to: paths into the results, and values.", .fallback = "{}"},
    {.key = "gates", .type = list, .about = "What every run must meet: exit code 4 where its summary says otherwise.", .fallback = "[]", .child = "gate"},
    {.key = "model", .type = object, .about = "Choices where LSF's documents are silent, and baselines.", .fallback = "{}", .child = "model"},
    {.key = "inputs", .type = text_map, .about = "Input files and the hashes of their bytes. Written by a run; a file that differs is refused.", .fallback = "{}"},
    {.key = "$schema", .about = "Where an editor finds the schema of this format; nothing else reads it.", .fallback_rule = "none"},
};

constexpr Row cluster_rows[] = {
    {.key = "name", .type = name, .about = "What the cluster is called.", .required = true},
    {.key = "conf", .about = "A directory with the cluster's real LSF files.", .planned = planned::cluster},
    {.key = "lsf_version", .about = "The version of LSF that the cluster runs.", .planned = planned::forwarding},
    {.key = "hosts", .type = list, .about = "The execution hosts, in order.", .child = "host", .required = true},
    {.key = "lsf.conf", .type = object, .about = "Parameters of lsf.conf.", .child = "lsf.conf"},
    {.key = "lsf.shared", .type = object, .about = "lsf.shared, where clusters differ.", .child = "lsf.shared"},
    {.key = "lsf.cluster", .type = object, .about = "lsf.cluster.NAME.", .child = "lsf.cluster"},
    {.key = "lsb.params", .type = object, .about = "Parameters of the batch system.", .fallback = "{}", .child = "lsb.params"},
    {.key = "lsb.queues", .type = list, .about = "The queues, in order.", .fallback = R"([{"QUEUE_NAME": "normal"}])", .child = "lsb.queues"},
    {.key = "lsb.hosts", .type = object, .about = "Job slots of hosts, and groups of hosts.", .fallback = "{}", .child = "lsb.hosts"},
    {.key = "lsb.resources", .type = object, .about = "Limits and exports.", .child = "lsb.resources"},
    {.key = "lsb.users", .type = object, .about = "Users and user groups.", .child = "lsb.users"},
    {.key = "lsb.applications", .type = list, .about = "Application profiles.", .child = "lsb.applications", .planned = planned::cluster},
    {.key = "reservations", .type = list, .about = "Advance reservations.", .child = "reservation", .planned = planned::cluster},
    {.key = "model", .type = overrides, .about = "Where this cluster differs from the scenario's `model`.", .child = "model"},
};

constexpr Row host_rows[] = {
    {.key = "name", .type = host_range, .about = "The host, or many equal ones: a[001-100].", .required = true},
    {.key = "ncpus", .type = whole, .about = "Processors; by default also its job slots.", .lowest = 1, .highest = most, .fallback = "1"},
    {.key = "type", .about = "Host type.", .planned = planned::cluster},
    {.key = "model", .about = "Host model.", .planned = planned::cluster},
    {.key = "cpuf", .type = number, .about = "CPU factor.", .fallback = "1.0", .planned = planned::cluster},
    {.key = "maxmem", .type = whole, .about = "Memory.", .unit = "MB", .planned = planned::load},
    {.key = "maxswp", .type = whole, .about = "Swap space.", .unit = "MB", .planned = planned::load},
    {.key = "maxtmp", .type = whole, .about = "Space in /tmp.", .unit = "MB", .planned = planned::load},
    {.key = "resources", .type = texts, .about = "Boolean resources.", .planned = planned::cluster},
};

constexpr Row reservation_rows[] = {
    {.key = "start", .type = duration, .about = "When it begins.", .planned = planned::cluster},
    {.key = "end", .type = duration, .about = "When it ends.", .planned = planned::cluster},
    {.key = "slots", .type = whole, .about = "How many job slots.", .planned = planned::cluster},
    {.key = "hosts", .about = "On which hosts.", .planned = planned::cluster},
    {.key = "users", .about = "Who may use it.", .planned = planned::cluster},
};

constexpr Row link_rows[] = {
    {.key = "between", .type = texts, .about = "The two clusters.", .planned = planned::forwarding},
    {.key = "latency", .type = duration, .about = "How long a message takes.", .fallback = "\"100ms\"", .planned = planned::forwarding},
    {.key = "jitter", .type = duration, .about = "What is drawn and added to the latency.", .fallback = "\"0ms\"", .planned = planned::forwarding},
    {.key = "loss", .type = number, .about = "The share of publications that are lost.", .fallback = "0.0", .planned = planned::forwarding},
};

constexpr Row job_rows[] = {
    {.key = "id", .type = whole, .about = "The job's number, unique in its cluster.", .highest = int64_most, .required = true},
    {.key = "submit", .type = duration, .about = "When it is submitted.", .fallback = "\"0s\""},
    {.key = "cluster", .type = text, .about = "Where it is submitted.", .fallback_rule = "the only cluster"},
    {.key = "queue", .type = text, .about = "Its queue.", .fallback_rule = "the cluster's default queue"},
    {.key = "user", .type = text, .about = "Whose it is.", .fallback = "\"\""},
    {.key = "slots", .type = whole, .about = "How many job slots it takes.", .lowest = 1, .highest = most, .fallback = "1"},
    {.key = "run", .type = duration, .about = "How long it runs if nothing stops it.", .required = true},
    {.key = "limit", .type = duration, .about = "The run limit that it asks for.", .fallback_rule = "its run time with a baseline, else its queue's default"},
    {.key = "app", .about = "Its application profile.", .planned = planned::cluster},
    {.key = "hosts", .about = "The hosts that it asks for (bsub -m).", .planned = planned::cluster},
    {.key = "res_req", .about = "Its resource requirement (bsub -R).", .planned = planned::cluster},
    {.key = "exclusive", .type = flag, .about = "Whether it wants its hosts for itself (bsub -x).", .planned = planned::cluster},
    {.key = "depends", .about = "What it waits for (bsub -w).", .planned = planned::cluster},
    {.key = "priority", .type = whole, .about = "Its priority (bsub -sp).", .planned = planned::cluster},
    {.key = "cancel_at", .type = duration, .about = "When its user kills it (bkill).", .fallback_rule = "never"},
};

constexpr Row workload_rows[] = {
    {.key = "file", .about = "A trace in the Standard Workload Format, plain or gzip.", .required = true},
    {.key = "cluster", .type = text, .about = "Where its jobs are submitted.", .fallback_rule = "the only cluster"},
    {.key = "queue", .type = text, .about = "Their queue.", .fallback_rule = "the cluster's default queue"},
    {.key = "first", .type = whole, .about = "Only the first N rows that can be replayed.", .lowest = 1, .highest = int64_most, .fallback_rule = "all"},
    {.key = "scale_arrivals", .type = factor, .about = "Multiplies submit times: 0.5 is twice the load.", .fallback = "1"},
    {.key = "scale_runtimes", .type = factor, .about = "Multiplies run times.", .fallback = "1"},
    {.key = "slots", .type = choice, .about = "Field 8 (and 5 where it is unknown), or field 5.", .fallback = "\"requested\"", .allowed = "requested allocated"},
    {.key = "missing_limit", .type = limit_rule, .about = "The run limit where field 9 gives none: the run time, the queue's default, none, or a duration.", .fallback_rule = "run with a baseline, else queue"},
    {.key = "id_offset", .type = whole, .about = "Added to every job's number.", .highest = int64_most, .fallback = "0"},
    {.key = "renumber", .type = flag, .about = "Jobs are called 1, 2, 3, ... in the order of the rows.", .fallback = "false"},
    {.key = "queue_map", .type = numbered, .about = "Queues by field 15.", .fallback = "{}"},
    {.key = "user_map", .type = numbered, .about = "Users by field 12.", .fallback = "{}"},
};

constexpr Row fault_rows[] = {
    {.key = "at", .type = duration, .about = "When.", .required = true},
    {.key = "host", .about = "The host that goes down: HOST@CLUSTER, or the host where it is unique.", .required = true},
    {.key = "link", .type = texts, .about = "The link that goes down: its two clusters.", .planned = planned::forwarding},
    {.key = "lim", .about = "The host whose LIM goes down.", .planned = planned::load},
    {.key = "down_for", .type = duration, .about = "For how long.", .fallback_rule = "for ever"},
};

constexpr Row action_rows[] = {
    {.key = "at", .type = duration, .about = "When.", .required = true},
    {.key = "do", .type = choice, .about = "What.", .allowed = "bkill hclose hopen qclose qopen", .allowed_later = "bstop bresume bswitch btop bmod", .required = true},
    {.key = "job", .type = job, .about = "Of bkill: ID@CLUSTER, or the ID where it is unique.", .highest = int64_most},
    {.key = "host", .about = "Of hclose and hopen: HOST@CLUSTER, or the host where it is unique."},
    {.key = "queue", .about = "Of qclose and qopen: QUEUE@CLUSTER, or the queue where it is unique."},
    {.key = "cluster", .type = text, .about = "The cluster that acts.", .fallback_rule = "the one behind the @, else the only one"},
};

constexpr Row change_rows[] = {
    {.key = "at", .type = duration, .about = "When.", .required = true},
    {.key = "cluster", .type = text, .about = "Where.", .fallback_rule = "the only cluster"},
    {.key = "set", .type = overrides, .about = "What the configuration becomes; null stands for the default.", .child = "changes.set", .required = true},
};

constexpr Row change_set_rows[] = {
    {.key = "lsb.queues", .type = list, .about = "Queues, by name.", .child = "changes.set.lsb.queues"},
    {.key = "lsb.hosts", .type = overrides, .about = "Job slots of hosts.", .child = "changes.set.lsb.hosts"},
};

constexpr Row change_queue_rows[] = {
    {.key = "QUEUE_NAME", .type = name, .about = "Which queue.", .required = true},
    {.key = "PRIORITY", .type = whole, .about = "Its new priority.", .lowest = 1},
    {.key = "RUNLIMIT", .type = run_limit, .about = "Its new run limit, for jobs submitted from now on.", .unit = "[hours:]minutes", .lowest = 1},
};

constexpr Row change_hosts_rows[] = {
    {.key = "Host", .type = list, .about = "Hosts, by name.", .child = "changes.set.lsb.hosts.Host"},
};

constexpr Row change_host_rows[] = {
    {.key = "HOST_NAME", .type = host_range, .about = "Which host; default: those without a line.", .required = true},
    {.key = "MXJ", .type = host_slots, .about = "Its new number of job slots.", .highest = most, .required = true},
};

constexpr Row gate_rows[] = {
    {.key = "metric", .about = "A path into summary.json.", .required = true},
    {.key = "op", .type = choice, .about = "How it is compared.", .allowed = "< <= == != >= >", .required = true},
    {.key = "value", .type = number, .about = "With what.", .required = true},
};

constexpr Row model_rows[] = {
    {.key = "dispatch", .type = choice, .about = "Who chooses the next job: LSF's scheduler, or a baseline.", .fallback = "\"lsf\"", .allowed = "lsf fcfs easy", .allowed_later = "conservative"},
    {.key = "easy", .type = object, .about = "What EASY backfilling leaves open.", .fallback = "{}", .child = "model.easy"},
    {.key = "enforce_runlimit", .type = flag, .about = "Jobs are killed at their run limit.", .fallback = "true"},
    {.key = "daemon_phase", .type = choice, .about = "Whether the daemons of all clusters tick together, or on drawn offsets.", .fallback = "\"aligned\"", .allowed = "aligned seeded"},
    {.key = "elide", .type = flag, .about = "Skip sessions that cannot matter; results are the same.", .fallback = "true"},
    {.key = "stall_after", .type = duration, .about = "How long nothing must start, with nothing running or to come, before jobs that wait count as stalled.", .fallback = "\"30d\""},
    {.key = "load", .type = choice, .about = "What ranks hosts.", .fallback = "\"slots\"", .allowed = "slots lim", .planned = planned::load},
    {.key = "counters", .type = choice, .about = "How old queue counters are.", .fallback = "\"periodic\"", .allowed = "periodic instant", .planned = planned::forwarding},
    {.key = "run_time_scaling", .type = choice, .about = "Whether CPU factors scale run times.", .fallback = "\"none\"", .allowed = "none cpuf", .planned = planned::cluster},
    {.key = "pool_decay", .type = choice, .about = "How the use of a slot pool decays.", .fallback = "\"continuous\"", .allowed = "continuous steps none", .planned = planned::cluster},
    {.key = "forward_free_test", .type = choice, .about = "When a remote queue has free slots.", .fallback = "\"net\"", .allowed = "net available fits", .planned = planned::forwarding},
    {.key = "forward_key_order", .type = choice, .about = "The keys of HIGH_QUEUE_PRIORITY with PREEMPTABLE_QUEUE_PRIORITY.", .fallback = "\"prio,low,P\"", .allowed = "prio,low,P prio,P,low", .planned = planned::forwarding},
    {.key = "lease_keep_one_slot", .type = flag, .about = "A shared lease keeps one slot for its consumer.", .fallback = "false", .planned = planned::leases},
    {.key = "lim_send_on_change", .type = flag, .about = "A LIM sends only what has changed.", .fallback = "false", .planned = planned::load},
    {.key = "lava_elim", .type = flag, .about = "An ELIM's output is read as Lava does.", .fallback = "false", .planned = planned::load},
    {.key = "elim_keep_values_on_exit", .type = flag, .about = "An ELIM's values outlive it.", .fallback = "false", .planned = planned::load},
};

constexpr Row easy_rows[] = {
    {.key = "reservation", .type = choice, .about = "The first job's reservation is remade in each pass, or kept.", .fallback = "\"fresh\"", .allowed = "fresh sticky"},
    {.key = "extra", .type = flag, .about = "Jobs on slots that the first job does not need may outrun its reservation.", .fallback = "\"yes\""},
    {.key = "runtime", .type = choice, .about = "What predicts a job's end.", .fallback = "\"requested\"", .allowed = "requested actual"},
    {.key = "pass", .type = choice, .about = "One pass an instant, or one an event; on a grid of sessions always one an instant.", .fallback = "\"instant\"", .allowed = "instant event"},
};

constexpr std::string_view own = "mcsim, scenario format 1";

constexpr VocabularySection sections[] = {
    {"scenario", "The whole file.", own, "", "", scenario_rows},
    {"cluster", "One of `clusters`.", own, "name", "", cluster_rows},
    {"host", "One of a cluster's `hosts`.", "Platform LSF 7.3 Configuration Reference, lsf.cluster, section Host", "name", "", host_rows},
    {"model", "`model`, and a cluster's.", own, "", "", model_rows},
    {"model.easy", "`model.easy`.", "Mu'alem, Feitelson, IEEE TPDS 12(6), 2001", "", "", easy_rows},
    {"job", "One of `jobs`.", own, "id", "", job_rows},
    {"workload", "One of `workloads`.", "Standard Workload Format 2.2", "file", "", workload_rows},
    {"fault", "One of `faults`.", own, "", "", fault_rows},
    {"action", "One of `actions`.", own, "", "", action_rows},
    {"change", "One of `changes`.", own, "", "", change_rows},
    {"changes.set", "`set` of a change.", own, "", "cluster", change_set_rows},
    {"changes.set.lsb.queues", "A queue in `set` of a change.", "Platform LSF 7.3 Configuration Reference, lsb.queues", "QUEUE_NAME", "lsb.queues", change_queue_rows},
    {"changes.set.lsb.hosts", "Hosts in `set` of a change.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "", "lsb.hosts", change_hosts_rows},
    {"changes.set.lsb.hosts.Host", "A host in `set` of a change.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "HOST_NAME", "lsb.hosts.Host", change_host_rows},
    {"gate", "One of `gates`.", own, "", "", gate_rows},
    {"reservation", "One of a cluster's `reservations`.", "IBM Spectrum LSF 10.1, brsvadd", "", "", reservation_rows},
    {"link", "One of `links`, and `links_default`.", own, "", "", link_rows},
};

// clang-format on
}  // namespace

std::span<const VocabularySection> scenario_sections() { return sections; }

}  // namespace mcsim
