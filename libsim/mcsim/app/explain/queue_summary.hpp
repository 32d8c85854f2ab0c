// What the story of a queue begins with: how many jobs, how long they waited, and for what.
#pragma once

#include "mcsim/app/explain/place_stories.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/results/usage_log.hpp"

namespace mcsim::app {

/// The story of a queue, with such a beginning.
class SummedQueueStory final : public HearsEveryFact<SummedQueueStory> {
 public:
  SummedQueueStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster,
                   QueueId queue)
      : grid_(grid), place_(cluster, queue), story_(grid, calendar, cluster, queue), usage_(grid) {}

  void before(const Simulation& simulation, Time now);
  void take(const RunResults& results);
  Story finish(const Simulation& simulation, Time end);

  template <class Fact>
  void hear(ClusterId cluster, const Fact& fact) {
    story_.on(cluster, fact);
    usage_.on(cluster, fact);
  }

 private:
  std::string waits_text(const UsageResults& usage) const;
  std::vector<JsonNode> waits_data(const UsageResults& usage) const;
  template <class Visit>
  void visit_waits(const UsageResults& usage, Visit&& visit) const;

  const GridConfig& grid_;
  QueuePlace place_;
  QueueStory story_;
  UsageLog usage_;
  std::string waited_{};  ///< the distribution of the waits of its jobs
};

}  // namespace mcsim::app
