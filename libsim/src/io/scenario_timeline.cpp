// What breaks down: hosts, LIMs, and links between clusters.
#include "scenario_draft.hpp"
#include "scenario_links.hpp"
#include "scenario_targets.hpp"
#include "scenario_values.hpp"

namespace mcsim {
namespace {

/// A fault of hosts, or of their LIMs, once or again and again.
class HostFault {
 public:
  HostFault(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at)
      : draft_(draft), at_(at), in_(node), is_of_lim_(in_.has("lim")) {}

  bool is_wrong() {
    if (in_.has("mtbf") != in_.has("mttr"))
      return complain(in_.has("mtbf") ? "mttr" : "mtbf", "missing: mtbf and mttr go together");
    if (!in_.has("mtbf")) return false;
    if (in_.has("down_for")) return complain("down_for", "is drawn: mttr is its mean");
    if (is_of_lim_) return complain("mtbf", "is of hosts; a LIM goes down once");
    for (const char* key : {"mtbf", "mttr"})
      if (in_.duration(key) == 0ms) return complain(key, "expected more than 0");
    return false;
  }
  void add(const Target& target) {
    ClusterConfig& cluster = draft_[target.cluster].config;
    const Time from{in_.duration("at").value_or(0ms)};
    if (const auto mtbf = in_.duration("mtbf")) {
      cluster.random_faults.push_back(
          {.host = target.host, .from = from, .mtbf = *mtbf, .mttr = *in_.duration("mttr")});
      return;
    }
    if (is_of_lim_ && cluster.model.load != LoadMode::lim) {
      draft_.complaints.warning(at_, "lim", "is without effect: model.load is \"slots\"");
      return;
    }
    using Kind = TimelineEntry::Kind;
    TimelineEntry entry{.at = from, .kind = is_of_lim_ ? Kind::lim_down : Kind::host_down};
    entry.host = target.host;
    entry.down_for = in_.duration("down_for").value_or(unlimited);
    cluster.timeline.push_back(std::move(entry));
  }

 private:
  bool complain(std::string_view key, const std::string& what) {
    draft_.complaints.error(at_, key, what);
    return true;
  }

  ScenarioDraft& draft_;
  const JsonAt& at_;
  Fields in_;
  bool is_of_lim_;
};

}  // namespace

void read_faults(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("faults"), [&](JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    const char* const key = in.has("lim") ? "lim" : "host";
    if (in.has("lim") && in.has("host"))
      return draft.complaints.error(at, "lim", "a fault of a host is one of its LIM, too");
    if (in.has(key) == in.has("link"))
      return draft.complaints.error(at, in.has(key) ? "link" : key,
                                    in.has(key) ? "a fault of a host is none of a link"
                                                : "missing: a fault names a host, a LIM or a link");
    if (in.has("link")) return add_outage(draft, node, at);
    HostFault fault(draft, node, at);
    if (fault.is_wrong()) return;
    for (const Target& target : targets.find_hosts(node, at, key)) fault.add(target);
  });
  for (LinkConfig& link : draft.scenario.config.links) join_outages(link);
}

}  // namespace mcsim
