// Puts resampled workloads into their clusters.
#include "mcsim/config/scenario/scenario_resampling.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "mcsim/base/random.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {

std::vector<WorkloadSink> with_traces(const std::vector<WorkloadSink>& sinks,
                                      std::vector<TraceBuilder>& traces) {
  std::vector<WorkloadSink> aside;
  aside.reserve(sinks.size());
  for (std::size_t at = 0; at < sinks.size(); ++at) {
    const WorkloadSink& sink = sinks[at];
    aside.push_back(
        {sink.cluster, traces[at], sink.profiles, sink.profile, sink.largest, sink.rooms});
  }
  return aside;
}

ResampledWorkload::ResampledWorkload(ScenarioDraft& draft, const std::vector<WorkloadSink>& sinks,
                                     std::vector<TraceBuilder> aside, const JsonAt& at)
    : draft_(draft), sinks_(sinks), at_(at) {
  for (std::size_t sink = 0; sink < aside.size(); ++sink) {
    const Trace trace = std::move(aside[sink]).freeze();
    for (std::size_t row = 0; row < trace.size(); ++row)
      rows_.push_back({trace[static_cast<JobIndex>(row)], sink});
  }
  std::ranges::sort(rows_, [](const Row& a, const Row& b) {
    return a.job.submit != b.job.submit || a.job.id != b.job.id ? submitted_before(a.job, b.job)
                                                                : a.sink < b.sink;
  });
}

void ResampledWorkload::add(Resample by, const WorkloadOptions& options, WorkloadReport& report) {
  if (weeks() < 2) {
    const Time last = rows_.empty() ? Time{} : rows_.back().job.submit;
    draft_.complaints.error(at_, "resample"_key,
                            "expected a trace of two weeks or more, the last job of this one comes "
                            "after " +
                                readable(last - Time{}));
    return;
  }
  const std::size_t alone = draw(by, options, report);
  say_left_out(behind());
  say_alone(report, alone);
}

void ResampledWorkload::add_by_weeks(const WorkloadOptions& options, WorkloadReport& report) {
  if (weeks() < weeks_of_long_trace) {
    for (const Row& row : rows_) sinks_[row.sink].trace.add(row.job);
    return;
  }
  Scenario& scenario = draft_.scenario;
  scenario.draws_workloads = true;
  scenario.by_weeks.push_back({at_.position, weeks(), behind()});
  say_alone(report, draw(Resample::weeks, options, report));
}

std::int64_t ResampledWorkload::weeks() const {
  return rows_.empty() ? 0 : whole_weeks(rows_.back().job.submit);
}

std::size_t ResampledWorkload::behind() const {
  const Time end{week * weeks()};
  return static_cast<std::size_t>(
      std::ranges::count_if(rows_, [&](const Row& row) { return row.job.submit >= end; }));
}

std::size_t ResampledWorkload::draw(Resample by, const WorkloadOptions& options,
                                    WorkloadReport& report) {
  std::vector<SampledRow> sampled;
  sampled.reserve(rows_.size());
  for (const Row& row : rows_)
    sampled.push_back({row.job.submit, row.job.user, row.job.slots, row.job.run});
  std::int64_t begin = 0;
  if (by == Resample::weeks) {
    begin = quiet_hour(sampled, draft_.weeks_begin);
    if (!draft_.weeks_begin) draft_.weeks_begin = begin;
  }
  const std::vector<Resampled> drawn = resample(sampled, by, seed_for(by, options), begin);
  const std::int64_t first = draft_.resampled + 1 + options.id_offset;
  draft_.resampled += static_cast<std::int64_t>(drawn.size());
  for (std::size_t at = 0; at < drawn.size(); ++at) {
    const Row& row = rows_[drawn[at].row];
    TraceJob copy = row.job;
    copy.submit += drawn[at].later;
    copy.id = static_cast<JobId>(first + static_cast<std::int64_t>(at));
    sinks_[row.sink].trace.add(copy);
  }
  report.jobs = drawn.size();
  return remap(report.dependencies, drawn, first);
}

std::size_t ResampledWorkload::remap(std::vector<NamedDependency>& dependencies,
                                     const std::vector<Resampled>& drawn,
                                     std::int64_t first) const {
  if (dependencies.empty()) return 0;
  const auto number = [&](std::size_t at) {
    return static_cast<JobId>(first + static_cast<std::int64_t>(at));
  };
  std::map<std::pair<ClusterId, JobId>, std::size_t> row_of;
  for (std::size_t row = 0; row < rows_.size(); ++row)
    row_of.emplace(std::pair(sinks_[rows_[row].sink].cluster, rows_[row].job.id), row);
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> copy_of;
  for (std::size_t at = 0; at < drawn.size(); ++at)
    copy_of.emplace(std::pair(drawn[at].row, drawn[at].block), at);
  std::map<std::size_t, const NamedDependency*> of_row;
  for (const NamedDependency& one : dependencies)
    if (const auto row = row_of.find({one.cluster, one.job}); row != row_of.end())
      of_row.emplace(row->second, &one);
  std::size_t alone = 0;
  std::vector<NamedDependency> copies;
  for (std::size_t at = 0; at < drawn.size(); ++at) {
    const auto asked = of_row.find(drawn[at].row);
    if (asked == of_row.end()) continue;
    const NamedDependency& one = *asked->second;
    const auto preceding = row_of.find({one.cluster, one.preceding});
    const auto copy = preceding == row_of.end()
                          ? copy_of.end()
                          : copy_of.find({preceding->second, drawn[at].block});
    if (copy == copy_of.end())
      ++alone;
    else
      copies.push_back({one.cluster, number(at), number(copy->second), one.think});
  }
  dependencies = std::move(copies);
  return alone;
}

/// Weeks are drawn alike for all workloads, which keeps what clusters have in common, although
/// each has quiet hours of its own, at most half a week from those of the first one; hours and
/// users of a second one are drawn by a seed that comes of the scenario's.
std::uint64_t ResampledWorkload::seed_for(Resample by, const WorkloadOptions& options) const {
  const std::uint64_t seed = draft_.scenario.config.seed;
  if (by == Resample::weeks || options.workload <= 1) return seed;
  return RngStream(seed, "resampled workloads").at(options.workload, 0);
}

void ResampledWorkload::say_left_out(std::size_t count) {
  if (count == 0) return;
  draft_.complaints.warning(at_, "resample"_key,
                            counted(count, "job") + " behind the last whole week " +
                                (count == 1 ? "is" : "are") + " left out of resampling",
                            {.who = "job", .what = "is left out of resampling", .count = count});
}

void ResampledWorkload::say_alone(const WorkloadReport& report, std::size_t alone) {
  if (alone == 0) return;
  draft_.complaints.warning(
      at_, "resample"_key,
      counted(alone, "job") + " of " + std::to_string(report.jobs) +
          " comes when it was submitted, not after its preceding job (field 17), which was drawn "
          "from elsewhere",
      {.who = "job", .what = "loses a dependency", .count = alone});
}

}  // namespace mcsim::config
