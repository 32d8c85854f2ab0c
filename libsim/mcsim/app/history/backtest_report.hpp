// What a backtest prints and writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/app/history/nearness.hpp"
#include "mcsim/app/history/told_jobs.hpp"

namespace mcsim::app {

inline constexpr const char* stories_file = "backtest_stories.txt";

struct Backtest {
  ToldJobs told;
  std::vector<GroupNearness> groups;
  std::vector<SpanMeans> spans;
  std::vector<std::string> stories{};  ///< of the jobs that differ most, the worst first
};

/// For people: how near starts are, in sentences; waits by group; the jobs that differ most.
/// `folder` and `program`: what explains a job.
std::string backtest_text(const Backtest& backtest, const std::string& program,
                          const std::string& folder, std::size_t width);
/// backtest.csv: a row for each group.
std::string groups_csv(const std::vector<GroupNearness>& groups);
/// backtest_series.csv: a row for each span.
std::string spans_csv(const std::vector<SpanMeans>& spans);

}  // namespace mcsim::app
