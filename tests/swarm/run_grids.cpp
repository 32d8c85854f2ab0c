// Plays the swarm's grids as `mcsim run --outputs` plays scenarios, and writes a run folder for
// each. tools/digests compares the folders of two versions of the project.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "mcsim/app/run/run_watch.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/results/metrics.hpp"
#include "mcsim/results/summary.hpp"
#include "support/swarm_worlds.hpp"

using namespace mcsim::testing;

namespace {

constexpr const char* usage = "usage: mcsim_run_grids FIRST_SEED GRIDS FOLDER\n";

void must(const std::optional<Diagnostic>& failure) {
  if (!failure) return;
  std::fprintf(stderr, "%s\n", failure->message.c_str());
  std::exit(1);
}

void write_jobs(RunFolder& folder, const GridConfig& grid, const RunResults& results) {
  must(folder.write_table("jobs.csv",
                          [&](OutputFile& file) { return write_jobs_csv(file, grid, results); }));
}

void run(GridConfig grid, const std::string& name) {
  auto folder = RunFolder::create(name);
  if (!folder) return must(folder.error().list.front());
  constexpr Outputs all{
      .jobs = true, .executions = true, .decisions = true, .counters = true, .launches = true};
  if (!grid.until) grid.until = Time{} + std::chrono::hours(24);
  auto watch = RunWatch::create(grid, all, *folder);
  if (!watch) return must(watch.error().list.front());
  const RunResults results =
      run_watched(grid, default_registry(), *watch, [](Time, std::uint64_t) { return false; });
  must(watch->write(*folder));
  write_jobs(*folder, grid, results);
  must(folder->write("summary.json", summary_json(grid, results, measure(grid, results, {}), {},
                                                  folder->digests())));
  must(folder->commit());
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) {
    std::fputs(usage, stderr);
    return 2;
  }
  const std::uint64_t first = std::strtoull(words[1], nullptr, 10);
  const std::uint64_t grids = std::strtoull(words[2], nullptr, 10);
  for (std::uint64_t seed = first; seed < first + grids; ++seed)
    run(swarm_world(seed).grid, std::string(words[3]) + "/grid-" + std::to_string(seed));
  return 0;
}
