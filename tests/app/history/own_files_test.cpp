// Which files a folder of a run may have, so that another run may replace it.
#include <filesystem>
#include <set>
#include <string>

#include "mcsim/app/history/backtest_command.hpp"
#include "mcsim/app/report/report_command.hpp"
#include "mcsim/app/run/run_outputs.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::own_files_test {

namespace {

/// Two clusters, of which each has an lsb.acct; all jobs have recorded starts.
std::string history(const TempFolder& room) {
  room.write("jobs.csv", "job_id,submit_time,start_time,run_time,slots\n1,0,1,10,1\n2,5,8,10,1\n");
  return room.write("s.json", R"({"mcsim": 1, "clusters": [
      {"name": "C1", "hosts": [{"name": "a1", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "normal", "FAIRSHARE": "USER_SHARES[[default, 1]]"}]},
      {"name": "C2", "hosts": [{"name": "b1", "ncpus": 1}]}],
    "workloads": [{"file": "jobs.csv", "cluster": "C1"}]})");
}

std::string all_outputs() {
  std::string all;
  for (const std::string_view name : output_names) all += std::string(name) + ",";
  all.pop_back();
  return all;
}

void add_names(const std::string& folder, std::set<std::string>& to) {
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    to.insert(entry.path().filename().string());
}

}  // namespace

TEST_CASE("a run replaces all that runs, backtests and reports ever write into a folder") {
  const TempFolder room;
  const std::string input = history(room);
  std::set<std::string> seen;
  for (int turn = 0; turn < 2; ++turn) {
    const std::string folder = run_folder(room, input, "run", {}, all_outputs());
    add_names(folder, seen);
    BacktestRequest backtest;
    backtest.input = input;
    backtest.folder = folder;
    const Answer told = answer_of([&](const Console& console) {
      return backtest_command(backtest, default_registry(), console);
    });
    INFO(told.err);
    REQUIRE(told.code == ExitCode::done);
    const Answer shown = answer_of([&](const Console& console) {
      return report_command({.folder = folder}, default_registry(), console);
    });
    INFO(shown.err);
    REQUIRE(shown.code == ExitCode::done);
    add_names(folder, seen);
  }
  // That each output was there: usage is in summary.json.
  CHECK(seen == std::set<std::string>{"backtest.csv", "backtest_series.csv", "backtest_stories.txt",
                                      "counters.csv", "decisions.jsonl", "executions.csv",
                                      "jobs.csv", "launches.csv", "lsb.acct.C1", "lsb.acct.C2",
                                      "report.html", "scenario.json", "segments.csv", "series.csv",
                                      "shares.csv", "skipped.csv", "summary.json"});
}

}  // namespace mcsim::testing::own_files_test
