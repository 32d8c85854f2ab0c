// `mcsim bench run`: what the decisions of a scenario cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/run/run_command.hpp"

namespace mcsim::app {

/// What the user typed.
struct BenchRunRequest {
  RunRequest run;                   ///< what is played
  std::optional<std::string> file;  ///< -o; none: standard output
  std::string count = "work";       ///< one of bench_counts
  bool time = false;
  std::optional<std::size_t> repeat{};  ///< runs; by default 1, with --time 5
  std::optional<std::uint64_t> jobs{};  ///< stops when so many jobs have ended
  std::vector<std::string> words{};     ///< as typed, to call the program again
};

inline constexpr const char* bench_counts[] = {"work", "instructions"};

/// Plays the scenario and prints, or writes, what its decisions cost. Errors: those of
/// run_command(); instructions cannot be counted here; two runs of the scenario differ.
ExitCode bench_run_command(const BenchRunRequest& request, const Registry& registry,
                           const Console& console);

}  // namespace mcsim::app
