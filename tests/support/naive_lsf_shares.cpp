// Jobs come to accounts by election; what moves them otherwise has them elected alone.
#include "support/naive_lsf_shares.hpp"

#include <algorithm>
#include <utility>

namespace mcsim::testing::naive {
namespace {

/// Whether the job has anything that counts for its account.
bool is_charged(const Job& job, FairshareId tree) {
  return job.share && job.share->tree == tree &&
         (job.is_started() || !job.reserved.empty() || job.forwarded_at != never);
}

/// Of a host partition only what is on its hosts counts.
std::vector<HostSlots> counted(const State& state, const Job& job,
                               const std::vector<HostSlots>& parts) {
  const FairshareId tree = job.share ? job.share->tree : state.queue_of(job).fairshare;
  if (tree == none<FairshareId>) return parts;
  const FairshareConfig& config = state.settings->fairshares[index_of(tree)];
  std::vector<HostSlots> counted = parts;
  if (config.of == FairshareConfig::Of::host_partition)
    std::erase_if(counted, [&](const HostSlots& part) {
      return std::ranges::find(config.hosts, part.host) == config.hosts.end();
    });
  return counted;
}

std::int64_t all_slots_in(const std::vector<HostSlots>& parts) {
  std::int64_t sum = 0;
  for (const HostSlots& part : parts) sum += part.slots.count();
  return sum;
}

std::vector<std::pair<double, std::int64_t>> slots_by_factor(const State& state, const Job& job) {
  std::vector<std::pair<double, std::int64_t>> found;
  const bool by_factor = state.config.model.fairshare.cpu == FairshareOptions::Cpu::normalised;
  for (const HostSlots& part : counted(state, job, job.hosts))
    found.emplace_back(by_factor ? state.host(part.host).cpuf : 1.0, part.slots.count());
  return found;
}

ShareJob share_job(const State& state, const Job& job) {
  ShareJob seen{.user = job.asked.user, .group = job.profile->group};
  if (job.is_started()) seen.started = all_slots_in(counted(state, job, job.hosts));
  if (job.status == JobStatus::pend)
    seen.reserved = all_slots_in(counted(state, job, job.reserved));
  seen.runs = job.status == JobStatus::run;
  seen.ran = state.ran(job);
  seen.limit = job.limit_here;
  seen.ran_decayed = job.ran_decayed;
  seen.by_factor = slots_by_factor(state, job);
  return seen;
}

ShareTree& tree_charged(State& state, const ShareCharge& charge) {
  return state.shares[index_of(charge.tree)];
}

/// The job, as it is, with what it is charged to.
ShareJob charged_job(const State& state, const Job& job) {
  ShareJob seen = share_job(state, job);
  seen.account = job.share->account;
  return seen;
}

/// A job on hosts is charged to what its user would be elected for.
void charge_anew(State& state, Job& job) {
  job.share = own_charge(state, job);
  if (!job.share) return;
  // It does not run yet for those whose account it is now.
  const ShareJob seen = charged_job(state, job);
  const std::optional<ShareCharge> charge = std::exchange(job.share, std::nullopt);
  tree_charged(state, *charge).settle(share_jobs(state, charge->tree), seen, state.now);
  job.share = charge;
}

/// The run time of an execution goes along as one number.
void hand_run_over(State& state, Job& job) {
  const ShareJob seen = share_job(state, job);
  if (job.share) {
    job.ran_decayed = tree_charged(state, *job.share).handed_run(seen, state.now);
  } else {
    // Nobody has let it decay so far.
    const std::int64_t width = state.config.model.fairshare.run == FairshareOptions::Run::slots
                                   ? seen.started
                                   : std::min<std::int64_t>(seen.started, 1);
    job.ran_decayed = {.until = state.now,
                       .decayed = static_cast<double>(seen.ran.count() * width) / 1000};
  }
}

}  // namespace

std::vector<ShareTree> new_share_trees(const ClusterConfig& config,
                                       const ClusterSettings& settings) {
  std::vector<ShareTree> trees;
  for (const FairshareConfig& one : settings.fairshares)
    trees.emplace_back(one, config.model.fairshare);
  return trees;
}

ShareJobs share_jobs(const State& state, FairshareId tree) {
  ShareJobs jobs;
  const Duration forwarded_for = state.shares[index_of(tree)].config().factors.forwarded_for;
  for (const Job& job : state.jobs) {
    jobs.push_back(share_job(state, job));
    if (is_charged(job, tree)) jobs.back().account = job.share->account;
    if (job.forwarded_at != never && state.now < end_of(job.forwarded_at, forwarded_for))
      jobs.back().forwarded = job.asked.slots.count();
  }
  return jobs;
}

std::optional<NextByShare> elect(const State& state, FairshareId tree,
                                 const std::vector<std::size_t>& waiting) {
  const auto elected =
      state.shares[index_of(tree)].elect(share_jobs(state, tree), waiting, state.now);
  if (!elected) return std::nullopt;
  return NextByShare{elected->job, {tree, elected->account}};
}

std::optional<ShareCharge> own_charge(const State& state, const Job& job) {
  const FairshareId tree = state.queue_of(job).fairshare;
  if (tree == none<FairshareId>) return std::nullopt;
  const auto elected = elect(state, tree, {static_cast<std::size_t>(&job - state.jobs.data())});
  if (!elected) return std::nullopt;
  return elected->charge;
}

void settle_share(State& state, Job& job) {
  if (!job.share) return;
  ShareTree& tree = tree_charged(state, *job.share);
  tree.settle(share_jobs(state, job.share->tree), charged_job(state, job), state.now);
  tree.settle_run(job.ran_decayed, all_slots_in(counted(state, job, job.hosts)),
                  job.status == JobStatus::run, state.now);
}

void leave_share(State& state, const Job& job) {
  if (job.share) tree_charged(state, *job.share).leave(charged_job(state, job), state.now);
}

void switch_share(State& state, Job& job, FairshareId before) {
  if (state.queue_of(job).fairshare == before) return;
  if (job.status == JobStatus::run) settle_share(state, job);
  hand_run_over(state, job);
  job.share.reset();
  charge_anew(state, job);
}

bool changes_shares(const State& state, const ClusterSettings& settings) {
  return !std::ranges::equal(state.shares, settings.fairshares, {}, &ShareTree::config);
}

void settle_shares(State& state) {
  for (Job& job : state.jobs) {
    if (job.status == JobStatus::run) settle_share(state, job);
    if (job.is_started()) hand_run_over(state, job);
  }
}

void renew_shares(State& state) {
  const std::vector<ShareTree> before =
      std::exchange(state.shares, new_share_trees(state.config, *state.settings));
  for (ShareTree& tree : state.shares)
    for (const ShareTree& old : before)
      if (old.config().name == tree.config().name) tree.adopt(old, state.now);
  for (Job& job : state.jobs) job.share.reset();
  for (Job& job : state.jobs)
    if (job.is_started() || job.forwarded_at != never) charge_anew(state, job);
}

}  // namespace mcsim::testing::naive
