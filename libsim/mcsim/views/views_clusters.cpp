// bclusters: where queues send jobs, and from where they receive them. Leases: views_leases.cpp.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace clusters_view {

enum Field : std::size_t { local_queue, job_flow, remote, cluster, status };

constexpr ViewField fields[] = {{"local_queue", "", "LOCAL_QUEUE", 15},
                                {"job_flow", "", "JOB_FLOW", 10},
                                {"remote", "", "REMOTE", 15},
                                {"cluster", "", "CLUSTER", 15},
                                {"status", "", "STATUS", 10}};
using Row = std::array<std::string, std::size(fields)>;

class LinkRows {
 public:
  explicit LinkRows(const ClusterView& view) : view_(view) {
    for (const QueueConfig& queue : view.settings().queues) {
      for (const SendTarget& target : queue.forwarding.targets) add_target(queue, target);
      for (const ClusterId source : queue.forwarding.sources)
        add(queue, "recv", "-", source, is_connected(view_, source) ? "ok" : "disc");
    }
  }
  std::vector<Row> rows;

 private:
  void add_target(const QueueConfig& queue, const SendTarget& target) {
    const QueueConfig& there =
        view_.worlds[index_of(target.cluster)].lsf->settings.queues[index_of(target.queue)];
    const bool is_taken = std::ranges::binary_search(there.forwarding.sources, view_.world.id);
    add(queue, "send", there.name, target.cluster,
        !is_connected(view_, target.cluster) ? "disc"
        : is_taken                           ? "ok"
                                             : "reject");
  }
  void add(const QueueConfig& queue, const char* flow, const std::string& remote_queue,
           ClusterId other, const char* state) {
    rows.push_back(
        {queue.name, flow, remote_queue, view_.grid.clusters[index_of(other)].name, state});
  }

  const ClusterView& view_;
};

std::string links_text(const std::vector<Row>& rows, bool header) {
  std::string text = header ? "[Job Forwarding Information ]\n"
                              "LOCAL_QUEUE     JOB_FLOW   REMOTE          CLUSTER         STATUS\n"
                            : "";
  for (const Row& row : rows)
    text += padded(row[local_queue], 15) + " " + left(row[job_flow], 10) + " " +
            padded(row[remote], 15) + " " + padded(row[cluster], 15) + " " + row[status] + "\n";
  return text;
}

}  // namespace clusters_view

bool is_connected(const ClusterView& view, ClusterId other) {
  using namespace clusters_view;
  const ForwardingState& forwarding = view.world.forwarding;
  const bool is_neighbour = std::ranges::find(forwarding.neighbours, other, &Neighbour::id) !=
                            forwarding.neighbours.end();
  return is_neighbour && forwarding.neighbour(other).out.is_up(view.at);
}

std::span<const ViewField> link_fields() {
  using namespace clusters_view;
  return fields;
}

ViewRecords link_records(const ClusterView& view) {
  using namespace clusters_view;
  return records_of("bclusters", "QUEUES", fields, LinkRows(view).rows);
}

std::string bclusters_text(const ClusterView& view, bool header) {
  using namespace clusters_view;
  const std::vector<Row> rows = LinkRows(view).rows;
  const std::string leases = leases_text(view, header);
  if (rows.empty() && leases.empty())
    return "No local queue sending/receiving jobs from remote clusters\n";
  if (rows.empty()) return leases;
  const std::string between = header && !leases.empty() ? "\n" : "";
  return links_text(rows, header) + between + leases;
}

}  // namespace mcsim::views
