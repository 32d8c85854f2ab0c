// Requirements that no host can ever satisfy.
#include <algorithm>
#include <optional>
#include <string>

#include "mcsim/io/complaints.hpp"
#include "mcsim/model/requirement_merge.hpp"
#include "mcsim/model/select.hpp"
#include "settings.hpp"

namespace mcsim {
namespace {

/// A host on which nothing runs: there is no more of anything to be had there.
class IdleHost {
 public:
  /// `from`: where the job comes from; null: from any host, so also from this one.
  IdleHost(const ClusterSettings& settings, HostId id, const HostConfig* from)
      : settings_(settings),
        host_(settings.hosts[index_of(id)]),
        from_(from == nullptr ? host_ : *from) {}

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
    if (id == resource(builtin::type)) return host_.type;
    if (id == resource(builtin::model)) return host_.model;
    if (id == resource(builtin::hname)) return host_.name;
    const ResourceValue* found = find(id);
    if (found == nullptr || found->text.empty()) return std::nullopt;
    return found->text;
  }
  std::int32_t slots() const { return host_.mxj.count(); }
  std::string_view local_type() const { return from_.type; }
  std::string_view local_model() const { return from_.model; }

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

  const ClusterSettings& settings_;
  const HostConfig& host_;
  const HostConfig& from_;
};

static_assert(HostLookup<IdleHost>);

/// Calls visit(host) for those of `hosts`.
template <class Visit>
void visit_hosts(const ClusterSettings& settings, const HostPreferences& hosts,
                 const HostConfig* from, Visit&& visit) {
  if (hosts.all)
    for (std::size_t i = 0; i < settings.hosts.size(); ++i)
      visit(IdleHost(settings, static_cast<HostId>(i), from));
  for (const auto& entry : hosts.list) visit(IdleHost(settings, entry.host, from));
}

bool selects_any(const ClusterSettings& settings, const SelectExpression& select,
                 const HostPreferences& hosts, const HostConfig* from = nullptr) {
  bool any = false;
  visit_hosts(settings, hosts, from,
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

void warn_of_impossible(ScenarioDraft& draft, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        std::string_view key, const HostPreferences& hosts) {
  if (settings.hosts.empty() || (!hosts.all && hosts.list.empty())) return;
  const SelectExpression select = lasting_part(requirement.select, settings);
  if (!selects_any(settings, select, hosts))
    draft.complaints.warning(at, key, "no host can ever satisfy " + quoted(requirement.text));
  std::int32_t most_slots_of_host = 0;
  visit_hosts(settings, hosts, nullptr, [&](const IdleHost& host) {
    most_slots_of_host = std::max(most_slots_of_host, host.slots());
  });
  if (requirement.ptile > most_slots_of_host)
    draft.complaints.warning(at, key,
                             "no host has " + std::to_string(requirement.ptile) +
                                 " job slots, as span[ptile=...] wants, at most " +
                                 std::to_string(most_slots_of_host));
  for (const ResourceUse& use : requirement.rusage) {
    std::optional<double> most;
    visit_hosts(settings, hosts, nullptr, [&](const IdleHost& host) {
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

void warn_of_impossible_together(ScenarioDraft& draft, const ClusterSettings& settings, QueueId id,
                                 const JobProfile& job, const JsonAt& at, std::string_view key) {
  const QueueConfig& queue = settings.queues[index_of(id)];
  if (!queue.hosts.all && queue.hosts.list.empty()) return;
  const ResourceRequirement none_said;
  const bool has_application = job.application != none<ApplicationId>;
  const ResourceRequirement& of_application =
      has_application ? settings.applications[index_of(job.application)].rules.res_req : none_said;
  const HostPreferences everywhere;
  const auto is_possible = [&](const ResourceRequirement& requirement,
                               const HostPreferences& hosts) {
    return selects_any(settings, lasting_part(requirement.select, settings), hosts);
  };
  if (!is_possible(job.res_req, everywhere) || !is_possible(of_application, everywhere) ||
      !is_possible(queue.rules.res_req, queue.hosts))
    return;  // warned of
  const auto together =
      merged(job.res_req, of_application, queue.rules.res_req, settings.resources);
  const HostConfig& from = settings.hosts[index_of(job.from_host)];
  if (selects_any(settings, lasting_part(together.select, settings), queue.hosts, &from)) return;
  std::string text = "no host of queue " + queue.name +
                     " can ever satisfy what the job, its application profile and the queue ask "
                     "for together";
  if (is_possible(together, queue.hosts))
    text += "; type==local, which is added to what names no type, means the type of " + from.name;
  draft.complaints.warning(at, key, text);
}

}  // namespace mcsim
