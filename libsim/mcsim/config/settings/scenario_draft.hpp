// The grid while it is read: what is built so far, and the names of its parts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/lsf/conf_directory.hpp"
#include "mcsim/config/settings/impossible_jobs.hpp"
#include "mcsim/config/settings/loaded_scenario.hpp"
#include "mcsim/config/settings/name_set.hpp"
#include "mcsim/config/values/dependency_text.hpp"
#include "mcsim/config/values/scenario_choices.hpp"
#include "mcsim/text/scenario_complaints.hpp"
#include "mcsim/trace/profile_table.hpp"
#include "mcsim/trace/seen_ids.hpp"

namespace mcsim::config {

/// User groups by name, each with all of its members.
using UserGroups = std::map<std::string, NameSet<NameId>, std::less<>>;

/// The words of lines that could not be read.
class LostWords {
 public:
  void add(const std::vector<std::string>& words) { words_.insert(words.begin(), words.end()); }
  bool empty() const { return words_.empty(); }
  /// Whether `name` is one of the words, or in a range that is one.
  bool may_hold(std::string_view name) const;

 private:
  std::set<std::string, std::less<>> words_;
};

/// What is known of the names of a cluster where files could not be read, or not in full.
struct KnownNames {
  // False: some could not be read, so a name that is not found may still exist.
  bool hosts_known = true;  ///< and groups of hosts
  bool queues_known = true;
  bool applications_known = true;
  bool user_groups_known = true;
  bool resources_known = true;   ///< of lsf.shared, with host types and models
  bool host_lines_known = true;  ///< what lsb.hosts says of hosts
  // Where the above are true, only names in lost lines may still exist.
  LostWords lost_hosts, lost_groups;
  LostWords lost_queues, lost_applications, lost_resources, lost_user_groups;
  LostWords lost_map;  ///< resources of which ResourceMap may say more

  bool may_be_host(std::string_view name) const {
    return !hosts_known || lost_hosts.may_hold(name) || lost_groups.may_hold(name);
  }
  bool may_be_queue(std::string_view name) const {
    return !queues_known || lost_queues.may_hold(name);
  }
  bool are_user_groups_known() const { return user_groups_known && lost_user_groups.empty(); }
  bool may_be_user_group(std::string_view name) const {
    return !user_groups_known || lost_user_groups.may_hold(name);
  }
  bool may_be_resource(std::string_view name) const {
    return !resources_known || lost_resources.may_hold(name);
  }
  /// Whether all hosts are known, and what lsb.hosts says of them.
  bool are_hosts_known() const { return hosts_known && host_lines_known && lost_hosts.empty(); }
  /// Whether all names of hosts and groups are known.
  bool are_host_names_known() const {
    return hosts_known && lost_hosts.empty() && lost_groups.empty();
  }
  bool are_resources_known() const { return resources_known && lost_resources.empty(); }
  /// Whether everything about hosts is known, except the resources in lost_map.
  bool are_hosts_whole() const { return are_hosts_known() && are_resources_known(); }
};

/// An entry of SNDJOBS_TO where it is written.
struct EdgeDraft {
  QueueId from{};
  SendTarget to{};
  JsonPlace place{};        ///< of the entry
  JsonPlace value_place{};  ///< of all of SNDJOBS_TO
  std::string pointer{};
};

/// What HOSTS of a queue, a host group or a host partition says of borrowed hosts, which are not
/// known yet.
struct BorrowWord {
  std::string name;         ///< `allremote`, `host@cluster`, or a group with such members
  std::int32_t level = 0;   ///< +n
  bool leaves_out = false;  ///< ~
  JsonPlace place{};        ///< of the value
  std::string pointer{};
};
using BorrowWords = std::vector<BorrowWord>;
using BorrowGroups = std::map<std::string, BorrowWords, std::less<>>;

/// What the settings of a cluster say of borrowed hosts.
struct Borrowing {
  std::map<QueueId, BorrowWords> queues{};  ///< that borrow
  BorrowGroups groups{};                    ///< of groups and partitions, beside own hosts
};

/// What a queue or an application profile says, and by which none of its jobs can ever start.
struct ImpossibleRule {
  /// RES_REQ, a limit of the queue, or span[ptile=n], by which only jobs of many slots never start.
  enum class Kind : std::uint8_t { requirement, limit, ptile };

  std::optional<QueueId> queue{};
  std::optional<ApplicationId> application{};  ///< where it is not of a queue
  Kind kind = Kind::requirement;
  ResourceId use = none<ResourceId>;       ///< what is reserved, unless the job says otherwise
  bool is_of_all = false;                  ///< it is told for others, too
  std::optional<std::size_t> complaint{};  ///< its number in ScenarioDraft::complaints
};

/// What numbers of a table's own have become.
struct JobNumbering {
  bool renumbers = false;
  std::int64_t offset = 0;                              ///< where it does not renumber
  std::vector<std::pair<std::int64_t, JobId>> numbers;  ///< ascending, else

  /// One of a job that the table does not have stays, or names none.
  std::int64_t of(std::int64_t number) const;
};

/// What a job waits for, as it is written: the steps of a million conditions would be larger than
/// their jobs, so that the text is parsed once to be checked, and again when jobs are looked for.
struct AskedCondition {
  ClusterId cluster{};
  JobId job{};
  NameId user = none<NameId>;
  std::string text{};  ///< without mistakes; empty: it waits for nothing
  std::shared_ptr<const JobNumbering> numbering{};  ///< null: numbers are those of the run
  bool kills_orphan = false;
  JsonPlace place{};  ///< of the text
  std::string pointer{};
};

/// Where a value is written.
struct WrittenAt {
  JsonPlace place{};
  std::string pointer{};
};

/// One cluster while it is read.
struct ClusterDraft : KnownNames {
  ClusterConfig config;
  std::vector<EdgeDraft> edges;                         ///< at first, and by `changes`
  std::vector<std::shared_ptr<ClusterSettings>> later;  ///< of `changes`, completed at the end
  std::map<std::string, HostId, std::less<>> hosts;
  std::map<std::string, QueueId, std::less<>> queues;
  std::map<std::string, ApplicationId, std::less<>> applications;
  std::map<std::string, std::vector<HostId>, std::less<>> host_groups;  ///< all members, ascending
  std::map<std::string, std::vector<HostId>, std::less<>> host_partitions;  ///< likewise
  /// Hosts that only submit jobs; the first foreign hosts of the settings, in the same order.
  std::vector<std::string> clients;
  /// Hosts that the scenario says are like another one, by that one.
  std::map<HostId, std::vector<HostId>> likes;
  BorrowGroups remote_groups;        ///< borrowed hosts of both
  std::vector<Borrowing> borrowing;  ///< by settings: those at first, then those of `later`
  UserGroups user_groups;
  std::vector<Slots> most_mxj;             ///< by HostId: the most that it ever has
  std::vector<std::string> unlisted;       ///< hosts without a line in a real lsb.hosts
  std::vector<TimelineEntry> changes;      ///< of `changes`, which are read before the jobs
  std::vector<ImpossibleRule> impossible;  ///< of the first settings, where no change helps
  TraceBuilder trace;
  ProfileTable profiles;
  std::vector<WrittenAt> conditions;               ///< by ConditionId
  std::vector<std::pair<JobId, JobArray>> arrays;  ///< not yet placed in the trace
  /// A site's own files say of no queue that jobs go there that name none; until that is told.
  bool lacks_default_queue = false;

  /// The most slots that the hosts together ever have; one job can have as many.
  std::int64_t most_in_all() const;
  Slots largest() const;
  /// The name of a host or a client of the cluster.
  const std::string& name_of(HostId from) const;

  /// Calls visit(settings) for the cluster's first settings, then for those of its `changes`.
  template <class Visit>
  void for_each_settings(Visit&& visit) {
    visit(static_cast<ClusterSettings&>(config));
    for (const auto& settings : later) visit(*settings);
  }
};

/// Where an external load index is asked for.
struct AskedIndex {
  JsonPlace place{};
  std::string pointer{};
};

/// A job that is never submitted, with the number by which actions name it.
struct SkippedJob {
  ClusterId cluster{};
  JobId id{};
};

/// A job that is not considered before some time (bsub -b).
struct JobWithBegin {
  ClusterId cluster{};
  JobId job{};
  Time begin{};
};

/// A job whose hosts are recorded; those of an array follow each other, element by element.
struct JobWithHosts {
  ClusterId cluster{};
  JobId job{};
  NameId hosts = none<NameId>;  ///< in ScenarioDraft::host_texts; none: it had none
};

/// One of the scenario's own jobs that has a name.
struct JobWithName {
  ClusterId cluster{};
  JobId id{};
  NameId user = none<NameId>;
  std::string name;
};

/// What the jobs of one trace ask for in one cluster, but for the memory that its rows have.
struct WorkloadProfile {
  std::uint16_t workload = 0;
  ClusterId cluster{};
  JobProfile profile{};
};

/// What some jobs of a table have in common, in one cluster.
struct TableProfile {
  std::uint16_t workload = 0;
  ClusterId cluster{};
  ProfileId id{};         ///< of `profile`
  ProfileId overusing{};  ///< of the same job that may run longer than it asks for
  JobProfile profile{};
  JsonNode node{};  ///< the first row that has it, as a scenario's job
};

/// In which lines of a table jobs stand, where they have kept their numbers.
struct TableLines {
  std::uint32_t source = 0;         ///< position in JsonTree::sources
  std::vector<SeenIds> of_cluster;  ///< by ClusterId
};

/// Section RemoteClusters of a cluster, by ClusterId.
struct RemoteClusters {
  std::vector<bool> known{};        ///< empty: all
  std::vector<bool> no_parallel{};  ///< RECV_FROM=N

  bool knows(ClusterId other) const { return known.empty() || known[index_of(other)]; }
  bool lists(ClusterId other) const { return !known.empty() && known[index_of(other)]; }
  bool takes_parallel(ClusterId other) const {
    return no_parallel.empty() || !no_parallel[index_of(other)];
  }
};

/// The scenario while it is read. The tree gets those defaults that depend on others.
struct ScenarioDraft {
  ScenarioDraft(JsonTree& read_tree, const ScenarioChoices& user_choices)
      : tree(read_tree), choices(user_choices), complaints(read_tree) {}

  JsonTree& tree;
  const ScenarioChoices& choices;
  TreeComplaints complaints;
  std::string directory;  ///< what relative file names are relative to
  std::vector<ClusterDraft> clusters;
  std::map<std::string, ClusterId, std::less<>> cluster_ids;
  bool names_known = true;              ///< false: the name of some cluster could not be read
  std::vector<RemoteClusters> remotes;  ///< by ClusterId, before the clusters are read
  /// What warnings have counted of losses that several may tell: "queue loses part of HOSTS" and
  /// which queue.
  std::set<std::string> counted_losses;
  bool told_of_first_hosts = false;  ///< `host!` has been warned of
  bool borrowed_known = false;       ///< clusters have got the hosts that others may lend
  /// What keeps MC_PLUGIN_SCHEDULE_ENHANCE from working: "C2 runs LSF 7.0.5"; empty: nothing.
  std::string old_version;
  /// By cluster and queue: the most slots that a job can ever have, where it can be forwarded to
  /// too.
  std::vector<std::vector<Slots>> largest;
  /// Likewise the clusters whose hosts bound that: all on which its jobs can ever run, else its
  /// own.
  std::vector<std::vector<std::vector<ClusterId>>> reached;
  Scenario scenario;
  Diagnostics of_files;                ///< what is wrong with other files than the scenario
  Diagnostics of_conf;                 ///< what is wrong with LSF's files themselves
  std::vector<InputFile> conf_inputs;  ///< the LSF files that were merged into the tree
  /// By position in `clusters`: the keys of LSF files that could not be read, or in part.
  std::vector<std::pair<std::size_t, std::string>> incomplete_files;
  std::vector<std::pair<std::size_t, LostLines>> lost_lines;  ///< lines of such files
  WeekClock clock;
  /// "CLUSTER RESOURCE": the complaint that no host says how much it has of the resource.
  std::map<std::string, std::optional<std::size_t>, std::less<>> told_unsaid;
  /// By cluster, once it is known: the resources that it exports, at first or by a change.
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> exported;
  /// By cluster and resource: where an external load index is first asked for.
  std::map<std::pair<ClusterId, std::string>, AskedIndex, std::less<>> asked_indices;
  bool traces_known = true;  ///< false: some jobs could not be read
  std::vector<SkippedJob> skipped_jobs;
  std::vector<JobWithName> named_jobs;
  std::vector<JobWithBegin> begins;
  std::vector<JobWithHosts> recorded_hosts;  ///< of clusters with dispatch `recorded`
  NameTable host_texts;                      ///< `2*h1 h2`
  std::vector<AskedCondition> conditions;    ///< of `jobs`
  ImpossibleJobs impossible;
  std::vector<WorkloadProfile> of_workloads;  ///< of traces, in their order
  std::int64_t resampled = 0;                 ///< jobs of resampled traces: the last number
  /// The hour at which the weeks of the first resampled trace begin; those of others begin near it.
  std::optional<std::int64_t> weeks_begin{};
  std::vector<TableProfile> of_tables;              ///< of tables of jobs
  std::map<std::uint16_t, TableLines> table_lines;  ///< by workload, of tables
  std::set<std::uint32_t> tables;  ///< positions in JsonTree::sources: tables of jobs

  bool is_baseline(std::string_view dispatch) const;

  /// The list `key` of the scenario; null where there is none to read.
  JsonNode* list(std::string_view key);

  /// The cluster that the member `cluster` of the object `at` names, by default the only one, which
  /// is then written there. None: complained about.
  std::optional<ClusterId> find_cluster(JsonNode& node, const JsonAt& at);
  std::optional<ClusterId> find_cluster(const JsonAt& at, std::string_view key,
                                        std::string_view name);
  /// The queue that the member `queue` names, by default the cluster's default queue.
  std::optional<QueueId> find_queue(JsonNode& node, const JsonAt& at, ClusterId cluster);
  std::optional<QueueId> find_queue(const JsonAt& at, std::string_view key, std::string_view name,
                                    ClusterId cluster);
  std::optional<HostId> find_host(const JsonAt& at, std::string_view key, std::string_view name,
                                  ClusterId cluster);
  /// The same where jobs are submitted from: also a client, which runs none.
  std::optional<HostId> find_submission_host(const JsonAt& at, std::string_view key,
                                             std::string_view name, ClusterId cluster);

  ClusterDraft& operator[](ClusterId id) { return clusters[index_of(id)]; }
  /// Whether lsf.shared has a cluster `name` and the scenario has none.
  bool is_left_out(ClusterId of, std::string_view name) const;
  Slots largest_of(ClusterId cluster, QueueId queue) const {
    return largest[index_of(cluster)][index_of(queue)];
  }
};

/// Notes that the member `key` of the object `at` asks for a resource, if that is an external load
/// index: see warn_of_unreported().
void note_index(ScenarioDraft& draft, ClusterId cluster, const ResourceConfig& resource,
                const JsonAt& at, std::string_view key);
/// The same for all resources that a requirement names. `resources`: of the cluster.
void note_indices(ScenarioDraft& draft, ClusterId cluster,
                  const std::vector<ResourceConfig>& resources,
                  const ResourceRequirement& requirement, const JsonAt& at, std::string_view key);

/// How many items of a list are objects.
std::size_t count_objects(const JsonNode& list);

/// Calls visit(item, place) for the items of a list that are objects; `visit` may change them.
template <class Visit>
void for_each_object(JsonNode& root, JsonNode* list, Visit&& visit) {
  if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
  const JsonAt at_root(root);
  const JsonAt at_list(at_root, *list, 0);
  for (std::size_t i = 0; i < list->children.size(); ++i)
    if (JsonNode& item = list->children[i]; item.is(JsonNode::Kind::object))
      visit(item, JsonAt(at_list, item, i));
}

/// Sets the member `key` of `object`, at the object's place where it is new.
void write_text(JsonNode& object, std::string_view key, std::string value);

/// The names of a map, for complaints about unknown ones.
template <class Id>
std::vector<std::string_view> names_of(const std::map<std::string, Id, std::less<>>& map) {
  std::vector<std::string_view> names;
  names.reserve(map.size());
  for (const auto& entry : map) names.push_back(entry.first);
  return names;
}

// The parts of the reader, in the order in which they must be called.

void read_header(ScenarioDraft& draft);  ///< name, about, seed, until
void read_clusters(ScenarioDraft& draft);
void read_remotes(ScenarioDraft& draft);  ///< RemoteClusters, now that all names are known
void read_changes(ScenarioDraft& draft);
/// Forgets what is possible by the settings of some change.
void forget_mended_rules(ScenarioDraft& draft);
/// Keeps those edges between queues that both sides want, and makes the links below them.
void connect_clusters(ScenarioDraft& draft);
/// Gives clusters the hosts that others may lend them, now that all exports are known.
void connect_leases(ScenarioDraft& draft);
void read_links(ScenarioDraft& draft);
void measure_reach(ScenarioDraft& draft);  ///< ScenarioDraft::largest and reached
void check_slots(ScenarioDraft& draft);    ///< now that the most slots of each host are known
void read_reservations(ScenarioDraft& draft);
void read_jobs(ScenarioDraft& draft);       ///< and what they say about being cancelled
void read_workloads(ScenarioDraft& draft);  ///< and freezes the traces
/// Warns of jobs that can never start, and sets back what concerns no job, now that all are known.
void check_impossible(ScenarioDraft& draft);
/// Warns of jobs whose run limits no RUN_WINDOW of their queue leaves time for.
void check_run_windows(ScenarioDraft& draft);
void read_dependencies(ScenarioDraft& draft);  ///< of jobs on others, once traces are frozen
void place_arrays(ScenarioDraft& draft);       ///< likewise
void place_job_texts(ScenarioDraft& draft);    ///< likewise, before conditions are read
void read_conditions(ScenarioDraft& draft);    ///< bsub -w, likewise
/// Warns of conditions that can never hold, now that actions are known.
void check_conditions(ScenarioDraft& draft);
/// `start` and `utc_offset`, which traces say where the scenario does not.
void read_calendar(ScenarioDraft& draft);
void read_faults(ScenarioDraft& draft);
void read_elims(ScenarioDraft& draft);
void read_launches(ScenarioDraft& draft);  ///< `pjl`
void read_actions(ScenarioDraft& draft);
/// The profiles of jobs that come from other clusters, now that all profiles are known. Freezes the
/// profiles.
void read_foreign_profiles(ScenarioDraft& draft);
/// Warns of external load indices that are asked for and that no ELIM can ever report.
void warn_of_unreported(ScenarioDraft& draft);
void warn_of_baselines(ScenarioDraft& draft);  ///< of what they ignore

}  // namespace mcsim::config
