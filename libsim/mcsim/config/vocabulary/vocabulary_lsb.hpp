// The vocabulary of the batch system's files.
#pragma once

#include "mcsim/config/vocabulary/vocabulary_lsb_params.hpp"
#include "mcsim/config/vocabulary/vocabulary_lsb_queues.hpp"
#include "mcsim/config/vocabulary/vocabulary_tables.hpp"

// clang-format off: a table has one row a line.
namespace mcsim::config::lsb_tables {

using enum ValueType;
using Row = VocabularyRow;
using namespace planned;

inline constexpr std::int64_t most = 1'000'000'000;

inline constexpr Row hosts_rows[] = {
    {.key = "Host", .type = list, .about = "Job slots of hosts, by name.", .fallback = R"([{"HOST_NAME": "default"}])", .child = "lsb.hosts.Host"},
    {.key = "HostGroup", .type = list, .about = "Groups of hosts.", .fallback_rule = "none", .child = "lsb.hosts.HostGroup"},
    {.key = "HostPartition", .type = list, .about = "Hosts with shares of users.", .fallback_rule = "none", .child = "lsb.hosts.HostPartition"},
    {.key = "ComputeUnit", .type = list, .about = "Compute units.", .planned = cluster},
};
inline constexpr Row host_rows[] = {
    {.key = "HOST_NAME", .type = host_range, .about = "A host or a range of hosts; a host model or type; default: those without a line of their own. A host's own line goes before one of its model, that before one of its type, that before default.", .required = true},
    {.key = "MXJ", .type = host_slots, .about = "Job slots; ! is the number of processors.", .highest = most, .fallback = "\"!\""},
    {.key = "JL/U", .type = whole, .about = "Job slots of one user.", .highest = most, .fallback_rule = "unlimited"},
    {.key = "DISPATCH_WINDOW", .type = windows, .about = "When jobs start here.", .fallback_rule = "always"},
    {.key = "EXIT_RATE", .type = whole, .about = "Failed jobs a minute before the host is closed.", .planned = cluster},
    {.key = "MIG", .type = whole, .about = "When suspended jobs migrate.", .unit = "minutes", .planned = cluster},
    threshold_of("r15s"), threshold_of("r1m"), threshold_of("r15m"), threshold_of("ut"), threshold_of("pg"),
    threshold_of("io"), threshold_of("ls"), threshold_of("it"), threshold_of("tmp"), threshold_of("swp"),
    threshold_of("mem"),
    without_effect("AFFINITY"), without_effect("CHKPNT"),
};
inline constexpr Row host_group_rows[] = {
    {.key = "GROUP_NAME", .type = name, .about = "The group.", .required = true},
    {.key = "GROUP_MEMBER", .about = "Its hosts, ranges, names with * for any letters, groups, or all; ~ leaves out.", .required = true},
    without_effect("CONDENSE"), without_effect("GROUP_ADMIN"),
};
inline constexpr Row host_partition_rows[] = {
    {.key = "HPART_NAME", .type = name, .about = "The partition, which HOSTS of queues may name.", .highest = 59, .required = true},
    {.key = "HOSTS", .about = "Its hosts, ranges, groups, all, others (that no other partition has), or allremote; ~ leaves out. A host is in one partition at most, and in none if it is of a slot pool.", .required = true},
    {.key = "USER_SHARES", .about = "[user, shares] ...; a user, a group as one, group@ for each of its users, default, or others: whose job is next on its hosts. No queue of the cluster has FAIRSHARE then.", .required = true},
};

inline constexpr Row resources_rows[] = {
    {.key = "HostExport", .type = list, .about = "Hosts that other clusters may borrow.", .fallback_rule = "none", .child = "lsb.resources.HostExport"},
    {.key = "SharedResourceExport", .type = list, .about = "Shared resources that other clusters may borrow, with hosts that have them. In LSF's own files behind HostExport.", .fallback_rule = "none", .child = "lsb.resources.SharedResourceExport"},
    {.key = "Limit", .type = list, .about = "Limits of users, queues, hosts, projects and application profiles, together or each.", .fallback_rule = "none", .child = "lsb.resources.Limit"},
    {.key = "ResourceReservation", .type = list, .about = "Who may make advance reservations.", .planned = cluster},
    {.key = "ReservationUsage", .type = list, .about = "How single resources are reserved, whatever RESOURCE_RESERVE_PER_TASK says.", .fallback_rule = "none", .child = "lsb.resources.ReservationUsage"},
    {.key = "GuaranteedResourcePool", .type = list, .about = "Resources that are guaranteed to some.", .planned = cluster},
};
inline constexpr Row limit_rows[] = {
    {.key = "NAME", .about = "What the limit is called.", .fallback_rule = "none"},
    {.key = "USERS", .about = "For whose jobs the limit is: users and groups of users, or all; ~ leaves out. They have it together.", .fallback_rule = "all"},
    {.key = "PER_USER", .about = "The same, where each of them has the limit; a group stands for each of its members.", .fallback_rule = "none"},
    {.key = "QUEUES", .about = "For jobs of which queues the limit is, together; ~ leaves out.", .fallback_rule = "all"},
    {.key = "PER_QUEUE", .about = "The same, each.", .fallback_rule = "none"},
    {.key = "HOSTS", .about = "On which hosts jobs count: hosts, ranges, groups, or all; ~ leaves out. Together.", .fallback_rule = "all, borrowed ones too"},
    {.key = "PER_HOST", .about = "The same, each. A limit of slots alone, for all jobs, is then at most the host's MXJ.", .fallback_rule = "none"},
    {.key = "PROJECTS", .about = "For jobs of which projects (bsub -P) the limit is, together; ~ leaves out.", .fallback_rule = "all"},
    {.key = "PER_PROJECT", .about = "The same, each.", .fallback_rule = "none"},
    {.key = "APPS", .about = "For jobs of which application profiles the limit is, together; ~ leaves out.", .fallback_rule = "all, and jobs without one", .source = "IBM Spectrum LSF 10.1, lsb.resources"},
    {.key = "PER_APP", .about = "The same, each.", .fallback_rule = "none", .source = "IBM Spectrum LSF 10.1, lsb.resources"},
    {.key = "SLOTS", .type = host_slots, .about = "Job slots, of started jobs and reserved ones; ! is the number of processors of the hosts.", .fallback_rule = "unlimited"},
    {.key = "SLOTS_PER_PROCESSOR", .type = decimal, .about = "Job slots for each processor of a host, rounded up; only with PER_HOST.", .highest = most, .fallback_rule = "unlimited"},
    {.key = "JOBS", .type = whole, .about = "Started jobs, however many slots they have.", .fallback_rule = "unlimited"},
    {.key = "MEM", .about = "Memory that jobs reserve by rusage; n%, only with PER_HOST: of the host's maxmem.", .unit = "MB, or a larger LSF_UNIT_FOR_LIMITS", .fallback_rule = "unlimited"},
    {.key = "SWP", .about = "The same of swap space, and maxswp.", .unit = "MB, or a larger LSF_UNIT_FOR_LIMITS", .fallback_rule = "unlimited"},
    {.key = "TMP", .about = "The same of space in /tmp, and maxtmp.", .unit = "MB, or a larger LSF_UNIT_FOR_LIMITS", .fallback_rule = "unlimited"},
    {.key = "RESOURCE", .about = "What jobs reserve by rusage of other resources: [name, n] ...", .fallback_rule = "unlimited"},
    {.key = "LICENSE", .about = "The same as RESOURCE, of licences.", .fallback_rule = "unlimited"},
    without_effect("INELIGIBLE"),
};
inline constexpr Row reservation_usage_rows[] = {
    {.key = "RESOURCE", .about = "A numeric resource.", .required = true},
    {.key = "METHOD", .type = choice, .about = "PER_SLOT or PER_TASK: for each slot of a job; PER_HOST: for each of its hosts, which is so by default for what hosts have of their own; PER_JOB: once, which is so by default for what they share; -: by default.", .fallback_rule = "-", .allowed = "- PER_JOB PER_HOST PER_SLOT PER_TASK"},
    {.key = "RESERVE", .type = flag, .about = "Whether jobs may reserve it. Only what can be reserved at all is.", .fallback = "\"N\""},
};
inline constexpr Row host_export_rows[] = {
    {.key = "PER_HOST", .about = "The hosts whose slots are exported.", .fallback_rule = "RES_SELECT and NHOSTS say it"},
    {.key = "SLOTS", .type = whole, .about = "Slots exported of each; they are not taken off its MXJ.", .lowest = 1, .highest = 1'000'000, .fallback_rule = "none; PER_HOST needs it"},
    {.key = "RES_SELECT", .about = "Which whole hosts to export: a select expression, where any host type is meant that it does not name.", .fallback_rule = "PER_HOST and SLOTS say it"},
    {.key = "NHOSTS", .type = whole, .about = "How many of them, at most.", .lowest = 1, .fallback_rule = "none; RES_SELECT needs it"},
    {.key = "DISTRIBUTION", .about = "To whom: ([cluster, shares] ...).", .required = true},
    {.key = "MEM", .type = whole, .about = "Memory exported of each host.", .unit = "MB", .fallback_rule = "all compete"},
    {.key = "SWP", .type = whole, .about = "Swap space exported of each host. Hosts of type DLINUX are not exported without it.", .unit = "MB", .fallback_rule = "all compete"},
    {.key = "SWAP", .type = whole, .about = "Another spelling of SWP.", .unit = "MB", .fallback_rule = "that of SWP"},
    {.key = "TYPE", .type = choice, .about = "A shared lease, not an exclusive one.", .fallback_rule = "exclusive", .allowed = "shared"},
};
inline constexpr Row shared_export_rows[] = {
    {.key = "NAME", .about = "The resource: a numeric one that hosts share by ResourceMap, and the same in lsf.shared of all consumers.", .required = true},
    {.key = "NINSTANCES", .type = whole, .about = "How much of it, at most.", .required = true},
    {.key = "DISTRIBUTION", .about = "To whom: ([cluster, shares] ...).", .required = true},
};

inline constexpr Row users_rows[] = {
    {.key = "User", .type = list, .about = "Limits of users.", .fallback_rule = "none", .child = "lsb.users.User"},
    {.key = "UserGroup", .type = list, .about = "Groups of users.", .fallback_rule = "none", .child = "lsb.users.UserGroup"},
    {.key = "UserMap", .type = list, .about = "Users of other clusters.", .planned = forwarding},
};
inline constexpr Row user_rows[] = {
    {.key = "USER_NAME", .about = "A user; a user group, for its users together; group@, for each of them; default, for each user without a line.", .required = true},
    {.key = "MAX_JOBS", .type = whole, .about = "Job slots in all.", .highest = most, .fallback_rule = "unlimited"},
    {.key = "JL/P", .type = decimal, .about = "Job slots for each processor.", .highest = most, .fallback_rule = "unlimited"},
    {.key = "MAX_PEND_JOBS", .type = whole, .about = "Pending jobs, at most: who has as many is refused further ones, an array as a whole (PENDING_OVER_MAXIMUM). Forwarded jobs are not refused, and count wherever they wait.", .fallback_rule = "unlimited", .source = "IBM Spectrum LSF 10.1, lsb.users"},
    {.key = "MAX_PEND_SLOTS", .type = whole, .about = "Slots that pending jobs ask for, at most, as MAX_PEND_JOBS.", .unit = "slots", .fallback_rule = "unlimited", .source = "IBM Spectrum LSF 10.1, lsb.users"},
};
inline constexpr Row user_group_rows[] = {
    {.key = "GROUP_NAME", .about = "The group.", .required = true},
    {.key = "GROUP_MEMBER", .about = "Its users and groups; ~ leaves out.", .required = true},
    {.key = "USER_SHARES", .about = "([user, shares] ...): what its members have of the shares that FAIRSHARE or a host partition gives the group as one; members as there, and default and others of its users.", .fallback_rule = "none: the group's jobs are served first come, first served"},
    without_effect("GROUP_ADMIN"),
};
inline constexpr Row application_rows[] = {
    {.key = "NAME", .about = "What jobs call it.", .required = true},
    {.key = "RUNLIMIT", .type = run_limit, .about = "As in lsb.queues, before which it goes.", .unit = "[hours:]minutes[/host or model]", .lowest = 1, .fallback_rule = "that of the queue"},
    {.key = "RES_REQ", .about = "As in lsb.queues, with which it is merged.", .fallback_rule = "none"},
    {.key = "REQUEUE_EXIT_VALUES", .type = exit_values, .about = "Exit codes after which a job is requeued, as REQUEUE_EXIT_VALUES of a queue has them.", .fallback_rule = "those of the queue"},
    {.key = "MAX_PREEXEC_RETRY", .type = whole, .about = "As in lsb.params.", .fallback_rule = "that of the queue"},
    {.key = "LOCAL_MAX_PREEXEC_RETRY", .type = whole, .about = "As in lsb.params.", .fallback_rule = "MAX_PREEXEC_RETRY, else that of the queue"},
    {.key = "REMOTE_MAX_PREEXEC_RETRY", .type = whole, .about = "As in lsb.params.", .fallback_rule = "MAX_PREEXEC_RETRY, else that of the queue"},
    {.key = "MAX_JOB_REQUEUE", .type = whole, .about = "Automatic requeues of a job.", .lowest = 1, .fallback_rule = "that of the queue"},
    {.key = "MAX_JOB_PREEMPT", .type = whole, .about = "How often a job may be preempted.", .lowest = 1, .fallback_rule = "that of the queue"},
    {.key = "CPULIMIT", .type = run_limit, .about = "As in lsb.queues; the smaller maximum holds, and the default of this goes first.", .unit = "[hours:]minutes[/host or model]", .lowest = 1, .fallback_rule = "that of the queue"},
    {.key = "MEMLIMIT", .type = mem_limit, .about = "As in lsb.queues.", .unit = "LSF_UNIT_FOR_LIMITS", .fallback_rule = "that of the queue"},
    {.key = "PROCLIMIT", .type = proc_limit, .about = "As in lsb.queues.", .fallback_rule = "that of the queue"},
    {.key = "TASKLIMIT", .type = proc_limit, .about = "What LSF 9.1.3 and later call PROCLIMIT.", .fallback_rule = "that of the queue"},
    {.key = "ABS_RUNLIMIT", .type = flag, .about = "As in lsb.params.", .planned = cluster},
    {.key = "RERUNNABLE", .type = flag, .about = "As in lsb.queues.", .fallback_rule = "that of the queue"},
    {.key = "CHUNK_JOB_SIZE", .type = whole, .about = "As in lsb.queues.", .planned = cluster},
    {.key = "MIG", .type = whole, .about = "As in lsb.queues.", .unit = "minutes", .planned = cluster},
    {.key = "RUNTIME", .about = "The run time of jobs, as estimated.", .unit = "[hours:]minutes", .planned = cluster},
    {.key = "SUCCESS_EXIT_VALUES", .about = "As in lsb.queues.", .planned = cluster},
    {.key = "PREEMPT_DELAY", .type = whole, .about = "As in lsb.params.", .unit = "s", .planned = cluster},
    {.key = "MAX_TOTAL_TIME_PREEMPT", .type = whole, .about = "As in lsb.params.", .unit = "minutes", .planned = cluster},
    {.key = "NO_PREEMPT_INTERVAL", .type = whole, .about = "As in lsb.params.", .unit = "minutes", .planned = cluster},
    {.key = "NO_PREEMPT_RUN_TIME", .about = "As in lsb.params.", .unit = "minutes or %", .planned = cluster},
    {.key = "NO_PREEMPT_FINISH_TIME", .about = "As in lsb.params.", .unit = "minutes or %", .planned = cluster},
    {.key = "SUSPEND_CONTROL", .about = "As SUSPEND[...] of JOB_CONTROLS in lsb.queues.", .fallback_rule = "signals"},
    {.key = "RESUME_CONTROL", .about = "As RESUME[...] of JOB_CONTROLS in lsb.queues.", .fallback_rule = "signals"},
    {.key = "TERMINATE_CONTROL", .about = "As TERMINATE[...] of JOB_CONTROLS in lsb.queues.", .fallback_rule = "signals"},
    {.key = "CHKPNT_DIR", .about = "Where checkpoints are written. They are not simulated, which is warned of, as of CHKPNT in lsb.queues.", .fallback_rule = "none"},
    {.key = "CHKPNT_PERIOD", .type = whole, .about = "How often they are written; likewise.", .unit = "minutes", .fallback_rule = "none"},
    without_effect("BIND_JOB"), without_effect("CHKPNT_INITPERIOD"),
    without_effect("CHKPNT_METHOD"), without_effect("CONTAINER"),
    without_effect("CORELIMIT"), without_effect("CPU_FREQUENCY"), without_effect("DATALIMIT"),
    without_effect("DESCRIPTION"), without_effect("DJOB_COMMFAIL_ACTION"),
    without_effect("DJOB_DISABLED"), without_effect("DJOB_ENV_SCRIPT"),
    without_effect("DJOB_HB_INTERVAL"), without_effect("DJOB_RESIZE_GRACE_PERIOD"),
    without_effect("DJOB_RU_INTERVAL"), without_effect("ENV_VARS"), without_effect("EXEC_DRIVER"),
    without_effect("FILELIMIT"), without_effect("HOST_POST_EXEC"), without_effect("HOST_PRE_EXEC"),
    without_effect("JOB_INCLUDE_POSTPROC"), without_effect("JOB_POSTPROC_TIMEOUT"),
    without_effect("JOB_PREPROC_TIMEOUT"), without_effect("JOB_STARTER"),
    without_effect("MEMLIMIT_TYPE"), without_effect("NICE"),
    without_effect("PERSISTENT_HOST_ORDER"), without_effect("POST_EXEC"),
    without_effect("PRE_EXEC"), without_effect("PROCESSLIMIT"), without_effect("RESIZABLE_JOBS"),
    without_effect("RESIZE_NOTIFY_CMD"), without_effect("RTASK_GONE_ACTION"),
    without_effect("STACKLIMIT"), without_effect("SWAPLIMIT"), without_effect("THREADLIMIT"),
    without_effect("USE_PAM_CREDS"),
    without_effect("DJOB_TASK_BIND"), without_effect("ELIGIBLE_PEND_TIME_LIMIT"),
    without_effect("JOB_CWD"), without_effect("JOB_CWD_TTL"), without_effect("JOB_OUTDIR"),
    without_effect("PEND_TIME_LIMIT"), without_effect("RC_ACCOUNT"),
    without_effect("RC_RECLAIM_ACTION"), without_effect("WATCHDOG"),
};

}  // namespace mcsim::config::lsb_tables

/// The sections of lsb.params, lsb.queues and so on: queues["PRIORITY"] is a row.
namespace mcsim::config::lsb {

using namespace lsb_tables;

inline constexpr VocabularySection params{"lsb.params", "Parameters of lsb.params.", "IBM Spectrum LSF 10.1 Configuration Reference, lsb.params", "", "", lsb_params_rows};
inline constexpr VocabularySection queues{"lsb.queues", "A queue of lsb.queues.", "Platform LSF 7.3 Configuration Reference, lsb.queues", "QUEUE_NAME", "", lsb_queues_rows, false, true};
inline constexpr VocabularySection hosts{"lsb.hosts", "Sections of lsb.hosts.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "", "", hosts_rows};
inline constexpr VocabularySection host{"lsb.hosts.Host", "A line of section Host.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "HOST_NAME", "", host_rows, false, true};
inline constexpr VocabularySection host_group{"lsb.hosts.HostGroup", "A line of section HostGroup.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "GROUP_NAME", "", host_group_rows};
inline constexpr VocabularySection host_partition{"lsb.hosts.HostPartition", "A section HostPartition.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "HPART_NAME", "", host_partition_rows};
inline constexpr VocabularySection resources{"lsb.resources", "Sections of lsb.resources.", "Platform LSF 7.3 Configuration Reference, lsb.resources", "", "", resources_rows};
inline constexpr VocabularySection limit{"lsb.resources.Limit", "A limit of section Limit, which holds beside all others; with at least one consumer and one resource. In LSF's own files one with a mistake, or with a keyword that is not supported, is left out as a whole.", "Platform LSF 7.3 Configuration Reference, lsb.resources", "", "", limit_rows, true};
inline constexpr VocabularySection reservation_usage{"lsb.resources.ReservationUsage", "A line of section ReservationUsage.", "IBM Spectrum LSF 10.1, lsb.resources", "RESOURCE", "", reservation_usage_rows};
inline constexpr VocabularySection host_export{"lsb.resources.HostExport", "A section HostExport.", "Platform LSF Reference 6.2, lsb.resources", "", "", host_export_rows};
inline constexpr VocabularySection shared_export{"lsb.resources.SharedResourceExport", "A section SharedResourceExport.", "Platform LSF Reference 6.2, lsb.resources", "NAME", "", shared_export_rows};
inline constexpr VocabularySection users{"lsb.users", "Sections of lsb.users.", "Platform LSF 7.3 Configuration Reference, lsb.users", "", "", users_rows};
inline constexpr VocabularySection user{"lsb.users.User", "A line of section User.", "Platform LSF 7.3 Configuration Reference, lsb.users", "USER_NAME", "", user_rows};
inline constexpr VocabularySection user_group{"lsb.users.UserGroup", "A line of section UserGroup.", "Platform LSF 7.3 Configuration Reference, lsb.users", "GROUP_NAME", "", user_group_rows};
inline constexpr VocabularySection applications{"lsb.applications", "A section Application.", "Platform LSF 7.3 Configuration Reference, lsb.applications", "NAME", "", application_rows};

inline constexpr VocabularySection all[] = {
    params, queues, hosts, host, host_group, host_partition, resources, limit, host_export,
    shared_export, reservation_usage, users, user, user_group, applications,
};

// clang-format on
}  // namespace mcsim::config::lsb
