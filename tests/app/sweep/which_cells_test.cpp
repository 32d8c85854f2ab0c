// Which cells of a plan a process runs.
#include "mcsim/app/sweep/which_cells.hpp"

#include <map>
#include <string>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::which_cells_test {

namespace {

using Variables = std::map<std::string, std::string>;

/// "3-5", counted from 1; or the complaint.
std::string cells(const std::optional<std::string>& typed, const Variables& variables,
                  std::size_t count = 10) {
  const auto environment = [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
  const auto rows = which_cells(typed, environment, count);
  if (!rows) return to_text(rows.error().list.front());
  return std::to_string(rows->first + 1) + "-" + std::to_string(rows->end);
}

}  // namespace

TEST_CASE("without anything all cells are run") { CHECK(cells(std::nullopt, {}) == "1-10"); }

TEST_CASE("cells are numbers from 1, and the last one may lie behind the end") {
  CHECK(cells("3-5", {}) == "3-5");
  CHECK(cells("4", {}) == "4-4");
  CHECK(cells("9-12", {}) == "9-10");
  for (const char* wrong : {"0-3", "5-4", "11-12", "", "-", "a-b", "3-", "1-2-3", "-1"}) {
    INFO(wrong);
    CHECK(cells(wrong, {}) ==
          "--cells \"" + std::string(wrong) + "\": expected A-B, numbers of cells from 1 to 10");
  }
}

TEST_CASE("an engine's index counts from where the engine counts") {
  CHECK(cells(std::nullopt, {{"LSB_JOBINDEX", "3"}}) == "3-3");
  CHECK(cells(std::nullopt, {{"SLURM_ARRAY_TASK_ID", "3"}}) == "3-3");
  CHECK(cells(std::nullopt, {{"OMPI_COMM_WORLD_RANK", "3"}}) == "4-4");
  CHECK(cells(std::nullopt, {{"JOB_COMPLETION_INDEX", "0"}}) == "1-1");
  // LSF sets it for all jobs, to 0 for those that are no array.
  CHECK(cells(std::nullopt, {{"LSB_JOBINDEX", "0"}}) == "1-10");
  CHECK(cells("1-2", {{"LSB_JOBINDEX", "3"}}) == "1-2");
  CHECK(cells(std::nullopt, {{"LSB_JOBINDEX", "11"}}) ==
        "LSB_JOBINDEX=11: expected the number of a cell, from 1 to 10; --cells A-B takes others");
  CHECK(cells(std::nullopt, {{"JOB_COMPLETION_INDEX", "10"}}) ==
        "JOB_COMPLETION_INDEX=10: expected the number of a cell, from 0 to 9; --cells A-B takes "
        "others");
  // Of Slurm 0 is a task like others: it has no cell, and does not stand for all.
  CHECK(cells(std::nullopt, {{"SLURM_ARRAY_TASK_ID", "0"}}) ==
        "SLURM_ARRAY_TASK_ID=0: expected the number of a cell, from 1 to 10; --cells A-B takes "
        "others");
}

}  // namespace mcsim::testing::which_cells_test
