// What breaks down: hosts, their daemons, and links between clusters.
#include <string>
#include <string_view>

#include "mcsim/config/scenario/scenario_links.hpp"
#include "mcsim/config/scenario/scenario_targets.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

/// A fault of hosts, or of their LIMs or sbatchds, once or again and again.
class HostFault {
  using Kind = TimelineEntry::Kind;

 public:
  HostFault(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at)
      : draft_(draft),
        at_(at),
        in_(node),
        kind_(in_.has("lim"_key)       ? Kind::lim_down
              : in_.has("sbatchd"_key) ? Kind::sbatchd_down
                                       : Kind::host_down) {}

  bool is_wrong() {
    for (const std::string_view key : {"mtbf"_key, "mttr"_key})
      if (in_.has(key) && kind_ != Kind::host_down)
        return complain(key, std::string("is of hosts; a ") +
                                 (kind_ == Kind::lim_down ? "LIM" : "sbatchd") + " goes down once");
    if (kind_ == Kind::sbatchd_down && !in_.has("down_for"_key))
      return complain("down_for"_key,
                      "missing: jobs would wait for ever for a sbatchd to tell of them");
    if (in_.has("mtbf"_key) != in_.has("mttr"_key))
      return complain(in_.has("mtbf"_key) ? "mttr"_key : "mtbf"_key,
                      "missing: mtbf and mttr go together");
    if (!in_.has("mtbf"_key)) return false;
    if (in_.has("down_for"_key)) return complain("down_for"_key, "is drawn: mttr is its mean");
    for (const std::string_view key : {"mtbf"_key, "mttr"_key})
      if (in_.duration(key) == 0ms) return complain(key, "expected more than 0");
    return false;
  }
  void add(const Target& target) {
    ClusterConfig& cluster = draft_[target.cluster].config;
    const Time from{in_.duration("at"_key).value_or(0ms)};
    if (const auto mtbf = in_.duration("mtbf"_key)) {
      cluster.random_faults.push_back(
          {.host = target.host, .from = from, .mtbf = *mtbf, .mttr = *in_.duration("mttr"_key)});
      return;
    }
    if (kind_ == Kind::lim_down && cluster.model.load != LoadMode::lim) {
      draft_.complaints.warning(at_, "lim"_key, "is without effect: model.load is \"slots\"");
      return;
    }
    if (kind_ == Kind::sbatchd_down && cluster.model.dispatch != "lsf") {
      draft_.complaints.warning(at_, "sbatchd"_key,
                                "is without effect: model.dispatch is not \"lsf\"");
      return;
    }
    TimelineEntry entry{.at = from, .kind = kind_};
    entry.host = target.host;
    entry.down_for = in_.duration("down_for"_key).value_or(unlimited);
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
  Kind kind_;
};

/// The key that says what fails; empty: complained about.
std::string_view what_fails(ScenarioDraft& draft, const Fields& in, const JsonAt& at) {
  std::string_view what;
  for (const std::string_view key :
       {"host"_key, "lim"_key, "sbatchd"_key, "link"_key, "partition"_key}) {
    if (!in.has(key)) continue;
    if (!what.empty()) {
      draft.complaints.error(
          at, key, "a fault is of one thing, and this one is of `" + std::string(what) + "`");
      return {};
    }
    what = key;
  }
  if (what.empty())
    draft.complaints.error(
        at, "host"_key, "missing: a fault names a host, a LIM, a sbatchd, a link or a partition");
  return what;
}

}  // namespace

void read_faults(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("faults"_key), [&](JsonNode& node, const JsonAt& at) {
    const std::string_view what = what_fails(draft, Fields(node), at);
    if (what.empty()) return;
    if (what == "link"_key) return add_outage(draft, node, at);
    if (what == "partition"_key) return add_partition(draft, node, at);
    HostFault fault(draft, node, at);
    if (fault.is_wrong()) return;
    for (const Target& target : targets.find_hosts(node, at, what)) fault.add(target);
  });
  for (LinkConfig& link : draft.scenario.config.links) join_outages(link);
}

}  // namespace mcsim::config
