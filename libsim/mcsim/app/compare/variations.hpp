// What --vary asks for: values, and all combinations of them.
#pragma once

#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// One of the values: what it is called, and what it sets.
struct VariedValue {
  JsonNode shown;              ///< the value, or the label of values that go together
  std::vector<JsonNode> sets;  ///< values; `key` of each is its path
};

/// One --vary.
struct Variation {
  std::string name;  ///< the path, or what the user calls values that go together
  std::vector<VariedValue> values;
};

/// One combination.
struct Variant {
  std::string name;                 ///< "2_dispatch=easy": also of its run folder; no two have one
  std::vector<std::string> labels;  ///< by variation: its value, for people
  std::string title;                ///< "dispatch=easy, MBD_SLEEP_TIME=10"
  JsonNode values;                  ///< an object: by the name of the variation
  JsonNode sets;                    ///< an object: by path

  /// "PATH=VALUE", as --set takes it.
  std::vector<std::string> assignments() const;
};

inline constexpr std::size_t most_variants = 1000;

/// Reads each `PATH=JSON-ARRAY`. An item {"label": TEXT, "set": {PATH: VALUE, ...}} stands for
/// values that change together. Errors, all about how the options are written: no array, an empty
/// one, a path that is varied twice, more than `most_variants` combinations, nothing to vary.
Expected<std::vector<Variation>, Diagnostics> read_variations(
    const std::vector<std::string>& typed);

/// How the variations are called above the columns of a table: what comes last in their paths,
/// where that is not the same for two of them.
std::vector<std::string> short_names(const std::vector<Variation>& variations);

/// All combinations, the last variation changing fastest.
std::vector<Variant> combine(const std::vector<Variation>& variations);

}  // namespace mcsim::app
