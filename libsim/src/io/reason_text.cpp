// Pending reasons in words and numbers.
#include "mcsim/io/reason_text.hpp"

#include <string_view>

#include "mcsim/io/put.hpp"

namespace mcsim {
namespace {

/// LSF's name of the limit behind a reason; empty: there is none.
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
    case PendReason::entitlement:
      return "entitlement";
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

std::string amount_text(Amount amount) { return millionths_text(amount * 1'000); }

std::string hosts_text(const std::vector<HostId>& hosts, const ClusterSettings& settings) {
  std::string text;
  for (const HostId host : hosts)
    text += (text.empty() ? "" : ", ") + settings.hosts[index_of(host)].name;
  return text;
}

std::string counted_hosts(std::size_t hosts) {
  return std::to_string(hosts) + (hosts == 1 ? " host" : " hosts");
}

/// What the numbers say, without parentheses; empty: they say nothing.
std::string numbers_text(const LsfReason& reason) {
  const ReasonNumbers& numbers = reason.numbers;
  if (reason.resource != none<ResourceId>)
    return (numbers.limit < 0 ? "not there" : amount_text(numbers.limit) + " left") + ", " +
           amount_text(numbers.wanted) + " wanted";
  if (reason.reason == PendReason::not_enough_slots)
    return std::to_string(reason.offered) + " offered, " + std::to_string(numbers.wanted) +
           " wanted";
  if (reason.reason == PendReason::span)
    return std::to_string(numbers.used) + " offered, " + std::to_string(numbers.wanted) + " wanted";
  // Of hosts these are the numbers of one of them.
  const std::string_view limit = limit_of(reason.reason);
  if (limit.empty() || numbers.limit < 0 || reason.hosts.size() > 1) return {};
  return std::string(limit) + " " + std::to_string(numbers.limit) + ", " +
         std::to_string(numbers.used) + " used, " + std::to_string(numbers.wanted) + " wanted";
}

}  // namespace

std::string reason_words(const LsfReason& reason, const ClusterSettings& settings) {
  if (reason.resource == none<ResourceId>) return std::string(text_of(reason.reason));
  const bool of_queue = reason.reason == PendReason::host_rusage_of_queue;
  return std::string(of_queue ? "Queue's" : "Job's") + " requirements for reserving resource (" +
         settings.resources[index_of(reason.resource)].name + ") not satisfied";
}

std::string pend_line(const LsfReason& reason, const ClusterSettings& settings, bool names) {
  std::string line = " " + reason_words(reason, settings);
  if (reason.hosts.empty()) return line + ";";
  line += ": ";
  return line + (names ? hosts_text(reason.hosts, settings) : counted_hosts(reason.hosts.size())) +
         ";";
}

std::string reason_with_numbers(const LsfReason& reason, const ClusterSettings& settings) {
  constexpr std::size_t most_names = 4;
  std::string text = reason_words(reason, settings);
  std::string more = numbers_text(reason);
  if (!reason.hosts.empty()) {
    text += ": " + counted_hosts(reason.hosts.size());
    if (reason.hosts.size() <= most_names)
      more = hosts_text(reason.hosts, settings) + (more.empty() ? "" : "; " + more);
  }
  if (reason.over != never)
    more += (more.empty() ? "until " : "; until ") + seconds_text(reason.over.time_since_epoch()) +
            " s";
  return more.empty() ? text : text + " (" + more + ")";
}

std::string reasons_with_numbers(const std::vector<LsfReason>& reasons,
                                 const ClusterSettings& settings) {
  std::string text;
  for (const LsfReason& reason : reasons)
    text += (text.empty() ? "" : "; ") + reason_with_numbers(reason, settings);
  return text;
}

}  // namespace mcsim
