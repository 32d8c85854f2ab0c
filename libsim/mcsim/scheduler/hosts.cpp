// Hosts and their resources: what can be reserved, and what select strings read.
#include "mcsim/scheduler/hosts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/without_victims.hpp"

namespace mcsim::scheduler {
namespace {

const ResourceValue* find_value(const HostConfig& host, ResourceId id) {
  const auto found = std::ranges::lower_bound(host.resources, id, {}, &ResourceValue::resource);
  return found != host.resources.end() && found->resource == id ? &*found : nullptr;
}

Amount to_amount(double number) {
  if (std::isnan(number)) return 0;
  return static_cast<Amount>(std::llround(number * static_cast<double>(amount_unit)));
}

bool has_stock(const ClusterSettings& settings, ResourceId id) {
  const std::size_t at = index_of(id);
  if (at < builtin::count) return capacity_of(id) != id;
  return settings.resources[at].kind == ResourceKind::numeric ||
         settings.resources[at].is_external();
}

/// Changes a total. What is taken of it stays taken.
void move_total(Amount& all, Amount& free, Amount total) {
  free = all == ClusterHosts::undefined ? total : free + total - all;
  all = total;
}

}  // namespace

std::optional<Amount> configured_amount(const HostConfig& host, ResourceId resource) {
  const ResourceValue* value = find_value(host, capacity_of(resource));
  return value == nullptr ? std::nullopt : std::optional(to_amount(value->number));
}

ClusterHosts::ClusterHosts(const ClusterSettings& settings) {
  for (const HostConfig& host : settings.hosts) {
    HostState fresh;
    fresh.ncpus = host.ncpus;
    fresh.mxj = host.mxj.count();
    if (host.home) fresh.known_by = 0;
    fresh.is_serial = host.home && !host.home->takes_parallel;
    hosts_.add(fresh);
  }
  for (std::size_t at = 0; at < settings.resources.size(); ++at)
    stocks_.push_back(stock_of(settings, static_cast<ResourceId>(at)));
}

ClusterHosts::Stock ClusterHosts::stock_of(const ClusterSettings& settings, ResourceId id) {
  Stock stock;
  if (!has_stock(settings, id)) return stock;
  for (const HostConfig& host : settings.hosts)
    stock.of_host.push_back(configured_amount(host, id).value_or(undefined));
  stock.instance.assign(settings.hosts.size(), nowhere);
  for (const SharedResource& shared : settings.shared_resources) {
    if (shared.resource != id) continue;
    for (const std::uint32_t host : shared.hosts)
      stock.instance[host] = static_cast<std::uint32_t>(stock.of_instance.size());
    stock.of_instance.push_back(shared.home ? 0 : shared.amount);
  }
  if (settings.resources[index_of(id)].is_external()) {
    stock.told_of_host.resize(settings.hosts.size());
    stock.told_of_instance.resize(stock.of_instance.size());
    // Where hosts share it, no host has one of its own; and borrowed hosts have none of it.
    const bool is_shared = std::ranges::any_of(
        settings.shared_resources,
        [&](const SharedResource& shared) { return shared.resource == id && !shared.home; });
    for (std::size_t at = 0; at < settings.hosts.size(); ++at)
      if (!is_shared && !settings.hosts[at].home) stock.of_host[at] = 0;
  }
  stock.all_of_host = stock.of_host;
  stock.all_of_instance = stock.of_instance;
  return stock;
}

void ClusterHosts::reconfigure(const ClusterSettings& settings) {
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    hosts_[static_cast<HostId>(at)].ncpus = settings.hosts[at].ncpus;
    HostState& host = hosts_[static_cast<HostId>(at)];
    host.mxj = std::max(settings.hosts[at].mxj.count() + host.leased, 0);
  }
  for (std::size_t at = 0; at < stocks_.size(); ++at) {
    Stock before = std::exchange(stocks_[at], stock_of(settings, static_cast<ResourceId>(at)));
    tell_again(static_cast<ResourceId>(at), before);
  }
  for (const auto& [place, total] : leased_) {
    Stock& stock = stocks_[index_of(place.first)];
    const std::size_t at = index_of(place.second);
    move_total(stock.all_of_host[at], stock.of_host[at], total);
  }
  for (const auto& [place, total] : leased_instances_) {
    Stock& stock = stocks_[index_of(place.first)];
    move_total(stock.all_of_instance[place.second], stock.of_instance[place.second], total);
  }
  for (auto& [place, overridden] : overridden_) {
    Stock& stock = stocks_[index_of(place.first)];
    const std::size_t at = index_of(place.second);
    overridden.without = stock.all_of_host[at];
    move_total(stock.all_of_host[at], stock.of_host[at], overridden.told);
  }
}

/// External indices are not configured: what was reported of them stays.
void ClusterHosts::tell_again(ResourceId id, const Stock& before) {
  Stock& stock = stocks_[index_of(id)];
  if (before.told_of_host.size() != stock.told_of_host.size() ||
      before.told_of_instance.size() != stock.told_of_instance.size())
    return;
  stock.told_of_host = before.told_of_host;
  for (std::size_t at = 0; at < stock.told_of_host.size(); ++at)
    if (stock.of_host[at] != undefined)
      move_total(stock.all_of_host[at], stock.of_host[at],
                 to_amount(stock.told_of_host[at].value_or(0)));
  for (std::uint32_t at = 0; at < stock.told_of_instance.size(); ++at)
    tell_instance(id, at, before.told_of_instance[at]);
}

bool ClusterHosts::Stock::is_unknown(HostId host) const {
  if (told_of_host.empty()) return false;
  const std::uint32_t shared = instance[index_of(host)];
  return shared == nowhere ? !told_of_host[index_of(host)] : !told_of_instance[shared];
}

std::optional<double> ClusterHosts::told(HostId host, ResourceId id) const {
  const Stock& stock = stocks_[index_of(id)];
  if (stock.told_of_host.empty()) return std::nullopt;
  const std::uint32_t shared = stock.instance[index_of(host)];
  if (shared == nowhere) return stock.told_of_host[index_of(host)];
  std::optional<double> value = stock.told_of_instance[shared];
  if (value) *value -= static_cast<double>(lent_of(id, shared)) / static_cast<double>(amount_unit);
  return value;
}

bool ClusterHosts::is_unreported(HostId host, ResourceId id) const {
  const Stock& stock = stocks_[index_of(id)];
  const std::size_t at = index_of(host);
  return stock.is_unknown(host) &&
         (stock.instance[at] != nowhere || stock.of_host[at] != undefined);
}

bool ClusterHosts::is_told(HostId host, ResourceId id) const {
  return !stocks_[index_of(id)].told_of_host.empty() || overridden_.contains({id, host});
}

void ClusterHosts::tell(HostId host, ResourceId id, std::optional<double> value) {
  Stock& stock = stocks_[index_of(id)];
  const std::size_t at = index_of(host);
  Amount total = to_amount(value.value_or(0));
  if (!stock.told_of_host.empty()) {
    const auto is_nan = [](const auto& one) { return one && std::isnan(*one) ? 1 : 0; };
    hosts_[host].nans += is_nan(value) - is_nan(stock.told_of_host[at]);
    stock.told_of_host[at] = value;
  } else if (value) {
    const auto [place, is_new] = overridden_.try_emplace({id, host});
    if (is_new) place->second.without = stock.all_of_host[at];
    place->second.told = total;
  } else if (const auto place = overridden_.find({id, host}); place != overridden_.end()) {
    total = place->second.without;
    overridden_.erase(place);
  }
  if (total != undefined) return move_total(stock.all_of_host[at], stock.of_host[at], total);
  stock.all_of_host[at] = stock.of_host[at] = undefined;
}

void ClusterHosts::tell_instance(ResourceId id, std::uint32_t instance,
                                 std::optional<double> value) {
  Stock& stock = stocks_[index_of(id)];
  stock.told_of_instance[instance] = value;
  move_total(stock.all_of_instance[instance], stock.of_instance[instance],
             to_amount(value.value_or(0)) - lent_of(id, instance));
}

void ClusterHosts::set_lent(ResourceId id, std::uint32_t instance, Amount lent) {
  lent_[{id, instance}] = lent;
  tell_instance(id, instance, stocks_[index_of(id)].told_of_instance[instance]);
}

Amount ClusterHosts::reported(ResourceId id, std::uint32_t instance) const {
  return to_amount(stocks_[index_of(id)].told_of_instance[instance].value_or(0));
}

Amount ClusterHosts::lent_of(ResourceId id, std::uint32_t instance) const {
  const auto found = lent_.find({id, instance});
  return found == lent_.end() ? 0 : found->second;
}

Amount ClusterHosts::total(HostId host, ResourceId id) const {
  const Stock& stock = stocks_[index_of(id)];
  if (stock.of_host.empty() || stock.is_unknown(host)) return undefined;
  const std::uint32_t shared = stock.instance[index_of(host)];
  return shared == nowhere ? stock.all_of_host[index_of(host)] : stock.all_of_instance[shared];
}

void ClusterHosts::set_total(HostId host, ResourceId id, Amount total) {
  Stock& stock = stocks_[index_of(id)];
  leased_[{id, host}] = total;
  move_total(stock.all_of_host[index_of(host)], stock.of_host[index_of(host)], total);
}

void ClusterHosts::set_instance_total(ResourceId id, std::uint32_t instance, Amount total) {
  Stock& stock = stocks_[index_of(id)];
  leased_instances_[{id, instance}] = total;
  move_total(stock.all_of_instance[instance], stock.of_instance[instance], total);
}

std::uint32_t ClusterHosts::instance(HostId host, ResourceId id) const {
  const Stock& stock = stocks_[index_of(id)];
  return stock.instance.empty() ? nowhere : stock.instance[index_of(host)];
}

bool ClusterHosts::is_of_hosts(ResourceId id) const {
  const Stock& stock = stocks_[index_of(id)];
  return !stock.of_host.empty() && stock.of_instance.empty();
}

Amount ClusterHosts::available(HostId host, ResourceId id) const {
  const Stock& stock = stocks_[index_of(id)];
  if (stock.of_host.empty() || stock.is_unknown(host)) return undefined;
  const std::uint32_t shared = stock.instance[index_of(host)];
  return shared == nowhere ? stock.of_host[index_of(host)] : stock.of_instance[shared];
}

void ClusterHosts::change(HostId host, ResourceId id, Amount by) {
  Stock& stock = stocks_[index_of(id)];
  const std::uint32_t shared = stock.instance[index_of(host)];
  Amount& there = shared == nowhere ? stock.of_host[index_of(host)] : stock.of_instance[shared];
  if (there != undefined) there += by;
}

const ResourceValue* HostValues::configured(ResourceId id) const {
  return find_value(settings_.hosts[index_of(host_)], id);
}

std::optional<double> HostValues::amount(ResourceId id) const {
  const Amount available = hosts_.available(host_, id);
  if (available == ClusterHosts::undefined) return std::nullopt;
  return static_cast<double>(available + relief_.of(id)) / static_cast<double>(amount_unit);
}

/// A load index as LIM reports it, run queues as effective ones. mbatchd counts mem, swp and tmp
/// itself.
double HostValues::told(const LoadVector& load, std::size_t index) const {
  const auto value = static_cast<double>(load[index]);
  if (index > builtin::r15m) return value;
  return effective_run_queue(value, settings_.hosts[index_of(host_)].ncpus);
}

std::optional<double> HostValues::built_in(ResourceId id) const {
  if (const LoadVector* const load = index_of(id) < builtin::tmp ? hosts_.load(host_) : nullptr)
    return told(*load, index_of(id));
  const HostState& host = hosts_[host_];
  const HostConfig& config = settings_.hosts[index_of(host_)];
  const std::int32_t running = host.running - relief_.slots;
  const double load = static_cast<double>(running) / host.ncpus;
  switch (index_of(id)) {
    case builtin::r15s:
    case builtin::r1m:
    case builtin::r15m:
      return load;
    case builtin::ut:
      return std::min(load, 1.0);
    case builtin::pg:
    case builtin::io:
    case builtin::ls:
      return 0.0;
    case builtin::it:
      return it_of_nobody;
    case builtin::tmp:
    case builtin::swp:
    case builtin::mem:
      return amount(id);
    case builtin::slots:
      return host.mxj - running - host.reserved - (counts_suspended_ ? host.suspended : 0);
    case builtin::ncpus:
      return config.ncpus;
    case builtin::cpuf:
      return config.cpuf;
    default:
      return std::nullopt;
  }
}

/// What jobs hold of an index that rises with load is not taken away from it.
std::optional<double> HostValues::number(ResourceId id) const {
  const auto all = whole(id);
  if (index_of(id) < builtin::count || !all) return all;
  const ResourceConfig& config = settings_.resources[index_of(id)];
  if (!config.dynamic || (config.is_external() && config.increasing)) return all;
  Amount taken = hosts_.taken(host_, id);
  if (relief_.others != nullptr) taken -= relief_.others->given_back(host_, id);
  return *all - static_cast<double>(taken) / static_cast<double>(amount_unit);
}

std::optional<double> HostValues::whole(ResourceId id) const {
  if (index_of(id) < builtin::count)
    if (const auto value = built_in(id)) return value;
  const ResourceConfig& config = settings_.resources[index_of(id)];
  if (config.is_external())
    return config.kind == ResourceKind::text ? std::nullopt : hosts_.told(host_, id);
  if (const ResourceValue* value = configured(id); value != nullptr && value->text.empty())
    return value->number;
  if (hosts_.instance(host_, id) == ClusterHosts::nowhere) return std::nullopt;
  return static_cast<double>(hosts_.total(host_, id)) / static_cast<double>(amount_unit);
}

std::optional<std::string_view> HostValues::text(ResourceId id) const {
  const HostConfig& config = settings_.hosts[index_of(host_)];
  if (id == resource(builtin::type)) return config.type;
  if (id == resource(builtin::model)) return config.model;
  if (id == resource(builtin::hname)) return config.name;
  const ResourceConfig& resource = settings_.resources[index_of(id)];
  if (resource.is_external() && resource.kind == ResourceKind::text)
    return hosts_.told_text(host_, id);
  const ResourceValue* value = configured(id);
  if (value == nullptr || value->text.empty()) return std::nullopt;
  return value->text;
}

}  // namespace mcsim::scheduler
