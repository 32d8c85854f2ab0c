// User fairshare in its slowest form: an account is what the list of jobs says of it, added up anew
// at each look. Only what is over is kept: the CPU time and the run time that decay.
// docs/rules/fairshare.md
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/base/slots.hpp"
#include "mcsim/model/fairshare_config.hpp"
#include "mcsim/model/model_config.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/user_share.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// An account of a tree, or a group with accounts below it. A row `each` has one for each user.
struct ShareAccount {
  ShareRow row{};
  NameId user = none<NameId>;  ///< of a row `each`

  auto operator<=>(const ShareAccount&) const = default;
};

/// What a tree has to know of a job.
struct ShareJob {
  NameId user{};
  NameId group = none<NameId>;            ///< bsub -G
  std::optional<ShareAccount> account{};  ///< that its slots are charged to
  std::int64_t started = 0;               ///< slots on hosts
  std::int64_t reserved = 0;              ///< slots that it has reserved while it waits
  std::int64_t forwarded = 0;             ///< slots that it asks for, while it is away
  bool runs = false;
  Duration ran{};              ///< in this execution, suspensions apart
  Duration limit = unlimited;  ///< run limit on its host
  AccumulatedUse ran_decayed{};
  /// Slots by the CPU factor of their hosts; all by 1 where CPU time is not normalised.
  std::vector<std::pair<double, std::int64_t>> by_factor{};
};
using ShareJobs = std::vector<ShareJob>;

/// What jobs have used of an account, by the CPU factor of their hosts, and in earlier executions.
struct ShareSums {
  std::map<double, AccumulatedUse> cpu{};
  AccumulatedUse hist{};
};

/// Whose turn it is.
struct Elected {
  std::size_t job = 0;  ///< place in the list of jobs
  ShareAccount account{};
};

class ShareTree {
 public:
  ShareTree(const FairshareConfig& config, const FairshareOptions& options);

  const FairshareConfig& config() const { return config_; }

  /// Of these jobs, which stand in the order of the queue, the one that is next; none: nobody has
  /// an account.
  std::optional<Elected> elect(const ShareJobs& jobs, const std::vector<std::size_t>& waiting,
                               Time now) const;
  double priority(const ShareJobs& jobs, const ShareAccount& node, Time now) const;
  UserShareView view(const ShareJobs& jobs, const ShareAccount& node, Time now) const;

  /// The job is about to run, or to run no more: it is still as it was in `jobs`.
  void settle(const ShareJobs& jobs, const ShareJob& job, Time now);
  /// The same for the sum of a job's own run time.
  void settle_run(AccumulatedUse& use, std::int64_t slots, bool runs, Time now) const;
  /// The job leaves its hosts, up to now settled.
  void leave(const ShareJob& job, Time now);
  /// The run time of this execution, times its width, as one number that decays from now on.
  AccumulatedUse handed_run(const ShareJob& job, Time now) const;

  /// After a reconfiguration: takes over what accounts of the same names have used.
  void adopt(const ShareTree& before, Time now);
  ShareSums& sums(const ShareAccount& node) { return sums_[node]; }

 private:
  const ShareRowConfig& row(ShareRow at) const { return config_.accounts[index_of(at)]; }
  std::optional<Elected> elect_below(ShareRow parent, const ShareJobs& jobs,
                                     const std::vector<std::size_t>& waiting, Time now) const;
  std::optional<Elected> next_of(const ShareAccount& child, const ShareJobs& jobs,
                                 const std::vector<std::size_t>& waiting, Time now) const;
  bool is_group(const ShareAccount& node) const;
  bool is_under(ShareRow below, ShareRow group) const;
  bool is_part(const ShareAccount& account, const ShareAccount& node) const;
  bool may_use(const ShareJob& job, const ShareAccount& node) const;
  std::vector<ShareAccount> path(const ShareAccount& account) const;
  std::vector<ShareAccount> children(ShareRow parent, const ShareJobs& jobs,
                                     const std::vector<std::size_t>& waiting) const;
  std::vector<std::string> names(const ShareAccount& node) const;
  std::int64_t width(std::int64_t slots) const;
  std::int64_t running(const ShareJobs& jobs, const ShareAccount& node, double factor) const;
  double cpu_seconds(const ShareJobs& jobs, const ShareAccount& node, Time now) const;
  double run_seconds(const ShareJobs& jobs, const ShareAccount& node, Time now) const;
  double committed_seconds(const ShareJobs& jobs, const ShareAccount& node) const;

  FairshareConfig config_;
  FairshareOptions options_;
  AnyDecay decay_;
  AnyUserShare policy_;
  std::map<ShareAccount, ShareSums> sums_;
};

}  // namespace mcsim::testing::naive
