// Merges the requirements of a job, its application profile and its queue.
#include "mcsim/model/requirement_merge.hpp"

#include <algorithm>
#include <array>

#include "mcsim/model/select.hpp"

namespace mcsim::model {
namespace {

SelectExpression type_is_local() {
  return {
      .nodes = {
          {.op = SelectExpression::Op::resource, .resource = resource(builtin::type), .text = {}},
          {.op = SelectExpression::Op::local, .text = {}},
          {.op = SelectExpression::Op::equal, .text = {}, .left = 0, .right = 1}}};
}

/// Takes from `next` what `all` leaves open, and what adds up.
void complete(ResourceRequirement& all, const ResourceRequirement& next) {
  if (all.order.empty()) all.order = next.order;
  if (!all.one_host && all.ptile == 0) {
    all.one_host = next.one_host;
    all.ptile = next.ptile;
  }
  for (const ResourceUse& use : next.rusage)
    if (std::ranges::find(all.rusage, use.resource, &ResourceUse::resource) == all.rusage.end())
      all.rusage.push_back(use);
  for (const ResourceId id : next.same)
    if (std::ranges::find(all.same, id) == all.same.end()) all.same.push_back(id);
}

}  // namespace

ResourceRequirement merged(const ResourceRequirement& job, const ResourceRequirement& application,
                           const ResourceRequirement& queue,
                           std::span<const ResourceConfig> resources) {
  ResourceRequirement all;
  for (const ResourceRequirement* const next : {&job, &application, &queue}) complete(all, *next);
  for (ResourceUse& use : all.rusage)
    use.per_slot = use.per_slot || (index_of(use.resource) < resources.size() &&
                                    resources[index_of(use.resource)].per_slot);
  all.select = all_of(std::array{&job.select, &application.select, &queue.select});
  if (names_kind(all.select, resources)) return all;
  const SelectExpression local = type_is_local();
  all.select = all_of(std::array<const SelectExpression*, 2>{&all.select, &local});
  return all;
}

}  // namespace mcsim::model
