// Plays a run, and lets stories listen while their jobs are about.
#include "mcsim/app/report/job_stories.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/app/run/run_names.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/results/usage_log.hpp"

namespace mcsim::app {
namespace {

/// One of the stories, and when something can happen that it tells.
struct Listening {
  std::uint32_t job = 0;
  Time from{};
  Time to = never;
  std::unique_ptr<JobStory> story{};
};

/// Passes facts to those stories whose jobs are about, which are few at a time.
class ListeningStories final : public HearsEveryFact<ListeningStories> {
 public:
  /// `all`: by `from`.
  ListeningStories(std::vector<Listening>& all, UsageLog& usage) : all_(all), usage_(usage) {}

  void before(const Simulation& simulation, Time now) {
    for (; next_ < all_.size() && all_[next_].from <= now; ++next_) live_.push_back(&all_[next_]);
    std::erase_if(live_, [&](const Listening* one) { return one->to < now; });
    for (const Listening* const one : live_) one->story->before(simulation, now);
    usage_.look(simulation.clusters(), simulation.played_until());
  }
  template <class Fact>
  void hear(ClusterId cluster, const Fact& fact) {
    usage_.on(cluster, fact);
    // Everybody learns how guests are called, since they may be met later.
    if constexpr (std::is_same_v<Fact, GuestAccepted>) {
      for (const Listening& one : all_) one.story->on(cluster, fact);
    } else {
      for (const Listening* const one : live_) one->story->on(cluster, fact);
    }
  }
  bool wants_decisions() const override { return true; }
  bool wants_signals() const override { return true; }

 private:
  std::vector<Listening>& all_;
  UsageLog& usage_;
  std::size_t next_ = 0;
  std::vector<Listening*> live_;
};

/// The jobs that waited longest; of equal ones the earlier rows.
std::vector<std::uint32_t> longest_waits(const RunTables& tables, std::size_t count) {
  std::vector<std::uint32_t> jobs(tables.jobs.size());
  for (std::uint32_t job = 0; job < jobs.size(); ++job) jobs[job] = job;
  count = std::min(count, jobs.size());
  const auto last = jobs.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::partial_sort(
      jobs, last, {}, [&](std::uint32_t job) { return std::tuple(-tables.jobs[job].wait, job); });
  jobs.resize(count);
  return jobs;
}

std::string typed_name(const RunTables& tables, const RunJob& job) {
  std::string name = std::to_string(job.id);
  if (job.element > 0) name.append("[").append(std::to_string(job.element)).append("]");
  return name + "@" + tables.clusters.names()[job.cluster];
}

std::vector<Listening> listening(const Replay& replay, const Calendar& calendar,
                                 const RunTables& tables, const std::vector<std::uint32_t>& jobs) {
  std::vector<Listening> all;
  for (const std::uint32_t job : jobs) {
    const RunJob& row = tables.jobs[job];
    const auto found =
        find_job(replay.scenario.config, replay.scenario.skipped, typed_name(tables, row));
    if (!found) continue;
    Listening& one = all.emplace_back();
    one.job = job;
    one.from = Time{Duration{row.submit}};
    // What other clusters hear of its end comes later.
    if (row.finish != no_instant) one.to = Time{Duration{row.finish}} + std::chrono::hours(1);
    one.story = std::make_unique<JobStory>(replay.scenario.config, calendar, found->cluster,
                                           found->job, replay.has_stalled);
  }
  std::ranges::sort(all, {}, [](const Listening& one) { return std::tuple(one.from, one.job); });
  return all;
}

}  // namespace

std::size_t most_stories(const Replay& replay, std::size_t jobs) {
  constexpr std::size_t most = 200;
  // What is played again costs as much as the run did; each story looks at every instant of its
  // job, and knows the names of all guests.
  constexpr std::size_t most_jobs = 200'000;
  constexpr std::size_t most_looks = 20'000'000;
  constexpr std::size_t most_names = 1'000'000;
  if (jobs > most_jobs) return 0;
  const auto forwards = static_cast<std::size_t>(std::max<std::int64_t>(replay.forwards, 0));
  return std::min({most, most_looks / (jobs + 1), most_names / (forwards + 1)});
}

ToldStories tell_stories(const Replay& replay, const Registry& registry, const RunTables& tables,
                         std::size_t count) {
  // Text of stories takes an eighth of it in the page: small pages are to stay small.
  constexpr std::size_t least_bytes = 300'000;
  constexpr std::size_t bytes_of_job = 300;
  constexpr std::size_t largest_bytes = 3'000'000;
  const std::size_t most_bytes =
      std::clamp(bytes_of_job * tables.jobs.size(), least_bytes, largest_bytes);
  const Calendar calendar = Calendar::of(replay.scenario.effective);
  const std::vector<std::uint32_t> jobs = longest_waits(tables, count);
  std::vector<Listening> all = listening(replay, calendar, tables, jobs);
  UsageLog usage(replay.scenario.config);
  ListeningStories stories(all, usage);
  const Played played =
      play(replay, registry, stories,
           [&](const Simulation& simulation, Time now) { stories.before(simulation, now); });
  ToldStories told;
  told.doubts = doubts(replay, played);
  told.usage = usage.results(played.simulation.clusters(), played.simulation.played_until(),
                             played.results.end);
  std::size_t bytes = 0;
  for (const std::uint32_t job : jobs) {
    const auto one = std::ranges::find(all, job, &Listening::job);
    if (one == all.end()) continue;
    one->story->take(played.results);
    std::string text = to_text(one->story->finish(played.simulation, played.at));
    // A story that is too long leaves room for others.
    if (bytes + text.size() > most_bytes) continue;
    bytes += text.size();
    told.stories.push_back({job, std::move(text)});
  }
  return told;
}

}  // namespace mcsim::app
