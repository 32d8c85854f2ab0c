// Answers what each consumer gets from an export policy and hosts given as JSON.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/settings/export_words.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/decide_check.hpp"
#include "mcsim/leasing/export_dealing.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/decide_policy.hpp"
#include "mcsim/scheduler/hosts.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/picture.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {
namespace {

// clang-format off
constexpr VocabularyRow distribute_rows[] = {
    {.key = "policy", .type = ValueType::object, .about = "A section HostExport.", .required = true},
    {.key = "hosts", .type = ValueType::list, .about = "The provider's, in the order of its lsf.cluster.", .required = true},
    {.key = "dealing", .type = ValueType::text, .about = "model.lease_dealing.", .fallback = "deficit", .is_policy = true},
};
constexpr VocabularyRow policy_rows[] = {
    {.key = "PER_HOST", .type = ValueType::text, .about = "The hosts whose slots are exported."},
    {.key = "SLOTS", .type = ValueType::whole, .about = "Slots exported of each.", .lowest = 1, .highest = 1'000'000},
    {.key = "RES_SELECT", .type = ValueType::text, .about = "What whole hosts to export: a select expression."},
    {.key = "NHOSTS", .type = ValueType::whole, .about = "How many of them, at most."},
    {.key = "DISTRIBUTION", .type = ValueType::text, .about = "To whom: ([cluster, shares] ...).", .required = true},
    {.key = "MEM", .type = ValueType::whole, .about = "Memory exported of each host.", .unit = "MB", .highest = 1'000'000'000'000},
    {.key = "SWP", .type = ValueType::whole, .about = "Swap space exported of each host.", .unit = "MB", .highest = 1'000'000'000'000},
    {.key = "SWAP", .type = ValueType::whole, .about = "Another spelling of SWP.", .unit = "MB", .highest = 1'000'000'000'000},
    {.key = "TYPE", .type = ValueType::choice, .about = "A shared lease.", .allowed = "shared"},
};
constexpr VocabularyRow host_rows[] = {
    {.key = "name", .type = ValueType::text, .about = "Or a range: a[1-4].", .required = true},
    {.key = "ncpus", .type = ValueType::whole, .about = "Its job slots, if mxj does not say.", .lowest = 1, .fallback = "1"},
    {.key = "mxj", .type = ValueType::whole, .about = "MXJ.", .fallback_rule = "ncpus"},
    {.key = "type", .type = ValueType::text, .about = "Host type."},
    {.key = "model", .type = ValueType::text, .about = "Host model."},
    {.key = "maxmem", .type = ValueType::whole, .about = "Memory.", .unit = "MB", .highest = 1'000'000'000'000},
    {.key = "maxswp", .type = ValueType::whole, .about = "Swap space.", .unit = "MB", .highest = 1'000'000'000'000},
    {.key = "resources", .type = ValueType::list, .about = "Its Boolean resources."},
};
// clang-format on
constexpr VocabularySection distribute_section{
    "decide.distribute", "An export policy and its hosts.", "", "", "", distribute_rows};
constexpr VocabularySection policy_section{
    "decide.distribute.policy", "A section HostExport.", "", "", "", policy_rows};
constexpr VocabularySection host_section{
    "decide.distribute.hosts", "A host.", "", "", "", host_rows};

class ExportQuestion {
 public:
  ExportQuestion(JsonTree& question, const Registry& registry)
      : root_(question.root), complaints_(question), registry_(registry) {}

  Expected<JsonNode, Diagnostics> answer() {
    std::optional<AnyDeal> dealing;
    if (check_question(root_, root_, distribute_section, complaints_)) {
      dealing = read_policy(root_, "dealing", DealByDeficit::name, registry_.deal, complaints_);
      read_hosts();
      read_export();
    }
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    return dealt(*dealing);
  }

 private:
  void read_hosts() {
    JsonNode* list = root_.find("hosts");
    if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
    const JsonAt root(root_);
    const JsonAt at(root, *list, 0);
    for (std::size_t i = 0; i < list->children.size(); ++i)
      read_host(list->children[i], JsonAt(at, list->children[i], i));
  }

  void read_host(JsonNode& node, const JsonAt& at) {
    if (!check_question(node, at, host_section, complaints_)) return;
    const Fields fields(node);
    HostConfig host;
    host.ncpus = static_cast<std::int32_t>(fields.whole("ncpus").value_or(1));
    host.mxj = Slots(static_cast<std::int32_t>(fields.whole("mxj").value_or(host.ncpus)));
    host.type = fields.text("type").value_or("");
    host.model = fields.text("model").value_or("");
    const auto amount = [&](std::string_view key, std::uint16_t id) {
      if (const auto value = fields.whole(key))
        host.resources.push_back({.resource = resource(id), .number = static_cast<double>(*value)});
    };
    amount("maxmem", builtin::maxmem);
    amount("maxswp", builtin::maxswp);
    read_booleans(node, at, host);
    const auto names = expand_hosts(fields.text("name").value_or(""));
    if (!names && fields.text("name"))
      return complaints_.error(at, "name", "expected a name, or a range such as a[1-4]");
    if (!names) return;
    for (const std::string& name : *names) {
      host.name = name;
      if (!ids_.emplace(name, static_cast<HostId>(settings_.hosts.size())).second)
        complaints_.error(at, "name", "host " + name + " is given twice");
      settings_.hosts.push_back(host);
    }
  }

  void read_booleans(JsonNode& node, const JsonAt& at, HostConfig& host) {
    JsonNode* list = node.find("resources");
    if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
    const JsonAt at_list(at, *list, 0);
    for (std::size_t i = 0; i < list->children.size(); ++i) {
      const JsonNode& word = list->children[i];
      if (!word.is(JsonNode::Kind::text) || !is_name(word.text)) {
        complaints_.error(JsonAt(at_list, word, i), "expected the name of a Boolean resource");
        continue;
      }
      host.resources.push_back({.resource = boolean(word.text), .number = 1});
    }
  }
  ResourceId boolean(const std::string& name) {
    auto& known = settings_.resources;
    const auto found = std::ranges::find(known, name, &ResourceConfig::name);
    if (found != known.end()) return static_cast<ResourceId>(found - known.begin());
    known.push_back({.name = name});
    return static_cast<ResourceId>(known.size() - 1);
  }

  void read_export() {
    JsonNode* node = root_.find("policy");
    if (node == nullptr || !node->is(JsonNode::Kind::object)) return;
    const JsonAt root(root_);
    const JsonAt at(root, *node, 0);
    if (!check_question(*node, at, policy_section, complaints_)) return;
    const ExportSection section{.at = at};
    const ExportWords words = read_export_words(section, complaints_);
    policy_.slots = Slots(words.slots);
    policy_.most_hosts = words.most_hosts;
    policy_.mem = words.mem;
    policy_.swp = words.swp;
    policy_.is_shared = words.is_shared;
    for (const ShareAssignment& entry : words.distribution) {
      policy_.distribution.push_back({static_cast<ClusterId>(consumers_.size()), entry.shares});
      consumers_.push_back(entry.name);
    }
    for (const std::string_view word : list_words(words.hosts)) read_name(word, at);
    if (!words.select.empty()) read_select(words.select, section);
  }

  void read_name(std::string_view word, const JsonAt& at) {
    const auto names = expand_hosts(word);
    for (const std::string& name : names.value_or(std::vector{std::string(word)})) {
      const auto found = ids_.find(name);
      if (found != ids_.end()) {
        if (std::ranges::find(policy_.hosts, found->second) == policy_.hosts.end())
          policy_.hosts.push_back(found->second);
        continue;
      }
      std::vector<std::string_view> known;
      for (const auto& host : ids_) known.push_back(host.first);
      complaints_.error(at, "PER_HOST",
                        "unknown host " + in_quotes(name) + known_names(name, known));
    }
  }

  void read_select(const std::string& text, const ExportSection& section) {
    constexpr std::string_view key = "RES_SELECT";
    auto select = parse_requirement(text, settings_.resources);
    if (!select) {
      for (const RequirementMistake& mistake : select.error())
        complaints_.error(place_within(section.at, key, mistake.position, true),
                          section.at.pointer_to(key),
                          mistake.message + picture(text, mistake.position));
      return;
    }
    check_select_only(section, *select, complaints_);
    policy_.select = *std::move(select);
  }

  JsonNode dealt(const AnyDeal& next) {
    ExportDealing dealing(policy_, next);
    std::vector<std::vector<JsonNode>> parts(consumers_.size());
    for (const HostId id : exported()) {
      const HostConfig& host = settings_.hosts[index_of(id)];
      for (const ExportedPart& part : dealing.deal(host, id))
        parts[part.consumer].push_back(as_json(part, host));
    }
    std::vector<JsonNode> all;
    for (std::size_t at = 0; at < consumers_.size(); ++at)
      all.push_back(json_member(consumers_[at], json_list(std::move(parts[at]))));
    return json_object({json_member("consumers", json_object(std::move(all)))});
  }

  std::vector<HostId> exported() const {
    if (!policy_.selects()) return policy_.hosts;
    const ClusterHosts idle(settings_);
    std::vector<HostId> hosts;
    for (std::size_t at = 0; at < settings_.hosts.size(); ++at)
      if (const auto id = static_cast<HostId>(at);
          hosts.size() < static_cast<std::size_t>(policy_.most_hosts) &&
          may_export(policy_, settings_, idle, id))
        hosts.push_back(id);
    return hosts;
  }

  static JsonNode as_json(const ExportedPart& part, const HostConfig& host) {
    std::vector<JsonNode> members{json_member("host", json_text(host.name)),
                                  json_member("slots", json_whole(part.slots.count()))};
    if (part.mem) members.push_back(json_member("mem", megabytes(*part.mem)));
    if (part.swp) members.push_back(json_member("swp", megabytes(*part.swp)));
    return json_object(std::move(members));
  }
  static JsonNode megabytes(Amount amount) {
    JsonNode node;
    node.kind = JsonNode::Kind::real;
    node.text = seconds_text(Duration{amount});  // an Amount is in thousandths, like milliseconds
    return node;
  }

  JsonNode& root_;
  TreeComplaints complaints_;
  const Registry& registry_;
  ClusterSettings settings_;
  std::map<std::string, HostId, std::less<>> ids_;
  HostExport policy_;
  std::vector<std::string> consumers_;
};

}  // namespace

Expected<JsonNode, Diagnostics> decide_distribute(JsonTree& question, const Registry& registry) {
  return ExportQuestion(question, registry).answer();
}

}  // namespace mcsim::results
