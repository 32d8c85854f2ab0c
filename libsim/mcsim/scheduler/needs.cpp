// What a host must have of its own resources for a visit to be of use. It need not be all that a
// job asks for: what is left out is looked at when the host is visited.
#include <algorithm>
#include <cmath>

#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/requirement_maker.hpp"

namespace mcsim::scheduler {
namespace {

/// Calls visit(resource, number) for `resource > number` and `resource >= number` among the terms
/// that && joins.
template <class Visit>
void visit_least(const SelectExpression& select, const SelectExpression::Node& node, Visit& visit) {
  using Op = SelectExpression::Op;
  const SelectExpression::Node& left = select.nodes[node.left];
  const SelectExpression::Node& right = select.nodes[node.right];
  if (node.op == Op::and_) {
    visit_least(select, left, visit);
    visit_least(select, right, visit);
  }
  if ((node.op == Op::more || node.op == Op::at_least) && left.op == Op::resource &&
      right.op == Op::number)
    visit(left.resource, right.value);
}

bool is_load(ResourceId id) {
  return id == resource(builtin::mem) || id == resource(builtin::swp) ||
         id == resource(builtin::tmp);
}

}  // namespace

std::vector<HostFinder::Need> RequirementMaker::needs_of(const Requirement& requirement) {
  std::vector<HostFinder::Need> needs;
  for (const ResourceUse& use : requirement.asked.rusage)
    if (state_.hosts.is_of_hosts(use.resource))
      needs.push_back({measure_of(use.resource), use.amount});
  const auto add = [&](ResourceId id, double number) {
    constexpr double most = 1e12;
    if (!is_load(id) || !state_.hosts.is_of_hosts(id) || !(number >= 1 && number <= most)) return;
    // select compares quotients: the last thousandth is left to it.
    needs.push_back({measure_of(id), std::llround(number * double{amount_unit}) - 1});
  };
  if (const SelectExpression& select = requirement.dynamic_select; !select.empty())
    visit_least(select, select.nodes.back(), add);
  // Advance reservations may leave slots beside suspended jobs: that is seen at a visit.
  const std::int64_t priority = state_.settings.queues[index_of(requirement.queue)].priority;
  if (!state_.features.counts_suspended && !state_.features.has_reservations)
    needs.push_back({measure_of(none<ResourceId>), above_all_priorities - priority + 1});
  return needs;
}

std::uint32_t RequirementMaker::measure_of(ResourceId resource) {
  const auto found = std::ranges::find(state_.places.measured, resource);
  if (found != state_.places.measured.end())
    return static_cast<std::uint32_t>(found - state_.places.measured.begin()) + 1;
  state_.places.measured.push_back(resource);
  const std::uint32_t measure = state_.places.finder.add_measure();
  the<HostPlaces>().show_all();
  return measure;
}

}  // namespace mcsim::scheduler
