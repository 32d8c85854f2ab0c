// Plays a run and prints one of LSF's views of it.
#include "mcsim/experiment/views_command.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "experiment/run_names.hpp"
#include "io/scenario_values.hpp"
#include "mcsim/io/complaints.hpp"
#include "mcsim/io/nearest.hpp"
#include "mcsim/io/views.hpp"

namespace mcsim {
namespace {

using Command = ViewsRequest::Command;

std::span<const ViewField> fields_of(Command command) {
  if (command == Command::bjobs) return job_fields();
  return command == Command::bhosts ? host_fields() : queue_fields();
}

/// What -json shows where -o does not say.
std::string_view usual_fields(Command command) {
  if (command == Command::bjobs)
    return "jobid user stat queue from_host exec_host job_name submit_time";
  if (command == Command::bhosts) return "host_name status jl_u max njobs run ssusp ususp rsv";
  return "queue_name priority status max jl_u jl_p jl_h njobs pend run susp";
}

/// Errors: ids that are no numbers, users and queues that the run does not know.
Expected<JobFilter, Diagnostics> filter_of(const ViewsRequest& request, const GridConfig& grid,
                                           const ClusterConfig& cluster) {
  JobFilter filter{.all = request.all,
                   .pending = request.pending,
                   .user = request.user,
                   .queue = request.queue,
                   .jobs = {}};
  Diagnostics wrong;
  for (const std::string& text : request.jobs) {
    const auto number = read_whole(text);
    const auto id = static_cast<JobId>(number.value_or(0));
    bool known = false;
    for (std::size_t at = 0; number && !known && at < cluster.trace.size(); ++at)
      known = cluster.trace[static_cast<JobIndex>(at)].id == id;
    if (!known) wrong.add(about_file("mcsim bjobs", "Job <" + text + "> is not found"));
    filter.jobs.push_back(id);
  }
  std::vector<std::string_view> users;
  for (std::size_t at = 0; at < grid.users.size(); ++at)
    users.push_back(grid.users.name(static_cast<NameId>(at)));
  if (filter.user && std::ranges::find(users, *filter.user) == users.end())
    wrong.add(about_file(
        "-u", "unknown user " + quoted(*filter.user) + known_names(*filter.user, users)));
  std::vector<std::string_view> queues;
  for (const QueueConfig& queue : cluster.queues) queues.push_back(queue.name);
  if (filter.queue && std::ranges::find(queues, *filter.queue) == queues.end())
    wrong.add(about_file(
        "-q", "unknown queue " + quoted(*filter.queue) + known_names(*filter.queue, queues)));
  if (!wrong.list.empty()) return Unexpected(std::move(wrong));
  return filter;
}

/// What is to be printed, chosen before the run is played.
struct Shape {
  std::optional<ViewFormat> format;  ///< of -o and -json
  JobFilter jobs;
};

Expected<Shape, Diagnostics> shape_of(const ViewsRequest& request, const GridConfig& grid,
                                      const ClusterConfig& cluster) {
  Shape shape;
  if (request.fields || request.json) {
    auto format =
        read_view_format(request.fields.value_or(std::string(usual_fields(request.command))),
                         fields_of(request.command));
    if (!format) return Unexpected(std::move(format).error());
    shape.format = std::move(*format);
  }
  auto filter = filter_of(request, grid, cluster);
  if (!filter) return Unexpected(std::move(filter).error());
  shape.jobs = std::move(*filter);
  return shape;
}

std::string formatted(const ViewRecords& records, const ViewFormat& format,
                      const ViewsRequest& request) {
  return request.json ? view_json(records, format) : view_text(records, format, !request.no_header);
}

std::string bjobs(const ViewsRequest& request, const Shape& shape, const ClusterView& view,
                  const Console& console) {
  const std::vector<SeenJob> jobs = jobs_seen(view, shape.jobs);
  if (jobs.empty() && !request.json) {
    console.err << (shape.jobs.pending ? "No pending job found\n"
                    : shape.jobs.all   ? "No job found\n"
                                       : "No unfinished job found\n");
    return {};
  }
  if (shape.format) return formatted(job_records(view, jobs), *shape.format, request);
  if (request.is_long) return bjobs_long_text(view, jobs);
  return request.pending ? bjobs_pending_text(view, jobs, !request.no_header)
                         : bjobs_text(view, jobs, !request.no_header);
}

std::string text_of(const ViewsRequest& request, const Shape& shape, const ClusterView& view,
                    const Console& console) {
  switch (request.command) {
    case Command::bjobs:
      return bjobs(request, shape, view, console);
    case Command::bhosts:
      if (shape.format)
        return formatted(host_records(view, request.wide || request.is_long), *shape.format,
                         request);
      return request.is_long ? bhosts_long_text(view)
                             : bhosts_text(view, request.wide, !request.no_header);
    case Command::bqueues:
      return shape.format ? formatted(queue_records(view), *shape.format, request)
                          : bqueues_text(view, !request.no_header);
  }
  return {};
}

}  // namespace

ExitCode views_command(const ViewsRequest& request, const Registry& registry,
                       const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const auto replay = open_replay(request.replay, registry);
  if (!replay)
    return fail(replay.error(),
                is_usage_of_replay(replay.error()) ? ExitCode::usage : ExitCode::bad_input);
  const GridConfig& grid = replay->scenario.config;
  const auto cluster = find_cluster(grid, request.cluster);
  if (!cluster) return fail(cluster.error(), ExitCode::usage);
  const auto shape = shape_of(request, grid, grid.clusters[index_of(*cluster)]);
  if (!shape) return fail(shape.error(), ExitCode::usage);

  NoObserver nobody;
  const Played played = play(*replay, registry, nobody, [](const Simulation&, Time) {});
  print(console, doubts(*replay, played));
  const Calendar calendar = Calendar::of(replay->scenario.effective);
  const ClusterWorld& world = played.simulation.clusters()[index_of(*cluster)];
  std::optional<LsfReasons> reasons;
  if (world.lsf) reasons.emplace(world, played.at);
  const ClusterView view{grid,      world,    played.results.clusters[index_of(*cluster)],
                         played.at, calendar, reasons ? &*reasons : nullptr};
  console.out << text_of(request, *shape, view, console);
  return ExitCode::done;
}

}  // namespace mcsim
