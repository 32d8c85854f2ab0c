// The digests of a run's tables, by which readers notice that one has changed.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::text {
struct JsonNode;
}  // namespace mcsim::text

namespace mcsim::results {

/// By the names of the files.
using TableDigests = std::map<std::string, std::uint64_t>;

/// What is not as the run left it in `folder`, whose summary.json has this root. An error for each
/// table that has changed; a warning for each that is gone, or one if an older version has left no
/// digests.
Diagnostics changed_tables(const std::string& folder, const text::JsonNode& summary);
/// Likewise of the table `path` alone, if a run has left it beside its summary.json.
Diagnostics changed_table(const std::string& path);

}  // namespace mcsim::results
