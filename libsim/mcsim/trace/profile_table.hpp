// Gives jobs that ask for the same things one profile.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mcsim/model/job_profile.hpp"

namespace mcsim::trace {

/// Fills ClusterConfig::profiles; profile 0 is that of jobs that ask for nothing. The others are
/// numbered in the order in which they were first seen.
class ProfileTable {
 public:
  /// The profile with these contents.
  ProfileId of(const JobProfile& profile);
  const std::vector<JobProfile>& all() const { return profiles_; }
  std::vector<JobProfile> take() && { return std::move(profiles_); }

 private:
  std::vector<JobProfile> profiles_{JobProfile{}};
  std::unordered_multimap<std::uint64_t, ProfileId> by_hash_;  ///< of the contents
};

/// The profiles of jobs that differ in their group only.
class GroupProfiles {
 public:
  GroupProfiles(ProfileTable& table, JobProfile of_all) : table_(table), one_(std::move(of_all)) {}

  ProfileId of(NameId group) {
    const std::size_t at = group == none<NameId> ? 0 : std::size_t{1} + index_of(group);
    if (at >= known_.size()) known_.resize(at + 1, none<ProfileId>);
    if (known_[at] == none<ProfileId>) {
      one_.group = group;
      known_[at] = table_.of(one_);
    }
    return known_[at];
  }

 private:
  ProfileTable& table_;
  JobProfile one_;
  std::vector<ProfileId> known_;  ///< by NameId + 1; 0: no group
};

}  // namespace mcsim::trace
