// lsload -s: the reported values of shared resources.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/text/text_table.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace shared_load_view {

enum Field : std::size_t { resource_name, value, location };

constexpr ViewField fields[] = {
    {"resource", "", "RESOURCE", 20}, {"value", "", "VALUE", 10}, {"location", "", "LOCATION", 20}};
using Row = std::array<std::string, std::size(fields)>;

/// Only external resources: others are not reported. Source: lsload -s, Platform LSF Command
/// Reference.
std::vector<Row> rows_of(const ClusterView& view) {
  std::vector<Row> rows;
  const ClusterSettings& settings = view.settings();
  for (const SharedResource& shared : settings.shared_resources) {
    const ResourceConfig& resource = settings.resources[index_of(shared.resource)];
    if (!resource.is_external() || shared.hosts.empty()) continue;
    std::string hosts;
    for (const std::uint32_t host : shared.hosts)
      hosts += (hosts.empty() ? "" : " ") + settings.hosts[host].name;
    const auto first = static_cast<HostId>(shared.hosts.front());
    const auto told = view.world.lsf->hosts.told(first, shared.resource);
    const std::string text =
        !told ? "-"
        : resource.kind == ResourceKind::text
            ? std::string(*view.world.lsf->hosts.told_text(first, shared.resource))
            : index_text(*told);
    rows.push_back({resource.name, text, hosts});
  }
  return rows;
}

}  // namespace shared_load_view

std::span<const ViewField> shared_load_fields() {
  using namespace shared_load_view;
  return fields;
}

ViewRecords shared_load_records(const ClusterView& view) {
  using namespace shared_load_view;
  return records_of("lsload", "RESOURCES", fields, rows_of(view));
}

std::string lsload_shared_text(const ClusterView& view, bool header) {
  using namespace shared_load_view;
  std::string text = header ? "RESOURCE                                VALUE       LOCATION\n" : "";
  for (const Row& row : rows_of(view))
    text += padded(row[resource_name], 30) + " " + right(row[value], 14) + "       " +
            row[location] + "\n";
  return text;
}

}  // namespace mcsim::views
