// What the tables of the vocabulary have in common: parts of the work, and rows that are alike.
#pragma once

#include <string_view>

#include "mcsim/config/vocabulary/vocabulary.hpp"

namespace mcsim::config {

/// The parts of the work that add what is planned.
namespace planned {
inline constexpr int cluster = 2;  // LSF's configuration, limits, preemption, reservations, pools
inline constexpr int forwarding = 3;  // send and receive queues, links, messages
inline constexpr int leases = 4;
inline constexpr int load = 5;     // LIM, ELIM, load indices
inline constexpr int formats = 7;  // zstd and xz
}  // namespace planned

/// The row of a keyword that LSF knows, and that has no effect in a simulation.
constexpr VocabularyRow without_effect(std::string_view key) {
  return {.key = key,
          .about = "Accepted, without effect in a simulation.",
          .fallback_rule = "none",
          .no_effect = true};
}

/// The row of a load index with its thresholds.
constexpr VocabularyRow threshold_of(std::string_view index) {
  return {.key = index,
          .type = ValueType::threshold,
          .about = "sched/stop: loadSched and loadStop. Without effect where model.load is slots.",
          .fallback_rule = "none"};
}

}  // namespace mcsim::config
