// The orders of waiting lines as their formulas are printed: each job's score is made anew for each
// question, with the C library's logarithms.
#pragma once

#include "support/naive_cluster.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Whether job `a` stands before job `b` in the line now; of equals the one that came first.
bool naive_comes_before(const NaiveCluster& cluster, const NaiveJob& a, const NaiveJob& b);

/// Whether time alone may change who stands before whom.
bool naive_order_changes(const ClusterConfig& config);

}  // namespace mcsim::testing
