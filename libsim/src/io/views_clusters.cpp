// bclusters: which queues send jobs where, and receive them from whom.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "mcsim/io/views.hpp"
#include "views_values.hpp"

namespace mcsim {
namespace {

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
        add(queue, "recv", "-", source, is_up(source) ? "ok" : "disc");
    }
  }
  std::vector<Row> rows;

 private:
  /// Whether there is a connection; never where nothing was ever linked.
  bool is_up(ClusterId other) const {
    const ForwardingState& forwarding = view_.world.forwarding;
    const bool is_neighbour = std::ranges::find(forwarding.neighbours, other, &Neighbour::id) !=
                              forwarding.neighbours.end();
    return is_neighbour && forwarding.neighbour(other).out.is_up(view_.at);
  }
  void add_target(const QueueConfig& queue, const SendTarget& target) {
    const QueueConfig& there =
        view_.worlds[index_of(target.cluster)].lsf->settings.queues[index_of(target.queue)];
    const bool is_taken = std::ranges::binary_search(there.forwarding.sources, view_.world.id);
    add(queue, "send", there.name, target.cluster,
        !is_up(target.cluster) ? "disc"
        : is_taken             ? "ok"
                               : "reject");
  }
  void add(const QueueConfig& queue, const char* flow, const std::string& remote_queue,
           ClusterId other, const char* state) {
    rows.push_back(
        {queue.name, flow, remote_queue, view_.grid.clusters[index_of(other)].name, state});
  }

  const ClusterView& view_;
};

}  // namespace

std::span<const ViewField> link_fields() { return fields; }

ViewRecords link_records(const ClusterView& view) {
  std::vector<Row> rows = LinkRows(view).rows;
  const std::size_t size = rows.size();
  return {.command = "bclusters",
          .count_key = "QUEUES",
          .fields = fields,
          .size = size,
          .value = [rows = std::move(rows)](std::size_t at, std::size_t field) {
            return rows[at][field];
          }};
}

std::string bclusters_text(const ClusterView& view, bool header) {
  const std::vector<Row> rows = LinkRows(view).rows;
  if (rows.empty()) return "No local queue sending/receiving jobs from remote clusters\n";
  std::string text = header ? "[Job Forwarding Information ]\n"
                              "LOCAL_QUEUE     JOB_FLOW   REMOTE          CLUSTER         STATUS\n"
                            : "";
  for (const Row& row : rows)
    text += left(row[local_queue], std::max<std::size_t>(row[local_queue].size(), 15)) + " " +
            left(row[job_flow], 10) + " " +
            left(row[remote], std::max<std::size_t>(row[remote].size(), 15)) + " " +
            left(row[cluster], std::max<std::size_t>(row[cluster].size(), 15)) + " " + row[status] +
            "\n";
  return text;
}

}  // namespace mcsim
