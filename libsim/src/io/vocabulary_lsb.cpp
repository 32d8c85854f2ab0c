// The vocabulary of the batch system's files.
#include "vocabulary_lsb_params.hpp"
#include "vocabulary_lsb_queues.hpp"
#include "vocabulary_tables.hpp"

// clang-format off: a table has one row a line.
namespace mcsim {
namespace {

using enum ValueType;
using Row = VocabularyRow;
using namespace planned;

constexpr std::int64_t most = 1'000'000'000;

constexpr Row hosts_rows[] = {
    {.key = "Host", .type = list, .about = "Job slots of hosts, by name.", .fallback = R"([{"HOST_NAME": "default"}])", .child = "lsb.hosts.Host"},
    {.key = "HostGroup", .type = list, .about = "Groups of hosts.", .child = "lsb.hosts.HostGroup", .planned = cluster},
    {.key = "HostPartition", .type = list, .about = "Fairshare on hosts.", .planned = cluster},
    {.key = "ComputeUnit", .type = list, .about = "Compute units.", .planned = cluster},
};
constexpr Row host_rows[] = {
    {.key = "HOST_NAME", .type = host_range, .about = "A host; default: those without a line of their own.", .required = true},
    {.key = "MXJ", .type = host_slots, .about = "Job slots; ! is the number of processors.", .highest = most, .fallback = "\"!\""},
    {.key = "JL/U", .type = whole, .about = "Job slots of one user.", .fallback_rule = "unlimited", .planned = cluster},
    {.key = "DISPATCH_WINDOW", .about = "When jobs start here.", .planned = cluster},
    {.key = "EXIT_RATE", .type = whole, .about = "Failed jobs a minute before the host is closed.", .planned = cluster},
    {.key = "MIG", .type = whole, .about = "When suspended jobs migrate.", .unit = "minutes", .planned = cluster},
    {.key = "r15s", .about = "Thresholds of a load index: sched/stop.", .planned = load},
    {.key = "r1m", .about = "As r15s.", .planned = load},
    {.key = "r15m", .about = "As r15s.", .planned = load},
    {.key = "ut", .about = "As r15s.", .planned = load},
    {.key = "pg", .about = "As r15s.", .planned = load},
    {.key = "io", .about = "As r15s.", .planned = load},
    {.key = "ls", .about = "As r15s.", .planned = load},
    {.key = "it", .about = "As r15s.", .planned = load},
    {.key = "tmp", .about = "As r15s.", .planned = load},
    {.key = "swp", .about = "As r15s.", .planned = load},
    {.key = "mem", .about = "As r15s.", .planned = load},
};
constexpr Row host_group_rows[] = {
    {.key = "GROUP_NAME", .about = "The group.", .planned = cluster},
    {.key = "GROUP_MEMBER", .about = "Its hosts and groups; ~ leaves out.", .planned = cluster},
};

constexpr Row resources_rows[] = {
    {.key = "HostExport", .type = list, .about = "Hosts that other clusters may borrow.", .child = "lsb.resources.HostExport", .planned = leases},
    {.key = "SharedResourceExport", .type = list, .about = "Shared resources that other clusters may borrow.", .child = "lsb.resources.SharedResourceExport", .planned = leases},
    {.key = "Limit", .type = list, .about = "Limits on slots and resources.", .planned = cluster},
    {.key = "ResourceReservation", .type = list, .about = "Who may make advance reservations.", .planned = cluster},
};
constexpr Row host_export_rows[] = {
    {.key = "PER_HOST", .about = "The hosts whose slots are exported.", .planned = leases},
    {.key = "SLOTS", .type = whole, .about = "Slots exported of each.", .planned = leases},
    {.key = "RES_SELECT", .about = "What whole hosts to export: a select expression.", .planned = leases},
    {.key = "NHOSTS", .type = whole, .about = "How many of them, at most.", .planned = leases},
    {.key = "DISTRIBUTION", .about = "To whom: ([cluster, shares] ...).", .planned = leases},
    {.key = "MEM", .type = whole, .about = "Memory exported of each host.", .unit = "MB", .fallback_rule = "all compete", .planned = leases},
    {.key = "SWP", .type = whole, .about = "Swap space exported of each host.", .unit = "MB", .fallback_rule = "all compete", .planned = leases},
    {.key = "SWAP", .type = whole, .about = "Another spelling of SWP.", .unit = "MB", .planned = leases},
    {.key = "TYPE", .type = choice, .about = "A shared lease, not an exclusive one.", .allowed = "shared", .planned = leases},
};
constexpr Row shared_export_rows[] = {
    {.key = "NAME", .about = "The resource.", .planned = leases},
    {.key = "NINSTANCES", .type = whole, .about = "How much of it, at most.", .planned = leases},
    {.key = "DISTRIBUTION", .about = "To whom: ([cluster, shares] ...).", .planned = leases},
};

constexpr Row users_rows[] = {
    {.key = "User", .type = list, .about = "Limits of users.", .child = "lsb.users.User", .planned = cluster},
    {.key = "UserGroup", .type = list, .about = "Groups of users.", .child = "lsb.users.UserGroup", .planned = cluster},
    {.key = "UserMap", .type = list, .about = "Users of other clusters.", .planned = forwarding},
};
constexpr Row user_rows[] = {
    {.key = "USER_NAME", .about = "The user or group.", .planned = cluster},
    {.key = "MAX_JOBS", .type = whole, .about = "Job slots in all.", .planned = cluster},
    {.key = "JL/P", .type = number, .about = "Job slots for each processor.", .planned = cluster},
    {.key = "MAX_PEND_JOBS", .type = whole, .about = "Pending jobs.", .planned = cluster},
};
constexpr Row user_group_rows[] = {
    {.key = "GROUP_NAME", .about = "The group.", .planned = cluster},
    {.key = "GROUP_MEMBER", .about = "Its users and groups.", .planned = cluster},
    {.key = "USER_SHARES", .about = "Their shares.", .planned = cluster},
};
constexpr Row application_rows[] = {
    {.key = "NAME", .about = "What jobs call it.", .planned = cluster},
    {.key = "RUNLIMIT", .type = run_limit, .about = "Run limit.", .unit = "minutes", .planned = cluster},
    {.key = "RES_REQ", .about = "Resource requirement.", .planned = cluster},
    {.key = "REQUEUE_EXIT_VALUES", .about = "Exit codes after which a job is requeued.", .planned = cluster},
    {.key = "MAX_PREEXEC_RETRY", .type = whole, .about = "Failed pre-execution commands before giving up.", .planned = forwarding},
    {.key = "LOCAL_MAX_PREEXEC_RETRY", .type = whole, .about = "The same, in the submission cluster.", .planned = forwarding},
    {.key = "REMOTE_MAX_PREEXEC_RETRY", .type = whole, .about = "The same, in the execution cluster.", .planned = forwarding},
    {.key = "MAX_JOB_REQUEUE", .type = whole, .about = "Automatic requeues of a job.", .planned = cluster},
    {.key = "MAX_JOB_PREEMPT", .type = whole, .about = "How often a job may be preempted.", .planned = cluster},
};

constexpr VocabularySection sections[] = {
    {"lsb.params", "Parameters of lsb.params.", "IBM Spectrum LSF 10.1 Configuration Reference, lsb.params", "", "", lsb_params_rows},
    {"lsb.queues", "A queue of lsb.queues.", "Platform LSF 7.3 Configuration Reference, lsb.queues", "QUEUE_NAME", "", lsb_queues_rows},
    {"lsb.hosts", "Sections of lsb.hosts.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "", "", hosts_rows},
    {"lsb.hosts.Host", "A line of section Host.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "HOST_NAME", "", host_rows},
    {"lsb.hosts.HostGroup", "A line of section HostGroup.", "Platform LSF 7.3 Configuration Reference, lsb.hosts", "GROUP_NAME", "", host_group_rows},
    {"lsb.resources", "Sections of lsb.resources.", "Platform LSF 7.3 Configuration Reference, lsb.resources", "", "", resources_rows},
    {"lsb.resources.HostExport", "A section HostExport.", "Platform LSF Reference 6.2, lsb.resources", "", "", host_export_rows},
    {"lsb.resources.SharedResourceExport", "A section SharedResourceExport.", "Platform LSF Reference 6.2, lsb.resources", "NAME", "", shared_export_rows},
    {"lsb.users", "Sections of lsb.users.", "Platform LSF 7.3 Configuration Reference, lsb.users", "", "", users_rows},
    {"lsb.users.User", "A line of section User.", "Platform LSF 7.3 Configuration Reference, lsb.users", "USER_NAME", "", user_rows},
    {"lsb.users.UserGroup", "A line of section UserGroup.", "Platform LSF 7.3 Configuration Reference, lsb.users", "GROUP_NAME", "", user_group_rows},
    {"lsb.applications", "A section Application.", "Platform LSF 7.3 Configuration Reference, lsb.applications", "NAME", "", application_rows},
};

// clang-format on
}  // namespace

std::span<const VocabularySection> lsb_sections() { return sections; }

}  // namespace mcsim
