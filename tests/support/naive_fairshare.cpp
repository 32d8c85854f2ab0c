// Accounts, counted; and elections, from the root down.
#include "support/naive_fairshare.hpp"

#include <algorithm>
#include <string>

namespace mcsim::testing::naive {
namespace {

AnyDecay share_decay(const std::string& name, double hist_hours) {
  if (name == "none") return AnyDecay(NoDecay{});
  if (name == "steps") return AnyDecay(StepDecay(hist_hours));
  return AnyDecay(ContinuousDecay(hist_hours));
}

AnyUserShare share_policy(const std::string& name) {
  if (name == "slots") return AnyUserShare(SlotsPerShare{});
  return AnyUserShare(LsfUserShare{});
}

Slots rate(std::int64_t slots) { return Slots(static_cast<std::int32_t>(slots)); }

/// Of whole milliseconds x slots.
double in_seconds(std::int64_t slot_ms) { return static_cast<double>(slot_ms) / 1000; }

double in_hours(double seconds) { return seconds / 3600; }

}  // namespace

ShareTree::ShareTree(const FairshareConfig& config, const FairshareOptions& options)
    : config_(config),
      options_(options),
      decay_(share_decay(options.decay, config.factors.hist_hours)),
      policy_(share_policy(options.priority)) {}

// The tree.

bool ShareTree::is_group(const ShareAccount& node) const {
  return row(node.row).kind == ShareRowConfig::Kind::tree;
}

bool ShareTree::is_under(ShareRow below, ShareRow group) const {
  for (ShareRow at = row(below).parent; at != none<ShareRow>; at = row(at).parent)
    if (at == group) return true;
  return false;
}

/// Whether what is charged to the account counts for the node.
bool ShareTree::is_part(const ShareAccount& account, const ShareAccount& node) const {
  return account == node || (is_group(node) && is_under(account.row, node.row));
}

/// Whether an account for the job is there, or below.
bool ShareTree::may_use(const ShareJob& job, const ShareAccount& node) const {
  const ShareRowConfig& own = row(node.row);
  if (own.kind == ShareRowConfig::Kind::each && node.user != job.user) return false;
  if (!is_group(node)) return own.takes(job.user, config_.known_group(job.group));
  for (std::size_t at = 0; at < config_.accounts.size(); ++at)
    if (is_under(static_cast<ShareRow>(at), node.row) &&
        config_.accounts[at].takes(job.user, config_.known_group(job.group)))
      return true;
  return false;
}

/// The account, and the groups that it is in.
std::vector<ShareAccount> ShareTree::path(const ShareAccount& account) const {
  std::vector<ShareAccount> nodes{account};
  for (ShareRow at = row(account.row).parent; at != none<ShareRow>; at = row(at).parent)
    nodes.push_back({at});
  return nodes;
}

std::vector<std::string> ShareTree::names(const ShareAccount& node) const {
  std::vector<std::string> all;
  for (const ShareAccount& one : path(node)) all.push_back(row(one.row).name);
  if (row(node.row).kind == ShareRowConfig::Kind::each)
    all.push_back("user " + std::to_string(index_of(node.user)));
  return all;
}

/// Of a row `each`: the accounts of those who wait.
std::vector<ShareAccount> ShareTree::children(ShareRow parent, const ShareJobs& jobs,
                                              const std::vector<std::size_t>& waiting) const {
  std::vector<ShareAccount> found;
  for (std::size_t at = 0; at < config_.accounts.size(); ++at) {
    const ShareRowConfig& one = config_.accounts[at];
    const auto id = static_cast<ShareRow>(at);
    if (one.parent != parent) continue;
    if (one.kind != ShareRowConfig::Kind::each) {
      found.push_back({id});
      continue;
    }
    for (const std::size_t job : waiting)
      if (const ShareAccount account{id, jobs[job].user};
          std::ranges::find(found, account) == found.end())
        found.push_back(account);
  }
  return found;
}

std::optional<Elected> ShareTree::elect(const ShareJobs& jobs,
                                        const std::vector<std::size_t>& waiting, Time now) const {
  return elect_below(none<ShareRow>, jobs, waiting, now);
}

/// Of equal priorities the account is first whose job, the one that is elected within it, stands
/// earlier.
std::optional<Elected> ShareTree::elect_below(ShareRow parent, const ShareJobs& jobs,
                                              const std::vector<std::size_t>& waiting,
                                              Time now) const {
  std::optional<Elected> best;
  double best_priority = 0;
  const auto place = [&](const Elected& one) { return std::ranges::find(waiting, one.job); };
  for (const ShareAccount& child : children(parent, jobs, waiting)) {
    const auto next = next_of(child, jobs, waiting, now);
    if (!next) continue;
    const double here = priority(jobs, child, now);
    const bool is_better =
        !best || here > best_priority || (!(here < best_priority) && place(*next) < place(*best));
    if (!is_better) continue;
    best = next;
    best_priority = here;
  }
  return best;
}

std::optional<Elected> ShareTree::next_of(const ShareAccount& child, const ShareJobs& jobs,
                                          const std::vector<std::size_t>& waiting, Time now) const {
  if (is_group(child)) return elect_below(child.row, jobs, waiting, now);
  const auto first =
      std::ranges::find_if(waiting, [&](std::size_t job) { return may_use(jobs[job], child); });
  if (first == waiting.end()) return std::nullopt;
  return Elected{*first, child};
}

// What an account has.

/// With fairshare_run = jobs a job's run time counts once, however wide it is.
std::int64_t ShareTree::width(std::int64_t slots) const {
  return options_.run == FairshareOptions::Run::slots ? slots : std::min<std::int64_t>(slots, 1);
}

std::int64_t ShareTree::running(const ShareJobs& jobs, const ShareAccount& node,
                                double factor) const {
  std::int64_t sum = 0;
  for (const ShareJob& job : jobs) {
    if (!job.runs || !job.account || !is_part(*job.account, node)) continue;
    for (const auto& [of, slots] : job.by_factor)
      if (!(of < factor) && !(of > factor)) sum += slots;
  }
  return sum;
}

double ShareTree::cpu_seconds(const ShareJobs& jobs, const ShareAccount& node, Time now) const {
  const auto found = sums_.find(node);
  if (found == sums_.end()) return 0;
  double sum = 0;
  for (const auto& [factor, use] : found->second.cpu)
    sum += factor * decay_.value(use, rate(running(jobs, node, factor)), now);
  return options_.cpu_per_slot * sum;
}

double ShareTree::run_seconds(const ShareJobs& jobs, const ShareAccount& node, Time now) const {
  double decayed = 0;
  std::int64_t slot_ms = 0;
  for (const ShareJob& job : jobs) {
    if (!job.account || !is_part(*job.account, node) || job.started == 0) continue;
    const std::int64_t slots = width(job.started);
    decayed += decay_.value(job.ran_decayed, rate(job.runs ? slots : 0), now);
    slot_ms += job.ran.count() * slots;
  }
  return config_.factors.run_time_decay ? decayed : in_seconds(slot_ms);
}

/// What is left of the run limits of those who have one.
double ShareTree::committed_seconds(const ShareJobs& jobs, const ShareAccount& node) const {
  std::int64_t slot_ms = 0;
  for (const ShareJob& job : jobs)
    if (job.account && is_part(*job.account, node) && job.started > 0 && job.limit < unlimited)
      slot_ms += (job.limit - job.ran).count() * width(job.started);
  return in_seconds(std::max<std::int64_t>(slot_ms, 0));
}

UserShareView ShareTree::view(const ShareJobs& jobs, const ShareAccount& node, Time now) const {
  UserShareView view;
  view.name = row(node.row).name;
  view.shares = row(node.row).shares;
  view.cpu_hours = in_hours(cpu_seconds(jobs, node, now));
  view.run_hours = in_hours(run_seconds(jobs, node, now));
  view.committed_hours = in_hours(committed_seconds(jobs, node));
  const auto found = sums_.find(node);
  if (found != sums_.end() && config_.factors.enable_hist_run_time)
    view.hist_run_hours = in_hours(decay_.value(found->second.hist, Slots{}, now));
  for (const ShareJob& job : jobs) {
    if (!job.account || !is_part(*job.account, node)) continue;
    view.started_slots += job.started;
    view.reserved_slots += job.reserved;
    if (config_.factors.fwd_job) view.forwarded_slots += job.forwarded;
  }
  view.factors = config_.factors;
  view.floor = options_.floor;
  return view;
}

double ShareTree::priority(const ShareJobs& jobs, const ShareAccount& node, Time now) const {
  return policy_(view(jobs, node, now));
}

// What happens to jobs.

void ShareTree::settle(const ShareJobs& jobs, const ShareJob& job, Time now) {
  if (!job.account) return;
  for (const ShareAccount& node : path(*job.account))
    for (const auto& [factor, slots] : job.by_factor)
      decay_.add(sums_[node].cpu[factor], rate(running(jobs, node, factor)), now);
}

void ShareTree::settle_run(AccumulatedUse& use, std::int64_t slots, bool runs, Time now) const {
  decay_.add(use, rate(runs ? width(slots) : 0), now);
}

void ShareTree::leave(const ShareJob& job, Time now) {
  if (!job.account || !config_.factors.enable_hist_run_time) return;
  const double seconds = config_.factors.run_time_decay
                             ? decay_.value(job.ran_decayed, Slots{}, now)
                             : in_seconds(job.ran.count() * width(job.started));
  for (const ShareAccount& node : path(*job.account)) {
    AccumulatedUse& hist = sums_[node].hist;
    decay_.add(hist, Slots{}, now);
    hist.decayed += seconds;
  }
}

AccumulatedUse ShareTree::handed_run(const ShareJob& job, Time now) const {
  const double seconds = config_.factors.run_time_decay
                             ? decay_.value(job.ran_decayed, Slots{}, now)
                             : in_seconds(job.ran.count() * width(job.started));
  return {.until = now, .decayed = seconds};
}

void ShareTree::adopt(const ShareTree& before, Time now) {
  const bool same_decay = config_.factors.hist_hours == before.config_.factors.hist_hours;
  const auto taken_over = [&](AccumulatedUse use) {
    if (same_decay) return use;
    before.decay_.add(use, Slots{}, now);
    hand_over(use);
    return use;
  };
  for (const auto& [old, sums] : before.sums_)
    for (std::size_t at = 0; at < config_.accounts.size(); ++at) {
      const ShareAccount node{static_cast<ShareRow>(at), old.user};
      if (names(node) != before.names(old)) continue;
      ShareSums& here = sums_[node];
      for (const auto& [factor, use] : sums.cpu) here.cpu[factor] = taken_over(use);
      here.hist = taken_over(sums.hist);
      break;
    }
}

}  // namespace mcsim::testing::naive
