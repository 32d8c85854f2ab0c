// What a host must have of its own resources for a visit to be of use. It need not be all that a
// job asks for: what is left out is looked at when the host is visited.
#include <algorithm>
#include <cmath>

#include "mcsim/scheduler/book.hpp"

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

constexpr std::int64_t above_all = std::int64_t{1} << 32;  // larger than any PRIORITY

bool is_load(ResourceId id) {
  return id == resource(builtin::mem) || id == resource(builtin::swp) ||
         id == resource(builtin::tmp);
}

}  // namespace

std::vector<HostFinder::Need> LsfBook::needs_of(const Requirement& requirement) {
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
  if (!state_.counts_suspended && !state_.has_reservations)
    needs.push_back({measure_of(none<ResourceId>), above_all - priority + 1});
  return needs;
}

/// Jobs that are suspended on a host keep jobs of no larger PRIORITY away. So that more is better,
/// the measure is `above_all` minus the largest PRIORITY of suspended jobs; a full host has -1.
std::int64_t LsfBook::measured_on(HostId host, ResourceId measured) const {
  if (measured != none<ResourceId>)
    return std::max<Amount>(state_.hosts.available(host, measured), -1);
  if (state_.hosts[host].counted_free == 0) return -1;
  const QueueId queue = state_.hosts[host].suspended_of;
  return queue == none<QueueId> ? 2 * above_all
                                : above_all - state_.settings.queues[index_of(queue)].priority;
}

std::uint32_t LsfBook::measure_of(ResourceId resource) {
  const auto found = std::ranges::find(state_.measured, resource);
  if (found != state_.measured.end())
    return static_cast<std::uint32_t>(found - state_.measured.begin()) + 1;
  state_.measured.push_back(resource);
  const std::uint32_t measure = state_.finder.add_measure();
  show_all();
  return measure;
}

}  // namespace mcsim::scheduler
