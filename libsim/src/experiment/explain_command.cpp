// Finds what is to be explained, plays, and prints the story.
#include "mcsim/experiment/explain_command.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "experiment/job_story.hpp"
#include "experiment/place_stories.hpp"
#include "experiment/run_names.hpp"
#include "mcsim/io/complaints.hpp"
#include "mcsim/io/nearest.hpp"

namespace mcsim {
namespace {

template <class Teller>
Story tell(Teller teller, const Replay& replay, const Registry& registry, const Console& console) {
  const Played played = play(replay, registry, teller, [&](const Simulation& simulation, Time now) {
    teller.before(simulation, now);
  });
  print(console, doubts(replay, played));
  return teller.finish(played.simulation, played.at);
}

Expected<Story, Diagnostics> explain(const ExplainRequest& request, const Replay& replay,
                                     const Registry& registry, const Console& console) {
  const GridConfig& grid = replay.scenario.config;
  const Calendar calendar = Calendar::of(replay.scenario.effective);
  if (!request.job.empty()) {
    const auto found = find_job(grid, replay.scenario.skipped, request.job);
    if (!found) return Unexpected(found.error());
    return tell(JobStory(grid, calendar, found->cluster, found->job), replay, registry, console);
  }
  if (!request.queue.empty()) {
    const auto found = find_queue(grid, request.queue);
    if (!found) return Unexpected(found.error());
    return tell(QueueStory(grid, calendar, found->cluster, found->queue), replay, registry,
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
                    (request.host.empty() ? 0 : 1);
  if (asked != 1)
    return fail({{about_file("mcsim explain", "expected one of --job, --queue and --host")}},
                ExitCode::usage);
  const auto replay = open_replay(request.replay, registry);
  if (!replay)
    return fail(replay.error(),
                is_usage_of_replay(replay.error()) ? ExitCode::usage : ExitCode::bad_input);
  const auto story = explain(request, *replay, registry, console);
  if (!story) return fail(story.error(), ExitCode::usage);
  console.out << (request.json ? to_pretty_json(to_json(*story)) : to_text(*story));
  return ExitCode::done;
}

}  // namespace mcsim
