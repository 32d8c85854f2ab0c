// Which accounts of user fairshare jobs are charged to, in the naive reference of LSF's scheduler.
#pragma once

#include <optional>
#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// The trees of these settings, without any use.
std::vector<ShareTree> new_share_trees(const ClusterConfig& config,
                                       const ClusterSettings& settings);

/// All jobs, by position in State::jobs, as a tree sees them.
ShareJobs share_jobs(const State& state, FairshareId tree);

/// The next of these jobs (positions in State::jobs, in the order of their queues) by the tree.
struct NextByShare {
  std::size_t job = 0;
  ShareCharge charge{};
};
std::optional<NextByShare> elect(const State& state, FairshareId tree,
                                 const std::vector<std::size_t>& waiting);

/// The account of the job's user that would be elected now if he alone had a job; none: he has no
/// account, or the job's queue no tree.
std::optional<ShareCharge> own_charge(const State& state, const Job& job);

/// The job, which has its hosts, is about to run, or to run no more.
void settle_share(State& state, Job& job);
/// The job leaves its hosts, and has been settled.
void leave_share(State& state, const Job& job);
/// The job has a new queue, and takes along what it has.
void switch_share(State& state, Job& job, FairshareId before);

/// Files that say the same of shares move nobody's job to another account.
bool changes_shares(const State& state, const ClusterSettings& settings);
/// A reconfiguration that changes them: to be called before and after it.
void settle_shares(State& state);
void renew_shares(State& state);

}  // namespace mcsim::testing::naive
