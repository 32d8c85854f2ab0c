// The digests of the files of a run, by which readers notice that one has changed.
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
/// file that has changed; a warning for each that is gone, or one if an older version has left no
/// digests.
Diagnostics changed_files(const std::string& folder, const text::JsonNode& summary);
/// Likewise of the table `path` alone and of summary.json, if a run has left them beside each
/// other.
Diagnostics changed_table(const std::string& path);

}  // namespace mcsim::results
