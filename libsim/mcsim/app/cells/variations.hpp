// --vary: the values to try, and all combinations of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// One of the values to try: what it is called, and what it sets.
struct VariedValue {
  JsonNode shown;              ///< the value, or the label of a group of values
  std::vector<JsonNode> sets;  ///< the values; `key` of each is its path
};

/// One --vary.
struct Variation {
  std::string name;  ///< the path, or the user's name for groups of values
  std::vector<VariedValue> values;
};

/// One combination of values.
struct Variant {
  std::string name;                 ///< "2_dispatch=easy": unique; also the name of its run folder
  std::vector<std::string> labels;  ///< by variation: its value, for people
  std::string title;                ///< "dispatch=easy, MBD_SLEEP_TIME=10"
  JsonNode values;                  ///< an object: values by the name of the variation
  JsonNode sets;                    ///< an object: values by path
  std::size_t replica = 0;          ///< from 1; 0: there are no replicas
  std::uint64_t seed = 0;           ///< of its run, once that is known
  std::string cell{};               ///< see cell_id(); once that is known

  /// "PATH=VALUE" for each path, as --set takes it.
  std::vector<std::string> assignments() const;
};

inline constexpr std::size_t most_variants = 1000;

/// Reads each `PATH=JSON-ARRAY`. An item {"label": TEXT, "set": {PATH: VALUE, ...}} is a group of
/// values that change together. Errors, all of usage: no array, an empty array, a path that is
/// varied twice, more than `most_variants` combinations, nothing to vary.
Expected<std::vector<Variation>, Diagnostics> read_variations(
    const std::vector<std::string>& typed);

/// The names of the variations above the columns of a table: the last part of the path, unless two
/// variations share it.
std::vector<std::string> short_names(const std::vector<Variation>& variations);

/// All combinations; the last variation changes fastest.
std::vector<Variant> combine(const std::vector<Variation>& variations);

}  // namespace mcsim::app
