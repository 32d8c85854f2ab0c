// What each decision of a run has cost.
#include "mcsim/app/bench/cost_log.hpp"

namespace mcsim::app {
namespace {

std::string kind_name(DecisionKind kind) {
  switch (kind) {
    case DecisionKind::session:
      return "session";
    case DecisionKind::forward:
      return "forward";
    case DecisionKind::reclaim:
      return "reclaim";
  }
  return {};
}

}  // namespace

void CostLog::on(ClusterId, const DecisionBegins&) {
  if (meter_ != nullptr) meter_->begin();
}

void CostLog::on(ClusterId cluster, const DecisionEnds& fact) {
  Meter::Readings read{};
  if (meter_ != nullptr) read = meter_->end();
  DecisionCosts& costs = costs_of(cluster, fact);
  const Work& work = fact.work;
  const std::array<std::uint64_t, work_columns.size()> counts = {
      work.steps(),    work.jobs,      work.buckets, work.hosts,
      work.candidates, work.described, work.leases,  work.messages};
  for (std::size_t at = 0; at < counts.size(); ++at) costs[at].add(counts[at]);
  if (meter_ == nullptr) return;
  for (std::size_t at = 0; at < read.size(); ++at) costs[counts.size() + at].add(read[at]);
}

DecisionCosts& CostLog::costs_of(ClusterId cluster, const DecisionEnds& fact) {
  Last& last = last_[{cluster, fact.kind}];
  if (last.costs != nullptr && last.policy == fact.policy) return *last.costs;
  last.policy = fact.policy;
  last.costs =
      &groups_[{kind_name(fact.kind), last.policy, grid_.clusters[index_of(cluster)].name}];
  last.costs->resize(work_columns.size() + (meter_ == nullptr ? 0 : Meter::most));
  return *last.costs;
}

}  // namespace mcsim::app
