// bhosts -e: what consumers have of the cluster's hosts.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/views/place_status.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace exported_view {

enum Field : std::size_t { host_name, max, njobs, run, ssusp, ususp, rsv };

constexpr ViewField fields[] = {{"host_name", "hname", "HOST_NAME", 20},
                                {"max", "", "MAX", 8},
                                {"njobs", "", "NJOBS", 8},
                                {"run", "", "RUN", 8},
                                {"ssusp", "", "SSUSP", 8},
                                {"ususp", "", "USUSP", 8},
                                {"rsv", "", "RSV", 8}};

struct ExportedHost {
  HostId host{};
  HostCounts counts;
};

/// What all consumers together have and use. Slots of an exclusive lease that is not established
/// yet count as its consumer's, unless another consumer still has them.
class ExportedHosts {
 public:
  explicit ExportedHosts(const ClusterView& view)
      : counts_(view.config().hosts.size()),
        is_exported_(counts_.size()),
        exported_(counts_.size()),
        waiting_(counts_.size()) {
    for (const LentLease& lease : view.world.leasing.lent)
      for (const LentHost& host : lease.hosts) add(lease, host);
    for (std::size_t at = 0; at < counts_.size(); ++at)
      counts_[at].max += std::clamp(exported_[at] - counts_[at].max, 0, waiting_[at]);
    for (const ClusterWorld& consumer : view.worlds)
      for (std::size_t at = 0; at < consumer.config.hosts.size(); ++at)
        if (const auto& home = consumer.config.hosts[at].home;
            home && home->cluster == view.world.id)
          add_jobs(home->host, host_counts(consumer, static_cast<HostId>(at)));
  }

  std::vector<ExportedHost> all() const {
    std::vector<ExportedHost> hosts;
    for (std::size_t at = 0; at < counts_.size(); ++at)
      if (is_exported_[at]) hosts.push_back({static_cast<HostId>(at), counts_[at]});
    return hosts;
  }

 private:
  void add(const LentLease& lease, const LentHost& host) {
    counts_[index_of(host.host)].max += host.given.count();
    exported_[index_of(host.host)] += host.slots.count();
    if (!lease.is_shared && !lease.is_established)
      waiting_[index_of(host.host)] += host.slots.count();
    if (host.slots > Slots{} || host.given > Slots{}) is_exported_[index_of(host.host)] = true;
  }
  void add_jobs(HostId host, const HostCounts& more) {
    HostCounts& counts = counts_[index_of(host)];
    counts.run += more.run;
    counts.ssusp += more.ssusp;
    counts.ususp += more.ususp;
    counts.reserved += more.reserved;
  }

  std::vector<HostCounts> counts_;      ///< by HostId
  std::vector<bool> is_exported_;       ///< by HostId
  std::vector<std::int32_t> exported_;  ///< slots, by HostId
  std::vector<std::int32_t> waiting_;   ///< slots of exclusive leases that are not established
};

std::int32_t count_of(const HostCounts& counts, std::size_t field) {
  switch (field) {
    case max:
      return counts.max;
    case njobs:
      return counts.all();
    case run:
      return counts.run;
    case ssusp:
      return counts.ssusp;
    case ususp:
      return counts.ususp;
    default:
      return counts.reserved;
  }
}

}  // namespace exported_view

std::span<const ViewField> exported_fields() {
  using namespace exported_view;
  return fields;
}

ViewRecords exported_records(const ClusterView& view) {
  using namespace exported_view;
  std::vector<ExportedHost> hosts = ExportedHosts(view).all();
  const std::size_t size = hosts.size();
  return {.command = "bhosts",
          .count_key = "HOSTS",
          .fields = fields,
          .size = size,
          .value = [&view, hosts = std::move(hosts)](std::size_t at, std::size_t field) {
            const auto& [host, counts] = hosts[at];
            return field == host_name ? view.settings().hosts[index_of(host)].name
                                      : std::to_string(count_of(counts, field));
          }};
}

std::string bhosts_exported_text(const ViewRecords& records, bool wide, bool header) {
  using namespace exported_view;
  std::string text = header ? "HOST_NAME             MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n" : "";
  for (std::size_t at = 0; at < records.size; ++at) {
    const std::string name = records.value(at, host_name);
    text += wide ? padded(name, 18) : tail(name, 18);
    for (const std::size_t field : {max, njobs, run, ssusp, ususp, rsv})
      text += " " + right(records.value(at, field), 6);
    text += "\n";
  }
  return text;
}

}  // namespace mcsim::views
