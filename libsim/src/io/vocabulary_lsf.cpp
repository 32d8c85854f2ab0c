// The vocabulary of lsf.conf, lsf.shared and lsf.cluster.
#include "vocabulary_tables.hpp"

// clang-format off: a table has one row a line.
namespace mcsim {
namespace {

using enum ValueType;
using Row = VocabularyRow;
using namespace planned;

constexpr Row conf_rows[] = {
    {.key = "MC_PLUGIN_REMOTE_RESOURCE", .type = flag, .about = "Forwarding looks at requirements and free slots.", .fallback = "\"N\"", .planned = forwarding},
    {.key = "LSB_MAX_FORWARD_PER_SESSION", .type = whole, .about = "Jobs forwarded in one session, at most.", .fallback = "50", .planned = forwarding},
    {.key = "LSB_MC_INITFAIL_RETRY", .type = whole, .about = "Remote start failures before a job is suspended.", .fallback = "5", .planned = forwarding},
    {.key = "LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION", .type = whole, .about = "How long forwarded slots are charged.", .planned = forwarding},
    {.key = "LSB_MAX_JOB_DISPATCH_PER_SESSION", .type = whole, .about = "Jobs dispatched in one session, at most.", .fallback = "15000", .planned = cluster},
    {.key = "LSF_HPC_PJL_LOADENV_TIMEOUT", .type = whole, .about = "How long PAM waits for all tasks to register.", .unit = "s", .fallback = "300", .planned = launch},
    {.key = "LSB_REQUEUE_TO_BOTTOM", .type = flag, .about = "Requeued jobs go to the end of their queue.", .fallback = "0", .planned = cluster},
    {.key = "LSB_TIME_RESERVE_NUMJOBS", .type = whole, .about = "Jobs with a time-based reservation.", .planned = cluster},
};

constexpr Row shared_rows[] = {
    {.key = "Cluster", .type = list, .about = "The clusters by name.", .child = "lsf.shared.Cluster", .planned = cluster},
    {.key = "HostType", .type = list, .about = "Host types.", .child = "lsf.shared.HostType", .planned = cluster},
    {.key = "HostModel", .type = list, .about = "Host models.", .child = "lsf.shared.HostModel", .planned = cluster},
    {.key = "Resource", .type = list, .about = "Resources and external load indices.", .child = "lsf.shared.Resource", .planned = load},
};
constexpr Row shared_cluster_rows[] = {
    {.key = "ClusterName", .about = "The cluster.", .planned = cluster},
    {.key = "Servers", .about = "Its master candidates.", .planned = cluster},
};
constexpr Row host_type_rows[] = {
    {.key = "TYPENAME", .about = "The type.", .planned = cluster},
};
constexpr Row host_model_rows[] = {
    {.key = "MODELNAME", .about = "The model.", .planned = cluster},
    {.key = "CPUFACTOR", .type = number, .about = "Its speed.", .planned = cluster},
    {.key = "ARCHITECTURE", .about = "What it is detected by.", .planned = cluster},
};
constexpr Row resource_rows[] = {
    {.key = "RESOURCENAME", .about = "The resource.", .planned = load},
    {.key = "TYPE", .type = choice, .about = "What its values are.", .fallback = "\"Boolean\"", .allowed = "Boolean Numeric String", .planned = load},
    {.key = "INTERVAL", .type = whole, .about = "How often it is sampled; without it the resource is static.", .unit = "s", .planned = load},
    {.key = "INCREASING", .type = flag, .about = "Whether a higher value means more load.", .planned = load},
    {.key = "RELEASE", .type = flag, .about = "Whether a suspended job gives it back.", .fallback = "\"Y\"", .planned = load},
    {.key = "DESCRIPTION", .about = "In words.", .planned = load},
};

constexpr Row lsf_cluster_rows[] = {
    {.key = "Parameters", .type = object, .about = "Parameters of the LIM.", .child = "lsf.cluster.Parameters"},
    {.key = "ClusterAdmins", .type = list, .about = "Administrators.", .planned = cluster},
    {.key = "Host", .type = list, .about = "Hosts, as the real file has them; in a scenario: `hosts`.", .planned = cluster},
    {.key = "ResourceMap", .type = list, .about = "Where shared resources are.", .child = "lsf.cluster.ResourceMap", .planned = load},
    {.key = "RemoteClusters", .type = list, .about = "The clusters that this one knows.", .child = "lsf.cluster.RemoteClusters", .planned = forwarding},
};
constexpr Row lim_rows[] = {
    {.key = "EXINTERVAL", .type = number, .about = "How often load is exchanged.", .unit = "s", .fallback = "15", .planned = load},
    {.key = "ELIM_POLL_INTERVAL", .type = number, .about = "How often a LIM looks at its ELIM.", .unit = "s, 0.001 to 5", .fallback = "5", .planned = load},
    {.key = "ELIMARGS", .about = "Arguments of the ELIM.", .planned = load},
    {.key = "HOST_INACTIVITY_LIMIT", .type = whole, .about = "Silent exchanges before a host is probed.", .lowest = 2, .fallback = "5", .planned = load},
    {.key = "MASTER_INACTIVITY_LIMIT", .type = whole, .about = "Silent exchanges for each place in the line of masters.", .fallback = "2", .planned = load},
    {.key = "RETRY_LIMIT", .type = whole, .about = "Probes before a host is unavailable.", .fallback = "2", .planned = load},
    {.key = "PROBE_TIMEOUT", .type = whole, .about = "How long a probe may take.", .unit = "s", .fallback = "2", .planned = load},
    {.key = "ADJUST_DURATION", .type = whole, .about = "Exchanges for which a dispatched job's load is guessed.", .fallback = "3", .planned = load},
    {.key = "LSF_ELIM_BLOCKTIME", .type = whole, .about = "How long a LIM waits for the rest of a report.", .unit = "s", .fallback = "4", .planned = load},
    {.key = "LSF_ELIM_DEBUG", .type = flag, .about = "Logs what an ELIM reports.", .planned = load},
    {.key = "LSF_ELIM_RESTARTS", .type = whole, .about = "Restarts of an ELIM, at most.", .fallback_rule = "unlimited", .planned = load},
};
constexpr Row resource_map_rows[] = {
    {.key = "RESOURCENAME", .about = "The resource.", .planned = load},
    {.key = "LOCATION", .about = "Its instances: [all], [others], [default], ([h1 h2] [h3]), value@[...].", .planned = load},
};
constexpr Row remote_rows[] = {
    {.key = "CLUSTERNAME", .about = "The cluster.", .planned = forwarding},
    {.key = "EQUIV", .type = flag, .about = "Whether it looks like one cluster with this.", .fallback = "\"N\"", .planned = forwarding},
    {.key = "CACHE_INTERVAL", .type = whole, .about = "How old its load may be.", .unit = "s", .fallback = "60", .planned = forwarding},
    {.key = "RECV_FROM", .type = flag, .about = "Whether its parallel jobs may come.", .fallback = "\"Y\"", .planned = leases},
    {.key = "AUTH", .about = "How daemons prove who they are.", .planned = forwarding},
};

constexpr VocabularySection sections[] = {
    {"lsf.conf", "Parameters of lsf.conf.", "IBM Spectrum LSF 10.1 Configuration Reference, lsf.conf", "", "", conf_rows},
    {"lsf.shared", "Sections of lsf.shared.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "", "", shared_rows},
    {"lsf.shared.Cluster", "Section Cluster.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "ClusterName", "", shared_cluster_rows},
    {"lsf.shared.HostType", "Section HostType.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "TYPENAME", "", host_type_rows},
    {"lsf.shared.HostModel", "Section HostModel.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "MODELNAME", "", host_model_rows},
    {"lsf.shared.Resource", "Section Resource.", "Platform LSF 7.3 Configuration Reference, lsf.shared", "RESOURCENAME", "", resource_rows},
    {"lsf.cluster", "Sections of lsf.cluster.NAME.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "", "", lsf_cluster_rows},
    {"lsf.cluster.Parameters", "Section Parameters.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "", "", lim_rows},
    {"lsf.cluster.ResourceMap", "Section ResourceMap.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "RESOURCENAME", "", resource_map_rows},
    {"lsf.cluster.RemoteClusters", "Section RemoteClusters.", "Platform LSF 7.3 Configuration Reference, lsf.cluster", "CLUSTERNAME", "", remote_rows},
};

// clang-format on
}  // namespace

std::span<const VocabularySection> lsf_sections() { return sections; }

}  // namespace mcsim
