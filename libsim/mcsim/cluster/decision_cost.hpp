// Tells what a decision costs, if somebody asks for it.
#pragma once

#include <optional>
#include <string_view>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"

namespace mcsim::cluster {

/// One decision, from its making on. Decisions of a cluster follow each other.
class DecisionCost {
 public:
  DecisionCost(const ClusterWorld& world, Observer& observer, DecisionKind kind)
      : world_(world), observer_(observer), kind_(kind) {
    if (world.tells_work) [[unlikely]]
      begin();
  }
  /// It has been carried out; `policy` has made it.
  void end(std::string_view policy) const {
    if (before_) [[unlikely]]
      tell(policy);
  }

 private:
  [[gnu::cold, gnu::noinline]] void begin() {
    before_ = world_.work();
    observer_.on(world_.id, DecisionBegins{world_.agenda.now(), kind_});
  }
  [[gnu::cold, gnu::noinline]] void tell(std::string_view policy) const {
    observer_.on(world_.id,
                 DecisionEnds{world_.agenda.now(), kind_, policy, world_.work() - *before_});
  }

  const ClusterWorld& world_;
  Observer& observer_;
  DecisionKind kind_;
  std::optional<Work> before_;
};

}  // namespace mcsim::cluster
