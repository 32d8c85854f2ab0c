// The file of `mcsim bench run`: Google Benchmark's JSON, an entry for each quantile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/bench/cost_log.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// One quantile of one group of decisions.
struct BenchEntry {
  std::string name;   ///< `session/lsf/C1/p99`
  std::string label;  ///< what is counted: work, instructions or time
  std::uint64_t decisions = 0;
  std::uint64_t value = 0;  ///< in steps of work, in instructions, or in ns of wall time
  std::uint64_t cpu = 0;    ///< the same, or ns of CPU time
  std::map<std::string, std::uint64_t, std::less<>> counters;  ///< work: by kind of rows
};

/// The whole file.
struct BenchFile {
  std::string executable;
  std::string version;
  std::string revision;
  std::string input;
  std::string command;      ///< that counts the same again
  std::string count;        ///< work or instructions
  std::string fingerprint;  ///< of all that happened, as in summary.json
  std::vector<BenchEntry> entries;
};

inline constexpr std::string_view work_label = "work";
inline constexpr std::string_view instructions_label = "instructions";
inline constexpr std::string_view time_label = "time";

std::string to_json(const BenchFile& file);
/// Errors, all of them: it cannot be read, is no JSON, or was not written by `bench run`.
Expected<BenchFile, Diagnostics> read_bench_file(const std::string& path);

}  // namespace mcsim::app
