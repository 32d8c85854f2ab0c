// Names of the features of forwarding, and which need which.
#include "support/random_grid_features.hpp"

#include <iterator>
#include <utility>

namespace mcsim::testing {
namespace {

using enum GridFeature;

constexpr std::string_view names[] = {"many clusters",
                                      "idle clusters",
                                      "edges both ways",
                                      "a queue that sends and receives",
                                      "several targets",
                                      "two targets in one cluster",
                                      "a target of several queues",
                                      "+pref",
                                      "HOSTS=none",
                                      "IMPT_JOBBKLG",
                                      "IMPT_JOBBKLG=0",
                                      "IMPT_SLOTBKLG",
                                      "IMPT_JOBLIMIT",
                                      "IMPT_TASKLIMIT",
                                      "MAX_RSCHED_TIME",
                                      "MAX_RSCHED_TIME=0",
                                      "MAX_RSCHED_TIME=infinit",
                                      "MC_FORWARD_DELAY",
                                      "MC_FORWARD_DELAY below 0",
                                      "FWD_USERS",
                                      "LSB_MAX_FORWARD_PER_SESSION",
                                      "init_failures",
                                      "LSB_MC_INITFAIL_RETRY",
                                      "preexec_failures",
                                      "REMOTE_MAX_PREEXEC_RETRY",
                                      "a queue's REMOTE_MAX_PREEXEC_RETRY",
                                      "jobs that are not understood",
                                      "jobs from hosts of a foreign type",
                                      "max_forwards",
                                      "MC_PLUGIN_REMOTE_RESOURCE",
                                      "RESOURCE_ONLY",
                                      "COUNT_PREEMPTABLE",
                                      "HIGH_QUEUE_PRIORITY",
                                      "PREEMPTABLE_QUEUE_PRIORITY",
                                      "PENDING_WHEN_NOSLOTS",
                                      "DYN_CLUSTER_WEIGHTING",
                                      "random",
                                      "round-robin",
                                      "none",
                                      "forward_free_test available",
                                      "forward_free_test fits",
                                      "forward_key_order prio_p_low",
                                      "counters instant",
                                      "MC_PLUGIN_UPDATE_INTERVAL=0",
                                      "MC_PENDING_REASON_UPDATE_INTERVAL=0",
                                      "CACHE_INTERVAL",
                                      "latency 0",
                                      "long latency",
                                      "jitter",
                                      "loss",
                                      "publication_delay",
                                      "outage",
                                      "outage without an end",
                                      "edges that change",
                                      "limits that change",
                                      "policies that change",
                                      "clusters that send to one queue at once"};
static_assert(std::size(names) == place_of(grid_count));

/// The first needs the second.
constexpr std::pair<GridFeature, GridFeature> needs[] = {
    {twin_targets, several_targets},
    {high_queue_priority, count_preemptable},
    {preemptable_queue_priority, count_preemptable},
    {pending_when_noslots, count_preemptable},
    {cache_interval, remote_resource},
    {init_fail_retry, init_failures},
    {preexec_retry, preexec_failures},
    {queue_preexec_retry, preexec_failures},
    {endless_outage, outage},
};

}  // namespace

std::string_view name_of(GridFeature feature) { return names[place_of(feature)]; }

GridFeatures completed(GridFeatures wanted) {
  for (const auto& [one, other] : needs)
    if (wanted[place_of(one)]) wanted.set(place_of(other));
  return wanted;
}

}  // namespace mcsim::testing
