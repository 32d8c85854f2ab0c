// Borrowed hosts: which hosts of others a cluster may get, and which queues name them.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/scenario_leases.hpp"
#include "mcsim/config/settings/borrow_names.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"

namespace mcsim::config {
namespace {

bool is_for(const HostExport& policy, ClusterId consumer) {
  return std::ranges::find(policy.distribution, consumer, &ExportShare::consumer) !=
         policy.distribution.end();
}

/// What a cluster may ever have of the hosts of a provider: by HostId, the most slots; none: not
/// exported to it.
std::vector<std::optional<std::int64_t>> most_slots_of(ClusterDraft& provider, ClusterId consumer) {
  std::vector<std::optional<std::int64_t>> most(provider.config.hosts.size());
  provider.for_each_settings([&](const ClusterSettings& settings) {
    std::vector<std::optional<std::int64_t>> now(most.size());
    for (const HostExport& policy : settings.exports) {
      if (!is_for(policy, consumer)) continue;
      for (const HostId host : policy.hosts)
        now[index_of(host)] = now[index_of(host)].value_or(0) + policy.slots.count();
      for (std::size_t host = 0; policy.selects() && host < now.size(); ++host)
        if (!settings.hosts[host].home)
          now[host] = now[host].value_or(0) + settings.hosts[host].mxj.count();
    }
    for (std::size_t host = 0; host < most.size(); ++host)
      if (now[host]) most[host] = std::max(most[host].value_or(0), *now[host]);
  });
  return most;
}

/// By host: whether some policy ever exports it to a consumer by such a lease.
std::vector<bool> lent_hosts(ClusterDraft& provider, ClusterId consumer, bool is_shared) {
  std::vector<bool> lent(provider.config.hosts.size());
  provider.for_each_settings([&](const ClusterSettings& settings) {
    for (const HostExport& policy : settings.exports) {
      if (policy.is_shared != is_shared || !is_for(policy, consumer)) continue;
      if (policy.selects()) lent.assign(lent.size(), true);
      for (const HostId host : policy.hosts) lent[index_of(host)] = true;
    }
  });
  return lent;
}

/// A host of `from` as `to` would borrow it: with the resources that both know.
HostConfig borrowed_host(const ClusterConfig& from, const HostHome& home, const ClusterConfig& to) {
  const HostConfig& own = from.hosts[index_of(home.host)];
  HostConfig host{.name = own.name + "@" + from.name,
                  .ncpus = own.ncpus,
                  .mxj = Slots{},
                  .type = own.type,
                  .model = own.model,
                  .cpuf = own.cpuf,
                  .home = home};
  for (ResourceValue value : own.resources) {
    const ResourceConfig& resource = from.resources[index_of(value.resource)];
    const auto known = std::ranges::find(to.resources, resource.name, &ResourceConfig::name);
    if (known == to.resources.end() || known->kind != resource.kind) continue;
    value.resource = static_cast<ResourceId>(known - to.resources.begin());
    host.resources.push_back(std::move(value));
  }
  std::ranges::sort(host.resources, {}, &ResourceValue::resource);
  return host;
}

/// The queues of one cluster with the borrowed hosts that they name.
class BorrowingQueues {
 public:
  BorrowingQueues(ScenarioDraft& draft, ClusterId id)
      : draft_(draft), id_(id), cluster_(draft[id]) {}

  void read() {
    std::size_t version = 0;
    cluster_.for_each_settings([&](ClusterSettings& settings) {
      groups_ = &cluster_.borrowing[version].groups;
      const auto& borrowing = cluster_.borrowing[version++].queues;
      for (std::size_t at = 0; at < settings.queues.size(); ++at) {
        HostPreferences& hosts = settings.queues[at].hosts;
        if (hosts.all) name_own(hosts);
        const auto words = borrowing.find(static_cast<QueueId>(at));
        if (words != borrowing.end()) add(hosts, words->second);
      }
    });
    complete_groups();
  }

  /// Checks that all named clusters and hosts exist.
  void check_names() {
    for (const Borrowing& settings : cluster_.borrowing)
      for (const auto& [queue, words] : settings.queues)
        for (const BorrowWord& word : words)
          if (word.name.find('@') != word.name.npos) named_hosts(word);
  }

 private:
  using Levels = std::vector<std::optional<std::int32_t>>;

  /// `all` are the cluster's own hosts.
  void name_own(HostPreferences& hosts) const {
    hosts.all = false;
    for (std::size_t at = 0; at < cluster_.config.hosts.size(); ++at)
      if (!cluster_.config.hosts[at].home) hosts.list.push_back({static_cast<HostId>(at), 0});
  }

  /// For jobs and reservations, which name groups as they are at first.
  void complete_groups() {
    groups_ = &cluster_.remote_groups;
    for (const auto& [name, words] : *groups_) {
      if (!cluster_.host_groups.contains(name)) continue;  // a partition, which only queues name
      const Levels levels = meaning(words);
      for (std::size_t at = 0; at < levels.size(); ++at)
        if (levels[at]) cluster_.host_groups[name].push_back(static_cast<HostId>(at));
    }
  }

  void add(HostPreferences& hosts, const BorrowWords& words) {
    const Levels levels = meaning(words);
    for (std::size_t at = 0; at < levels.size(); ++at)
      if (levels[at]) hosts.list.push_back({static_cast<HostId>(at), *levels[at]});
  }

  /// Named twice, a host has the larger preference.
  Levels meaning(const BorrowWords& words) {
    Levels levels(cluster_.config.hosts.size());
    std::vector<bool> out(levels.size(), false);
    for (const BorrowWord& word : words)
      for (const HostId id : hosts_of(word)) {
        auto& level = levels[index_of(id)];
        if (word.leaves_out)
          out[index_of(id)] = true;
        else
          level = std::max(level.value_or(word.level), word.level);
      }
    for (std::size_t at = 0; at < levels.size(); ++at)
      if (out[at]) levels[at].reset();
    return levels;
  }

  std::vector<HostId> hosts_of(const BorrowWord& word) {
    std::vector<HostId> hosts;
    if (word.name == "allremote") {
      for (std::size_t at = 0; at < cluster_.config.hosts.size(); ++at)
        if (cluster_.config.hosts[at].home) hosts.push_back(static_cast<HostId>(at));
      if (hosts.empty()) warn_once(word, "no cluster ever exports hosts to " + name());
    } else if (const auto group = groups_->find(word.name); group != groups_->end()) {
      const Levels levels = meaning(group->second);
      for (std::size_t at = 0; at < levels.size(); ++at)
        if (levels[at]) hosts.push_back(static_cast<HostId>(at));
    } else {
      return named_hosts(word);
    }
    return hosts;
  }
  std::vector<HostId> named_hosts(const BorrowWord& word) {
    std::vector<HostId> hosts = hosts_of_all(cluster_.config.hosts, draft_, word.name);
    if (!hosts.empty()) return hosts;
    std::size_t unknown = 0;
    for (const std::string& name : expand_borrowed(word.name))
      if (const auto host = cluster_.hosts.find(name); host != cluster_.hosts.end())
        hosts.push_back(host->second);
      else if (unknown++ < TreeComplaints::most)
        complain_unknown(word, name);
    return hosts;
  }

  /// Source: Platform LSF 7.0.6, MultiCluster guide, Borrowing Resources: host@cluster in HOSTS is
  /// not validated.
  void complain_unknown(const BorrowWord& word, const std::string& host) {
    const NotBorrowed why = why_not_borrowed(draft_, id_, host);
    switch (why.kind) {
      case NotBorrowed::Kind::cluster_unknown:
        if (told_.emplace(word.pointer, why.text).second)
          complain_of_part(draft_, word.place, word.pointer, why.text);
        return;
      case NotBorrowed::Kind::host_unknown:
        return warn_once(word, why.text + ": nothing is borrowed by this name");
      case NotBorrowed::Kind::never_lent:
        return warn_once(word, why.text);
      case NotBorrowed::Kind::unsaid:
        return;
    }
  }
  void warn_once(const BorrowWord& word, std::string message) {
    if (!draft_.borrowed_known) return;
    if (told_.emplace(word.pointer, message).second)
      draft_.complaints.warning(word.place, word.pointer, std::move(message),
                                {.who = "borrower", .what = "gets no hosts", .count = 1});
  }
  const std::string& name() const { return cluster_.config.name; }

  ScenarioDraft& draft_;
  ClusterId id_;
  ClusterDraft& cluster_;
  const BorrowGroups* groups_ = nullptr;  ///< of the settings that are being read
  std::set<std::pair<std::string, std::string>> told_;
};

/// Whether it ever exports hosts: most clusters of a large federation do not.
bool exports(ClusterDraft& cluster) {
  bool any = false;
  cluster.for_each_settings(
      [&](const ClusterSettings& settings) { any |= !settings.exports.empty(); });
  return any;
}

/// Adds all hosts that others may lend the cluster, behind its own.
void add_borrowed_hosts(ScenarioDraft& draft, ClusterId id) {
  ClusterDraft& cluster = draft[id];
  std::vector<HostConfig> borrowed;
  for (std::size_t other = 0; other < draft.clusters.size(); ++other) {
    const auto home = static_cast<ClusterId>(other);
    if (home == id || !exports(draft[home])) continue;
    const auto most = most_slots_of(draft[home], id);
    const std::vector<bool> by_exclusive = lent_hosts(draft[home], id, false);
    const std::vector<bool> by_shared = lent_hosts(draft[home], id, true);
    const bool spans = draft.remotes[index_of(id)].lists(home) && draft.remotes[other].lists(id);
    for (std::size_t host = 0; host < most.size(); ++host) {
      if (!most[host]) continue;
      const Slots slots(static_cast<std::int32_t>(std::min<std::int64_t>(*most[host], most_slots)));
      const auto there = static_cast<HostId>(host);
      const HostHome from{.cluster = home,
                          .host = there,
                          .takes_parallel = draft.remotes[index_of(id)].takes_parallel(home),
                          .most = slots,
                          .by_exclusive = by_exclusive[host],
                          .by_shared = by_shared[host]};
      borrowed.push_back(borrowed_host(draft[home].config, from, cluster.config));
      borrowed.back().span_group = spans ? 0 : static_cast<std::uint32_t>(other + 1);
      cluster.hosts.emplace(borrowed.back().name, static_cast<HostId>(cluster.most_mxj.size()));
      cluster.most_mxj.push_back(slots);
    }
  }
  cluster.for_each_settings([&](ClusterSettings& settings) {
    settings.hosts.insert(settings.hosts.end(), borrowed.begin(), borrowed.end());
  });
}

bool borrows(const ClusterDraft& cluster) {
  const bool has_hosts = std::ranges::any_of(
      cluster.config.hosts, [](const HostConfig& host) { return host.home.has_value(); });
  return has_hosts || std::ranges::any_of(cluster.borrowing, [](const Borrowing& settings) {
           return !settings.queues.empty();
         });
}

}  // namespace

void connect_leases(ScenarioDraft& draft) {
  if (draft.complaints.any_errors()) {
    for (std::size_t at = 0; at < draft.clusters.size(); ++at)
      BorrowingQueues(draft, static_cast<ClusterId>(at)).check_names();
    return;
  }
  for (std::size_t at = 0; at < draft.clusters.size(); ++at)
    add_borrowed_hosts(draft, static_cast<ClusterId>(at));
  draft.borrowed_known = true;
  add_borrowed_resources(draft);
  for (std::size_t at = 0; at < draft.clusters.size(); ++at)
    if (borrows(draft.clusters[at])) BorrowingQueues(draft, static_cast<ClusterId>(at)).read();
}

}  // namespace mcsim::config
