// What breaks down: hosts, and links between clusters.
#include "scenario_draft.hpp"
#include "scenario_links.hpp"
#include "scenario_targets.hpp"
#include "scenario_values.hpp"

namespace mcsim {

void read_faults(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("faults"), [&](JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    if (in.has("lim")) return;  // planned, and refused as such
    if (in.has("host") == in.has("link"))
      return draft.complaints.error(at, in.has("host") ? "link" : "host",
                                    in.has("host") ? "a fault of a host is none of a link"
                                                   : "missing: a fault names a host or a link");
    if (in.has("link")) return add_outage(draft, node, at);
    const auto target = targets.find(node, at, "host");
    if (!target) return;
    TimelineEntry entry{.at = Time{in.duration("at").value_or(0ms)},
                        .kind = TimelineEntry::Kind::host_down};
    entry.host = target->host;
    entry.down_for = in.duration("down_for").value_or(unlimited);
    draft[target->cluster].config.timeline.push_back(std::move(entry));
  });
  for (LinkConfig& link : draft.scenario.config.links) join_outages(link);
}

}  // namespace mcsim
