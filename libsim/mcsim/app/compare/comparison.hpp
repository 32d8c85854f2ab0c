// A comparison whose runs are over: what is said of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/compare/asked_confidence.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/compare/replica_report.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// Runs and results stand by replica, then by variant, until sort_by_variant().
struct Comparison {
  CompareRequest request;
  std::vector<Variation> variations;
  std::vector<Variant> variants;
  std::string name;                     ///< of the scenario
  std::optional<std::uint64_t> seed{};  ///< none: the variants have different seeds
  AskedConfidence asked{};
  std::vector<Variant> runs{};
  std::vector<RunResult> results{};

  std::size_t replicas() const { return runs.size() / variants.size(); }
  bool is_whole() const;
};

/// Sorts runs and results by variant, then by replica, for whoever reads them.
void sort_by_variant(Comparison& comparison);

/// What replicas say together, before they are sorted; empty: there are none, or not all runs are
/// complete.
std::vector<Standings> standings(const Comparison& comparison);

/// The same of one metric, against the variant `reference`; none: not all runs have it.
std::optional<Standings> standings_against(const Comparison& comparison, const std::string& metric,
                                           std::size_t reference);

/// Warns of metrics that only some runs have, of which replicas say nothing together. Before they
/// are sorted.
Diagnostics without_statistics(const Comparison& comparison);

/// The text of compare.json.
std::string json_text_of(const Comparison& comparison, const std::vector<Standings>& together);

/// The report for people, `width` columns wide if possible. Warnings: about the columns that were
/// asked for.
std::string report(const Comparison& comparison, const std::vector<Standings>& together,
                   std::size_t width, Diagnostics& warnings);

/// What the runs were warned of, each once.
Diagnostics run_warnings(const Comparison& comparison);

/// The line that makes the comparison again.
std::string reproducing_line(const Comparison& comparison);

}  // namespace mcsim::app
