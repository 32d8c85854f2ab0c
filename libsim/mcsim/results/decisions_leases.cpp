// Writes decisions about leases as lines of JSON.
#include <cstdlib>
#include <utility>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {

const std::string& DecisionLog::name_of(ClusterId cluster) const {
  return grid_.clusters[index_of(cluster)].name;
}

void DecisionLog::begin(const char* kind, Time at) {
  line_ = "{";
  text("kind", quoted_json(kind));
  time("time", at.time_since_epoch());
}
void DecisionLog::begin(const char* kind, Time at, ClusterId provider, ClusterId consumer,
                        std::uint32_t policy) {
  begin(kind, at);
  text("lease",
       quoted_json(name_of(provider) + ":" + name_of(consumer) + ":" + std::to_string(policy + 1)));
}
void DecisionLog::end_line() {
  end_list('}');
  line_ += '\n';
  file_->write(line_);
}

void DecisionLog::add(const char* key, const LeaseSide& side) {
  line_ += std::string("\"") + key + "\": {";
  number("available", side.available);
  number("used", side.used);
  end_list('}');
  line_ += ", ";
}

/// Adds a list of hosts and slots.
void DecisionLog::add_hosts(const std::vector<HostSlots>& hosts, ClusterId consumer) {
  line_ += "\"hosts\": [";
  for (const HostSlots& part : hosts) {
    line_ += '{';
    text("host", quoted_json(grid_.clusters[index_of(consumer)].hosts[index_of(part.host)].name));
    number("slots", part.slots.count());
    end_list('}');
    line_ += ", ";
  }
  end_list(']');
  line_ += ", ";
}

void DecisionLog::on(ClusterId cluster, const LeaseAsked& fact) {
  begin("lease_asked", fact.at);
  text("provider", quoted_json(name_of(fact.provider)));
  text("consumer", quoted_json(name_of(cluster)));
  text("leases", fact.is_shared ? "\"shared\"" : "\"exclusive\"");
  number("hosts", fact.hosts);
  end_line();
}

void DecisionLog::on(ClusterId, const LeasedSlotsChanged& fact) {
  if (fact.more != 0) moved_.push_back({fact.host, Slots(std::abs(fact.more))});
}
void DecisionLog::on(ClusterId, const LeasedSlotsStay& fact) { stay_ += fact.slots.count(); }

void DecisionLog::on(ClusterId cluster, const LeaseGranted& fact) {
  begin("lease_granted", fact.at, fact.provider, cluster, fact.policy);
  flag("establishes", fact.establishes);
  number("slots", fact.slots.count());
  add_hosts(std::exchange(moved_, {}), cluster);
  end_line();
}

void DecisionLog::on(ClusterId cluster, const LeaseEvaluated& fact) {
  const ClusterConfig& consumer = grid_.clusters[index_of(cluster)];
  begin("reclaim", fact.at, fact.provider, cluster, fact.policy);
  policy("policy", consumer.model.lease_reclaim, values_of(consumer.model, "lease_reclaim"));
  if (grid_.clusters[index_of(fact.provider)].model.lease_keep_one_slot)
    text("keep_one_slot", "true");
  add("provider", fact.view.provider);
  add("consumer", fact.view.consumer);
  text("idle_to", fact.idle_to == IdleTo::provider   ? "\"provider\""
                  : fact.idle_to == IdleTo::consumer ? "\"consumer\""
                                                     : "null");
  end_line();
  if (moved_.empty()) return;
  begin("lease_returned", fact.at, fact.provider, cluster, fact.policy);
  add_returned(cluster);
  end_line();
}

void DecisionLog::on(ClusterId cluster, const LeaseCut& fact) {
  begin("lease_cut", fact.at, fact.provider, cluster, fact.policy);
  flag("ends", fact.ends);
  number("jobs_killed", fact.jobs);
  number("slots_stay", std::exchange(stay_, 0));
  add_returned(cluster);
  end_line();
}

void DecisionLog::add_returned(ClusterId consumer) {
  const std::vector<HostSlots> hosts = std::exchange(moved_, {});
  std::int64_t slots = 0;
  for (const HostSlots& part : hosts) slots += part.slots.count();
  number("slots", slots);
  add_hosts(hosts, consumer);
}

}  // namespace mcsim::results
