// Tells what really happened to jobs, and what a run made of it.
#include "mcsim/app/history/backtest_stories.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "mcsim/app/explain/job_stories.hpp"
#include "mcsim/app/explain/replay.hpp"
#include "mcsim/app/history/recorded_ends.hpp"
#include "mcsim/app/run/run_names.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/views/calendar.hpp"

namespace mcsim::app {
namespace {

Duration milliseconds(double seconds) {
  return Duration{static_cast<std::int64_t>(std::llround(seconds * 1000))};
}

/// Two blanks before each line, each of which ends with a line feed.
std::string moved_in(const std::string& text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    lines += "  " + text.substr(at, end - at);
    at = end;
  }
  return lines;
}

std::string head_of(const ToldJob& job) {
  const Duration late = milliseconds(std::abs(job.late()));
  return "job " + job.id + ": waited " + readable(milliseconds(job.really)) + ", in the run " +
         readable(milliseconds(job.waited)) + ", " + readable(late) +
         (job.late() < 0 ? " less\n" : " more\n");
}

/// `known`: null: only the start is recorded.
std::string record_of(const ToldJob& job, const RecordedEnd* known, const Calendar& calendar) {
  const auto at = [&](double seconds) { return calendar.instant(Time{milliseconds(seconds)}); };
  const double start = job.submitted + job.really;
  std::string text = "really\n  " + at(job.submitted) + ": submitted\n  " + at(start) +
                     ": started" +
                     (known == nullptr || known->hosts.empty() ? "" : " on " + known->hosts) + "\n";
  if (known == nullptr) return text;
  if (known->status == "RUN")
    return text + "  " + at(start + known->run) + ": at the end of the history it still ran\n";
  const double span = std::max(0.0, known->finish - known->start);
  text += "  " + at(start + span) + ": " + (known->status == "EXIT" ? "exit" : "done");
  if (known->run + 0.5 < span)
    text += ", after " + readable(milliseconds(span - known->run)) + " in which it was suspended";
  return text + "\n";
}

std::string story_lines(const Story& story) {
  const std::string text = to_text(story);
  const std::size_t behind = text.find('\n') + 1;
  return "in the run\n" + moved_in(text.substr(behind));
}

}  // namespace

Expected<std::vector<std::string>, Diagnostics> backtest_stories(const StoriesRequest& request,
                                                                 const ToldJobs& told,
                                                                 const Registry& registry) {
  const auto replay =
      open_replay({.folder = request.folder, .programs = request.programs}, registry);
  if (!replay) return Unexpected(replay.error());
  const GridConfig& grid = replay->scenario.config;
  const Calendar calendar = Calendar::of(replay->scenario.effective);
  JobStories stories;
  std::set<std::string> names;
  std::vector<const ToldJob*> jobs;
  for (const std::size_t place : request.jobs) {
    const ToldJob& job = told.jobs[place];
    const auto found = find_job(grid, replay->scenario.skipped, job.id);
    if (!found) continue;  // its number is that of several clusters
    stories.add(grid, calendar, found->cluster, found->job, replay->has_stalled);
    names.insert(job.id);
    jobs.push_back(&job);
  }
  if (jobs.empty()) return std::vector<std::string>{};
  const Played played =
      play(*replay, registry, stories,
           [&](const Simulation& simulation, Time now) { stories.before(simulation, now); });
  stories.take(played.results);
  const std::vector<Story> run = stories.finish(played.simulation, played.at);
  const auto recorded = recorded_ends(request.scenario, names);
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < jobs.size(); ++at) {
    const auto known = recorded.find(jobs[at]->id);
    texts.push_back(
        head_of(*jobs[at]) +
        moved_in(
            record_of(*jobs[at], known == recorded.end() ? nullptr : &known->second, calendar) +
            story_lines(run[at])));
  }
  return texts;
}

}  // namespace mcsim::app
