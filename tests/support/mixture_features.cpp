// Names of features, the features that a configuration uses, and counts of pairs.
#include "support/mixture_features.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace mcsim::testing {
namespace {

using enum MixtureFeature;

constexpr std::string_view names[] = {"exclusive leases",
                                      "shared leases",
                                      "RES_SELECT",
                                      "MEM",
                                      "SWP",
                                      "SharedResourceExport",
                                      "exports that change",
                                      "lease_inactive",
                                      "lease_keep_one_slot",
                                      "lease_dealing turns",
                                      "a queue that borrows and receives",
                                      "hclose of a borrowed host",
                                      "LIMs",
                                      "load_noise",
                                      "lim_send_on_change",
                                      "thresholds of queues",
                                      "thresholds of hosts",
                                      "busy thresholds",
                                      "lim_down",
                                      "sbatchd_down",
                                      "ELIMs",
                                      "ELIM exits",
                                      "ELIM hangs",
                                      "ELIM half_line",
                                      "ELIM garbage",
                                      "ELIM wrong_count",
                                      "ELIM floods",
                                      "ELIM walk",
                                      "ELIM on_change",
                                      "lava_elim",
                                      "elim_keep_values_on_exit",
                                      "launches",
                                      "a PJL's wrapper",
                                      "slow hosts",
                                      "pjl_cannot_start",
                                      "pjl_exits",
                                      "task_cannot_start",
                                      "ts_dies",
                                      "res_dies",
                                      "random faults of hosts",
                                      "host_down anywhere",
                                      "partition",
                                      "bmod",
                                      "fcfs",
                                      "easy",
                                      "conservative",
                                      "trouble under a baseline"};
static_assert(std::size(names) == static_cast<std::size_t>(MixtureFeature::mixture_count));

/// Notes the features that one cluster of a grid uses.
class Census {
 public:
  explicit Census(AllFeatures& found) : found_(found) {}

  void look_at(const ClusterConfig& cluster) {
    settings(cluster, cluster);
    for (const TimelineEntry& entry : cluster.timeline) look_at(cluster, entry);
    note(random_faults, !cluster.random_faults.empty());
    const ModelConfig& model = cluster.model;
    note(fcfs, model.dispatch == "fcfs");
    note(easy, model.dispatch == "easy");
    note(conservative, model.dispatch == "conservative");
    note(other_jobs, model.dispatch != "lsf" && !cluster.timeline.empty());
    note(lease_inactive, model.lease_inactive > 0ms);
    note(keep_one_slot, model.lease_keep_one_slot);
    note(lease_turns, model.lease_dealing == "turns");
    note(lim_load, model.load == LoadMode::lim);
    note(load_noise, model.load_noise > 0);
    note(send_on_change, model.lim_send_on_change);
    note(lava_elim, model.lava_elim);
    note(elim_keeps_values, model.elim_keep_values_on_exit);
    for (const ElimConfig& one : cluster.elims) look_at(one);
    for (const LaunchProfile& profile : cluster.launch.profiles) look_at(profile);
  }
  void look_at(const LinkConfig& link) { note(partition, !link.outages.empty()); }

 private:
  void note(MixtureFeature feature, bool is_used) {
    if (is_used) found_.set(place_of(feature));
  }

  void settings(const ClusterConfig& cluster, const ClusterSettings& now) {
    for (const HostExport& policy : now.exports) {
      note(policy.is_shared ? shared_lease : exclusive_lease, true);
      note(whole_hosts, policy.selects());
      note(lease_mem, policy.mem.has_value());
      note(lease_swp, policy.swp.has_value());
    }
    note(lease_licences, !now.resource_exports.empty());
    note(other_exports, now.exports != cluster.exports);
    for (const QueueConfig& queue : now.queues) {
      note(borrowing_sender, queue.forwarding.borrows && queue.forwarding.receives());
      note(queue_threshold, !queue.thresholds.empty());
    }
    for (const HostConfig& host : now.hosts) {
      note(host_threshold, !host.thresholds.empty());
      note(busy_threshold, !host.busy.empty());
    }
  }

  void look_at(const ClusterConfig& cluster, const TimelineEntry& entry) {
    using Kind = TimelineEntry::Kind;
    if (entry.settings) settings(cluster, *entry.settings);
    note(lim_down, entry.kind == Kind::lim_down);
    note(sbatchd_down, entry.kind == Kind::sbatchd_down);
    note(host_down, entry.kind == Kind::host_down);
    note(bmod, entry.kind == Kind::bmod);
    note(borrowed_hclose,
         entry.kind == Kind::hclose && cluster.hosts[index_of(entry.host)].home.has_value());
  }

  void look_at(const ElimConfig& one) {
    note(elim, true);
    note(elim_on_change, one.on_change);
    for (const ElimOutput& output : one.values) note(elim_walk, output.steps.empty());
    for (const ElimMishap& mishap : one.mishaps)
      note(
          static_cast<MixtureFeature>(static_cast<int>(elim_exits) + static_cast<int>(mishap.kind)),
          true);
  }

  void look_at(const LaunchProfile& profile) {
    note(launches, true);
    note(wrapper, profile.method == 2);
    note(slow_host, !profile.slow_hosts.empty());
    for (const LaunchFault& fault : profile.faults)
      note(static_cast<MixtureFeature>(static_cast<int>(pjl_cannot_start) +
                                       static_cast<int>(fault.kind)),
           true);
  }

  AllFeatures& found_;
};

}  // namespace

std::string_view name_of_feature(std::size_t place) {
  if (place < lsf_feature_count) return name_of(static_cast<LsfFeature>(place));
  place -= lsf_feature_count;
  if (place < grid_feature_count) return name_of(static_cast<GridFeature>(place));
  return names[place - grid_feature_count];
}

AllFeatures all_features(const LsfFeatures& lsf, const GridFeatures& grid) {
  AllFeatures all;
  for (std::size_t at = 0; at < lsf.size(); ++at) all[at] = lsf[at];
  for (std::size_t at = 0; at < grid.size(); ++at) all[lsf_feature_count + at] = grid[at];
  return all;
}

AllFeatures features_in(const GridConfig& grid) {
  AllFeatures found;
  Census census(found);
  for (const ClusterConfig& cluster : grid.clusters) census.look_at(cluster);
  for (const LinkConfig& link : grid.links) census.look_at(link);
  return found;
}

void FeatureMeetings::add(const AllFeatures& features) {
  std::vector<std::size_t> there;
  for (std::size_t at = 0; at < feature_count; ++at)
    if (features[at]) there.push_back(at);
  for (const std::size_t one : there)
    for (const std::size_t other : there) ++pairs_[one * feature_count + other];
}

void FeatureMeetings::add(const FeatureMeetings& more) {
  for (std::size_t at = 0; at < pairs_.size(); ++at) pairs_[at] += more.pairs_[at];
}

std::vector<std::string> FeatureMeetings::rarer_than(std::uint64_t least) const {
  std::vector<std::string> rare;
  for (std::size_t one = 0; one < feature_count; ++one)
    for (std::size_t other = 0; other < one; ++other)
      if (of(one, other) < least)
        rare.push_back(std::string(name_of_feature(other)) + " and " +
                       std::string(name_of_feature(one)));
  return rare;
}

}  // namespace mcsim::testing
