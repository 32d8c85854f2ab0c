// Makes one value of several: those of the ELIMs of one host, and those of the hosts that share an
// instance of a resource.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mcsim/lim/elim_watch.hpp"

namespace mcsim::lim {

/// The ELIMs of one host, as MELIM merges them: of each resource the last value counts. If it
/// becomes unknown, the last of those that are still known takes its place.
class MergedElims {
 public:
  /// The ELIM number `elim` of this host has a new value, or no longer has one.
  void set(std::size_t elim, const ElimValue& value) {
    const auto at = static_cast<std::size_t>(value.resource);
    if (by_resource_.size() <= at) by_resource_.resize(at + 1);
    std::vector<Report>& reports = by_resource_[at];
    std::erase_if(reports, [&](const Report& report) { return report.elim == elim; });
    if (value.value) reports.push_back({elim, *value.value});
  }
  /// None: the value is unknown.
  std::optional<double> value(ElimIndex resource) const {
    const auto at = static_cast<std::size_t>(resource);
    if (at >= by_resource_.size() || by_resource_[at].empty()) return std::nullopt;
    return by_resource_[at].back().value;
  }

 private:
  struct Report {
    std::size_t elim;
    double value;
  };
  std::vector<std::vector<Report>> by_resource_;  ///< by ElimIndex; in the order of arrival
};

/// The value of an instance that several hosts may report: that of the first host in the instance's
/// list which knows it. `by_host` is in the order of that list. Source: docs/rules/lsf.md, 4.4,
/// rule 7.
inline std::optional<double> shared_value(std::span<const std::optional<double>> by_host) {
  for (const std::optional<double>& value : by_host)
    if (value) return value;
  return std::nullopt;
}

/// The host that runs the ELIM of an instance: the first available one in its list; an earlier one
/// takes over when it comes back. None: no host is available. Source: docs/rules/lsf.md, 4.4.
inline std::optional<std::size_t> reporting_host(const std::vector<bool>& is_available) {
  for (std::size_t host = 0; host < is_available.size(); ++host)
    if (is_available[host]) return host;
  return std::nullopt;
}

}  // namespace mcsim::lim
