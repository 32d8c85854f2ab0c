// lsf.shared: host types, host models, and resources.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

constexpr std::size_t longest_name = 29;
constexpr std::size_t most_resources = 10'000;

/// Source: Platform LSF 7.3 Configuration Reference, lsf.shared, RESOURCENAME.
constexpr std::string_view reserved[] = {
    "cpu",  "cpuf",  "io",     "login", "logins", "ls",    "idle",   "maxmem", "maxswp", "maxtmp",
    "type", "model", "status", "it",    "mem",    "ncpus", "ndisks", "pg",     "r15m",   "r15s",
    "r1m",  "swap",  "swp",    "tmp",   "ut",     "slots", "hname",  "define"};

bool is_good_name(std::string_view name) {
  return !name.empty() && name.size() <= longest_name && !(name[0] >= '0' && name[0] <= '9') &&
         name.find_first_of(":.()[]+-*/!&|<>@= \t\"") == std::string_view::npos;
}

/// True: LSF only logs it.
bool complain(SettingsDraft& in, const JsonAt& at, std::string_view key,
              const std::string& message) {
  return !in.is_quiet && in.complaints().error(at, key, message);
}

bool complain_of_name(SettingsDraft& in, const JsonAt& at, std::string_view key,
                      std::string_view name) {
  return complain(in, at, key,
                  "expected a name of at most 29 letters that does not begin with a digit "
                  "and has none of :.()[]+-*/!&|<>@= in it, got " +
                      in_quotes(name));
}

ResourceKind kind_of(const Fields& fields) {
  const std::string type = text_of(fields, lsf::resource["TYPE"]);
  if (type == "Numeric") return ResourceKind::numeric;
  return type == "String" ? ResourceKind::text : ResourceKind::boolean;
}

/// Whether this cluster can have a resource with an INTERVAL.
bool may_change(SettingsDraft& in, const ResourceConfig& resource, const JsonAt& at) {
  const bool has_lims = in.names.config.model.load == LoadMode::lim;
  if (has_lims) return true;
  in.left_out.insert(resource.name);
  if (!in.is_quiet)
    complain_of_part(in.draft, at, "INTERVAL"_key,
                     "resource " + resource.name +
                         " changes by itself, an external load index: it needs model.load \"lim\"");
  return false;
}

void read_resource(SettingsDraft& in, const JsonNode& line, const JsonAt& at) {
  const Fields fields(line);
  const auto name = fields.text("RESOURCENAME"_key);
  if (!name) return;
  if (std::ranges::find(reserved, *name) != std::end(reserved))
    return void(complain(in, at, "RESOURCENAME"_key,
                         in_quotes(*name) + " is reserved: expected another name"));
  if (!is_good_name(*name)) return void(complain_of_name(in, at, "RESOURCENAME"_key, *name));
  ResourceConfig resource{.name = *name, .kind = kind_of(fields)};
  const bool changes = fields.has("INTERVAL"_key) && resource.kind != ResourceKind::boolean;
  // One that cannot change here is known all the same, but no host ever has any of it.
  const bool is_left_out = changes && !may_change(in, resource, at);
  if (changes && !is_left_out) {
    resource.dynamic = true;
    resource.interval = static_cast<std::int32_t>(fields.whole("INTERVAL"_key).value_or(1));
    resource.interval = std::max(resource.interval, 1);
  }
  resource.consumable = flag_of(fields, lsf::resource["CONSUMABLE"]);
  resource.increasing = flag_of(fields, lsf::resource["INCREASING"]);
  resource.release = flag_of(fields, lsf::resource["RELEASE"]);
  // Jobs may reserve some of it.
  if (resource.kind == ResourceKind::numeric && resource.consumable) resource.dynamic = true;
  if (!is_left_out) in.left_out.erase(*name);
  if (const ResourceId known = find_resource(in, *name); known != none<ResourceId>)
    in.settings.resources[index_of(known)] = std::move(resource);
  else if (in.settings.resources.size() < most_resources)
    in.settings.resources.push_back(std::move(resource));
  else
    complain(in, at, "RESOURCENAME"_key, "a cluster has at most 10000 resources");
}

/// Warns of lines in one list of `file` that repeat a name.
void warn_of_repeats(SettingsDraft& in, const JsonNode& file, const JsonAt& at_file,
                     std::string_view section, std::string_view key) {
  std::map<std::string, std::uint32_t> lines;
  visit_lines(&file, at_file, section, [&](const JsonNode& line, const JsonAt& at) {
    const JsonNode* const name = line.find(key);
    if (name == nullptr || !name->is(JsonNode::Kind::text)) return;
    const auto [found, is_new] = lines.try_emplace(name->text, name->place.line);
    if (!is_new)
      in.complaints().warning(at, key,
                              in_quotes(name->text) + " is given twice, first in line " +
                                  std::to_string(found->second) + ", which does not count");
  });
}

/// Warns of models and resources that one file defines twice. The cluster's own win over the
/// scenario's.
void warn_of_repeats(SettingsDraft& in, const JsonNode& node, const JsonAt& at_node) {
  const JsonNode* const file = node.find("lsf.shared"_key);
  if (file == nullptr) return;
  const JsonAt at(at_node, *file, 0);
  warn_of_repeats(in, *file, at, "HostModel"_key, "MODELNAME"_key);
  warn_of_repeats(in, *file, at, "Resource"_key, "RESOURCENAME"_key);
}

/// Notes the built-in indices that `elim` of the scenario reports in this cluster: what hosts have
/// says nothing of them then. `elim` itself is read later, and needs the hosts.
void note_overridden(SettingsDraft& in) {
  if (in.names.config.model.load != LoadMode::lim) return;
  const JsonNode& root = in.draft.tree.root;
  const JsonAt at_root(root);
  visit_lines(&root, at_root, "elim"_key, [&](const JsonNode& elim, const JsonAt& at) {
    const auto cluster = Fields(elim).text("cluster"_key);
    if (cluster && *cluster != in.names.config.name) return;
    visit_lines(&elim, at, "values"_key, [&](const JsonNode& value, const JsonAt&) {
      const ResourceId id = find_builtin(Fields(value).text("resource"_key).value_or(""));
      if (id != none<ResourceId> && index_of(id) <= builtin::mem)
        in.settings.resources[index_of(id)].overridden = true;
    });
  });
}

}  // namespace

void read_shared(SettingsDraft& in) {
  visit_shared(in, "HostType"_key, [&](const JsonNode& line, const JsonAt& at) {
    const auto name = Fields(line).text("TYPENAME"_key);
    if (!name || (!is_good_name(*name) && complain_of_name(in, at, "TYPENAME"_key, *name))) return;
    in.host_types.insert(*name);
  });
  const JsonNode& root = in.draft.tree.root;
  if (in.is_first) warn_of_repeats(in, root, JsonAt(root));
  warn_of_repeats(in, in.node, in.at);
  visit_shared(in, "HostModel"_key, [&](const JsonNode& line, const JsonAt& at) {
    const Fields fields(line);
    const auto name = fields.text("MODELNAME"_key);
    if (!name || (!is_good_name(*name) && complain_of_name(in, at, "MODELNAME"_key, *name))) return;
    in.model_factors[*name] =
        read_cpu_factor(in, text_of(fields, lsf::host_model["CPUFACTOR"]), at, "CPUFACTOR"_key);
  });
  visit_shared(in, "Resource"_key,
               [&](const JsonNode& line, const JsonAt& at) { read_resource(in, line, at); });
  note_overridden(in);
}

double read_cpu_factor(SettingsDraft& in, std::string_view text, const JsonAt& at,
                       std::string_view key) {
  constexpr double largest = 1e6;
  const double factor = number_of(text);
  if (factor > 0 && factor <= largest) return factor;
  complain(in, at, key, "expected a number above 0, at most 1000000, got " + in_quotes(text));
  return 1;
}

ResourceId find_resource(const SettingsDraft& in, std::string_view name) {
  if (const ResourceId builtin = find_builtin(name); builtin != none<ResourceId>) return builtin;
  const auto found = std::ranges::find(in.settings.resources, name, &ResourceConfig::name);
  if (found == in.settings.resources.end()) return none<ResourceId>;
  return resource(static_cast<std::uint16_t>(found - in.settings.resources.begin()));
}

void set_value(HostConfig& host, ResourceValue value) {
  auto& all = host.resources;
  const auto place = std::ranges::lower_bound(all, value.resource, {}, &ResourceValue::resource);
  if (place != all.end() && place->resource == value.resource)
    *place = std::move(value);
  else
    all.insert(place, std::move(value));
}

}  // namespace mcsim::config
