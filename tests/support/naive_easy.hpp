// EASY backfilling as the rule says it: sort the predicted ends, count, and go through the waiting
// line once.
//
// Source: Mu'alem, Feitelson, IEEE TPDS 12(6), 2001, in the reading on which independent simulators
// agree: start jobs from the head while they fit. For a head that does not fit, the shadow time is
// the earliest time at which it fits by the predicted ends of the running jobs. All jobs that end
// at exactly that time count, and only the slots that can then be used: those of open hosts, within
// their MXJ. `extra` is what is free then beyond the need of the head. A later job starts now if it
// fits and either ends by the shadow time (with `compare: less` before it), or needs no more than
// `extra`, which it then uses up.
#pragma once

#include "support/naive_cluster.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// When the job would fit by the predicted ends of the running jobs; never: not after any of them.
Time naive_shadow(const NaiveCluster& cluster, const NaiveJob& job);

/// One pass.
void naive_easy_pass(NaiveCluster& cluster, const EasyOptions& options);

}  // namespace mcsim::testing
