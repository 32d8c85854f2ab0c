// Tells how near a run is to what really happened.
#include "mcsim/app/history/backtest_report.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "mcsim/app/run/run_report.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t most_jobs = 10;

Duration duration(double seconds) {
  return Duration{static_cast<std::int64_t>(std::llround(seconds * 1000))};
}
std::string time_of(double seconds) { return readable(duration(seconds)); }
/// With so many decimals.
std::string fixed(double value, int decimals) {
  if (value < 0) return "-" + fixed(-value, decimals);
  const double unit = std::pow(10, decimals);
  return rounded_text(std::llround(value * unit), static_cast<std::int64_t>(unit), decimals);
}
std::string seconds_cell(double seconds) { return seconds_text(duration(seconds)); }
std::string millionths_cell(double value) {
  const std::int64_t millionths = std::llround(value * 1e6);
  return (millionths < 0 ? "-" : "") + millionths_text(std::abs(millionths));
}
std::string or_dash(const std::optional<double>& value, int decimals) {
  return value ? fixed(*value, decimals) : "-";
}
std::string late_text(double seconds) {
  return (seconds < 0 ? "-" : "+") + time_of(std::abs(seconds));
}

std::string sentences(const Backtest& backtest) {
  const ToldJobs& told = backtest.told;
  std::string text = counted(told.jobs.size(), "job") + " started, in the run as in the history.\n";
  if (told.never_here > 0)
    text += counted(told.never_here, "job") + " that really started did not start in the run.\n";
  if (told.never_really > 0)
    text += counted(told.never_really, "job") + " never really started, and are not compared.\n";
  // A job that its limit really ended is in the table up to a second longer than that.
  const auto cut = static_cast<std::size_t>(std::ranges::count_if(
      told.jobs, [](const ToldJob& job) { return job.run + 1 < job.really_run; }));
  if (cut > 0)
    text += counted(cut, "job") + " ran shorter in the run than " + (cut == 1 ? "it" : "they") +
            " really did, such as one that a limit killed.\n";
  const StartDistances distances(told);
  text += "Of 100 jobs, " + fixed(100 * distances.share_within(0), 0) +
          " started at the second at which they really started, 50 within " +
          time_of(distances.seconds_of_share(0.5)) + " of it, 90 within " +
          time_of(distances.seconds_of_share(0.9)) + ", 95 within " +
          time_of(distances.seconds_of_share(0.95)) + ".\n";
  SpanMeans mean;
  double apart = 0;
  for (const SpanMeans& span : backtest.spans) {
    mean.really_busy += span.really_busy;
    mean.run_busy += span.run_busy;
    mean.really_waiting += span.really_waiting;
    mean.run_waiting += span.run_waiting;
    apart += std::abs(span.run_busy - span.really_busy);
  }
  const auto spans = static_cast<double>(backtest.spans.size());
  text += "Slots in use, on average: really " + fixed(mean.really_busy / spans, 1) +
          ", in the run " + fixed(mean.run_busy / spans, 1) + "; at a time they differ by " +
          fixed(apart / spans, 1) + ".\n";
  text += "Jobs that wait, on average: really " + fixed(mean.really_waiting / spans, 1) +
          ", in the run " + fixed(mean.run_waiting / spans, 1) + ".\n";
  return text;
}

std::string group_table(const std::vector<GroupNearness>& groups, std::size_t width) {
  TextTable table;
  table.add({"waits", "jobs", "median", "run", "quotient", "95 %", "run", "rank corr.", "KS"});
  for (const GroupNearness& group : groups) {
    if (group.kind == "hour") continue;  // backtest.csv has them
    const bool is_all = group.kind == "all";
    const std::string name = is_all ? group.name : group.kind + " " + group.name;
    table.add({name, std::to_string(group.jobs), time_of(group.really_median),
               time_of(group.run_median), or_dash(group.median_quotient, 2),
               time_of(group.really_p95), time_of(group.run_p95),
               or_dash(group.rank_correlation, 2), fixed(group.distance, 2)});
  }
  return table.text(width);
}

std::string job_table(const Backtest& backtest, std::size_t width) {
  const auto worst = farthest(backtest.told, most_jobs);
  if (worst.empty()) return "";
  TextTable table(3);
  table.add({"job", "queue", "user", "slots", "submitted", "waited", "in the run", "late"});
  for (const std::size_t at : worst) {
    const ToldJob& job = backtest.told.jobs[at];
    table.add({job.id, backtest.told.queues[job.queue], backtest.told.users[job.user],
               std::to_string(job.slots), time_of(job.submitted), time_of(job.really),
               time_of(job.waited), late_text(job.late())});
  }
  return "The jobs that differ most:\n" + table.text(width);
}

}  // namespace

std::string backtest_text(const Backtest& backtest, const std::string& program,
                          const std::string& folder, std::size_t width) {
  std::string text = sentences(backtest) + '\n' + group_table(backtest.groups, width);
  const std::string jobs = job_table(backtest, width);
  if (jobs.empty()) return text;
  const std::size_t worst = farthest(backtest.told, 1).front();
  text += '\n' + jobs;
  if (!backtest.stories.empty()) {
    text += '\n' + backtest.stories.front();
    if (backtest.stories.size() > 1)
      text += "likewise of " + counted(backtest.stories.size() - 1, "other job") + ": " + folder +
              "/" + stories_file + '\n';
  }
  return text + "more: " + program + " explain " + shell_word(folder) + " --job " +
         shell_word(backtest.told.jobs[worst].id) + '\n';
}

std::string groups_csv(const std::vector<GroupNearness>& groups) {
  std::string text =
      "kind,name,jobs,really_median,run_median,median_quotient,really_p95,run_p95,"
      "rank_correlation,ks_distance\n";
  for (const GroupNearness& group : groups) {
    text += group.kind + ',' + csv_name(group.name) + ',' + std::to_string(group.jobs) + ',';
    text += seconds_cell(group.really_median) + ',' + seconds_cell(group.run_median) + ',';
    text += (group.median_quotient ? millionths_cell(*group.median_quotient) : "") + ',';
    text += seconds_cell(group.really_p95) + ',' + seconds_cell(group.run_p95) + ',';
    text += (group.rank_correlation ? millionths_cell(*group.rank_correlation) : "") + ',';
    text += millionths_cell(group.distance) + '\n';
  }
  return text;
}

std::string spans_csv(const std::vector<SpanMeans>& spans) {
  std::string text = "time,really_busy,run_busy,really_waiting,run_waiting\n";
  for (const SpanMeans& span : spans) {
    text += seconds_cell(span.from);
    for (const double value :
         {span.really_busy, span.run_busy, span.really_waiting, span.run_waiting})
      text += ',' + millionths_cell(value);
    text += '\n';
  }
  return text;
}

}  // namespace mcsim::app
