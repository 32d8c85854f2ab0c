// Fairshare of host partitions: which queues have the shares of which partition.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

class HostShares {
 public:
  explicit HostShares(SettingsDraft& in)
      : in_(in),
        of_host_(in.settings.hosts.size(), nowhere),
        queues_of_(in.partition_shares.size()) {
    for (std::size_t i = 0; i < in.partition_shares.size(); ++i)
      for (const HostId id : in.names.host_partitions.find(in.partition_shares[i].name)->second)
        of_host_[index_of(id)] = i;
  }

  void share() {
    std::size_t position = 0;
    visit_lines(&in_.node, in_.at, "lsb.queues"_key, [&](const JsonNode&, const JsonAt& at) {
      if (position >= in_.settings.queues.size()) return;
      const auto id = static_cast<QueueId>(position++);
      if (!in_.queues_without_hosts.contains(id)) take_queue(id, at);
    });
    // Behind them those that no queue uses, which bhpart shows.
    for (const bool is_used : {true, false})
      for (std::size_t i = 0; i < queues_of_.size(); ++i)
        if (queues_of_[i].empty() != is_used) add(in_.partition_shares[i], queues_of_[i]);
    if (!mixed_.empty()) warn_of_mixed();
  }

 private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  /// The partitions that a queue has hosts of, in the order of lsb.hosts, then `nowhere` if it has
  /// others.
  std::vector<std::size_t> partitions_of(const QueueConfig& queue) const {
    std::vector<std::size_t> found;
    const std::vector<bool> hosts = hosts_of(in_, queue);
    for (std::size_t i = 0; i < hosts.size(); ++i)
      if (hosts[i]) found.push_back(of_host_[i]);
    std::ranges::sort(found);
    const auto same = std::ranges::unique(found);
    found.erase(same.begin(), same.end());
    return found;
  }

  void take_queue(QueueId id, const JsonAt& at) {
    const QueueConfig& queue = in_.settings.queues[index_of(id)];
    const std::vector<std::size_t> found = partitions_of(queue);
    if (found.empty() || found.front() == nowhere) return;
    const bool has_others = found.back() == nowhere;
    const std::size_t count = found.size() - (has_others ? 1 : 0);
    // Files of a site are read all the same, with the shares of the first.
    const bool is_refused =
        count > 1 &&
        in_.names.config.model.fairshare.hpart_mixed == FairshareOptions::Mixed::error &&
        !complain_of_part(in_.draft, at, "HOSTS"_key,
                          "this queue has hosts of host partitions " + names_at(found, count) +
                              ": expected those of one, or model.hpart_mixed first");
    if (is_refused) return;
    if (found.size() > 1 && in_.names.are_host_names_known()) {
      if (mixed_.empty())
        mixed_at_ = {TreeComplaints::place_of(at, "HOSTS"_key), at.pointer_to("HOSTS"_key)};
      mixed_.push_back(queue.name);
    }
    queues_of_[found.front()].push_back(id);
  }
  std::string names_at(const std::vector<std::size_t>& found, std::size_t count) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(in_.partition_shares[found[i]].name);
    return first_names(names);
  }

  /// A queue has its turn on all of its hosts at once here, and so one order of users.
  void warn_of_mixed() {
    in_.draft.complaints.warning(
        mixed_at_.first, mixed_at_.second,
        "queues with hosts of a host partition and others have its shares on all of them: " +
            first_names(mixed_),
        {.who = "queue",
         .what = "has shares on hosts outside of its partition",
         .count = mixed_.size()});
  }

  void add(const PartitionShares& partition, std::vector<QueueId> queues) {
    auto accounts = make_share_tree(in_, partition.shares);
    if (!accounts)
      return in_.complaints().refusal(in_.at, "lsb.hosts"_key,
                                      "the shares of this cluster make too many accounts");
    const auto row = static_cast<FairshareId>(in_.settings.fairshares.size());
    for (const QueueId id : queues) in_.settings.queues[index_of(id)].fairshare = row;
    in_.settings.fairshares.push_back(
        {.name = partition.name,
         .of = FairshareConfig::Of::host_partition,
         .queues = std::move(queues),
         .by_queue = true,
         .hosts = in_.names.host_partitions.find(partition.name)->second,
         .accounts = *std::move(accounts),
         .factors = read_fairshare_factors(in_, nullptr)});
    in_.settings.fairshares.back().index();
  }

  SettingsDraft& in_;
  std::vector<std::size_t> of_host_;             ///< by HostId: its partition, or `nowhere`
  std::vector<std::vector<QueueId>> queues_of_;  ///< by partition
  std::vector<std::string> mixed_;               ///< queues with hosts outside of their partition
  std::pair<JsonPlace, std::string> mixed_at_;   ///< HOSTS of the first of them
};

}  // namespace

void share_hosts(SettingsDraft& in) {
  if (!in.partition_shares.empty()) HostShares(in).share();
}

}  // namespace mcsim::config
