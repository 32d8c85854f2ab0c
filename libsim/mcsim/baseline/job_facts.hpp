// What is known of a waiting job besides its slots and its estimate.
#pragma once

#include <cstdint>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::baseline {

/// A waiting job as its user and its queue describe it. Names are those of GridConfig's tables.
struct JobFacts {
  Time submit{};            ///< of a job of another cluster: when it came to this one
  Duration requested{};     ///< its run limit; unlimited: none
  std::int64_t memory = 0;  ///< what it uses, in KB; 0: unknown
  NameId user = none<NameId>;
  NameId group = none<NameId>;
  Slots slots{};
  std::int32_t priority = 0;  ///< of its queue, as it is now
  QueueId queue{};
};

/// Reads them where they are. Made for one call; not to be kept.
class JobReader {
 public:
  /// Of a state for which there is `JobFacts facts_of(config, state, JobSlotId)`.
  template <class State>
  JobReader(const ClusterConfig& config, const State& state)
      : config_(&config),
        state_(&state),
        read_([](const ClusterConfig& of, const void* in, JobSlotId id) {
          return facts_of(of, *static_cast<const State*>(in), id);
        }) {}

  JobFacts facts(JobSlotId id) const { return read_(*config_, state_, id); }

 private:
  const ClusterConfig* config_;
  const void* state_;
  JobFacts (*read_)(const ClusterConfig&, const void*, JobSlotId);
};

}  // namespace mcsim::baseline
