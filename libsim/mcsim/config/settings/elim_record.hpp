// A record of a real ELIM, as `mcsim elim record` writes it: docs/rules/elim.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/model/elim_config.hpp"

namespace mcsim::config {

/// What was reported of each resource, when, and when the program ended; in the order of time.
struct ElimRecording {
  /// The program ended by itself, or LIM ended it.
  struct End {
    Time at{};
    std::optional<std::int32_t> code{};  ///< as ElimMishap has it; none: ELIM_ABORT_VALUE
  };

  std::map<std::string, std::vector<ElimLevel>, std::less<>> values;  ///< where they change
  std::set<std::string, std::less<>> of_words;  ///< names whose values are numbers of `words`
  std::vector<std::string> words;
  std::vector<Time> reports;
  std::vector<End> ends;
  std::uint64_t hash = 0;  ///< of the file's bytes
};

/// Errors: a file that cannot be read, that is no record, or an incomplete one.
Expected<ElimRecording, Diagnostics> read_elim_record(const std::string& path,
                                                      const std::string& shown_name);

}  // namespace mcsim::config
