// Requirements that no host can ever satisfy.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_wishes.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/full_host.hpp"
#include "mcsim/model/idle_host.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

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

/// What select can come to mean at best, however jobs come and go. LIMs may tell of any load, too;
/// without them nothing moves pg, io, ls and it, and nothing brings a resource that no host has.
class Outlook {
 public:
  Outlook(const ClusterSettings& settings, const SelectExpression& select, LoadMode load)
      : settings_(settings), is_load_known_(load == LoadMode::slots) {
    std::vector<ResourceConfig> resources = settings.resources;
    if (is_load_known_) hold_still(resources, select);
    best_ = best_cases(select, resources);
  }

  bool may_hold_on(const IdleHost& host) const {
    return select_host(best_.idle, host) &&
           (!is_load_known_ || select_host(best_.full, FullHost(host)));
  }
  bool may_hold(const HostPreferences& hosts, const std::optional<HostOrigin>& from = std::nullopt,
                bool is_endless = false) const {
    return any_host(settings_, hosts, from, is_endless,
                    [&](const IdleHost& host) { return may_hold_on(host); });
  }

 private:
  void hold_still(std::vector<ResourceConfig>& resources, const SelectExpression& select) const {
    for (std::size_t at = builtin::pg; at <= builtin::it; ++at) resources[at].dynamic = false;
    for (const SelectExpression::Node& node : select.nodes)
      if (const std::size_t at = index_of(node.resource);
          at >= builtin::count && at < resources.size() && !is_there(settings_, node.resource))
        resources[at].dynamic = false;
  }

  const ClusterSettings& settings_;
  bool is_load_known_;
  BestCases best_;
};

Outlook outlook(const ClusterDraft& cluster, const SelectExpression& select) {
  return {cluster.config, select, cluster.config.model.load};
}

/// maxmem, maxswp or maxtmp, if `id` is about it and no host says how much it has; else none.
ResourceId unsaid_capacity(const ClusterSettings& settings, ResourceId id,
                           const HostPreferences& hosts) {
  const ResourceId capacity = capacity_of(id);
  if (index_of(capacity) < builtin::maxmem || index_of(capacity) > builtin::maxtmp)
    return none<ResourceId>;
  const bool any = any_host(settings, hosts, std::nullopt, false, [&](const IdleHost& host) {
    return host.number(capacity).has_value();
  });
  return any ? none<ResourceId> : capacity;
}

Loss can_never_hold() { return {.who = "requirement", .what = "can never hold", .count = 1}; }

/// Why no host of `hosts` can ever satisfy one requirement.
class Impossibilities {
 public:
  Impossibilities(const ClusterDraft& names, const ClusterSettings& settings,
                  const HostPreferences& hosts)
      : names_(names), settings_(settings), hosts_(hosts) {}

  void check_select(const ResourceRequirement& requirement) {
    const SelectExpression& select = requirement.select;
    const Outlook outlook(settings_, select, names_.config.model.load);
    if (outlook.may_hold(hosts_)) return;
    std::string text = "no host can ever satisfy " + in_quotes(requirement.text);
    if (Outlook(settings_, select, LoadMode::lim).may_hold(hosts_))
      text += what_lims_would_move(select);
    if (outlook.may_hold(hosts_, std::nullopt, true))
      for (const SelectExpression::Node& node : select.nodes)
        if (node.op == SelectExpression::Op::resource && add_unsaid(node.resource, text)) return;
    found_.push_back({.text = text, .cause = text});
  }

  /// Why what LIMs could tell of is never so without them.
  std::string what_lims_would_move(const SelectExpression& select) const {
    for (const SelectExpression::Node& node : select.nodes) {
      if (node.op != SelectExpression::Op::resource && node.op != SelectExpression::Op::defined)
        continue;
      const std::size_t at = index_of(node.resource);
      if (at <= builtin::it)
        return ": without model.load lim \"pg\", \"io\" and \"ls\" are always 0, \"it\" is always "
               "1440, \"ut\" is at most 1, and \"r15s\", \"r1m\" and \"r15m\" job slots / "
               "processors";
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
    const std::string none_has = "no host has any " + name + " to reserve";
    if (!most && !add_unsaid(use.resource, none_has, use.resource))
      found_.push_back({.text = none_has, .cause = none_has, .use = use.resource});
    if (!most || asked <= *most) return;
    const std::string too_much = " of " + name + " to reserve, at most " + shown(*most);
    found_.push_back(
        {.text = "no host has " + shown(asked) + too_much, .cause = too_much, .use = use.resource});
  }

  std::vector<Impossibility> take() && { return std::move(found_); }

 private:
  /// Says what helps, once for each cluster and resource. In LSF the hosts themselves know how much
  /// they have, so a real configuration would get a warning for each requirement of memory.
  bool add_unsaid(ResourceId id, const std::string& what, ResourceId use = none<ResourceId>) {
    const ResourceId capacity = unsaid_capacity(settings_, id, hosts_);
    if (capacity == none<ResourceId>) return false;
    const std::string& name = settings_.resources[index_of(capacity)].name;
    found_.push_back({.text = what +
                              ": nothing says how much the hosts have, LSF's files have no place "
                              "for it; give " +
                              name + " in `hosts` of the scenario " +
                              std::string(said_once_begins) + ")",
                      .cause = name,
                      .use = use,
                      .unsaid = names_.config.name + " " + name});
    return true;
  }

  const ClusterDraft& names_;
  const ClusterSettings& settings_;
  const HostPreferences& hosts_;
  std::vector<Impossibility> found_;
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

std::vector<Impossibility> impossibilities(const ClusterDraft& names,
                                           const ClusterSettings& settings,
                                           const ResourceRequirement& requirement,
                                           const HostPreferences& hosts) {
  if (settings.hosts.empty() || (!hosts.all && hosts.list.empty())) return {};
  if (asks_for_lost(names, settings, requirement)) return {};
  Impossibilities check(names, settings, hosts);
  check.check_select(requirement);
  for (const ResourceUse& use : requirement.rusage) check.check_use(use);
  return std::move(check).take();
}

/// What is said once says for how many requirements.
static void count_once_more(Diagnostic& told) {
  ++told.loss.count;
  told.message.erase(told.message.rfind(said_once_begins));
  told.message +=
      std::string(said_once_begins) + ", for " + std::to_string(told.loss.count) + " requirements)";
}

void warn_of_impossible(ScenarioDraft& draft, ClusterDraft& names, const ClusterSettings& settings,
                        const ResourceRequirement& requirement, const JsonAt& at,
                        ImpossibleRule rule, const HostPreferences& hosts) {
  const auto tell = [&](const Impossibility& one) {
    return draft.complaints.warning(at, "RES_REQ"_key, one.text, can_never_hold());
  };
  std::set<std::string> of_this;  // what is unsaid may concern what it selects and what it reserves
  for (const Impossibility& one : impossibilities(names, settings, requirement, hosts)) {
    rule.use = one.use;
    rule.is_of_all = !one.unsaid.empty();
    const auto told = draft.told_unsaid.find(one.unsaid);
    const bool is_told = told != draft.told_unsaid.end();
    rule.complaint = is_told ? told->second : tell(one);
    if (of_this.insert(one.unsaid).second && is_told && rule.complaint)
      count_once_more(draft.complaints.at(*rule.complaint));
    if (rule.is_of_all) draft.told_unsaid.emplace(one.unsaid, rule.complaint);
    names.impossible.push_back(rule);
  }
}

/// Whether `hosts(settings)` may ever hold the job, by the first settings or those of a change.
template <class Hosts>
static bool may_ever_hold(const ClusterDraft& cluster, QueueId id, const JobProfile& job,
                          const HostOrigin& from, Hosts&& hosts) {
  const auto may_hold = [&](const ClusterSettings& settings) {
    const QueueConfig& queue = settings.queues[index_of(id)];
    return Outlook(settings, wish_together(settings, queue, job).select, cluster.config.model.load)
        .may_hold(hosts(queue), from);
  };
  return may_hold(cluster.config) ||
         std::ranges::any_of(cluster.changes, [&](const TimelineEntry& change) {
           return may_hold(*change.settings);
         });
}

bool is_ever_possible(const ClusterDraft& cluster, QueueId id, const JobProfile& job,
                      const HostOrigin& from) {
  return may_ever_hold(cluster, id, job, from,
                       [](const QueueConfig& queue) { return queue.hosts; });
}

std::string impossible_together(const ClusterDraft& cluster, QueueId id, const JobProfile& job) {
  const ClusterSettings& settings = cluster.config;
  const QueueConfig& queue = settings.queues[index_of(id)];
  if (!queue.hosts.all && queue.hosts.list.empty()) return {};
  const ResourceRequirement of_application = application_wish(settings, job);
  const HostPreferences everywhere;
  const auto is_possible = [&](const ResourceRequirement& requirement,
                               const HostPreferences& hosts) {
    return outlook(cluster, requirement.select).may_hold(hosts);
  };
  if (!is_possible(job.res_req, everywhere) || !is_possible(of_application, everywhere) ||
      !is_possible(queue.rules.res_req, queue.hosts))
    return {};  // warned of
  const ResourceRequirement together = wish_together(settings, queue, job);
  if (asks_for_lost(cluster, settings, together)) return {};
  if (is_ever_possible(cluster, id, job, origin_of(settings, job.from_host))) return {};
  std::string text = "no host of queue " + queue.name +
                     " can ever satisfy what the job, its application profile and the queue ask "
                     "for together";
  if (is_possible(together, queue.hosts))
    text += "; type==local, which is added to what names no type, means the type of " +
            cluster.name_of(job.from_host);
  return text;
}

std::string impossible_hosts(const ClusterDraft& cluster, QueueId id, const JobProfile& job) {
  const ClusterSettings& settings = cluster.config;
  const QueueConfig& queue = settings.queues[index_of(id)];
  const HostPreferences hosts = hosts_together(queue, job);
  if (!hosts.all && hosts.list.empty()) return {};
  const ResourceRequirement together = wish_together(settings, queue, job);
  if (asks_for_lost(cluster, settings, together)) return {};
  const Outlook together_at_best = outlook(cluster, together.select);
  const HostOrigin from = origin_of(settings, job.from_host);
  if (may_ever_hold(cluster, id, job, from,
                    [&](const QueueConfig& one) { return hosts_together(one, job); }))
    return {};
  if (!together_at_best.may_hold(queue.hosts, from)) return {};  // warned of
  const bool only_job =
      application_wish(settings, job).text.empty() && queue.rules.res_req.text.empty();
  std::string what = "what the job, its application profile and the queue ask for together";
  if (only_job && job.res_req.text.empty())
    what = "type==local, which is added to what names no type: the type of " +
           cluster.name_of(job.from_host);
  else if (only_job)
    what = in_quotes(job.res_req.text);
  return "none of these hosts can ever satisfy " + what;
}

}  // namespace mcsim::config
