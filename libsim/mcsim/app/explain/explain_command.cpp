// Finds what to explain, plays the run, and prints the story.
#include "mcsim/app/explain/explain_command.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/app/explain/lease_story.hpp"
#include "mcsim/app/explain/place_stories.hpp"
#include "mcsim/app/explain/queue_summary.hpp"
#include "mcsim/app/run/run_names.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

/// Finds a job by the id that it has in its execution cluster.
class GuestFinder final : public Observer {
 public:
  GuestFinder(ClusterId cluster, JobId id) : cluster_(cluster), id_(id) {}

  using Observer::on;
  void on(ClusterId cluster, const GuestAccepted& fact) override {
    if (cluster == cluster_ && fact.id == id_) found_ = NamedJob{fact.home, fact.job};
  }
  const std::optional<NamedJob>& found() const { return found_; }

 private:
  ClusterId cluster_;
  JobId id_;
  std::optional<NamedJob> found_{};
};

template <class Teller>
Story tell(Teller teller, const Replay& replay, const Registry& registry, const Console& console) {
  const Played played = play(replay, registry, teller, [&](const Simulation& simulation, Time now) {
    teller.before(simulation, now);
  });
  print(console, doubts(replay, played));
  if constexpr (requires { teller.take(played.results); }) teller.take(played.results);
  return teller.finish(played.simulation, played.at);
}

/// Whether a cluster may have given a forwarded job this id: it counts them, after its own.
bool may_be_guest(const Replay& replay, ClusterId cluster, std::int64_t id) {
  const Trace& trace = replay.scenario.config.clusters[index_of(cluster)].trace;
  std::int64_t last = 0;
  for (std::size_t at = 0; at < trace.size(); ++at)
    last = std::max(last, static_cast<std::int64_t>(trace[static_cast<JobIndex>(at)].id));
  return id > last && id - last <= replay.forwards;
}

/// A job by its name, or if there is none, by the name that it has in its execution cluster; only
/// the latter needs the run to be played.
Expected<NamedJob, Diagnostics> find_job_or_guest(const Replay& replay, const Registry& registry,
                                                  const std::string& name) {
  const GridConfig& grid = replay.scenario.config;
  auto found = find_job(grid, replay.scenario.skipped, name);
  const auto at = name.find('@');
  if (found || grid.links.empty() || at == std::string::npos) return found;
  const auto cluster = find_cluster(grid, name.substr(at + 1));
  const auto number = read_whole(name.substr(0, at));
  if (!cluster || !number || !may_be_guest(replay, *cluster, *number)) return found;
  GuestFinder finder(*cluster, static_cast<JobId>(*number));
  play(replay, registry, finder, [](const Simulation&, Time) {});
  return finder.found() ? *finder.found() : found;
}

Expected<Story, Diagnostics> explain(const ExplainRequest& request, const Replay& replay,
                                     const Registry& registry, const Console& console) {
  const GridConfig& grid = replay.scenario.config;
  const Calendar calendar = Calendar::of(replay.scenario.effective);
  if (!request.job.empty()) {
    const auto found = find_job_or_guest(replay, registry, request.job);
    if (!found) return Unexpected(found.error());
    return tell(JobStory(grid, calendar, found->cluster, found->job, replay.has_stalled), replay,
                registry, console);
  }
  if (!request.queue.empty()) {
    const auto found = find_queue(grid, request.queue);
    if (!found) return Unexpected(found.error());
    return tell(SummedQueueStory(grid, calendar, found->cluster, found->queue), replay, registry,
                console);
  }
  if (!request.lease.empty()) {
    const auto found = find_leases(grid, request.lease);
    if (!found) return Unexpected(found.error());
    return tell(LeaseStory(grid, calendar, found->provider, found->consumer), replay, registry,
                console);
  }
  const auto found = find_host(grid, request.host);
  if (!found) return Unexpected(found.error());
  return tell(HostStory(grid, calendar, found->cluster, found->host), replay, registry, console);
}

}  // namespace

ExitCode explain_command(const ExplainRequest& request, const Registry& registry,
                         const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const int asked = (request.job.empty() ? 0 : 1) + (request.queue.empty() ? 0 : 1) +
                    (request.host.empty() ? 0 : 1) + (request.lease.empty() ? 0 : 1);
  if (asked != 1)
    return fail(
        {{about_file("mcsim explain", "expected one of --job, --queue, --host and --lease")}},
        ExitCode::usage);
  const auto replay = open_replay(request.replay, registry);
  if (!replay)
    return fail(replay.error(),
                is_usage_of_replay(replay.error()) ? ExitCode::usage : ExitCode::bad_input);
  const auto story = explain(request, *replay, registry, console);
  if (!story) return fail(story.error(), ExitCode::usage);
  constexpr std::size_t hanging = 4;  // so that each event begins a line
  console.out << (request.json
                      ? to_pretty_json(to_json(*story))
                      : wrapped(to_text(*story, request.all), console.out_width(), hanging));
  return ExitCode::done;
}

}  // namespace mcsim::app
