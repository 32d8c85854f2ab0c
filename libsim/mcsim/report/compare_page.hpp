// The page of a comparison or a sweep.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::report {

/// One variant: what it is, and what its runs say.
struct ComparedVariant {
  std::string label;  ///< `RESOURCE_ONLY`, or `ncpus=2, PREEMPTION=null`
  std::string name;   ///< as compare.json calls it
  /// What --vary has given: names, and values in words; empty: nothing.
  std::vector<std::pair<std::string, std::string>> values_of{};
  /// By metric, then by run; none: the run has no such number, or is not done.
  std::vector<std::vector<std::optional<double>>> values{};
  std::vector<JsonNode> summaries{};  ///< by run; null: it is not done
};

/// How one number of a part of the grid differs from that of the variant that all are compared
/// with, by pairs of runs with the same jobs.
struct PartDifference {
  enum class Of : std::uint8_t { wait, utilization };
  std::size_t variant = 0;  ///< its place in CompareContents
  Of of{};                  ///< mean wait of a queue, s; utilization of a cluster, as a part
  std::string name{};       ///< of the queue or the cluster
  double more = 0;
  double half_width = 0;  ///< of the interval of this difference alone

  [[nodiscard]] bool is_sure() const { return std::abs(more) > half_width; }
  bool operator==(const PartDifference&) const = default;
};

/// All that the page is made of.
struct CompareContents {
  std::string folder;  ///< as the user named it
  std::string title;
  std::vector<std::string> metrics{};  ///< paths
  std::vector<ComparedVariant> variants{};
  std::vector<std::string> varied{};    ///< paths that --vary has given
  std::vector<std::string> clusters{};  ///< in the order of the scenario
  /// Of queues and clusters that each run has; none that are the same in each pair of runs.
  std::vector<PartDifference> parts{};
  JsonNode replicas{};  ///< of compare.json; null: each variant was run once
  JsonNode plan{};      ///< of plan.tsv; null: it has none
  bool is_complete = true;
  std::vector<std::string> notes{};
  std::string program{};  ///< that makes the page, with its version
};

/// The whole file.
std::string compare_page(const CompareContents& contents);

}  // namespace mcsim::report
