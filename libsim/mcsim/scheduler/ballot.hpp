// The jobs of a queue group with a tree of accounts: in lines, by whose they are, and who of them
// is elected next.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/model/fairshare_config.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

/// A row of ShareTree::accounts. The first is the root, which is nobody's.
enum class AccountId : std::uint32_t {};

/// A line of a bucket; of a ballot for jobs to be forwarded: one of ForwardLines, in no bucket.
struct LineOfBucket {
  BucketId bucket = none<BucketId>;
  std::uint32_t line = 0;
};

/// The jobs of one user that the same accounts may be charged for.
struct Sharer {
  NameId user = none<NameId>;
  NameId group = none<NameId>;      ///< bsub -G
  std::vector<LineOfBucket> lines;  ///< that have jobs, and are not parked by themselves
};

/// An account in an election: a user of it, or of one below it, has jobs.
struct Candidate {
  bool stands = false;
  MinTree order{};  ///< by the place of its children: the larger their priority, the smaller
  std::vector<std::uint32_t> sharers{};  ///< of a leaf: rows of Ballot::sharers
};

/// `ShareLines` keeps the lines, and `ShareElection` what follows from them in a session.
struct Ballot {
  FairshareId tree = none<FairshareId>;  ///< none: the group has none
  bool of_forwards = false;              ///< its jobs wait to be forwarded
  std::vector<Sharer> sharers;
  /// By two_names().
  std::unordered_map<std::uint64_t, std::uint32_t> sharer_of;  // never iterated
  std::uint64_t openings = 0;  ///< how often lines were added, or buckets reopened

  // Of the present election.
  std::uint64_t opened_at = static_cast<std::uint64_t>(-1);  ///< `openings` when it began
  std::size_t seen = 0;                                      ///< of ShareTree::changed
  std::vector<Candidate> candidates;                         ///< by AccountId
  std::vector<AccountId> standing;                           ///< those that stand, leaves first
  std::vector<std::uint32_t> without_account;                ///< rows of `sharers`
};

}  // namespace mcsim::scheduler
