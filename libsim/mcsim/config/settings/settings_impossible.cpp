// Requirements that no host can ever satisfy.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_wishes.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/idle_host.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

bool selects_any(const ClusterSettings& settings, const SelectExpression& select,
                 const HostPreferences& hosts, const std::optional<HostOrigin>& from = std::nullopt,
                 bool is_endless = false) {
  bool any = false;
  visit_hosts(settings, hosts, from, is_endless,
              [&](const IdleHost& host) { any = any || select_host(select, host); });
  return any;
}

std::string shown(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// Whether some host has any of a resource of the site's own, or shares it.
bool is_there(const ClusterSettings& settings, ResourceId id) {
  return std::ranges::find(settings.shared_resources, id, &SharedResource::resource) !=
             settings.shared_resources.end() ||
         std::ranges::any_of(settings.hosts, [&](const HostConfig& host) {
           return std::ranges::find(host.resources, id, &ResourceValue::resource) !=
                  host.resources.end();
         });
}

/// What no jobs that end, and no load, can make true. Without LIMs nothing moves pg, io, ls and it,
/// and nothing brings a resource that no host has.
SelectExpression never_changing(const ClusterDraft& names, const ClusterSettings& settings,
                                const SelectExpression& select) {
  if (names.config.model.load == LoadMode::lim) return lasting_part(select, settings);
  std::vector<ResourceConfig> resources = settings.resources;
  for (std::size_t at = builtin::pg; at <= builtin::it; ++at) resources[at].dynamic = false;
  for (const SelectExpression::Node& node : select.nodes)
    if (const std::size_t at = index_of(node.resource);
        at >= builtin::count && at < resources.size() && !is_there(settings, node.resource))
      resources[at].dynamic = false;
  return only_frees_help(select, resources) ? select : split_select(select, resources).fixed;
}

/// maxmem, maxswp or maxtmp, if `id` is about it and no host says how much it has; else none.
ResourceId unsaid_capacity(const ClusterSettings& settings, ResourceId id,
                           const HostPreferences& hosts) {
  const ResourceId capacity = capacity_of(id);
  if (index_of(capacity) < builtin::maxmem || index_of(capacity) > builtin::maxtmp)
    return none<ResourceId>;
  bool any = false;
  visit_hosts(settings, hosts, std::nullopt, false,
              [&](const IdleHost& host) { any = any || host.number(capacity); });
  return any ? none<ResourceId> : capacity;
}

/// Complaints about one requirement.
class Impossibilities {
 public:
  Impossibilities(ScenarioDraft& draft, const ClusterDraft& names, const ClusterSettings& settings,
                  const JsonAt& at, std::string_view key, const HostPreferences& hosts)
      : draft_(draft), names_(names), settings_(settings), at_(at), key_(key), hosts_(hosts) {}

  void check_select(const ResourceRequirement& requirement) {
    const SelectExpression select = never_changing(names_, settings_, requirement.select);
    if (selects_any(settings_, select, hosts_)) return;
    std::string text = "no host can ever satisfy " + in_quotes(requirement.text);
    if (selects_any(settings_, lasting_part(requirement.select, settings_), hosts_))
      text += why_nothing_moves(requirement.select);
    if (selects_any(settings_, select, hosts_, std::nullopt, true))
      for (const SelectExpression::Node& node : select.nodes)
        if (node.op == SelectExpression::Op::resource && tell_unsaid(node.resource, text)) return;
    draft_.complaints.warning(at_, key_, text);
  }

  /// Why what could change, with LIMs, does not.
  std::string why_nothing_moves(const SelectExpression& select) const {
    for (const SelectExpression::Node& node : select.nodes) {
      if (node.op != SelectExpression::Op::resource && node.op != SelectExpression::Op::defined)
        continue;
      const std::size_t at = index_of(node.resource);
      if (at >= builtin::pg && at <= builtin::it)
        return ": without model.load lim \"pg\", \"io\" and \"ls\" are always 0, and \"it\" is "
               "always 1440";
      if (at >= builtin::count && !is_there(settings_, node.resource))
        return ": no host has any " + settings_.resources[at].name + ", which no ELIM reports";
    }
    return {};
  }

  void check_use(const ResourceUse& use) {
    std::optional<double> most;
    visit_hosts(settings_, hosts_, std::nullopt, false, [&](const IdleHost& host) {
      if (const auto there = host.most(use.resource))
        most = std::max(most.value_or(*there), *there);
    });
    const std::string& name = settings_.resources[index_of(use.resource)].name;
    const double asked = static_cast<double>(use.amount) / amount_unit;
    const std::string text = "no host has any " + name + " to reserve";
    if (!most && !tell_unsaid(use.resource, text)) draft_.complaints.warning(at_, key_, text);
    if (most && asked > *most)
      draft_.complaints.warning(
          at_, key_,
          "no host has " + shown(asked) + " of " + name + " to reserve, at most " + shown(*most));
  }

 private:
  /// Says what helps, once for each cluster and resource. In LSF the hosts themselves know how much
  /// they have, so a real configuration would get a warning for each requirement of memory.
  bool tell_unsaid(ResourceId id, const std::string& what) {
    const ResourceId capacity = unsaid_capacity(settings_, id, hosts_);
    if (capacity == none<ResourceId>) return false;
    const std::string& name = settings_.resources[index_of(capacity)].name;
    if (draft_.told_unsaid.insert(names_.config.name + " " + name).second)
      draft_.complaints.warning(at_, key_,
                                what +
                                    ": nothing says how much the hosts have, LSF's files have no "
                                    "place for it; give " +
                                    name + " in `hosts` of the scenario (said once)");
    return true;
  }

  ScenarioDraft& draft_;
  const ClusterDraft& names_;
  const ClusterSettings& settings_;
  const JsonAt& at_;
  std::string_view key_;
  const HostPreferences& hosts_;
};

}  // namespace

bool asks_for_lost(const KnownNames& names, const ClusterSettings& settings,
                   const ResourceRequirement& requirement) {
  const auto is_lost = [&](ResourceId id) {
    return index_of(id) < settings.resources.size() &&
           names.lost_map.may_hold(settings.resources[index_of(id)].name);
  };
  if (names.lost_map.empty()) return false;
  return std::ranges::any_of(requirement.select.nodes, is_lost,
                             &SelectExpression::Node::resource) ||
         std::ranges::any_of(requirement.rusage, is_lost, &ResourceUse::resource);
}

void warn_of_impossible(ScenarioDraft& draft, const ClusterDraft& names,
                        const ClusterSettings& settings, const ResourceRequirement& requirement,
                        const JsonAt& at, std::string_view key, const HostPreferences& hosts) {
  if (settings.hosts.empty() || (!hosts.all && hosts.list.empty())) return;
  if (asks_for_lost(names, settings, requirement)) return;
  Impossibilities check(draft, names, settings, at, key, hosts);
  check.check_select(requirement);
  for (const ResourceUse& use : requirement.rusage) check.check_use(use);
}

bool is_ever_possible(const ClusterSettings& settings, QueueId id, const JobProfile& job,
                      const HostConfig& from) {
  const QueueConfig& queue = settings.queues[index_of(id)];
  const ResourceRequirement together = wish_together(settings, queue, job);
  return selects_any(settings, lasting_part(together.select, settings), queue.hosts,
                     origin_of(from));
}

void warn_of_impossible_together(ScenarioDraft& draft, const ClusterDraft& cluster, QueueId id,
                                 const JobProfile& job, const JsonAt& at, std::string_view key) {
  const ClusterSettings& settings = cluster.config;
  const QueueConfig& queue = settings.queues[index_of(id)];
  if (!queue.hosts.all && queue.hosts.list.empty()) return;
  const ResourceRequirement of_application = application_wish(settings, job);
  const HostPreferences everywhere;
  const auto is_possible = [&](const ResourceRequirement& requirement,
                               const HostPreferences& hosts) {
    return selects_any(settings, lasting_part(requirement.select, settings), hosts);
  };
  if (!is_possible(job.res_req, everywhere) || !is_possible(of_application, everywhere) ||
      !is_possible(queue.rules.res_req, queue.hosts))
    return;  // warned of
  const ResourceRequirement together = wish_together(settings, queue, job);
  if (asks_for_lost(cluster, settings, together)) return;
  const HostConfig& from = settings.hosts[index_of(job.from_host)];
  if (is_ever_possible(settings, id, job, from)) return;
  std::string text = "no host of queue " + queue.name +
                     " can ever satisfy what the job, its application profile and the queue ask "
                     "for together";
  if (is_possible(together, queue.hosts))
    text += "; type==local, which is added to what names no type, means the type of " + from.name;
  draft.complaints.warning(at, key, text);
}

void warn_of_impossible_hosts(ScenarioDraft& draft, const ClusterDraft& cluster, QueueId id,
                              const JobProfile& job, const JsonAt& at) {
  const ClusterSettings& settings = cluster.config;
  const QueueConfig& queue = settings.queues[index_of(id)];
  const HostPreferences hosts = hosts_together(queue, job);
  if (!hosts.all && hosts.list.empty()) return;
  const ResourceRequirement together = wish_together(settings, queue, job);
  if (asks_for_lost(cluster, settings, together)) return;
  const SelectExpression select = lasting_part(together.select, settings);
  const HostConfig& from = settings.hosts[index_of(job.from_host)];
  if (selects_any(settings, select, hosts, origin_of(from))) return;
  if (!selects_any(settings, select, queue.hosts, origin_of(from))) return;  // warned of
  const bool only_job =
      application_wish(settings, job).text.empty() && queue.rules.res_req.text.empty();
  draft.complaints.warning(
      at, "hosts"_key,
      "none of these hosts can ever satisfy " +
          (only_job ? in_quotes(job.res_req.text)
                    : "what the job, its application profile and the queue ask for together"));
}

}  // namespace mcsim::config
