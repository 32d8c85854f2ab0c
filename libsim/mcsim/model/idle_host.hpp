// Hosts as they are when nothing runs: no job can ever find more there.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "mcsim/model/config.hpp"
#include "mcsim/model/select.hpp"

namespace mcsim::model {

/// The host that a job is submitted from, of this or another cluster, as select strings see it.
struct HostOrigin {
  std::string_view type;
  std::string_view model;
};
inline HostOrigin origin_of(const HostConfig& host) { return {host.type, host.model}; }

/// A host on which nothing runs. No job can ever find more of anything there.
class IdleHost {
 public:
  /// `from`: where the job comes from; none: from any host, so also from this one. `is_endless`:
  /// memory, swap space and disk space count as unlimited if no capacity is configured.
  IdleHost(const ClusterSettings& settings, HostId id, const std::optional<HostOrigin>& from,
           bool is_endless = false)
      : settings_(settings),
        host_(settings.hosts[index_of(id)]),
        from_(from.value_or(origin_of(host_))),
        is_endless_(is_endless) {}

  std::optional<double> number(ResourceId id) const {
    if (may_be_any(id)) return std::numeric_limits<double>::infinity();
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
      case builtin::it:
        return it_of_nobody;
      default:
        return index_of(id) <= builtin::ls ? 0.0 : value(id);
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
  HostId id() const { return static_cast<HostId>(&host_ - settings_.hosts.data()); }
  /// For a borrowed host: the most that it may ever have.
  std::int32_t slots() const { return (host_.home ? host_.home->most : host_.mxj).count(); }
  std::string_view local_type() const { return from_.type; }
  std::string_view local_model() const { return from_.model; }

  /// Whether jobs leave less of it while they run: free slots, memory, and what they can reserve.
  bool is_taken_by_jobs(ResourceId id) const {
    const std::size_t at = index_of(id);
    return (at >= builtin::tmp && at <= builtin::slots) ||
           (at >= builtin::count && settings_.resources[at].dynamic);
  }

  /// How much a job can reserve; none: the host does not have the resource.
  std::optional<double> most(ResourceId id) const {
    if (is_index_of_hosts(id)) return std::numeric_limits<double>::infinity();
    const auto of_all = shared(id);
    return of_all ? of_all : number(id);
  }

 private:
  /// mem, swp or tmp, if an ELIM reports it: whatever capacity is configured.
  bool may_be_any(ResourceId id) const {
    const std::size_t at = index_of(id);
    return at >= builtin::tmp && at <= builtin::mem && settings_.resources[at].overridden;
  }
  std::optional<double> value(std::uint16_t id) const { return value(resource(id)); }
  std::optional<double> value(ResourceId id) const {
    if (const ResourceValue* found = find(id); found != nullptr) {
      if (!found->text.empty()) return std::nullopt;
      return found->number;
    }
    const std::size_t at = index_of(id);
    if (is_endless_ && at >= builtin::maxmem && at <= builtin::maxtmp)
      return std::numeric_limits<double>::infinity();
    return shared(id);
  }
  /// Whether an ELIM reports it: that may be any amount.
  bool is_external(ResourceId id) const { return settings_.resources[index_of(id)].is_external(); }
  bool is_index_of_hosts(ResourceId id) const {
    return is_external(id) && !host_.home &&
           std::ranges::find(settings_.shared_resources, id, &SharedResource::resource) ==
               settings_.shared_resources.end();
  }
  /// The amount of the instance that the host shares with others. A borrowed or external one may
  /// come to have any amount.
  std::optional<double> shared(ResourceId id) const {
    for (const SharedResource& one : settings_.shared_resources)
      if (one.resource == id && std::ranges::binary_search(one.hosts, index_of(this->id())))
        return one.home || is_external(id) ? std::numeric_limits<double>::infinity()
                                           : static_cast<double>(one.amount) / amount_unit;
    return std::nullopt;
  }
  const ResourceValue* find(ResourceId id) const {
    const auto found = std::ranges::lower_bound(host_.resources, id, {}, &ResourceValue::resource);
    return found == host_.resources.end() || found->resource != id ? nullptr : &*found;
  }

  const ClusterSettings& settings_;
  const HostConfig& host_;
  HostOrigin from_;
  bool is_endless_;
};

static_assert(HostLookup<IdleHost>);

/// Calls visit(IdleHost) for each host of `hosts`.
template <class Visit>
void visit_hosts(const ClusterSettings& settings, const HostPreferences& hosts,
                 const std::optional<HostOrigin>& from, bool is_endless, Visit&& visit) {
  if (hosts.all)
    for (std::size_t i = 0; i < settings.hosts.size(); ++i)
      visit(IdleHost(settings, static_cast<HostId>(i), from, is_endless));
  for (const auto& entry : hosts.list) visit(IdleHost(settings, entry.host, from, is_endless));
}

/// Whether holds(IdleHost) is true of any host of `hosts`; later ones are not looked at then.
template <class Holds>
bool any_host(const ClusterSettings& settings, const HostPreferences& hosts,
              const std::optional<HostOrigin>& from, bool is_endless, Holds&& holds) {
  for (std::size_t i = 0; hosts.all && i < settings.hosts.size(); ++i)
    if (holds(IdleHost(settings, static_cast<HostId>(i), from, is_endless))) return true;
  return std::ranges::any_of(hosts.list, [&](const HostPreferences::Entry& entry) {
    return holds(IdleHost(settings, entry.host, from, is_endless));
  });
}

/// The part of the select expression that jobs which end cannot make true: all of it where an idle
/// host is the best case, else the terms without dynamic resources.
inline SelectExpression lasting_part(const SelectExpression& select,
                                     const ClusterSettings& settings) {
  return only_frees_help(select, settings.resources)
             ? select
             : split_select(select, settings.resources).fixed;
}

}  // namespace mcsim::model
