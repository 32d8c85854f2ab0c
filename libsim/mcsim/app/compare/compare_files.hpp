// What a comparison comes to, for programs.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/compare/variant_runs.hpp"
#include "mcsim/app/compare/variations.hpp"

namespace mcsim::app {

/// compare.json: `format`, `complete`, and of each variant its name, values and whole summary (null
/// where it was interrupted before it began). The same bytes for the same request.
std::string compare_json(const std::vector<Variant>& variants,
                         const std::vector<VariantResult>& results);

/// compare.csv: a row a variant, a column a metric, called by its path; those by user are in
/// compare.json only. Metrics of interrupted runs are empty.
std::string compare_csv(const std::vector<Variant>& variants,
                        const std::vector<VariantResult>& results);

/// The summaries of the runs that were not interrupted.
std::vector<const JsonNode*> complete_summaries(const std::vector<VariantResult>& results);

}  // namespace mcsim::app
