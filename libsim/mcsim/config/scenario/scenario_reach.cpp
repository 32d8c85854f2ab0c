// How far jobs can get: for each queue, the clusters on whose hosts jobs that are submitted to it
// may run, and the most slots that one of them can ever have.
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <cstddef>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

/// Notes the clusters whose hosts a search reaches: these vertices are the first ones.
class NoteHosts : public boost::default_bfs_visitor {
 public:
  NoteHosts(std::size_t clusters, std::vector<std::size_t>& reached)
      : clusters_(clusters), reached_(&reached) {}

  void discover_vertex(Vertex vertex, const Graph&) const {
    if (vertex < clusters_) reached_->push_back(vertex);
  }

 private:
  std::size_t clusters_;
  std::vector<std::size_t>* reached_;
};

/// Whether any action moves jobs from queue to queue.
bool has_bswitch(ScenarioDraft& draft) {
  bool found = false;
  for_each_object(draft.tree.root, draft.list("actions"_key),
                  [&](const JsonNode& node, const JsonAt&) {
                    found = found || Fields(node).text("do"_key) == "bswitch";
                  });
  return found;
}

/// The ways that jobs can take, at first or after some change. Vertices: the hosts of each cluster;
/// the jobs of each cluster that may be moved by bswitch; of each queue the jobs that are submitted
/// to it, and those that it receives, which are never forwarded again.
class JobWays {
 public:
  explicit JobWays(ScenarioDraft& draft)
      : draft_(draft),
        moves_(has_bswitch(draft)),
        first_queue_(first_queues(draft)),
        graph_(first_queue_.back()) {
    for (std::size_t i = 0; i < draft.clusters.size(); ++i) add_cluster(i);
  }

  /// The positions of the clusters on whose hosts jobs of the queue can run.
  std::vector<std::size_t> from(std::size_t cluster, std::size_t queue) const {
    std::vector<std::size_t> reached;
    if (only_way_is(submitted(cluster, queue), cluster)) return {cluster};  // most queues
    const NoteHosts note(draft_.clusters.size(), reached);
    boost::breadth_first_search(graph_, submitted(cluster, queue), boost::visitor(note));
    return reached;
  }

 private:
  /// The vertex of each cluster's first queue, and the number of vertices.
  static std::vector<std::size_t> first_queues(const ScenarioDraft& draft) {
    std::vector<std::size_t> first{2 * draft.clusters.size()};
    for (const ClusterDraft& cluster : draft.clusters)
      first.push_back(first.back() + 2 * cluster.config.queues.size());
    return first;
  }

  Vertex submitted(std::size_t cluster, std::size_t queue) const {
    return first_queue_[cluster] + 2 * queue;
  }
  Vertex received(std::size_t cluster, std::size_t queue) const {
    return submitted(cluster, queue) + 1;
  }
  bool only_way_is(Vertex start, Vertex end) const {
    const auto ways = boost::adjacent_vertices(start, graph_);
    return ways.first != ways.second &&
           std::all_of(ways.first, ways.second, [&](Vertex way) { return way == end; });
  }

  void add_cluster(std::size_t cluster) {
    draft_.clusters[cluster].for_each_settings([&](const ClusterSettings& settings) {
      for (std::size_t queue = 0; queue < settings.queues.size(); ++queue)
        add_queue(cluster, queue, settings.queues[queue]);
    });
  }
  void add_queue(std::size_t cluster, std::size_t queue, const QueueConfig& config) {
    const Vertex start = submitted(cluster, queue);
    const Vertex moved = draft_.clusters.size() + cluster;
    if (moves_) boost::add_edge(start, moved, graph_);
    if (moves_) boost::add_edge(moved, start, graph_);
    if (config.hosts.all || !config.hosts.list.empty()) {
      boost::add_edge(start, cluster, graph_);
      boost::add_edge(received(cluster, queue), cluster, graph_);
    }
    for (const SendTarget& target : config.forwarding.targets)
      boost::add_edge(start, received(index_of(target.cluster), index_of(target.queue)), graph_);
  }

  ScenarioDraft& draft_;
  bool moves_;
  std::vector<std::size_t> first_queue_;  ///< by cluster
  Graph graph_;
};

/// Complains of a send queue whose jobs reach no host of another cluster.
void check_send_queue(ScenarioDraft& draft, std::size_t cluster, const QueueConfig& queue,
                      const std::vector<std::size_t>& reached, const JsonAt& at) {
  const bool leaves =
      std::ranges::any_of(reached, [&](std::size_t other) { return other != cluster; });
  if (leaves || draft.complaints.any_errors()) return;
  if (queue.forwarding.remote_only && reached.empty())
    complain_of_no_start(draft, at, "HOSTS"_key,
                         "no host serves this queue, and SNDJOBS_TO leads to none: its jobs go "
                         "nowhere");
  else if (queue.forwarding.sends())
    draft.complaints.warning(at, "SNDJOBS_TO"_key,
                             "no queue that jobs are forwarded to has a host: none will ever run "
                             "there",
                             {.who = "queue", .what = "forwards jobs to no host", .count = 1});
}

/// The most slots that the hosts of one of these clusters ever have. If none is reached, the jobs
/// wait for ever with a reason, and the own cluster counts.
Slots largest_of(const ScenarioDraft& draft, std::size_t own,
                 const std::vector<std::size_t>& reached) {
  Slots most = reached.empty() ? draft.clusters[own].largest() : Slots{0};
  for (const std::size_t cluster : reached)
    most = std::max(most, draft.clusters[cluster].largest());
  return most;
}

}  // namespace

void measure_reach(ScenarioDraft& draft) {
  const JobWays ways(draft);
  std::size_t cluster = 0;
  draft.largest.resize(draft.clusters.size());
  draft.reached.resize(draft.clusters.size());
  for_each_object(
      draft.tree.root, draft.list("clusters"_key), [&](JsonNode& node, const JsonAt& at) {
        const ClusterSettings& settings = draft.clusters[cluster].config;
        auto& largest = draft.largest[cluster];
        visit_lines(&node, at, "lsb.queues"_key, [&](const JsonNode&, const JsonAt& line) {
          if (largest.size() >= settings.queues.size()) return;
          const auto reached = ways.from(cluster, largest.size());
          check_send_queue(draft, cluster, settings.queues[largest.size()], reached, line);
          largest.push_back(largest_of(draft, cluster, reached));
          auto& ids = draft.reached[cluster].emplace_back();
          for (const std::size_t one : reached) ids.push_back(static_cast<ClusterId>(one));
          if (ids.empty()) ids.push_back(static_cast<ClusterId>(cluster));
        });
        ++cluster;
      });
}

}  // namespace mcsim::config
