// Which sections Limit may take a job, or name a host, without a look at all of them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "mcsim/model/limit_section.hpp"

namespace mcsim::scheduler {

/// The rows of ClusterSettings::limits by what they name. Rows of which only MXJ is left
/// (LimitSection::in_mxj) are not in it: they keep nobody from anything.
class LimitIndex {
 public:
  LimitIndex() = default;
  explicit LimitIndex(const std::vector<LimitSection>& rows);

  /// The rows that take a job, ascending. `rows`: those that it was made of.
  std::vector<std::uint32_t> rows_for(const std::vector<LimitSection>& rows,
                                      const LimitJob& job) const;
  /// The rows that name a host, that is, list it and not only what they leave out; ascending.
  std::span<const std::uint32_t> rows_naming(HostId host) const;
  /// Whether a row is for the hosts that it names, and no others.
  static bool names_hosts(const LimitSection& row) { return !row.hosts.all; }

 private:
  using Rows = std::vector<std::uint32_t>;

  // Each row is in one of these: by the consumer of which there are most, users before projects.
  std::map<NameId, Rows> of_user_;
  std::map<NameId, Rows> of_project_;
  std::map<ApplicationId, Rows> of_application_;
  std::map<QueueId, Rows> of_queue_;
  Rows others_;

  std::map<HostId, Rows> naming_;
};

}  // namespace mcsim::scheduler
