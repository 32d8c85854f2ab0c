// The jobs of a queue group with a tree of accounts: by who is charged for them, and who of those
// is elected next.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/fairshare_config.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

/// A row of ShareTree::accounts. The first is the root, which is nobody's.
enum class AccountId : std::uint32_t {};

/// A line, and what probably are its first two jobs: rows to have at hand when it is elected.
struct SharedLine {
  std::uint32_t line = 0;
  JobSlotId first = none<JobSlotId>;
  JobSlotId second = none<JobSlotId>;
};

/// Jobs of a sharer that ask for the same: lines of one bucket, each of a user.
struct SharedBucket {
  std::vector<SharedLine> lines;
  MinTree heads;  ///< by place in `lines`: the key of its first job; nothing: none, or it is parked
};

/// The line that comes first of those of a bucket.
struct FirstOfBucket {
  std::int64_t key = MinTree::nothing;  ///< of its first job; nothing: there is none
  BucketId bucket = none<BucketId>;     ///< none: a line of jobs to be forwarded
  SharedLine line{};
};

/// Those for whose jobs the same accounts may be charged: one user, or those of a collective
/// account.
struct Sharer {
  std::vector<AccountId> accounts;
  std::vector<FirstOfBucket> firsts;  ///< an election needs no more than these
  std::vector<SharedBucket> buckets;  ///< by place in `firsts`, unless jobs are to be forwarded
  std::unordered_map<BucketId, std::uint32_t> place_of;  // never iterated
  std::uint32_t waiting = 0;                             ///< of `buckets`: those with jobs
};

/// Where a job stands: by PRIORITY of its queue, where that matters, and the order of jobs. The
/// smaller comes first.
struct Place {
  std::int64_t turn = 0;
  std::int64_t key = MinTree::nothing;
  BucketId bucket = none<BucketId>;
  std::uint32_t line = 0;
  JobSlotId job = none<JobSlotId>;  ///< which probably it is

  bool is_any() const { return key != MinTree::nothing; }
  bool operator<(const Place& other) const {
    if (is_any() != other.is_any()) return is_any();
    return turn != other.turn ? turn < other.turn : key < other.key;
  }
};

/// Where the next job stands, and who is charged for it.
struct Elected {
  Place place{};
  AccountId account = none<AccountId>;
};

/// An account in elections. It stands if jobs of its sharers, or of those below it, wait.
struct Candidate {
  std::uint32_t standing = 0;  ///< sharers at it and below that have jobs
  /// By the place of its children, the smallest first: those whose priority rises only when they
  /// are charged less, and those whose priority rises as what they have used decays.
  MinTree still{};
  MinTree fading{};

  // How it stands among its siblings.
  double priority = 0;
  Time ranked_at = never;     ///< when that was reckoned; it may be less by now
  bool is_constant = false;   ///< and will not be, unless it is charged
  bool is_withdrawn = false;  ///< nobody has a job that could be looked at now
  bool is_stale = false;      ///< in Ballot::stale

  std::vector<std::uint32_t> sharers{};  ///< its own that have jobs: rows of Ballot::sharers
  /// Whose job is next of those below: in the term `elected_in`. A job that starts changes that on
  /// its own way up only, and others have the answer still, where many stand equal.
  Elected elected{};
  std::uint64_t elected_in = 0;  ///< 0: in none
};

/// `ShareLines` keeps the sharers, and `ShareElection` how they stand.
struct Ballot {
  FairshareId tree = none<FairshareId>;  ///< none: the group has none
  bool of_forwards = false;              ///< its jobs wait to be forwarded
  std::vector<Sharer> sharers;
  std::map<std::vector<AccountId>, std::uint32_t> sharer_of;  ///< by accounts
  std::uint32_t without_account = none_without;               ///< the sharer of no account
  std::vector<Candidate> candidates;                          ///< by AccountId
  std::vector<AccountId> stale;  ///< were charged since they were ranked
  std::vector<AccountId> withdrawn;
  std::vector<AccountId> first;  ///< a stack: of each account on the way, who is first below it
  std::uint64_t term = 1;        ///< as long as time stands still, and no bucket is reopened
  Time term_at = never;
  bool has_opened = false;  ///< somebody withdrawn may have a job to look at
  bool is_new_session = true;

  static constexpr std::uint32_t none_without = static_cast<std::uint32_t>(-1);
};

}  // namespace mcsim::scheduler
