// The digest by which readers notice that a summary.json has changed.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::text {
struct JsonNode;
}  // namespace mcsim::text

namespace mcsim::results {

/// Of all that a summary says, its own `engine.digest` apart. How it is laid out does not count,
/// nor zeros at the end of a fraction; the order of keys does.
std::uint64_t summary_digest(const text::JsonNode& summary);

/// Its text, with that digest as the last entry of `engine`, in place of an older one.
std::string sealed_summary(text::JsonNode summary);

}  // namespace mcsim::results
