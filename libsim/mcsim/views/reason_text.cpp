// Writes pending reasons in words and numbers.
#include "mcsim/views/reason_text.hpp"

#include "mcsim/views/reason_numbers.hpp"

namespace mcsim::views {

namespace {

/// Whether hosts gave the reason. The host of `no_mbatchd` is part of its words instead.
bool is_of_hosts(const GivenReason& reason) {
  return is_host_reason(reason.reason) && !reason.hosts.empty();
}

/// `Resource (slot) limit defined on user, queue has been reached`. Source: the messages of bjobs
/// -p, IBM Spectrum LSF 10.1.
std::string limit_words(const GivenReason& reason, const ClusterSettings& settings) {
  const LimitSection& section = settings.limits[index_of(reason.limit)];
  std::string text = "Resource (";
  switch (reason.reason) {
    case PendReason::limit_slots:
    case PendReason::host_limit_slots:
      text += "slot";
      break;
    case PendReason::limit_jobs:
    case PendReason::host_limit_jobs:
      text += "job";
      break;
    default:
      text += settings.resources[index_of(reason.resource)].name;
  }
  std::string consumers;
  const auto name = [&](bool is_given, std::string_view consumer) {
    if (is_given) consumers += (consumers.empty() ? "" : ", ") + std::string(consumer);
  };
  name(section.users.is_given(), "user");
  name(section.queues.is_given(), "queue");
  name(section.hosts.is_given(), "host");
  name(section.projects.is_given(), "project");
  name(section.applications.is_given(), "application");
  return text + ") limit defined " + (consumers.empty() ? "cluster-wide" : "on " + consumers) +
         " has been reached";
}

}  // namespace

std::string reason_words(const GivenReason& reason, const ClusterSettings& settings) {
  // A reason may be older than the settings, which have fewer sections.
  if (index_of(reason.limit) < settings.limits.size()) return limit_words(reason, settings);
  if (reason.limit != none<LimitId>) return std::string(text_of(reason.reason));
  if (!is_host_reason(reason.reason) && !reason.hosts.empty())
    return std::string(text_of(reason.reason)) + " (" + hosts_text(reason.hosts, settings) + ")";
  if (reason.resource == none<ResourceId>) return std::string(text_of(reason.reason));
  const std::string& name = settings.resources[index_of(reason.resource)].name;
  if (is_named_behind(reason.reason))
    return std::string(text_of(reason.reason)) + " (" + name + ")";
  const bool of_queue = reason.reason == PendReason::host_rusage_of_queue;
  return std::string(of_queue ? "Queue's" : "Job's") + " requirements for reserving resource (" +
         name + ") not satisfied";
}

std::string pend_line(const GivenReason& reason, const ClusterSettings& settings, bool names) {
  std::string line = " " + reason_words(reason, settings);
  if (!is_of_hosts(reason)) return line + ";";
  line += ": ";
  return line + (names ? hosts_text(reason.hosts, settings) : counted_hosts(reason.hosts.size())) +
         ";";
}

std::string refusal_text(EndReason reason) {
  switch (reason) {
    case EndReason::run_limit_over_queue:
      return "its run limit is over the maximum of its queue";
    case EndReason::run_limit_over_application:
      return "its run limit is over the maximum of its application profile";
    case EndReason::queue_closed:
      return "its queue was closed";
    case EndReason::user_without_share:
      return "its user has no share account in its queue (FAIRSHARE)";
    case EndReason::dependency_unknown:
      return "its condition names a job that mbatchd does not know (bsub -w)";
    case EndReason::array_too_large:
      return "its job array has more elements than MAX_JOB_ARRAY_SIZE allows";
    case EndReason::pending_over_maximum:
      return "as many jobs wait as MAX_PEND_JOBS, or MAX_PEND_SLOTS, allows";
    case EndReason::user_not_in_queue:
      return "its user may not use its queue (USERS)";
    case EndReason::processors_out_of_range:
      return "PROCLIMIT does not allow that many, or that few, slots";
    case EndReason::mem_limit_over_queue:
      return "its memory limit is over the maximum of its queue";
    case EndReason::mem_limit_over_application:
      return "its memory limit is over the maximum of its application profile";
    case EndReason::cpu_limit_over_queue:
      return "its CPU limit is over the maximum of its queue";
    case EndReason::cpu_limit_over_application:
      return "its CPU limit is over the maximum of its application profile";
    case EndReason::hosts_not_in_queue:
      return "its queue does not have the hosts that it asks for";
    case EndReason::queue_not_exclusive:
      return "its queue takes no exclusive jobs";
    case EndReason::priority_over_maximum:
      return "its priority is over MAX_USER_PRIORITY";
    case EndReason::host_unknown:
      return "it asks for a borrowed host that no lease has had yet";
    default:
      return std::string(name_of(reason));
  }
}

std::string return_text(ReturnReason reason) {
  return std::to_string(static_cast<int>(reason)) + ": " + std::string(words_for(reason));
}

std::string reason_with_numbers(const GivenReason& reason, const ClusterSettings& settings,
                                const Calendar& calendar) {
  std::string text = reason_words(reason, settings);
  if (is_of_hosts(reason)) text += ": " + counted_hosts(reason.hosts.size());
  std::string more = reason.came_back == ReturnReason::none ? numbers_text(reason, settings)
                                                            : return_text(reason.came_back);
  if (reason.over != never)
    more += (more.empty() ? "until " : "; until ") + calendar.instant(reason.over);
  return more.empty() ? text : text + " (" + more + ")";
}

std::string reasons_with_numbers(const std::vector<GivenReason>& reasons,
                                 const ClusterSettings& settings, const Calendar& calendar) {
  std::string text;
  for (const GivenReason& reason : reasons)
    text += (text.empty() ? "" : "; ") + reason_with_numbers(reason, settings, calendar);
  return text;
}

}  // namespace mcsim::views
