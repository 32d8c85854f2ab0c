// Limits in slots or jobs, which may be absent.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mcsim/base/slots.hpp"

namespace mcsim::model {

/// No limit; larger than any limit that can be given.
inline constexpr std::int32_t no_limit = most_slots + 1;

/// What is left of a limit, at least 0; no_limit if there is none.
constexpr std::int32_t left_of(std::int32_t limit, std::int64_t used) {
  if (limit >= no_limit) return no_limit;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(limit - used, 0, most_slots));
}

/// Likewise, below 0 where more is used.
constexpr std::int32_t balance_of(std::int32_t limit, std::int64_t used) {
  if (limit >= no_limit) return no_limit;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(limit - used, -most_slots, most_slots));
}

/// A limit for each processor: PJOB_LIMIT, JL/P. Unit: thousandths of a slot; negative: none.
struct SlotsPerProcessor {
  std::int64_t thousandths = -1;

  /// Slots on a host with `ncpus` processors, rounded up; no_limit if there is none. Source:
  /// OpenLava's use of PJOB_LIMIT.
  constexpr std::int32_t on(std::int32_t ncpus) const {
    if (thousandths < 0) return no_limit;
    const std::int64_t slots = (thousandths * ncpus + 999) / 1000;
    return slots > most_slots ? no_limit : static_cast<std::int32_t>(slots);
  }
  bool operator==(const SlotsPerProcessor&) const = default;
};

}  // namespace mcsim::model
