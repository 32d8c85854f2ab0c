// EASY backfilling as the rule says it: sort the predicted ends, count, and walk the line once.
//
// Source: Mu'alem, Feitelson, IEEE TPDS 12(6), 2001, in the reading on which independent simulators
// agree: start from the head while it fits; for the head that does not, the shadow time is the
// earliest time at which, by the predicted ends of the running jobs, it fits, all jobs counted that
// end at exactly that time, and only the slots that others may then take: those of open hosts,
// within their MXJ; extra is what is free then beyond its need; a later job starts now if
// it fits and ends by the shadow time, or needs no more than extra, which it then uses up.
#pragma once

#include "support/naive_cluster.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// When the job would fit by the predicted ends of the running jobs; never: not by any of them.
Time naive_shadow(const NaiveCluster& cluster, const NaiveJob& job);

/// One pass, as one instant has it. Not for EasyOptions::Pass::event.
void naive_easy_pass(NaiveCluster& cluster, const EasyOptions& options);

}  // namespace mcsim::testing
