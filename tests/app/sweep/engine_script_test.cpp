// The scripts by which engines run cells.
#include "mcsim/app/sweep/engine_script.hpp"

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::engine_script_test {

TEST_CASE("a task gets the cells that fill its time, and there are not too many tasks") {
  CHECK(cells_of_a_task(100, 1.0, 30) == 30);
  CHECK(cells_of_a_task(100, 7.0, 30) == 5);
  CHECK(cells_of_a_task(100, 60.0, 30) == 1);
  CHECK(cells_of_a_task(100, 0.001, 30) == 100);
  CHECK(cells_of_a_task(100, 0, 30) == 1);  // nobody knows how long one takes
  CHECK(cells_of_a_task(2'500, 60.0, 30) == 3);
}

TEST_CASE("scripts name the tasks that have something to do") {
  const TaskArray array{.tasks = {1, 2, 3, 7, 9, 10},
                        .chunk = 4,
                        .directory = "/a b",
                        .command = "mcsim sweep run out",
                        .output_folder = "out/tasks"};
  CHECK(engine_script(Engine::slurm, array) == R"sh(#!/bin/sh
#SBATCH --job-name=mcsim
#SBATCH --array=1-3,7,9-10
#SBATCH --output="out/tasks/slurm-%A_%a.out"
cd '/a b' || exit 1
first=$(((SLURM_ARRAY_TASK_ID - 1) * 4 + 1))
exec mcsim sweep run out --cells "$first-$((first + 4 - 1))" -j 1
)sh");
  const std::string lsf = engine_script(Engine::lsf, array);
  CHECK(lsf.find("#BSUB -J \"mcsim[1-3,7,9-10]\"\n") != lsf.npos);
  CHECK(lsf.find("first=$(((LSB_JOBINDEX - 1) * 4 + 1))\n") != lsf.npos);
}

}  // namespace mcsim::testing::engine_script_test
