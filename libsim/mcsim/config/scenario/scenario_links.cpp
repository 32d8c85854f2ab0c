// Links between clusters: one for each two clusters of which one sends jobs or lends hosts to the
// other.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/scenario_links.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

using Pair = std::pair<ClusterId, ClusterId>;

/// Not std::minmax, which refers to its arguments.
Pair ordered(ClusterId one, ClusterId other) {
  return one < other ? Pair(one, other) : Pair(other, one);
}

/// Changes what `node` says and leaves the rest.
void read_way(const JsonNode& node, LinkConfig& link, std::optional<Duration>& publications) {
  const Fields in(node);
  link.latency = in.duration("latency"_key).value_or(link.latency);
  link.jitter = in.duration("jitter"_key).value_or(link.jitter);
  if (const auto loss = in.text("loss"_key)) link.loss = number_of(*loss);
  if (const auto delay = in.duration("publication_delay"_key)) publications = *delay;
}

/// The links of the grid while they are read.
class LinkReader {
 public:
  explicit LinkReader(ScenarioDraft& draft) : draft_(draft) {}

  void read() {
    for (std::size_t i = 0; i < draft_.clusters.size(); ++i) add_edges(static_cast<ClusterId>(i));
    if (const JsonNode* usual = draft_.tree.root.find("links_default"_key))
      read_way(*usual, usual_, usual_publications_);
    for (auto& [pair, link] : links_) link = made(pair, nullptr);
    for_each_object(draft_.tree.root, draft_.list("links"_key),
                    [&](JsonNode& node, const JsonAt& at) { read_one(node, at); });
    for (auto& entry : links_) draft_.scenario.config.links.push_back(std::move(entry.second));
  }

 private:
  void add_edges(ClusterId from) {
    draft_[from].for_each_settings([&](const ClusterSettings& settings) {
      for (const QueueConfig& queue : settings.queues)
        for (const SendTarget& target : queue.forwarding.targets)
          links_[ordered(from, target.cluster)];
      for (const HostExport& policy : settings.exports)
        for (const ExportShare& share : policy.distribution) links_[ordered(from, share.consumer)];
    });
  }

  LinkConfig made(Pair pair, const JsonNode* node) const {
    LinkConfig link = usual_;
    auto publications = usual_publications_;
    if (node != nullptr) read_way(*node, link, publications);
    link.a = pair.first;
    link.b = pair.second;
    link.publication_delay = publications.value_or(link.latency);
    return link;
  }

  void read_one(const JsonNode& node, const JsonAt& at) {
    const auto pair = read_pair(draft_, node, at, "between"_key);
    if (!pair) return;
    if (!named_.insert(*pair).second)
      return draft_.complaints.error(at, "between"_key, "this link is given twice");
    const auto found = links_.find(*pair);
    if (found != links_.end())
      found->second = made(*pair, &node);
    else
      warn_of_no_link(draft_, at, "between"_key, *pair);
  }

  ScenarioDraft& draft_;
  LinkConfig usual_;
  std::optional<Duration> usual_publications_;
  std::map<Pair, LinkConfig> links_;
  std::set<Pair> named_;
};

/// The clusters that the list `key` names; none: complained about.
std::optional<std::vector<ClusterId>> read_clusters(ScenarioDraft& draft, const JsonNode& node,
                                                    const JsonAt& at, std::string_view key) {
  const JsonNode* list = node.find(key);
  if (list == nullptr || !list->is(JsonNode::Kind::list)) return std::nullopt;
  const JsonAt at_list(at, *list, 0);
  std::vector<ClusterId> ids;
  for (std::size_t i = 0; i < list->children.size(); ++i) {
    const JsonNode& name = list->children[i];
    const auto found = draft.cluster_ids.find(name.text);
    if (found != draft.cluster_ids.end())
      ids.push_back(found->second);
    else if (draft.names_known)
      draft.complaints.error(JsonAt(at_list, name, i),
                             "unknown cluster " + in_quotes(name.text) +
                                 known_names(name.text, names_of(draft.cluster_ids)));
  }
  if (ids.size() < list->children.size()) return std::nullopt;
  return ids;
}

/// Adds the outage of a fault.
void cut(LinkConfig& link, const JsonNode& fault) {
  const Fields in(fault);
  const Time from{in.duration("at"_key).value_or(0ms)};
  const Time until = end_of(from, in.duration("down_for"_key).value_or(unlimited));
  if (from < until) link.outages.push_back({from, until});
}

}  // namespace

std::optional<Pair> read_pair(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                              std::string_view key) {
  const auto ids = read_clusters(draft, node, at, key);
  if (!ids) return std::nullopt;
  if (ids->size() != 2)
    draft.complaints.error(at, key, "expected the names of two clusters");
  else if (ids->front() == ids->back())
    draft.complaints.error(at, key, "a link is between two clusters, and these are one");
  else
    return ordered(ids->front(), ids->back());
  return std::nullopt;
}

void warn_of_no_link(ScenarioDraft& draft, const JsonAt& at, std::string_view key, Pair pair) {
  if (draft.complaints.any_errors()) return;
  draft.complaints.warning(at, key,
                           "is without effect: no queue of " + draft[pair.first].config.name +
                               " or " + draft[pair.second].config.name +
                               " sends jobs to the other cluster, and neither lends it hosts");
}

void read_links(ScenarioDraft& draft) { LinkReader(draft).read(); }

void add_outage(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at) {
  const auto pair = read_pair(draft, node, at, "link"_key);
  if (!pair) return;
  auto& links = draft.scenario.config.links;
  const auto found = std::ranges::find_if(
      links, [&](const LinkConfig& link) { return Pair(link.a, link.b) == *pair; });
  if (found == links.end()) return warn_of_no_link(draft, at, "link"_key, *pair);
  cut(*found, node);
}

void add_partition(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at) {
  const auto inside = read_clusters(draft, node, at, "partition"_key);
  if (!inside) return;
  for (auto id = inside->begin(); id != inside->end(); ++id)
    if (std::find(inside->begin(), id, *id) != id)
      draft.complaints.warning(at, "partition"_key,
                               "cluster " + draft[*id].config.name + " is named twice");
  const auto is_inside = [&](ClusterId id) {
    return std::ranges::find(*inside, id) != inside->end();
  };
  bool cuts = false;
  for (LinkConfig& link : draft.scenario.config.links)
    if (is_inside(link.a) != is_inside(link.b)) {
      cut(link, node);
      cuts = true;
    }
  if (!cuts && !draft.complaints.any_errors())
    draft.complaints.warning(at, "partition"_key,
                             "is without effect: no link goes from these clusters to others");
}

void join_outages(LinkConfig& link) {
  auto& outages = link.outages;
  std::ranges::sort(outages, {}, &LinkConfig::Outage::from);
  std::vector<LinkConfig::Outage> joined;
  for (const LinkConfig::Outage& outage : outages)
    if (!joined.empty() && outage.from <= joined.back().until)
      joined.back().until = std::max(joined.back().until, outage.until);
    else
      joined.push_back(outage);
  outages = std::move(joined);
}

}  // namespace mcsim::config
