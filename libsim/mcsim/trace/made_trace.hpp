// Jobs that were made and not recorded, as rows of the Standard Workload Format.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// One job. Negative: not known.
struct MadeJob {
  std::int64_t submit_s = 0;
  std::int64_t run_s = 0;
  std::int64_t procs = 1;       ///< fields 5 and 8
  std::int64_t memory_kb = -1;  ///< of a processor: field 10
  std::int64_t user = -1;
  std::int64_t queue = -1;

  bool operator==(const MadeJob&) const = default;
};

/// Where bytes of a trace go, some at a time.
using TraceSink = std::function<void(std::string_view)>;

/// The comments that say what a trace is: `; KEY: TEXT`, a line each.
struct MadeHeader {
  std::vector<std::pair<std::string, std::string>> lines;

  void add(std::string key, std::string text) {
    lines.emplace_back(std::move(key), std::move(text));
  }
};

/// Writes a whole trace: the header, then the jobs in their order, numbered from 1.
void write_made_trace(const MadeHeader& header, const std::vector<MadeJob>& jobs,
                      const TraceSink& sink);
/// The header alone.
void write_made_header(const MadeHeader& header, const TraceSink& sink);

}  // namespace mcsim::trace
