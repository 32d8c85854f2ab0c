// --against, --confidence and --precision: with what variants are compared, and how sure it has to
// be.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

struct AskedConfidence {
  std::size_t against = 0;            ///< position of the variant that the others are compared with
  double confidence = 0.95;           ///< of intervals
  std::optional<double> precision{};  ///< the largest half-width wanted, as a part of its mean
};

/// The position of a variant, by its number from 1, its name or its title.
std::optional<std::size_t> find_variant(const std::string& text,
                                        const std::vector<Variant>& variants);

/// What is wrong, all of usage: no such variant, no percentage, options without replicas.
Diagnostics read_confidence(const CompareRequest& request, const std::vector<Variant>& variants,
                            AskedConfidence& asked);

}  // namespace mcsim::app
