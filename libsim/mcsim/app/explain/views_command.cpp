// Plays a run and prints one of LSF's views of it.
#include "mcsim/app/explain/views_command.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <utility>

#include "mcsim/app/explain/told_reasons.hpp"
#include "mcsim/app/run/run_names.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/views/views.hpp"

namespace mcsim::app {
namespace {

using Command = ViewsRequest::Command;

/// bclusters has two tables; a field that only the lease table has selects that one.
bool asks_for_leases(const ViewsRequest& request) {
  std::string fields = request.fields.value_or("");
  for (char& letter : fields)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return fields.find("remote_cluster") != std::string::npos ||
         fields.find("resource_flow") != std::string::npos;
}

/// The fields of a command, except for lsload of hosts, where they depend on the cluster.
std::span<const ViewField> fields_of(const ViewsRequest& request) {
  switch (request.command) {
    case Command::bjobs:
      return job_fields();
    case Command::bhosts:
      return request.shared     ? exported_resource_fields()
             : request.exported ? exported_fields()
                                : host_fields();
    case Command::bqueues:
      return queue_fields();
    case Command::bhpart:
      return share_fields();
    case Command::blimits:
      return limit_fields();
    case Command::bclusters:
      return asks_for_leases(request) ? lease_fields() : link_fields();
    case Command::lsload:
      return shared_load_fields();
  }
  return {};
}

/// The fields that -json shows without -o.
std::string_view usual_fields(const ViewsRequest& request) {
  const Command command = request.command;
  if (command == Command::bjobs)
    return "jobid user stat queue from_host exec_host job_name submit_time";
  if (command == Command::bhosts && request.shared) return "resource total reserved location";
  if (command == Command::bhosts && request.exported)
    return "host_name max njobs run ssusp ususp rsv";
  if (command == Command::bhosts) return "host_name status jl_u max njobs run ssusp ususp rsv";
  if (command == Command::lsload && request.shared) return "resource value location";
  if (command == Command::lsload) return "host_name status r15s r1m r15m ut pg ls it tmp swp mem";
  if (command == Command::bhpart)
    return "share_info_for user_group shares priority started reserved cpu_time run_time "
           "forwarded";
  if (command == Command::blimits)
    return "name users queues hosts projects apps slots mem tmp swp jobs resources";
  if (command == Command::bclusters) return "local_queue job_flow remote cluster status";
  return "queue_name priority status max jl_u jl_p jl_h njobs pend run susp";
}

Diagnostic not_found(const std::string& job) {
  return about_file("mcsim bjobs", "Job <" + job + "> is not found");
}

/// Reads `7`, `7[4]` or `7@C1`; none: the text is neither.
std::optional<JobName> job_name_of(const std::string& text, const GridConfig& grid) {
  const auto at = text.find('@');
  const std::string job = text.substr(0, at);
  const auto open = job.find('[');
  const auto number = read_whole(job.substr(0, open));
  if (!number) return std::nullopt;
  JobName name{.id = static_cast<JobId>(*number)};
  if (open != job.npos) {
    const auto element =
        job.back() == ']' ? read_whole(job.substr(open + 1, job.size() - open - 2)) : std::nullopt;
    if (!element) return std::nullopt;
    name.element = static_cast<std::uint32_t>(*element);
  }
  if (at == std::string::npos) return name;
  const auto home = find_cluster(grid, text.substr(at + 1));
  if (!home) return std::nullopt;
  name.home = *home;
  return name;
}

/// Whether the cluster may have such a job. With links it may: only the run shows what it receives.
bool may_have(const GridConfig& grid, const ClusterConfig& cluster, const JobName& name) {
  if (!grid.links.empty()) return true;
  for (std::size_t at = 0; at < cluster.trace.size(); ++at)
    if (cluster.trace[static_cast<JobIndex>(at)].id == name.id) return true;
  return false;
}

/// Errors: jobs that cannot exist; users, queues and clusters that the run does not know.
Expected<JobFilter, Diagnostics> filter_of(const ViewsRequest& request, const GridConfig& grid,
                                           ClusterId cluster) {
  JobFilter filter{.all = request.all,
                   .pending = request.pending,
                   .user = request.user == "all" ? std::nullopt : request.user,
                   .queue = request.queue,
                   .jobs = {}};
  Diagnostics wrong;
  for (const std::string& text : request.jobs) {
    if (const auto name = job_name_of(text, grid);
        name && may_have(grid, grid.clusters[index_of(cluster)], *name))
      filter.jobs.push_back(*name);
    else
      wrong.add(not_found(text));
  }
  std::vector<std::string_view> users;
  for (std::size_t at = 0; at < grid.users.size(); ++at)
    users.push_back(grid.users.name(static_cast<NameId>(at)));
  if (filter.user && std::ranges::find(users, *filter.user) == users.end())
    wrong.add(about_file(
        "-u", "unknown user " + in_quotes(*filter.user) + known_names(*filter.user, users)));
  const std::vector<std::string> names = queue_names(grid, cluster);
  const std::vector<std::string_view> queues(names.begin(), names.end());
  if (filter.queue && std::ranges::find(queues, *filter.queue) == queues.end())
    wrong.add(about_file(
        "-q", "unknown queue " + in_quotes(*filter.queue) + known_names(*filter.queue, queues)));
  if (!wrong.list.empty()) return Unexpected(std::move(wrong));
  return filter;
}

/// The names that a command may be asked for, and what they are.
std::pair<const char*, std::vector<std::string_view>> names_for(Command command,
                                                                const ClusterConfig& cluster) {
  std::vector<std::string_view> known;
  switch (command) {
    case Command::bqueues:
      for (const QueueConfig& queue : cluster.queues) known.push_back(queue.name);
      return {"queue", std::move(known)};
    case Command::bhpart:
      for (const FairshareConfig& tree : cluster.fairshares)
        if (tree.of == FairshareConfig::Of::host_partition) known.push_back(tree.name);
      return {"host partition", std::move(known)};
    case Command::blimits:
      for (const LimitSection& section : cluster.limits)
        if (!section.name.empty()) known.push_back(section.name);
      return {"limit", std::move(known)};
    default:
      for (const HostConfig& host : cluster.hosts) known.push_back(host.name);
      return {"host", std::move(known)};
  }
}

/// Errors: hosts, queues, host partitions, limits or consumers of limits that the cluster does not
/// have.
Diagnostics unknown_names(const ViewsRequest& request, const GridConfig& grid,
                          const ClusterConfig& cluster) {
  Diagnostics wrong;
  const auto check = [&](const std::vector<std::string>& names, const char* option,
                         const std::string& kind, const std::vector<std::string_view>& known) {
    for (const std::string& name : names)
      if (std::ranges::find(known, name) == known.end())
        wrong.add(about_file(std::string("mcsim ") + name_of(request.command) + option,
                             "unknown " + kind + " " + in_quotes(name) + known_names(name, known)));
  };
  const auto [kind, known] = names_for(request.command, cluster);
  check(request.names, "", kind, known);
  const auto names_in = [](const auto& names) {
    std::vector<std::string_view> all;
    for (std::size_t at = 0; at < names.size(); ++at)
      all.push_back(names.name(static_cast<NameId>(at)));
    return all;
  };
  check(request.limits.hosts, " -m", "host", names_for(Command::bhosts, cluster).second);
  check(request.limits.queues, " -q", "queue", names_for(Command::bqueues, cluster).second);
  check(request.limits.users, " -u", "user", names_in(grid.users));
  check(request.limits.projects, " -P", "project", names_in(grid.projects));
  return wrong;
}

/// What to print, chosen before the run is played.
struct Shape {
  std::optional<ViewFormat> format;  ///< of -o and -json
  JobFilter jobs;
};

Expected<Shape, Diagnostics> shape_of(const ViewsRequest& request, const GridConfig& grid,
                                      ClusterId cluster) {
  Shape shape;
  if (request.fields || request.json) {
    const bool is_of_loads = request.command == Command::lsload && !request.shared;
    const auto of_loads = load_fields(grid.clusters[index_of(cluster)]);
    auto format = read_view_format(request.fields.value_or(std::string(usual_fields(request))),
                                   is_of_loads ? of_loads : fields_of(request));
    if (!format) return Unexpected(std::move(format).error());
    shape.format = std::move(*format);
  }
  Diagnostics unknown = unknown_names(request, grid, grid.clusters[index_of(cluster)]);
  if (!unknown.list.empty()) return Unexpected(std::move(unknown));
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
  return request.pending ? bjobs_pending_text(view, jobs, request.wide, !request.no_header)
                         : bjobs_text(view, jobs, request.wide, !request.no_header);
}

std::string bhosts(const ViewsRequest& request, const Shape& shape, const ClusterView& view) {
  const bool header = !request.no_header;
  if (request.shared)
    return shape.format ? formatted(exported_resource_records(view), *shape.format, request)
                        : bhosts_exported_resources_text(view, header);
  const ViewRecords hosts =
      only(request.exported ? exported_records(view)
                            : host_records(view, request.wide || request.is_long),
           request.names);
  if (shape.format) return formatted(hosts, *shape.format, request);
  if (request.exported) return bhosts_exported_text(hosts, request.wide, header);
  return request.is_long ? bhosts_long_text(hosts) : bhosts_text(hosts, request.wide, header);
}

/// -json without -o also has the accounts of queues with shares of users, if there are any.
std::string bqueues(const ViewsRequest& request, const Shape& shape, const ClusterView& view) {
  const ViewRecords queues = only(queue_records(view), request.names);
  if (request.json && !request.fields)
    if (const ViewRecords shares = queue_share_records(view, request.names); shares.size > 0)
      return view_json(queues, *shape.format, shares);
  if (shape.format) return formatted(queues, *shape.format, request);
  return request.is_long || request.recursive ? bqueues_long_text(view, queues, request.recursive)
                                              : bqueues_text(queues, !request.no_header);
}

std::string bhpart(const ViewsRequest& request, const Shape& shape, const ClusterView& view,
                   const Console& console) {
  const ViewRecords shares = share_records(view, request.names);
  if (shape.format) return formatted(shares, *shape.format, request);
  std::string text = bhpart_text(view, request.names, request.recursive);
  if (text.empty()) console.err << "No host partition has shares of users\n";
  return text;
}

std::string blimits(const ViewsRequest& request, const Shape& shape, const ClusterView& view,
                    const Console& console) {
  LimitFilter filter = request.limits;
  filter.names = request.names;
  filter.all = request.all;
  if (request.configured) {
    std::string text = blimits_config_text(view, filter);
    if (text.empty()) console.err << "No resource limits are configured\n";
    return text;
  }
  if (shape.format) return formatted(limit_records(view, filter), *shape.format, request);
  std::string text = blimits_text(view, filter);
  if (text.empty()) console.err << "No resource limits found\n";
  return text;
}

std::string lsload(const ViewsRequest& request, const Shape& shape, const ClusterView& view) {
  const RunQueueForm form = request.effective    ? RunQueueForm::effective
                            : request.normalized ? RunQueueForm::normalized
                                                 : RunQueueForm::raw;
  if (request.shared)
    return shape.format ? formatted(shared_load_records(view), *shape.format, request)
                        : lsload_shared_text(view, !request.no_header);
  return shape.format ? formatted(load_records(view, form), *shape.format, request)
                      : lsload_text(view, form, request.is_long, !request.no_header);
}

/// -json without -o prints both tables; the second one only if there are leases.
std::string bclusters(const ViewsRequest& request, const Shape& shape, const ClusterView& view) {
  if (!shape.format) return bclusters_text(view, !request.no_header);
  if (asks_for_leases(request)) return formatted(lease_records(view), *shape.format, request);
  const ViewRecords leases = lease_records(view);
  if (request.json && !request.fields && leases.size > 0)
    return view_json(link_records(view), *shape.format, leases);
  return formatted(link_records(view), *shape.format, request);
}

std::string text_of(const ViewsRequest& request, const Shape& shape, const ClusterView& view,
                    const Console& console) {
  switch (request.command) {
    case Command::bjobs:
      return bjobs(request, shape, view, console);
    case Command::bhosts:
      return bhosts(request, shape, view);
    case Command::bclusters:
      return bclusters(request, shape, view);
    case Command::bqueues:
      return bqueues(request, shape, view);
    case Command::bhpart:
      return bhpart(request, shape, view, console);
    case Command::blimits:
      return blimits(request, shape, view, console);
    case Command::lsload:
      return lsload(request, shape, view);
  }
  return {};
}

/// Warns that the daemon that LSF's command would ask is not there.
Diagnostics nobody_there(const ViewsRequest& request, const ClusterView& view) {
  Diagnostics found;
  if (!view.world.lsf || !view.world.lsf->load) return found;
  const LimState& lims = view.world.lsf->lims;
  if (lims.mbatchd_on == none<HostId>) return found;
  const std::string& host = view.config().hosts[index_of(lims.mbatchd_on)].name;
  const std::string at = " at " + view.calendar.instant(view.at) + ": ";
  const auto warn = [&](const std::string& text) {
    Diagnostic warning = about_file("mcsim", text);
    warning.severity = Severity::warning;
    found.add(std::move(warning));
  };
  const bool is_of_load = request.command == Command::lsload;
  if (is_of_load && lims.election.master() == none<HostId>)
    warn("there is no master LIM" + at + "that of " + host +
         " has ended; what follows was told before");
  if (!is_of_load && view.world.lsf->lacks_mbatchd())
    warn("no mbatchd runs" + at + "it ends with the LIM of its host, " + host);
  return found;
}

/// The jobs that were asked for but that the cluster never has.
Diagnostics unknown_jobs(const ViewsRequest& request, const Shape& shape, const ClusterView& view) {
  Diagnostics wrong;
  for (std::size_t at = 0; at < shape.jobs.jobs.size(); ++at)
    if (!is_known(view, shape.jobs.jobs[at])) wrong.add(not_found(request.jobs[at]));
  return wrong;
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
  const auto shape = shape_of(request, grid, *cluster);
  if (!shape) return fail(shape.error(), ExitCode::usage);

  ToldReasons told(grid, *cluster, replay->until, request.is_long);
  const Played played = play(*replay, registry, [&](const Simulation& simulation, Time now) {
    told.before(simulation, now);
  });
  const ToldLines lines = told.at_end(played.simulation);
  print(console, doubts(*replay, played));
  const Calendar calendar = Calendar::of(replay->scenario.effective);
  const ClusterWorld& world = played.simulation.clusters()[index_of(*cluster)];
  std::optional<SchedulerReasons> reasons;
  if (world.lsf) reasons.emplace(world, played.at);
  const ClusterView view{.grid = grid,
                         .worlds = played.simulation.clusters(),
                         .run = played.results,
                         .world = world,
                         .results = played.results.clusters[index_of(*cluster)],
                         .at = played.at,
                         .calendar = calendar,
                         .reasons = reasons ? &*reasons : nullptr,
                         .told = lines};
  if (request.command == Command::lsload && !tells_load(view)) {
    Diagnostics wrong;
    wrong.add(about_file("mcsim lsload", world.lsf && !world.lsf->dispatch
                                             ? "no LIM tells of load: model.load is not lim"
                                             : "no LIM tells of load under a baseline dispatch"));
    return fail(wrong, ExitCode::bad_input);
  }
  if (const Diagnostics wrong = unknown_jobs(request, *shape, view); !wrong.list.empty())
    return fail(wrong, ExitCode::usage);
  print(console, nobody_there(request, view));
  console.out << text_of(request, *shape, view, console);
  return ExitCode::done;
}

}  // namespace mcsim::app
