// Writes job arrays.
#include "mcsim/app/sweep/engine_script.hpp"

#include <algorithm>
#include <cmath>

#include "mcsim/app/run/run_report.hpp"

namespace mcsim::app {
namespace {

/// "1-3,7".
std::string ranges_of(const std::vector<std::size_t>& tasks) {
  std::string text;
  for (std::size_t at = 0; at < tasks.size();) {
    std::size_t last = at;
    while (last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(tasks[at]);
    if (last > at) text += "-" + std::to_string(tasks[last]);
    at = last + 1;
  }
  return text;
}

std::string heading(Engine engine, const TaskArray& array) {
  const std::string tasks = ranges_of(array.tasks);
  if (engine == Engine::slurm)
    return "#SBATCH --job-name=mcsim\n#SBATCH --array=" + tasks + "\n#SBATCH --output=\"" +
           array.output_folder + "/slurm-%A_%a.out\"\n";
  return "#BSUB -J \"mcsim[" + tasks + "]\"\n#BSUB -o \"" + array.output_folder +
         "/lsf-%J_%I.out\"\n";
}

}  // namespace

std::size_t cells_of_a_task(std::size_t cells, double seconds_of_a_cell, double least) {
  const double wanted = seconds_of_a_cell > 0 ? std::ceil(least / seconds_of_a_cell) : 1;
  const auto most = static_cast<double>(std::max<std::size_t>(cells, 1));
  const auto by_time = static_cast<std::size_t>(std::clamp(wanted, 1.0, most));
  return std::max(by_time, (cells + most_tasks - 1) / most_tasks);
}

std::string engine_script(Engine engine, const TaskArray& array) {
  const std::string index = engine == Engine::slurm ? "SLURM_ARRAY_TASK_ID" : "LSB_JOBINDEX";
  const std::string chunk = std::to_string(array.chunk);
  return "#!/bin/sh\n" + heading(engine, array) + "cd " + shell_word(array.directory) +
         " || exit 1\nfirst=$(((" + index + " - 1) * " + chunk + " + 1))\nexec " + array.command +
         " --cells \"$first-$((first + " + chunk + " - 1))\" -j 1\n";
}

std::string_view submitting_command(Engine engine) {
  return engine == Engine::slurm ? "sbatch" : "bsub";
}

}  // namespace mcsim::app
