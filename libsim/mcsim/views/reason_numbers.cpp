// Writes the numbers behind pending reasons: of limits, of one host, or of several hosts.
#include "mcsim/views/reason_numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include "mcsim/text/put.hpp"

namespace mcsim::views {
namespace {

/// The most hosts that are named, each with its numbers if they differ.
constexpr std::size_t most_names = 4;

/// LSF's name of the limit behind a reason; empty: there is no limit.
std::string_view limit_of(PendReason reason) {
  switch (reason) {
    case PendReason::queue_limit:
    case PendReason::queue_limit_parallel:
      return "QJOB_LIMIT";
    case PendReason::user_queue_limit:
    case PendReason::user_queue_limit_parallel:
      return "UJOB_LIMIT";
    case PendReason::user_limit:
    case PendReason::user_limit_parallel:
    case PendReason::group_limit:
    case PendReason::group_limit_parallel:
      return "MAX_JOBS";
    case PendReason::array_limit:
      return "elements";
    case PendReason::forward_limit:
      return "max_forwards";
    case PendReason::entitlement:
      return "entitlement";
    case PendReason::pool_limit:
      return "slots of the pool";
    case PendReason::host_full:
    case PendReason::host_reserved:
    case PendReason::host_kept:
      return "MXJ";
    case PendReason::host_queue_limit:
      return "HJOB_LIMIT";
    case PendReason::host_queue_cpu_limit:
      return "PJOB_LIMIT";
    case PendReason::host_user_limit:
      return "JL/U";
    case PendReason::host_user_cpu_limit:
    case PendReason::host_group_cpu_limit:
      return "JL/P";
    default:
      return {};
  }
}

/// Whether amounts of a resource are limited, and not slots or jobs.
bool is_of_amount(PendReason reason) {
  return reason == PendReason::limit_amount || reason == PendReason::host_limit_amount;
}

/// `SLOTS of weekly`, `MEM of Limit 2`: sections without a name have the numbers of their places.
std::string limit_name(const GivenReason& reason, const ClusterSettings& settings) {
  const std::string number = "Limit " + std::to_string(index_of(reason.limit) + 1);
  const bool is_there = index_of(reason.limit) < settings.limits.size();  // in the present settings
  const std::string section = is_there ? settings.limits[index_of(reason.limit)].name : "";
  std::string name;
  if (is_of_amount(reason.reason))
    name = settings.resources[index_of(reason.resource)].name;
  else
    name = reason.reason == PendReason::limit_jobs || reason.reason == PendReason::host_limit_jobs
               ? "JOBS"
               : "SLOTS";
  return name + " of " + (section.empty() ? number : section);
}

std::string amount_text(Amount amount) { return millionths_text(amount * 1'000); }

std::string whole_text(std::int64_t number) { return std::to_string(number); }

/// The range of some numbers: `4`, or `2 to 8`.
struct NumberRange {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();

  void add(std::int64_t number) {
    least = std::min(least, number);
    most = std::max(most, number);
  }
  std::string text(std::string (*write)(std::int64_t) = whole_text) const {
    return least == most ? write(least) : write(least) + " to " + write(most);
  }
};

/// A range of a reason's hosts, and their numbers.
struct HostRange {
  const GivenReason& reason;
  const ClusterSettings& settings;
  std::size_t first;
  std::size_t end;

  NumberRange all(std::int64_t ReasonNumbers::* number) const {
    NumberRange range;
    for (std::size_t at = first; at < end; ++at) range.add(reason.of_host[at].*number);
    return range;
  }
  NumberRange offered() const {
    NumberRange range;
    for (std::size_t at = first; at < end; ++at) range.add(reason.offers[at].slots.count());
    return range;
  }
};

std::string taken_text(std::string_view limit, std::string most, const std::string& used,
                       const std::string& reserved, const std::string& kept) {
  std::string text = std::string(limit) + " " + std::move(most) + ", " + used + " used";
  if (reserved != "0") text += ", " + reserved + " reserved";
  if (kept != "0") text += ", " + kept + " kept for advance reservations";
  return text;
}

/// How much of a resource is left on the hosts that have it.
std::string left_text(const HostRange& hosts) {
  NumberRange left;
  std::size_t without = 0;
  for (std::size_t at = hosts.first; at < hosts.end; ++at)
    if (const std::int64_t amount = hosts.reason.of_host[at].limit; amount < 0)
      ++without;
    else
      left.add(amount);
  if (without == hosts.end - hosts.first) return "not there";
  const std::string text = left.text(amount_text) + " left";
  return without == 0 ? text : text + ", not there on " + counted_hosts(without);
}

/// The numbers of some hosts, without what is wanted of them; empty: they have none.
std::string facts_text(const HostRange& hosts) {
  const GivenReason& reason = hosts.reason;
  if (is_named_behind(reason.reason)) return {};
  if (reason.limit != none<LimitId>) {
    const auto write = is_of_amount(reason.reason) ? amount_text : whole_text;
    const auto text = [&](std::int64_t ReasonNumbers::* number) {
      return hosts.all(number).text(write);
    };
    return taken_text(limit_name(reason, hosts.settings), text(&ReasonNumbers::limit),
                      text(&ReasonNumbers::used), text(&ReasonNumbers::reserved), "0");
  }
  if (reason.resource != none<ResourceId>) return left_text(hosts);
  if (reason.reason == PendReason::not_enough_slots) return hosts.offered().text() + " offered";
  if (reason.reason == PendReason::host_first_slot)
    return hosts.all(&ReasonNumbers::limit).text() + " free elsewhere";
  const std::string_view limit = limit_of(reason.reason);
  if (limit.empty()) return {};
  const auto text = [&](std::int64_t ReasonNumbers::* number) { return hosts.all(number).text(); };
  return taken_text(limit, text(&ReasonNumbers::limit), text(&ReasonNumbers::used),
                    text(&ReasonNumbers::reserved), text(&ReasonNumbers::kept));
}

std::int64_t sum_of(const std::vector<HostSlots>& parts) {
  std::int64_t slots = 0;
  for (const HostSlots& part : parts) slots += part.slots.count();
  return slots;
}

std::string wanted_text(const GivenReason& reason) {
  const std::int64_t wanted = reason.of_host.front().wanted;
  if (reason.resource != none<ResourceId>) return amount_text(wanted) + " wanted";
  const bool adds_up = reason.reason == PendReason::not_enough_slots && reason.hosts.size() > 1;
  return (adds_up ? std::to_string(sum_of(reason.offers)) + " in all, " : "") +
         std::to_string(wanted) + " wanted";
}

bool are_alike(const GivenReason& reason) {
  const auto slots = [](const HostSlots& offer) { return offer.slots; };
  return std::ranges::adjacent_find(reason.of_host, std::ranges::not_equal_to{}) ==
             reason.of_host.end() &&
         std::ranges::adjacent_find(reason.offers, std::ranges::not_equal_to{}, slots) ==
             reason.offers.end();
}

/// The hosts by name if they are few, each with its numbers if they differ.
std::string of_hosts_text(const GivenReason& reason, const ClusterSettings& settings) {
  const std::size_t count = reason.hosts.size();
  const std::string all = facts_text({reason, settings, 0, count});
  std::string names = count <= most_names ? hosts_text(reason.hosts, settings) : "";
  if (all.empty()) return names;
  if (!names.empty()) names += "; ";
  if (count == 1) return names + all + ", " + wanted_text(reason);
  if (are_alike(reason)) return names + "each " + all + "; " + wanted_text(reason);
  if (count > most_names) return all + "; " + wanted_text(reason);
  std::string apart;
  for (std::size_t at = 0; at < count; ++at)
    apart += settings.hosts[index_of(reason.hosts[at])].name + ": " +
             facts_text({reason, settings, at, at + 1}) + "; ";
  return apart + wanted_text(reason);
}

std::string span_text(const GivenReason& reason, const ClusterSettings& settings) {
  std::vector<HostId> hosts;
  for (const HostSlots& part : reason.best) hosts.push_back(part.host);
  std::string text = std::to_string(sum_of(reason.offers)) + " offered on " +
                     counted_hosts(reason.offers.size()) + ", ";
  if (hosts.empty())
    text += "none of them usable";
  else
    text +=
        "at most " + std::to_string(sum_of(reason.best)) + " of them usable together (" +
        (hosts.size() > most_names ? counted_hosts(hosts.size()) : hosts_text(hosts, settings)) +
        ")";
  return text + "; " + std::to_string(reason.numbers.wanted) + " wanted";
}

}  // namespace

bool is_named_behind(PendReason reason) {
  return reason == PendReason::host_undefined || reason == PendReason::host_unreported ||
         reason == PendReason::host_busy || reason == PendReason::host_busy_for_queue;
}

std::string hosts_text(const std::vector<HostId>& hosts, const ClusterSettings& settings) {
  std::string text;
  for (const HostId host : hosts)
    text += (text.empty() ? "" : ", ") + settings.hosts[index_of(host)].name;
  return text;
}

std::string counted_hosts(std::size_t hosts) {
  return std::to_string(hosts) + (hosts == 1 ? " host" : " hosts");
}

std::string numbers_text(const GivenReason& reason, const ClusterSettings& settings) {
  if (is_host_reason(reason.reason) && !reason.hosts.empty())
    return of_hosts_text(reason, settings);
  if (reason.reason == PendReason::span || reason.reason == PendReason::clusters_apart)
    return span_text(reason, settings);
  const ReasonNumbers& numbers = reason.numbers;
  if (reason.limit != none<LimitId>) {
    const auto write = is_of_amount(reason.reason) ? amount_text : whole_text;
    return taken_text(limit_name(reason, settings), write(numbers.limit), write(numbers.used),
                      write(numbers.reserved), "0") +
           ", " + write(numbers.wanted) + " wanted";
  }
  const std::string_view limit = reason.reason != PendReason::guest_limit ? limit_of(reason.reason)
                                 : reason.of_slots                        ? "IMPT_TASKLIMIT"
                                                                          : "IMPT_JOBLIMIT";
  if (limit.empty()) return {};
  const std::string taken =
      taken_text(limit, std::to_string(numbers.limit), std::to_string(numbers.used),
                 std::to_string(numbers.reserved), std::to_string(numbers.kept));
  // These count forwards and elements, not slots.
  if (reason.reason == PendReason::forward_limit || reason.reason == PendReason::array_limit)
    return taken;
  return taken + ", " + std::to_string(numbers.wanted) + " wanted";
}

}  // namespace mcsim::views
