// bhosts -e -s: what consumers have of the shared resources of the cluster.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/text/text_table.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace exported_resources_view {

enum Field : std::size_t { resource_name, total, reserved, location };

constexpr ViewField fields[] = {{"resource", "", "RESOURCE", 20},
                                {"total", "", "TOTAL", 8},
                                {"reserved", "", "RESERVED", 8},
                                {"location", "", "LOCATION", 20}};
using Row = std::array<std::string, std::size(fields)>;

std::string amount_text(Amount amount) { return rounded_text(amount, amount_unit, 1); }

/// How much of the lent instance `home` the jobs of a consumer have reserved.
Amount taken_of(const ClusterWorld& consumer, const InstanceHome& home) {
  for (const SharedResource& shared : consumer.lsf->settings.shared_resources) {
    if (shared.home != home || shared.hosts.empty()) continue;
    const auto host = static_cast<HostId>(shared.hosts.front());
    return consumer.lsf->hosts.total(host, shared.resource) -
           consumer.lsf->hosts.available(host, shared.resource);
  }
  return 0;
}

std::vector<Row> rows_of(const ClusterView& view) {
  std::vector<Row> rows;
  const ClusterSettings& settings = view.settings();
  for (std::uint32_t at = 0; at < settings.shared_resources.size(); ++at) {
    const SharedResource& shared = settings.shared_resources[at];
    Amount lent = 0;
    Amount taken = 0;
    for (const LentInstance& one : view.world.leasing.lent_instances) {
      if (one.instance != at || one.exported == 0) continue;
      lent += one.exported;
      const ClusterId consumer = view.world.forwarding.neighbours[one.neighbour].id;
      taken += taken_of(view.worlds[index_of(consumer)], {view.world.id, at});
    }
    if (lent == 0) continue;
    std::string hosts;
    for (const std::uint32_t host : shared.hosts)
      hosts += (hosts.empty() ? "" : " ") + settings.hosts[host].name;
    rows.push_back({settings.resources[index_of(shared.resource)].name, amount_text(lent),
                    amount_text(taken), hosts});
  }
  return rows;
}

}  // namespace exported_resources_view

std::span<const ViewField> exported_resource_fields() {
  using namespace exported_resources_view;
  return fields;
}

ViewRecords exported_resource_records(const ClusterView& view) {
  using namespace exported_resources_view;
  return records_of("bhosts", "RESOURCES", fields, rows_of(view));
}

std::string bhosts_exported_resources_text(const ClusterView& view, bool header) {
  using namespace exported_resources_view;
  std::string text = header ? "RESOURCE                 TOTAL       RESERVED       LOCATION\n" : "";
  for (const Row& row : rows_of(view))
    text += padded(row[resource_name], 20) + " " + right(row[total], 9) + " " +
            right(row[reserved], 14) + "       " + row[location] + "\n";
  return text;
}

}  // namespace mcsim::views
