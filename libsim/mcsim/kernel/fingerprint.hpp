// A running hash of what happened, the same on every machine: equal runs have equal fingerprints.
#pragma once

#include <bit>
#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::kernel {

/// Hashes a sequence of numbers; every number and its place count.
class Fingerprint {
 public:
  constexpr void add(std::uint64_t number) {
    hash_ = (std::rotl(hash_, 23) ^ number) * 0x9E3779B97F4A7C15ULL;
  }
  /// The hash so far, with all bits mixed.
  constexpr std::uint64_t value() const {
    std::uint64_t mixed = hash_ ^ (hash_ >> 32);
    mixed *= 0xD6E8FEB86659FD93ULL;
    return mixed ^ (mixed >> 32);
  }

 private:
  std::uint64_t hash_ = 0x243F6A8885A308D3ULL;
};

}  // namespace mcsim::kernel
