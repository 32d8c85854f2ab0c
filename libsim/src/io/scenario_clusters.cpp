// Clusters from a checked tree: hosts, queues, and how they are run.
#include <algorithm>

#include "mcsim/io/nearest.hpp"
#include "scenario_draft.hpp"
#include "scenario_values.hpp"

namespace mcsim {
namespace {

constexpr std::size_t most_clusters = 4'095;
constexpr std::size_t most_queues = 65'534;
constexpr std::int64_t most_slots_of_cluster = std::int64_t{1} << 30;

template <class Enum>
void read_choice(const JsonNode& node, std::string_view key, std::string_view second, Enum& value) {
  if (const auto text = Fields(node).text(key)) value = static_cast<Enum>(*text == second ? 1 : 0);
}

void read_easy(const JsonNode& node, EasyOptions& easy) {
  read_choice(node, "reservation", "sticky", easy.reservation);
  easy.extra = Fields(node).flag("extra").value_or(easy.extra);
  read_choice(node, "runtime", "actual", easy.runtime);
  read_choice(node, "pass", "event", easy.pass);
}

/// Changes what `node` names and leaves the rest.
void read_model(const JsonNode* node, ModelConfig& model) {
  if (node == nullptr) return;
  const Fields in(*node);
  model.dispatch = in.text("dispatch").value_or(model.dispatch);
  if (const JsonNode* easy = node->find("easy")) read_easy(*easy, model.easy);
  model.enforce_runlimit = in.flag("enforce_runlimit").value_or(model.enforce_runlimit);
  if (const auto phase = in.text("daemon_phase")) model.seeded_daemon_phase = *phase == "seeded";
  model.elide = in.flag("elide").value_or(model.elide);
  model.stall_after = in.duration("stall_after").value_or(model.stall_after);
}

/// Reads one cluster.
class ClusterReader {
 public:
  ClusterReader(ScenarioDraft& draft, ClusterDraft& cluster, JsonNode& node, const JsonAt& at)
      : draft_(draft), cluster_(cluster), config_(cluster.config), node_(node), at_(at) {}

  void read() {
    read_model(draft_.tree.root.find("model"), config_.model);
    read_model(node_.find("model"), config_.model);
    for_each("hosts", [&](JsonNode& node, const JsonAt& at) { host(node, at); });
    for_each("lsb.queues", [&](JsonNode& node, const JsonAt& at) { queue(node, at); });
    read_mxj();
    params();
    check_sizes();
  }

 private:
  template <class Visit>
  void for_each(std::string_view key, Visit&& visit) {
    JsonNode* list = node_.find(key);
    if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
    const JsonAt at_list(at_, *list, 0);
    for (std::size_t i = 0; i < list->children.size(); ++i)
      if (JsonNode& item = list->children[i]; item.is(JsonNode::Kind::object))
        visit(item, JsonAt(at_list, item, i));
  }

  void host(const JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    const auto name = in.text("name");
    const auto names = name ? expand_hosts(*name) : std::nullopt;
    const auto ncpus = in.whole("ncpus");
    if (!names) cluster_.names_known = false;
    if (!names) return;
    if (names->size() > most_hosts - config_.hosts.size())
      return draft_.complaints.error(at, "name", "a cluster has at most 1000000 hosts");
    for (const std::string& one : *names) add_host(one, ncpus.value_or(1), at);
  }

  void add_host(const std::string& name, std::int64_t ncpus, const JsonAt& at) {
    const auto id = static_cast<HostId>(config_.hosts.size());
    if (!cluster_.hosts.emplace(name, id).second)
      return draft_.complaints.error(at, "name", "host " + name + " is given twice");
    const auto count = static_cast<std::int32_t>(ncpus);
    config_.hosts.push_back({.name = name, .ncpus = count, .mxj = Slots{count}});
  }

  void queue(const JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    QueueConfig queue;
    queue.name = in.text("QUEUE_NAME").value_or("");
    queue.priority = static_cast<std::int32_t>(in.whole("PRIORITY").value_or(1));
    queue.has_hosts = in.text("HOSTS") != "none";
    const auto limit = read_run_limit(in.text("RUNLIMIT").value_or(""));
    if (limit) queue.default_run_limit = limit->usual;
    if (limit) queue.run_limit = limit->largest;
    check_queue(queue, in, at);
    config_.queues.push_back(std::move(queue));
  }

  void check_queue(const QueueConfig& queue, const Fields& in, const JsonAt& at) {
    TreeComplaints& complaints = draft_.complaints;
    if (!queue.has_hosts && !in.has("SNDJOBS_TO"))
      complaints.error(at, "HOSTS",
                       "no host serves this queue, and without SNDJOBS_TO its jobs go nowhere");
    if (queue.name == "default")
      complaints.error(at, "QUEUE_NAME", "\"default\" is reserved: expected another name");
    const auto id = static_cast<QueueId>(config_.queues.size());
    if (queue.name.empty())
      cluster_.names_known = false;
    else if (!cluster_.queues.emplace(queue.name, id).second)
      complaints.error(at, "QUEUE_NAME", "queue " + queue.name + " is given twice");
  }

  /// lsb.hosts: the line `default` speaks for hosts without a line of their own.
  void read_mxj() {
    cluster_.has_line.assign(config_.hosts.size(), false);
    std::optional<std::string> usual;
    const JsonNode* hosts = node_.find("lsb.hosts");
    const JsonNode* lines = hosts == nullptr ? nullptr : hosts->find("Host");
    if (lines != nullptr && lines->is(JsonNode::Kind::list)) {
      const JsonAt at_hosts(at_, *hosts, 0);
      const JsonAt at_lines(at_hosts, *lines, 0);
      for (std::size_t i = 0; i < lines->children.size(); ++i)
        host_line(lines->children[i], JsonAt(at_lines, lines->children[i], i), usual);
    }
    for (std::size_t i = 0; i < config_.hosts.size(); ++i)
      if (!cluster_.has_line[i] && usual) set_mxj(static_cast<HostId>(i), *usual);
    for (const HostConfig& host : config_.hosts) cluster_.most_mxj.push_back(host.mxj);
  }

  void host_line(const JsonNode& line, const JsonAt& at, std::optional<std::string>& usual) {
    const Fields in(line);
    const auto name = in.text("HOST_NAME");
    if (!name) return;
    const std::string mxj = in.text("MXJ").value_or("!");
    if (*name == "default") {
      if (usual) draft_.complaints.error(at, "HOST_NAME", "host default is given twice");
      usual = mxj;
      return;
    }
    for (const std::string& one : expand_hosts(*name).value_or(std::vector<std::string>{})) {
      const auto id = draft_.find_host(at, "HOST_NAME", one, id_of_cluster());
      if (!id) return;
      if (cluster_.has_line[index_of(*id)])
        return draft_.complaints.error(at, "HOST_NAME", "host " + one + " is given twice");
      cluster_.has_line[index_of(*id)] = true;
      set_mxj(*id, mxj);
    }
  }

  ClusterId id_of_cluster() const {
    return static_cast<ClusterId>(&cluster_ - draft_.clusters.data());
  }

  void set_mxj(HostId id, const std::string& mxj) {
    HostConfig& host = config_.hosts[index_of(id)];
    const auto number = read_whole(mxj);
    host.mxj = Slots{number ? static_cast<std::int32_t>(*number) : host.ncpus};
  }

  void params() {
    JsonNode* params = node_.find("lsb.params");
    if (params == nullptr || !params->is(JsonNode::Kind::object)) return;
    const JsonAt at(at_, *params, 0);
    const Fields in(*params);
    if (!in.has("JOB_SCHEDULING_INTERVAL")) {
      const bool baseline = draft_.is_baseline(config_.model.dispatch);
      const JsonPlace place = params->place;
      JsonNode interval = json_whole(baseline ? 0 : 5);
      interval.place = interval.key_place = place;
      params->children.push_back(json_member("JOB_SCHEDULING_INTERVAL", std::move(interval)));
    }
    const auto interval = read_interval(in.text("JOB_SCHEDULING_INTERVAL").value_or(""));
    config_.job_scheduling_interval = interval.value_or(0ms);
    if (const auto name = in.text("DEFAULT_QUEUE")) {
      const auto queue = draft_.find_queue(at, "DEFAULT_QUEUE", *name, id_of_cluster());
      config_.default_queue = queue.value_or(QueueId{0});
    } else if (!in.has("DEFAULT_QUEUE") && !config_.queues.empty()) {
      params->children.push_back(json_member("DEFAULT_QUEUE", json_text(config_.queues[0].name)));
    }
  }

  void check_sizes() {
    TreeComplaints& complaints = draft_.complaints;
    const auto is_empty = [&](std::string_view key) {
      const JsonNode* list = node_.find(key);
      return list != nullptr && list->is(JsonNode::Kind::list) && list->children.empty();
    };
    if (is_empty("hosts")) complaints.error(at_, "hosts", "expected at least one host");
    if (is_empty("lsb.queues")) complaints.error(at_, "lsb.queues", "expected at least one queue");
    if (config_.queues.size() > most_queues)
      complaints.error(at_, "lsb.queues", "a cluster has at most 65534 queues");
  }

  ScenarioDraft& draft_;
  ClusterDraft& cluster_;
  ClusterConfig& config_;
  JsonNode& node_;
  const JsonAt& at_;
};

void read_cluster(ScenarioDraft& draft, ClusterDraft& cluster, JsonNode& node, const JsonAt& at) {
  const auto name = Fields(node).text("name");
  draft.names_known = draft.names_known && name;
  const auto id = static_cast<ClusterId>(draft.clusters.size() - 1);
  if (name && !draft.cluster_ids.emplace(*name, id).second)
    draft.complaints.error(at, "name", "cluster " + *name + " is given twice");
  cluster.config.name = name.value_or("");
  ClusterReader(draft, cluster, node, at).read();
}

}  // namespace

void read_clusters(ScenarioDraft& draft) {
  JsonNode& root = draft.tree.root;
  JsonNode* list = draft.list("clusters");
  if (list == nullptr) return;
  const JsonAt at(root);
  if (list->children.empty())
    return draft.complaints.error(at, "clusters", "expected at least one cluster");
  if (list->children.size() > most_clusters)
    return draft.complaints.error(at, "clusters", "a scenario has at most 4095 clusters");
  draft.clusters.reserve(list->children.size());  // ids are positions
  for_each_object(root, list, [&](JsonNode& node, const JsonAt& cluster_at) {
    read_cluster(draft, draft.clusters.emplace_back(), node, cluster_at);
  });
  draft.names_known = draft.names_known && draft.clusters.size() == list->children.size();
}

void check_slots(ScenarioDraft& draft) {
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"), [&](JsonNode&, const JsonAt& at) {
    const std::int64_t sum = draft.clusters[position++].most_in_all();
    if (sum > most_slots_of_cluster)
      draft.complaints.error(
          at, "hosts",
          "the job slots come to " + std::to_string(sum) + "; a cluster has at most 1073741824");
  });
}

}  // namespace mcsim
