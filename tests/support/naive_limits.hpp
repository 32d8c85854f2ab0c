// Limits of section Limit, looked at one by one, job by job. It is written from
// docs/rules/limits.md alone, and shares only the nouns of the configuration with the simulator.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// What a job has on a host, or would have.
struct LimitPart {
  HostId host{};
  std::int64_t slots = 0;
  std::map<ResourceId, Amount> amounts{};
};

/// A job that limits count.
struct LimitUser {
  enum class Is : std::uint8_t { running, suspended, reserving };
  LimitJob who{};
  Is is = Is::running;
  bool hidden = false;  ///< reserves slots that whoever asks may backfill
  std::vector<LimitPart> parts{};
};
using LimitUsers = std::vector<LimitUser>;

/// For which changes of a job who asks.
enum class LimitAsk : std::uint8_t {
  start,
  reserve,  ///< or start on slots of victims: JOBS does not matter
  resume
};

class NaiveLimits {
 public:
  /// `preemption`: whether any queue has it.
  NaiveLimits(const ClusterSettings& settings, bool preemption)
      : settings_(settings), preemption_(preemption) {}

  /// Whether the job may have all its parts beside the others.
  bool allow(const LimitUser& job, const LimitUsers& others, LimitAsk ask) const;

  /// How many of the job's slots the limits leave that are not of hosts; none, if one of them never
  /// lets so large a job start.
  std::int64_t room(const LimitJob& who, std::int64_t slots, const LimitUsers& others) const;

  /// Whether a started job may go on as one of another queue.
  bool allow_switch(const LimitUser& job, QueueId queue, const LimitUsers& others) const;

  bool counts_suspended(const LimitSection& row) const;

 private:
  /// The values of the PER_ columns, in the order of LimitKey.
  using Key = std::vector<std::uint64_t>;
  struct Count {
    std::int64_t slots = 0;
    std::int64_t jobs = 0;
    std::map<ResourceId, Amount> amounts{};
    HostId host{};  ///< one of those that the key is for
  };
  using Counts = std::map<Key, Count>;

  void add(Counts& counts, const LimitSection& row, const LimitUser& job, bool slots,
           bool jobs) const;
  Counts used(const LimitSection& row, const LimitUsers& others, LimitAsk ask) const;
  bool fits(const LimitSection& row, const LimitUser& job, const LimitUsers& others,
            LimitAsk ask) const;
  std::int64_t slots_of(const LimitSection& row, HostId host) const;
  std::optional<Amount> most_of(const LimitedResource& limit, HostId host) const;

  const ClusterSettings& settings_;
  bool preemption_;
};

}  // namespace mcsim::testing::naive
