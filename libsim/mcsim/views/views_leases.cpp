// The leases in bclusters: from which clusters hosts are borrowed, and to which they are exported.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace leases_view {

enum Field : std::size_t { remote_cluster, resource_flow, status };

constexpr ViewField fields[] = {{"remote_cluster", "", "REMOTE_CLUSTER", 15},
                                {"resource_flow", "", "RESOURCE_FLOW", 14},
                                {"status", "", "STATUS", 10}};
using Row = std::array<std::string, std::size(fields)>;

/// Whether an export policy has hosts for the consumer.
bool exports_to(const ClusterWorld& provider, ClusterId consumer) {
  return provider.lsf &&
         std::ranges::any_of(provider.lsf->settings.exports, [&](const HostExport& policy) {
           return std::ranges::find(policy.distribution, consumer, &ExportShare::consumer) !=
                  policy.distribution.end();
         });
}

/// Whether a queue of the consumer names hosts of the provider.
bool asks_for_hosts(const ClusterWorld& consumer, ClusterId provider) {
  if (!consumer.lsf) return false;
  const std::vector<HostConfig>& hosts = consumer.lsf->settings.hosts;
  const auto is_lent = [&](const HostConfig& host) {
    return host.home && host.home->cluster == provider;
  };
  return std::ranges::any_of(consumer.lsf->settings.queues, [&](const QueueConfig& queue) {
    if (queue.hosts.all) return std::ranges::any_of(hosts, is_lent);
    return std::ranges::any_of(queue.hosts.list, [&](const HostPreferences::Entry& entry) {
      return is_lent(hosts[index_of(entry.host)]);
    });
  });
}

/// The rows of the lease table; an inactive lease counts as established. Source: IBM Spectrum LSF
/// 10.1, bclusters, "Resource Lease Information"; docs/rules/leasing.md, section 4.
class LeaseRows {
 public:
  explicit LeaseRows(const ClusterView& view) : view_(view) {
    for (const ClusterWorld& other : view.worlds) {
      if (other.id == view.world.id) continue;
      if (const bool has = borrows_from(other.id); has || asks_for_hosts(view.world, other.id))
        add(other.id, "IMPORT", state(other, view.world, has));
      if (const bool has = lends_to(other.id); has || exports_to(view.world, other.id))
        add(other.id, "EXPORT", state(view.world, other, has));
    }
  }
  std::vector<Row> rows;

 private:
  ClusterId neighbour(NeighbourId id) const { return view_.world.forwarding.neighbours[id].id; }
  bool borrows_from(ClusterId provider) const {
    return std::ranges::any_of(view_.world.leasing.borrowed, [&](const BorrowedLease& lease) {
      return !lease.is_over && neighbour(lease.neighbour) == provider;
    });
  }
  bool lends_to(ClusterId consumer) const {
    return std::ranges::any_of(view_.world.leasing.lent, [&](const LentLease& lease) {
      return lease.is_established && !lease.is_over && neighbour(lease.neighbour) == consumer;
    });
  }
  const char* state(const ClusterWorld& provider, const ClusterWorld& consumer,
                    bool is_established) const {
    const ClusterId other = provider.id == view_.world.id ? consumer.id : provider.id;
    if (!is_connected(view_, other)) return "disc";
    if (is_established) return "ok";
    return exports_to(provider, consumer.id) && asks_for_hosts(consumer, provider.id) ? "conn"
                                                                                      : "disc";
  }
  void add(ClusterId other, const char* flow, const char* state) {
    rows.push_back({view_.grid.clusters[index_of(other)].name, flow, state});
  }

  const ClusterView& view_;
};

}  // namespace leases_view

std::span<const ViewField> lease_fields() {
  using namespace leases_view;
  return fields;
}

ViewRecords lease_records(const ClusterView& view) {
  using namespace leases_view;
  return records_of("bclusters", "LEASES", fields, LeaseRows(view).rows);
}

std::string leases_text(const ClusterView& view, bool header) {
  using namespace leases_view;
  const std::vector<Row> rows = LeaseRows(view).rows;
  if (rows.empty()) return {};
  std::string text = header ? "[Resource Lease Information ]\n"
                              "REMOTE_CLUSTER  RESOURCE_FLOW  STATUS\n"
                            : "";
  for (const Row& row : rows)
    text += padded(row[remote_cluster], 15) + " " + padded(row[resource_flow], 14) + " " +
            row[status] + "\n";
  return text;
}

}  // namespace mcsim::views
