// Memory that a job reserves for each of its slots, whatever is usual in its cluster: what its row
// in a trace says. It has no place in the text of a requirement.
#pragma once

#include <algorithm>
#include <vector>

#include "mcsim/model/requirement.hpp"

namespace mcsim::model {

/// How much of mem a job's own requirement reserves for each slot; 0: no row says it.
inline Amount slot_memory(const ResourceRequirement& own) {
  for (const ResourceUse& use : own.rusage)
    if (use.per_slot && use.resource == resource(builtin::mem)) return use.amount;
  return 0;
}

/// Sets it, in place of what rusage[...] has of mem.
inline void set_slot_memory(ResourceRequirement& own, Amount amount) {
  std::erase_if(own.rusage,
                [](const ResourceUse& use) { return use.resource == resource(builtin::mem); });
  own.rusage.push_back({.resource = resource(builtin::mem), .amount = amount, .per_slot = true});
}

}  // namespace mcsim::model
