// The scripts by which engines run cells: one task for each chunk of a plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Where cells are run by others.
enum class Engine : std::uint8_t { slurm, lsf };

/// What an array of tasks does: task t runs the cells (t - 1) * chunk + 1 to t * chunk.
struct TaskArray {
  std::vector<std::size_t> tasks;  ///< from 1, ascending: those that have something to do
  std::size_t chunk = 1;           ///< cells of a task
  std::string directory;           ///< where they run
  std::string command;             ///< `mcsim sweep run DIR`, without --cells
  std::string output_folder;       ///< for what tasks print
};

/// Slurm's MaxArraySize is 1001 by default, LSF's MAX_JOB_ARRAY_SIZE 1000.
inline constexpr std::size_t most_tasks = 1000;

/// How many cells a task gets: as many as take `least` seconds, and so many that there are at most
/// `most_tasks`.
std::size_t cells_of_a_task(std::size_t cells, double seconds_of_a_cell, double least);

/// A script for sbatch or bsub. Tasks are numbered as "1-3,7".
std::string engine_script(Engine engine, const TaskArray& array);

/// The command that submits a script: it reads it from its standard input.
std::string_view submitting_command(Engine engine);

}  // namespace mcsim::app
