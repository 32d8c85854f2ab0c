// The key that names are hashed with.
#pragma once

#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// As many bytes as a key has at least.
inline constexpr std::size_t shortest_key = 16;

/// The bytes of `file`; of none a new key of the system's random numbers, which nobody keeps.
/// `said` gets a warning where others may read the file. Errors: it cannot be read, or is too short
/// or too long to be a key.
Expected<std::string, Diagnostics> anonymise_key(const std::string& file, Diagnostics& said);

}  // namespace mcsim::app
