// Any bytes as a table of jobs, plain or packed: refused with a reason, or jobs of a scenario that
// make the same table, and a workload of a scenario of one cluster.
#include "fuzz/targets.hpp"

#include "fuzz/memory_file.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/config/scenario/table_convert.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {
namespace {

void try_conversions(std::string_view text) {
  const MemoryFile table = file_of(text);
  const auto jobs = jobs_of_table(table.path(), "t.csv");
  if (!jobs) {
    MCSIM_CHECK(jobs.error().has_errors(), "refused without a reason");
    return;
  }
  const MemoryFile scenario = file_of(jobs->text);
  const auto made = table_of_jobs(scenario.path(), "s.json");
  MCSIM_CHECK(made.has_value(), "the jobs of a table are refused");
  const MemoryFile other = file_of(made->text);
  const auto again = jobs_of_table(other.path(), "t.csv");
  MCSIM_CHECK(again.has_value(), "the table that was made is refused");
  MCSIM_CHECK(again->jobs == jobs->jobs && again->jobs == made->jobs, "a job was lost");
}

void try_workload(std::string_view text) {
  const TempFolder folder;
  folder.write("t.csv", text);
  folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "h[1-3]", "ncpus": 4, "maxmem": 1000}],
    "lsb.params": {"MAX_USER_PRIORITY": 100}, "lsb.applications": [{"NAME": "a"}],
    "lsb.queues": [{"QUEUE_NAME": "q", "EXCLUSIVE": "Y"}, {"QUEUE_NAME": "r"}]}],
    "workloads": [{"file": "t.csv", "queue_map": {"2": "r"}, "id_offset": 5}]})");
  ScenarioChoices choices;
  choices.dispatch = {"lsf"};
  const auto scenario = load_scenario(folder.path("s.json"), choices);
  if (!scenario) {
    MCSIM_CHECK(scenario.error().has_errors(), "refused without a reason");
    return;
  }
  const WorkloadReport& report = scenario->workloads.back();
  const Trace& trace = scenario->config.clusters[0].trace;
  MCSIM_CHECK(trace.size() == report.jobs, "a job was lost");
  for (std::size_t row = 1; row < trace.size(); ++row)
    MCSIM_CHECK(
        !submitted_before(trace[static_cast<JobIndex>(row)], trace[static_cast<JobIndex>(row - 1)]),
        "jobs out of order");
}

}  // namespace

void try_job_table(std::string_view text) {
  try_conversions(text);
  try_workload(text);
}

}  // namespace mcsim::testing
