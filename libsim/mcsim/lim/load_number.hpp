// The numbers of a load update string: what a LIM accepts as a number, in any locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::lim {

/// The result of reading a value.
struct LoadNumber {
  enum class Kind : std::uint8_t { known, unknown, no_number, out_of_range };

  Kind kind = Kind::no_number;
  double value = 0;  ///< of Kind::known

  bool operator==(const LoadNumber&) const = default;
};

/// By the document: all of `text` is a number between -INFINIT_LOAD and INFINIT_LOAD, and these two
/// mean unknown. Not numbers: nan, inf, 0x10, 5x, the empty text.
LoadNumber read_load_number(std::string_view text);

/// As Lava's LIM reads a host's index, by atof(): as much of `text` as is a number, else 0. `nan`
/// is one.
LoadNumber read_load_prefix(std::string_view text);

/// As Lava's LIM reads a shared resource, by strtod(): all of `text`, and neither too large nor too
/// small for a double.
LoadNumber read_load_whole(std::string_view text);

/// The number that a load update string begins with. None: not a whole number of 32 bits.
std::optional<std::int32_t> read_load_count(std::string_view text);

}  // namespace mcsim::lim
