// A record of a real ELIM, as `mcsim elim record` writes it: docs/elim.md.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/model/elim_config.hpp"

namespace mcsim {

/// What was reported of each resource, in the order of time.
struct ElimRecording {
  std::map<std::string, std::vector<ElimLevel>, std::less<>> values;
  std::uint64_t hash = 0;  ///< of the file's bytes
};

/// Errors: a file that cannot be read, that is no record, or not a whole one.
Expected<ElimRecording, Diagnostics> read_elim_record(const std::string& path,
                                                      const std::string& shown_name);

}  // namespace mcsim
