// Forwarding in words.
#include <string>

#include "support/random_text.hpp"

namespace mcsim::testing {
namespace {

std::string cluster(ClusterId id) { return "C" + std::to_string(index_of(id) + 1); }

std::string users(const UserList& list) {
  if (list == UserList{}) return "";
  std::string text = std::string(" FWD_USERS=") + (list.all ? "all but" : "only");
  for (const NameId user : list.users) text += " u" + std::to_string(index_of(user) + 1);
  return text;
}

std::string limits(const QueueForwarding& forwarding) {
  return number("IMPT_JOBBKLG", forwarding.job_backlog, 50) +
         number("IMPT_SLOTBKLG", forwarding.slot_backlog, no_limit) +
         number("IMPT_JOBLIMIT", forwarding.job_limit, no_limit) +
         number("IMPT_TASKLIMIT", forwarding.task_limit, no_limit);
}

}  // namespace

std::string to_text(const QueueForwarding& forwarding) {
  std::string text;
  for (const SendTarget& target : forwarding.targets)
    text += (text.empty() ? " SNDJOBS_TO=q" : " q") + std::to_string(index_of(target.queue) + 1) +
            "@" + cluster(target.cluster) +
            (target.preference == 0 ? "" : "+" + std::to_string(target.preference));
  if (forwarding.receives()) text += " RCVJOBS_FROM=";
  for (const ClusterId source : forwarding.sources)
    text += (text.ends_with('=') ? "" : " ") + cluster(source);
  if (forwarding.sends()) text += length("resched", forwarding.max_resched_time, unlimited);
  const Duration delay = forwarding.forward_delay;
  if (delay < 0ms) text += " MC_FORWARD_DELAY=-" + seconds(-delay);
  if (delay > 0ms) text += " MC_FORWARD_DELAY=" + seconds(delay);
  return text + limits(forwarding) + users(forwarding.forward_users) +
         flag("remote_only", forwarding.remote_only);
}

std::string to_text(const ForwardingParameters& forwarding) {
  const ForwardingParameters usual;
  std::string text = forwarding.policy == usual.policy ? "" : " " + forwarding.policy;
  text += length("MC_PLUGIN_UPDATE_INTERVAL", forwarding.update_interval, usual.update_interval);
  text += number("LSB_MAX_FORWARD_PER_SESSION", forwarding.max_per_session, usual.max_per_session);
  text += number("LSB_MC_INITFAIL_RETRY", forwarding.init_fail_retry, usual.init_fail_retry);
  text += number("REMOTE_MAX_PREEXEC_RETRY", forwarding.remote_preexec_retry,
                 usual.remote_preexec_retry);
  text += length("reasons", forwarding.pend_reason_interval, usual.pend_reason_interval);
  for (const Duration interval : forwarding.cache_intervals) text += " cache=" + seconds(interval);
  return text;
}

std::string to_text(const LinkConfig& link) {
  std::string text = "link " + cluster(link.a) + " " + cluster(link.b) +
                     " latency=" + seconds(link.latency) + length("jitter", link.jitter, 0ms) +
                     length("publication_delay", link.publication_delay, link.latency);
  if (link.loss > 0) text += " loss=" + std::to_string(link.loss);
  for (const LinkConfig::Outage& outage : link.outages)
    text += " down from " + seconds(outage.from) +
            (outage.until == never ? " on" : " to " + seconds(outage.until));
  return text + "\n";
}

}  // namespace mcsim::testing
