// The settings of one cluster while they are read, and the readers of their parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/values/share_assignments.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::config {

/// CPU factors by host model.
using CpuFactors = std::map<std::string, double, std::less<>>;

/// The complaints about the settings of a cluster. What is wrong with a value in LSF's own files is
/// a warning: LSF logs it, and goes on as if the value were not there.
class SettingsComplaints {
 public:
  explicit SettingsComplaints(ScenarioDraft& draft) : draft_(draft) {}

  /// About the member `key` of the object `at`. True: LSF only logs it.
  bool error(const JsonAt& at, std::string_view key, const std::string& text);
  /// About what stands at `place`, in the value that `pointer` names. `is_lost_here`: no complaint
  /// before this one says that the value is lost.
  bool error(JsonPlace place, const std::string& pointer, const std::string& text,
             bool is_lost_here = true);
  /// An error wherever it stands: going on would be another configuration.
  void refusal(const JsonAt& at, std::string text);
  void refusal(const JsonAt& at, std::string_view key, std::string text);
  void warning(const JsonAt& at, std::string_view key, std::string text, Loss loss = {});
  bool any_errors() const { return draft_.complaints.any_errors(); }

 private:
  ScenarioDraft& draft_;
};

/// A USER_SHARES list without mistakes.
using ShareList = std::vector<ShareAssignment>;
/// A host partition, and the shares of its users.
struct PartitionShares {
  std::string name;
  ShareList shares;
};

/// Thresholds of load indices without effect, in the lines of one file.
struct IdleThresholds {
  std::vector<std::string> indices{};  ///< in the order in which they stand there
  WrittenAt first{};                   ///< one of the first of them
};

struct SettingsDraft {
  SettingsDraft(ScenarioDraft& of_scenario, ClusterId of_cluster, const JsonNode& cluster,
                const JsonAt& place, const std::vector<HostConfig>& hosts_before)
      : draft(of_scenario), id(of_cluster), node(cluster), at(place), before(hosts_before) {}

  ScenarioDraft& draft;
  ClusterId id;
  const JsonNode& node;
  const JsonAt& at;
  const std::vector<HostConfig>& before;  ///< the hosts as they were, where this is a change
  ClusterSettings settings;
  ClusterDraft names;        ///< only the names: of hosts, queues, groups and applications
  CpuFactors model_factors;  ///< lsf.shared, HostModel
  std::set<std::string, std::less<>> host_types;  ///< lsf.shared, HostType
  /// Resources of lsf.shared that this version leaves out, since they change by themselves.
  std::set<std::string, std::less<>> left_out;
  /// External load indices that column RESOURCES names, and the hosts that report them.
  std::map<ResourceId, std::vector<HostId>> told_by;
  std::vector<bool> has_ncpus;   ///< by HostId: its number of processors is given
  std::vector<bool> is_of_file;  ///< by HostId: a real lsf.cluster names it
  /// By HostId: LSF's files, which leave its type to the LIM, name it.
  std::vector<bool> detects_type;

  std::int64_t kb_of_limits = 1;  ///< LSF_UNIT_FOR_LIMITS
  /// By position in section Limit: those of hosts and slots alone, which are read before what looks
  /// at MXJ; none: complained about.
  std::map<std::size_t, std::optional<LimitSection>> host_limits;
  /// Queues whose HOSTS was complained about.
  std::set<QueueId> queues_without_hosts;
  std::map<QueueId, BorrowWords> borrowing;  ///< of queues whose HOSTS names borrowed hosts

  /// While lsf.shared of the scenario is read again: it was complained about with the first
  /// cluster.
  bool is_quiet = false;
  std::map<std::string, ShareList, std::less<>> group_shares;  ///< of groups that have some
  std::vector<PartitionShares> partition_shares;               ///< in the order of lsb.hosts
  std::size_t share_entries = 0;                               ///< how much all share trees take

  bool is_first = false;  ///< of all clusters, and not a change
  IdleThresholds idle_of_queues, idle_of_hosts;
  std::set<std::string_view> warned_of_checkpoints;  ///< by file

  SettingsComplaints complaints() { return SettingsComplaints(draft); }
};

/// Whether what stands at `place` comes from one of LSF's own files.
bool is_of_lsf_file(const ScenarioDraft& draft, JsonPlace place);
/// The same for what `pointer` names, also in the scenario that a run wrote of such files.
bool is_lsfs_own(const ScenarioDraft& draft, JsonPlace place, std::string_view pointer);
/// The same for the member `key` of the object `at`.
bool is_lsfs_own(const ScenarioDraft& draft, const JsonAt& at, std::string_view key);

/// Reports what LSF knows and this version does not support: an error in a scenario, a warning in
/// LSF's own files. About the member `key` of the object `at`; `loss`: of the warning.
void complain_planned(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                      std::string_view what, Loss loss = {});

/// The same for a part of a value that LSF logs and passes over, such as one name of many. True: it
/// is only logged.
bool complain_of_part(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                      const std::string& text);
bool complain_of_part(ScenarioDraft& draft, JsonPlace place, const std::string& pointer,
                      const std::string& text);

/// Calls visit(line, place) for the objects in the list `key` of `parent`, which may be null.
template <class Visit>
void visit_lines(const JsonNode* parent, const JsonAt& at_parent, std::string_view key,
                 Visit&& visit) {
  const JsonNode* list =
      parent == nullptr || !parent->is(JsonNode::Kind::object) ? nullptr : parent->find(key);
  if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
  const JsonAt at_list(at_parent, *list, 0);
  for (std::size_t i = 0; i < list->children.size(); ++i)
    if (const JsonNode& line = list->children[i]; line.is(JsonNode::Kind::object))
      visit(line, JsonAt(at_list, line, i));
}

/// The same for a section of one of the cluster's files: lsb.hosts, Host.
template <class Visit>
void visit_section(const SettingsDraft& in, std::string_view file, std::string_view section,
                   Visit&& visit) {
  const JsonNode* node = in.node.find(file);
  if (node == nullptr) return;
  visit_lines(node, JsonAt(in.at, *node, 0), section, visit);
}

/// The same for a section of lsf.shared: the scenario's, then the cluster's own.
template <class Visit>
void visit_shared(SettingsDraft& in, std::string_view section, Visit&& visit) {
  const JsonNode& root = in.draft.tree.root;
  if (const JsonNode* shared = root.find("lsf.shared"_key)) {
    const JsonAt at_root(root);
    in.is_quiet = !in.is_first;
    visit_lines(shared, JsonAt(at_root, *shared, 0), section, visit);
    in.is_quiet = false;
  }
  visit_section(in, "lsf.shared"_key, section, visit);
}

/// Where byte `position` of the member `key` of the object `at` stands in its file.
JsonPlace place_within(const ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                       std::size_t position);
/// The same where it is known whether the text is in quotes, as in a scenario.
JsonPlace place_within(const JsonAt& at, std::string_view key, std::size_t position,
                       bool is_quoted);

/// The number that `text` is; the nearest double.
double number_of(std::string_view text);

// The parts, in the order in which they must be read.

void read_shared(SettingsDraft& in);       ///< HostType, HostModel and Resource of lsf.shared
void read_hosts(SettingsDraft& in);        ///< lsf.cluster and `hosts`
void guess_host_types(SettingsDraft& in);  ///< of hosts whose type the LIM finds out
void read_host_lines(SettingsDraft& in);   ///< lsb.hosts, Host
void read_resource_map(SettingsDraft& in);
void read_host_groups(SettingsDraft& in);
/// lsb.resources, Limit: rows of hosts and slots alone, which may lower MXJ.
void read_host_limits(SettingsDraft& in);
void read_exports(SettingsDraft& in);  ///< lsb.resources, HostExport
/// Warns of hosts that export policies leave out; `are_taken`: by section HostExport.
void warn_of_left_out_hosts(SettingsDraft& in, const std::vector<bool>& are_taken);
void read_resource_exports(SettingsDraft& in);  ///< SharedResourceExport, behind HostExport
void read_user_groups(SettingsDraft& in);
void read_group_shares(SettingsDraft& in);     ///< lsb.users, UserGroup, USER_SHARES
void read_host_partitions(SettingsDraft& in);  ///< lsb.hosts, for queues
void read_params(SettingsDraft& in);           ///< lsb.params and lsf.conf
void read_lim(SettingsDraft& in);              ///< lsf.cluster, Parameters
void read_limits(SettingsDraft& in);           ///< all rows of Limit, in file order
/// MAX_PEND_JOBS and MAX_PEND_SLOTS of a line of lsb.users, or of lsb.params.
void read_pend_limits(UserLimit& limit, const Fields& fields);
void read_user_limits(SettingsDraft& in);
void read_applications(SettingsDraft& in);
void read_queues(SettingsDraft& in);
/// What MultiCluster adds to one queue, except where it sends jobs and from whom it receives them:
/// see read_edges().
void read_forwarding(SettingsDraft& in, QueueConfig& queue, const JsonNode& line, const JsonAt& at);
void read_preemption(SettingsDraft& in);  ///< now that all queues are known
void read_pools(SettingsDraft& in);
void read_fairshare(SettingsDraft& in);

/// The USER_SHARES list in the member `key` of the object `at`. `within`: the users of the group
/// whose list it is; null: of no group. None: complained about.
std::optional<ShareList> read_shares(SettingsDraft& in, const JsonAt& at, std::string_view key,
                                     ShareForm form, const NameSet<NameId>* within = nullptr);
/// The accounts of a list, with those of the groups in it; complaints are about `key`. None:
/// complained about.
std::optional<std::vector<ShareRowConfig>> make_share_tree(SettingsDraft& in,
                                                           const ShareList& shares);
/// What weighs in a priority: by lsb.params and lsf.conf, then by a queue, or null.
FairshareFactors read_fairshare_factors(const SettingsDraft& in, const JsonNode* queue);
/// Warns of factors of priorities that change none.
void warn_of_idle_factors(SettingsDraft& in);
/// Gives the queues of host partitions the shares of these.
void share_hosts(SettingsDraft& in);
/// The own hosts of `queue`, by HostId, whatever their preference.
std::vector<bool> hosts_of(const SettingsDraft& in, const QueueConfig& queue);

/// Thresholds in a line of lsb.queues or lsb.hosts. Warns of those that contradict themselves, and
/// notes in `idle` those that are without effect.
std::vector<LoadThreshold> read_thresholds(SettingsDraft& in, IdleThresholds& idle,
                                           const JsonNode& line, const JsonAt& at);
/// Warns of those that were noted, now that all hosts and queues have theirs.
void warn_of_idle_thresholds(SettingsDraft& in);
/// Those in a line of lsf.cluster, section Host: `sched` only.
std::vector<LoadThreshold> read_busy_thresholds(const SettingsDraft& in, const JsonNode& line);
/// What lsb.params, lsf.conf and RemoteClusters say about forwarding; MBD_SLEEP_TIME is known.
void read_forwarding_params(SettingsDraft& in);
/// Reports that no job can ever start, of what the member `key` says. In LSF's own files, which may
/// be only a part of the whole, it is a warning.
void complain_of_no_start(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                          const std::string& text);
/// What whoever waits loses by that.
Loss starts_no_job();
/// MAX_JOB_PREEMPT, MAX_JOB_REQUEUE, and how often the pre-execution command is tried.
RetryLimits read_retries(const JsonNode& node);
/// RESOURCE_RESERVE_PER_TASK, and section ReservationUsage; resources and who shares them are
/// known.
void read_reservation_usage(SettingsDraft& in);
/// JOB_CONTROLS; warns of what is not simulated.
void read_controls(SettingsDraft& in, const JsonNode& line, const JsonAt& at, JobRules& rules);
/// What queues and application profiles say alike.
JobRules read_rules(SettingsDraft& in, const JsonNode& line, const JsonAt& at);

/// The consumers that DISTRIBUTION of the object `at` names. Complains of clusters that are
/// unknown, and of those that do not know each other.
std::vector<ExportShare> find_consumers(SettingsDraft& in, const JsonAt& at,
                                        const std::vector<ShareAssignment>& entries);

/// A resource's place in the table; none: there is no such resource.
ResourceId find_resource(const SettingsDraft& in, std::string_view name);
/// `name`, or `name=value`, of a host; the name alone of an external load index. None: complained
/// about.
std::optional<ResourceValue> read_host_resource(SettingsDraft& in, std::string_view word,
                                                const JsonAt& at, std::string_view key);
/// A CPU factor, above 0; if not: 1, and complained about.
double read_cpu_factor(SettingsDraft& in, std::string_view text, const JsonAt& at,
                       std::string_view key);
/// Adds or replaces the value of a resource of `host`.
void set_value(HostConfig& host, ResourceValue value);

/// What HOSTS of a queue names, written as for bsub -m, with the names of `names`. Returns own
/// hosts; what it says of borrowed ones goes to `borrowed`.
std::optional<HostPreferences> read_queue_hosts(ScenarioDraft& draft, const ClusterDraft& names,
                                                std::size_t hosts, const JsonAt& at,
                                                std::string_view key, std::string_view text,
                                                BorrowWords& borrowed);

/// Words such as `all`, which mean hosts or users by themselves, and so cannot name a group.
bool is_reserved_name(std::string_view name);

/// A word about borrowed hosts that stands in the member `key` of the object `at`.
BorrowWord borrow_word(std::string_view name, std::int32_t level, bool leaves_out, const JsonAt& at,
                       std::string_view key);
/// `allremote`, or `host@cluster`.
bool is_borrow_word(std::string_view name);

/// The hosts of `name`: one, those of a range, of a group or, once these are read, of a host
/// partition; none: complained about at `key`. Unknown ones in LSF's own files are warned of.
std::optional<std::vector<HostId>> find_hosts(ScenarioDraft& draft, const ClusterDraft& names,
                                              const JsonAt& at, std::string_view key,
                                              std::string_view name);
/// The same, with the hosts that are like them: what LSF's files mean by `name`.
std::optional<std::vector<HostId>> find_alike(ScenarioDraft& draft, const ClusterDraft& names,
                                              const JsonAt& at, std::string_view key,
                                              std::string_view name);

}  // namespace mcsim::config
