// Shared by all benches: whether to run in full size, and the fingerprint as a label.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "rooms.hpp"

namespace mcsim::bench {

inline bool full_size() { return std::getenv("MCSIM_FULL_SIZE") != nullptr; }

inline void show_fingerprint(benchmark::State& state, std::uint64_t fingerprint) {
  char label[40];
  std::snprintf(label, sizeof label, "fingerprint %016llx",
                static_cast<unsigned long long>(fingerprint));
  state.SetLabel(label);
}

}  // namespace mcsim::bench
