// The stories of several jobs, collected while their run is played again once.
#pragma once

#include <memory>
#include <vector>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/cluster/facts.hpp"

namespace mcsim::app {

/// Passes on each kind of facts.
template <class List>
class PassesOn;
template <>
class PassesOn<FactList<>> : public Observer {
 public:
  using Observer::on;

 protected:
  std::vector<std::unique_ptr<JobStory>> stories_;
};
template <class Fact, class... Rest>
class PassesOn<FactList<Fact, Rest...>> : public PassesOn<FactList<Rest...>> {
 public:
  using PassesOn<FactList<Rest...>>::on;
  void on(ClusterId cluster, const Fact& fact) override {
    for (const auto& story : this->stories_) static_cast<Observer&>(*story).on(cluster, fact);
  }
};

/// An observer, as JobStory is one.
class JobStories final : public PassesOn<AllFacts> {
 public:
  void add(const GridConfig& grid, const Calendar& calendar, ClusterId cluster, JobIndex job,
           bool has_stalled) {
    stories_.push_back(std::make_unique<JobStory>(grid, calendar, cluster, job, has_stalled));
  }
  void before(const Simulation& simulation, Time now) {
    for (const auto& story : stories_) story->before(simulation, now);
  }
  void take(const RunResults& results) {
    for (const auto& story : stories_) story->take(results);
  }
  /// In the order in which they were added.
  std::vector<Story> finish(const Simulation& simulation, Time end) {
    std::vector<Story> told;
    for (const auto& story : stories_) told.push_back(story->finish(simulation, end));
    return told;
  }
  bool wants_decisions() const override { return true; }
  bool wants_signals() const override { return true; }
};

}  // namespace mcsim::app
