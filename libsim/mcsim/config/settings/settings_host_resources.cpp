// The resources that a host has of its own: `bigmem`, `licenses=4`.
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

std::vector<std::string_view> own_resources(const SettingsDraft& in) {
  std::vector<std::string_view> names;
  for (std::size_t i = builtin::count; i < in.settings.resources.size(); ++i)
    names.push_back(in.settings.resources[i].name);
  return names;
}

/// A scenario's hosts need no lsf.shared for their Boolean resources.
bool may_be_new(const JsonAt& at, std::string_view word) {
  return at.node->find("name"_key) != nullptr && word.find('=') == std::string_view::npos;
}

std::optional<ResourceId> find(SettingsDraft& in, std::string_view word, std::string_view name,
                               const JsonAt& at, std::string_view key) {
  if (in.left_out.contains(name)) return std::nullopt;  // complained about
  const ResourceId found = find_resource(in, name);
  if (found != none<ResourceId> && index_of(found) >= builtin::count) return found;
  if (found != none<ResourceId>) {
    complain_of_part(
        in.draft, at, key,
        in_quotes(name) + " is a resource that every host has; expected one of lsf.shared");
    return std::nullopt;
  }
  if (may_be_new(at, word) && !name.empty()) {
    in.settings.resources.push_back({.name = std::string(name)});
    return resource(static_cast<std::uint16_t>(in.settings.resources.size() - 1));
  }
  if (!in.names.may_be_resource(name))
    complain_of_part(in.draft, at, key,
                     "unknown resource " + in_quotes(name) + known_names(name, own_resources(in)));
  return std::nullopt;
}

}  // namespace

std::optional<ResourceValue> read_host_resource(SettingsDraft& in, std::string_view word,
                                                const JsonAt& at, std::string_view key) {
  const auto equals = word.find('=');
  const bool has_value = equals != std::string_view::npos;
  const std::string_view name = word.substr(0, equals);
  const std::string_view value = has_value ? word.substr(equals + 1) : std::string_view{};
  const auto id = find(in, word, name, at, key);
  if (!id) return std::nullopt;
  if (in.settings.resources[index_of(*id)].is_external()) {
    if (!has_value) return ResourceValue{.resource = *id};
    complain_of_part(in.draft, at, key,
                     "expected " + std::string(name) +
                         " alone, since ELIMs report its values, got " + in_quotes(word));
    return std::nullopt;
  }
  const ResourceKind kind = in.settings.resources[index_of(*id)].kind;
  const auto refuse = [&](std::string_view wish) -> std::optional<ResourceValue> {
    complain_of_part(
        in.draft, at, key,
        "expected " + std::string(name) + std::string(wish) + ", got " + in_quotes(word));
    return std::nullopt;
  };
  if (kind == ResourceKind::boolean)
    return has_value ? refuse(", which is Boolean") : ResourceValue{.resource = *id, .number = 1};
  if (kind == ResourceKind::text)
    return value.empty() ? refuse("=text") : ResourceValue{*id, 0, std::string(value)};
  const auto number = read_decimal(value);
  if (!number || !in_units(*number, 3)) return refuse("=number, at most 10^15");
  return ResourceValue{.resource = *id, .number = number_of(value)};
}

}  // namespace mcsim::config
