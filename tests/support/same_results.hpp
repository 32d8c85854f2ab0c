// Whether two runs have the same results, and if not, where they first differ.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The first difference between two clusters' jobs, hosts and sums, in words; empty: none.
std::string difference(const ClusterConfig& config, const ClusterResults& a,
                       const ClusterResults& b);

/// The first difference between two runs of one configuration, without the fingerprint.
std::string difference_but_fingerprint(const GridConfig& config, const RunResults& a,
                                       const RunResults& b);

/// The first difference between two runs, without the engine's own counts.
std::string difference(const GridConfig& config, const RunResults& a, const RunResults& b);

/// Whether two jobs have the same outcome, except for the place where their hosts are listed.
bool same_outcome(const JobOutcome& a, const JobOutcome& b);

/// Whether the engine took the same number of steps.
bool same_counts(const EngineCounts& a, const EngineCounts& b);

}  // namespace mcsim::testing
