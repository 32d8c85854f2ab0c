// Resource requirement strings where they stand in a tree, and those that nobody can satisfy.
#include <algorithm>
#include <optional>
#include <string>

#include "mcsim/io/complaints.hpp"
#include "mcsim/io/requirement_text.hpp"
#include "mcsim/model/select.hpp"
#include "settings.hpp"
#include "settings_draft.hpp"

namespace mcsim {
namespace {

/// A host on which nothing runs: there is no more of anything to be had there.
class IdleHost {
 public:
  IdleHost(const ClusterSettings& settings, HostId id)
      : settings_(settings), host_(settings.hosts[index_of(id)]) {}

  std::optional<double> number(ResourceId id) const {
    switch (index_of(id)) {
      case builtin::ncpus:
        return host_.ncpus;
      case builtin::slots:
        return host_.mxj.count();
      case builtin::cpuf:
        return host_.cpuf;
      case builtin::mem:
        return value(builtin::maxmem);
      case builtin::swp:
        return value(builtin::maxswp);
      case builtin::tmp:
        return value(builtin::maxtmp);
      default:
        return index_of(id) <= builtin::it ? 0.0 : value(id);
    }
  }
  std::optional<std::string_view> text(ResourceId id) const {
    if (id == resource(builtin::type)) return named(host_.type);
    if (id == resource(builtin::model)) return named(host_.model);
    if (id == resource(builtin::hname)) return named(host_.name);
    const ResourceValue* found = find(id);
    return found == nullptr || found->text.empty() ? std::nullopt : named(found->text);
  }
  // A job may come from any host, so also from this one.
  std::string_view local_type() const { return host_.type; }
  std::string_view local_model() const { return host_.model; }

  /// How much a job can reserve; none: the host has nothing of the kind.
  std::optional<double> most(ResourceId id) const {
    double shared = -1;
    for (const SharedResource& one : settings_.shared_resources)
      if (one.resource == id && std::ranges::binary_search(one.hosts, position()))
        shared = static_cast<double>(one.amount) / amount_unit;
    return shared >= 0 ? std::optional(shared) : number(id);
  }

 private:
  std::optional<double> value(std::uint16_t id) const { return value(resource(id)); }
  std::optional<double> value(ResourceId id) const {
    if (const ResourceValue* found = find(id); found != nullptr) {
      if (!found->text.empty()) return std::nullopt;
      return found->number;
    }
    return std::nullopt;
  }
  const ResourceValue* find(ResourceId id) const {
    const auto found = std::ranges::lower_bound(host_.resources, id, {}, &ResourceValue::resource);
    return found == host_.resources.end() || found->resource != id ? nullptr : &*found;
  }
  std::uint32_t position() const {
    return static_cast<std::uint32_t>(&host_ - settings_.hosts.data());
  }
  static std::optional<std::string_view> named(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
  }

  const ClusterSettings& settings_;
  const HostConfig& host_;
};

static_assert(HostLookup<IdleHost>);

/// Where byte `position` of the member `key` stands in its file.
JsonPlace place_within(const ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                       std::size_t position) {
  const JsonNode* member = at.node->find(key);
  JsonPlace place = member == nullptr ? at.node->place : member->place;
  if (member == nullptr || place.line == 0) return place;
  const std::size_t quote = is_of_lsf_file(draft, place) ? 0 : 1;
  place.column += static_cast<std::uint32_t>(position + quote);
  return place;
}

/// Two more lines of a message: the text, and a caret below the mistake.
std::string picture(std::string_view text, std::size_t position) {
  constexpr std::size_t longest = 200;
  if (text.size() > longest) return "";
  std::string lines = "\n" + caret_picture(text, {.position = position, .message = {}});
  for (auto end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', end + 1))
    lines.insert(end + 1, "    ");
  return lines.substr(0, lines.find_last_not_of(' ') + 1);
}

/// Calls visit(host) for those of `hosts`.
template <class Visit>
void visit_hosts(const ClusterSettings& settings, const HostPreferences& hosts, Visit&& visit) {
  if (hosts.all)
    for (std::size_t i = 0; i < settings.hosts.size(); ++i)
      visit(IdleHost(settings, static_cast<HostId>(i)));
  for (const auto& entry : hosts.list) visit(IdleHost(settings, entry.host));
}

bool selects_any(const ClusterSettings& settings, const SelectExpression& select,
                 const HostPreferences& hosts) {
  bool any = false;
  visit_hosts(settings, hosts,
              [&](const IdleHost& host) { any = any || select_host(select, host); });
  return any;
}

/// The select expression without what can change for the better.
SelectExpression lasting_part(const SelectExpression& select, const ClusterSettings& settings) {
  return only_frees_help(select, settings.resources)
             ? select
             : split_select(select, settings.resources).fixed;
}

std::string shown(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

std::optional<ResourceRequirement> read_requirement(ScenarioDraft& draft,
                                                    std::span<const ResourceConfig> resources,
                                                    const JsonAt& at, std::string_view key,
                                                    std::string_view text) {
  std::size_t dropped = 0;
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) {
    text = text.substr(1, text.size() - 2);
    dropped = 1;
  }
  auto requirement = parse_requirement(text, resources);
  if (requirement) return std::move(*requirement);
  for (const RequirementMistake& mistake : requirement.error())
    draft.complaints.error(place_within(draft, at, key, mistake.position + dropped),
                           at.pointer_to(key), mistake.message + picture(text, mistake.position));
  return std::nullopt;
}

void warn_of_impossible(ScenarioDraft& draft, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        std::string_view key, const HostPreferences& hosts) {
  if (settings.hosts.empty() || (!hosts.all && hosts.list.empty())) return;
  const SelectExpression select = lasting_part(requirement.select, settings);
  if (!selects_any(settings, select, hosts))
    draft.complaints.warning(at, key, "no host can ever satisfy " + quoted(requirement.text));
  for (const ResourceUse& use : requirement.rusage) {
    std::optional<double> most;
    visit_hosts(settings, hosts, [&](const IdleHost& host) {
      if (const auto there = host.most(use.resource))
        most = std::max(most.value_or(*there), *there);
    });
    const std::string& name = settings.resources[index_of(use.resource)].name;
    const double asked = static_cast<double>(use.amount) / amount_unit;
    if (!most)
      draft.complaints.warning(at, key, "no host has any " + name + " to reserve");
    else if (asked > *most)
      draft.complaints.warning(
          at, key,
          "no host has " + shown(asked) + " of " + name + " to reserve, at most " + shown(*most));
  }
}

}  // namespace mcsim
