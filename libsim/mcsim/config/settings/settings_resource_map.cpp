// lsf.cluster, section ResourceMap: which hosts share which instances of a resource. An instance of
// one host is that host's own value, unless a policy exports the resource. Instances of external
// load indices are reported by ELIMs.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view instances_wish =
    "expected instances such as [all], [default], 4@[h1 h2] 2@[h3 others], got ";

/// `value@[names]`, as written.
struct Instance {
  std::string_view value;
  std::vector<std::string_view> names;
};

/// The bracket that closes the first one; npos: none does.
std::size_t closing_bracket(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::optional<std::vector<Instance>> split_instances(std::string_view text) {
  std::vector<Instance> instances;
  while (true) {
    const auto start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) break;
    text.remove_prefix(start);
    const auto open = text.find('[');
    const auto close = closing_bracket(text);
    if (open == std::string_view::npos || close == std::string_view::npos) return std::nullopt;
    std::string_view value = text.substr(0, open);
    if (!value.empty() && !value.ends_with('@')) return std::nullopt;
    if (!value.empty()) value.remove_suffix(1);
    if (value.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
    instances.push_back({value, split_words(text.substr(open + 1, close - open - 1))});
    text.remove_prefix(close + 1);
  }
  return instances.empty() ? std::nullopt : std::optional(std::move(instances));
}

/// Reads one line.
class MapLine {
 public:
  MapLine(SettingsDraft& in, ResourceId id, bool is_exported, const JsonAt& at)
      : in_(in),
        id_(id),
        resource_(in.settings.resources[index_of(id)]),
        is_exported_(is_exported),
        at_(at),
        taken_(in.settings.hosts.size(), false) {}

  void read(std::string_view text) {
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    const auto instances = split_instances(text);
    if (!instances) return complain(std::string(instances_wish) + in_quotes(text));
    // `others` means those that the other instances leave.
    for (const bool others : {false, true})
      for (const Instance& instance : *instances)
        if (names_others(instance) == others) read_instance(instance);
  }

 private:
  static bool names_others(const Instance& instance) {
    return std::ranges::find(instance.names, "others") != instance.names.end();
  }

  void read_instance(const Instance& instance) {
    if (!is_good_value(instance.value)) return;
    std::vector<std::uint32_t> order;
    const auto hosts = hosts_of(instance, order);
    if (!hosts) return;
    for (const HostId host : *hosts)
      if (taken_[index_of(host)])
        return complain("host " + in_.settings.hosts[index_of(host)].name +
                        " is in two instances of " + resource_.name);
    for (const HostId host : *hosts) taken_[index_of(host)] = true;
    if (resource_.is_external()) return share_told(instance, *hosts, std::move(order));
    const bool is_shared = resource_.kind == ResourceKind::numeric &&
                           hosts->size() > (is_exported_ ? 0 : 1) &&
                           std::ranges::find(instance.names, "default") == instance.names.end();
    if (is_shared) return share(*hosts, instance.value);
    for (const HostId host : *hosts)
      set_value(in_.settings.hosts[index_of(host)], value_of(instance.value));
  }

  bool is_good_value(std::string_view value) {
    const auto refuse = [&](const std::string& what) {
      complain(what + " of " + resource_.name + ", got " + in_quotes(value));
      return false;
    };
    if (resource_.kind == ResourceKind::boolean || resource_.is_external())
      return value.empty() || refuse("expected no value before the hosts");
    if (resource_.kind == ResourceKind::text)
      return !value.empty() || refuse("expected value@ before the hosts");
    const auto number = read_decimal(value);
    const auto amount = number ? in_units(*number, 3) : std::nullopt;
    return (amount && !number->negative) ||
           refuse("expected number@ before the hosts, from 0 to 10^15, with up to three decimals,");
  }

  ResourceValue value_of(std::string_view value) const {
    if (resource_.kind == ResourceKind::boolean) return {.resource = id_, .number = 1};
    if (resource_.kind == ResourceKind::text) return {id_, 0, std::string(value)};
    return {.resource = id_, .number = number_of(value)};
  }

  /// `order`: the same hosts, those first that are named first.
  std::optional<std::vector<HostId>> hosts_of(const Instance& instance,
                                              std::vector<std::uint32_t>& order) {
    std::vector<bool> listed(taken_.size(), false);
    std::vector<bool> out(taken_.size(), false);
    bool all_known = true;
    for (std::string_view name : instance.names) {
      const bool leaves_out = name.starts_with('~');
      if (leaves_out) name.remove_prefix(1);
      std::vector<bool>& into = leaves_out ? out : listed;
      if (name == "all" || name == "default")
        into.assign(into.size(), true);
      else if (name == "others")
        for (std::size_t i = 0; i < into.size(); ++i) into[i] = into[i] || !taken_[i];
      else
        all_known = mark(into, name) && all_known;
      if (!leaves_out) append_new(listed, order);
    }
    if (!all_known) return std::nullopt;
    std::erase_if(order, [&](std::uint32_t host) { return out[host]; });
    std::vector<HostId> hosts;
    for (std::size_t i = 0; i < listed.size(); ++i)
      if (listed[i] && !out[i]) hosts.push_back(static_cast<HostId>(i));
    return hosts;
  }
  static void append_new(const std::vector<bool>& listed, std::vector<std::uint32_t>& order) {
    const std::set<std::uint32_t> before(order.begin(), order.end());
    for (std::uint32_t host = 0; host < listed.size(); ++host)
      if (listed[host] && !before.contains(host)) order.push_back(host);
  }
  bool mark(std::vector<bool>& into, std::string_view name) {
    const auto hosts = find_alike(in_.draft, in_.names, at_, "LOCATION"_key, name);
    for (const HostId id : hosts.value_or(std::vector<HostId>{})) into[index_of(id)] = true;
    return hosts.has_value();
  }

  void share(const std::vector<HostId>& hosts, std::string_view value) {
    SharedResource shared{.resource = id_, .amount = *in_units(*read_decimal(value), 3)};
    for (const HostId id : hosts) shared.hosts.push_back(static_cast<std::uint32_t>(id));
    in_.settings.shared_resources.push_back(std::move(shared));
  }

  /// [default] alone: each host has its own, as if the map said nothing.
  void share_told(const Instance& instance, const std::vector<HostId>& hosts,
                  std::vector<std::uint32_t> order) {
    const bool each = std::ranges::find(instance.names, "default") != instance.names.end();
    if (each && hosts.size() == taken_.size()) return;
    const auto add = [&](std::vector<std::uint32_t> reporters) {
      SharedResource shared{.resource = id_, .hosts = reporters, .reporters = reporters};
      std::ranges::sort(shared.hosts);
      in_.settings.shared_resources.push_back(std::move(shared));
    };
    if (!each) return add(std::move(order));
    for (const HostId host : hosts) add({static_cast<std::uint32_t>(host)});
  }

  /// About one instance, or all of them.
  void complain(const std::string& message) {
    complain_of_part(in_.draft, at_, "LOCATION"_key, message);
  }

  SettingsDraft& in_;
  ResourceId id_;
  ResourceConfig resource_;
  bool is_exported_;
  const JsonAt& at_;
  std::vector<bool> taken_;  ///< by HostId: in an instance
};

using ResourceNames = std::set<std::string, std::less<>>;

/// Adds what sections SharedResourceExport of `settings` name.
void add_exported(ResourceNames& names, const JsonNode& settings) {
  const JsonNode* const file = settings.find("lsb.resources"_key);
  if (file == nullptr) return;
  visit_lines(file, JsonAt(*file), "SharedResourceExport"_key,
              [&](const JsonNode& line, const JsonAt&) {
                if (const auto name = Fields(line).text("NAME"_key)) names.insert(*name);
              });
}

/// The resources that the cluster exports, at first or by a change: their instances stay the same
/// through all changes. Its first settings find that out for those of all changes.
const ResourceNames& exported_resources(SettingsDraft& in) {
  const auto [known, is_new] = in.draft.exported.try_emplace(in.names.config.name);
  ResourceNames& names = known->second;
  if (!is_new) return names;
  add_exported(names, in.node);
  const JsonAt root(in.draft.tree.root);
  visit_lines(&in.draft.tree.root, root, "clusters"_key,
              [&](const JsonNode& cluster, const JsonAt&) {
                if (Fields(cluster).text("name"_key) == in.names.config.name)
                  add_exported(names, cluster);
              });
  visit_lines(&in.draft.tree.root, root, "changes"_key, [&](const JsonNode& change, const JsonAt&) {
    const JsonNode* const set = change.find("set"_key);
    const auto cluster = Fields(change).text("cluster"_key);
    if (set != nullptr && set->is(JsonNode::Kind::object) &&
        (!cluster || *cluster == in.names.config.name))
      add_exported(names, *set);
  });
  return names;
}

/// Of an index that column RESOURCES names and the map does not, each such host has an instance of
/// its own. Where all hosts have one, it is as if nobody had named it.
void add_told(SettingsDraft& in, const std::set<std::string, std::less<>>& mapped) {
  for (const auto& [id, hosts] : in.told_by) {
    if (mapped.contains(in.settings.resources[index_of(id)].name)) continue;
    if (hosts.size() == in.settings.hosts.size()) continue;
    std::vector<HostId> order = hosts;
    std::ranges::sort(order);
    for (const HostId host : order) {
      const auto one = static_cast<std::uint32_t>(host);
      in.settings.shared_resources.push_back({.resource = id, .hosts = {one}, .reporters = {one}});
    }
  }
}

}  // namespace

void read_resource_map(SettingsDraft& in) {
  const ResourceNames& exported = exported_resources(in);
  std::set<std::string, std::less<>> seen;
  visit_section(
      in, "lsf.cluster"_key, "ResourceMap"_key, [&](const JsonNode& line, const JsonAt& at) {
        const Fields fields(line);
        const auto name = fields.text("RESOURCENAME"_key);
        const auto location = fields.text("LOCATION"_key);
        if (!name || !location || in.left_out.contains(*name)) return;
        if (!seen.insert(*name).second)
          return void(in.complaints().error(at, "RESOURCENAME"_key,
                                            "resource " + *name + " is given twice"));
        const ResourceId id = find_resource(in, *name);
        if (id != none<ResourceId> && index_of(id) >= builtin::count)
          return MapLine(in, id, exported.contains(*name), at).read(*location);
        if (in.names.may_be_resource(*name)) return;
        std::vector<std::string_view> known;
        for (std::size_t i = builtin::count; i < in.settings.resources.size(); ++i)
          known.push_back(in.settings.resources[i].name);
        complain_of_part(in.draft, at, "RESOURCENAME"_key,
                         "unknown resource " + in_quotes(*name) + known_names(*name, known));
      });
  add_told(in, seen);
}

}  // namespace mcsim::config
