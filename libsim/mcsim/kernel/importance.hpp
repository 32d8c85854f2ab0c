// For the sake of which events a run goes on.
#pragma once

#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::kernel {

enum class Importance : std::uint8_t {
  work,       ///< a run goes on for it
  idle,       ///< likewise, but not for long if there is nothing else
  recurring,  ///< it comes again and again: no run goes on for it
};

/// A kind of events that says how important it is. All others are work.
template <class Kind>
concept HasImportance = requires(const Kind& kind) { kind.importance(); };

template <class Kind>
constexpr Importance importance_of(const Kind& kind) {
  if constexpr (HasImportance<Kind>)
    return kind.importance();
  else
    return Importance::work;
}

}  // namespace mcsim::kernel
