// Writes the numbers of a run as JSON.
#include "mcsim/results/summary.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/pam/launch_report.hpp"
#include "mcsim/results/summary_seal.hpp"
#include "mcsim/results/summary_usage.hpp"
#include "mcsim/text/hexadecimal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {
namespace {

using Members = std::vector<JsonNode>;

JsonNode number_as(std::string text) {
  JsonNode node;
  node.kind = JsonNode::Kind::real;
  node.text = std::move(text);
  return node;
}

JsonNode truth(bool value) {
  JsonNode node;
  node.kind = JsonNode::Kind::boolean;
  node.boolean = value;
  return node;
}

JsonNode count(std::uint64_t value) { return json_whole(static_cast<std::int64_t>(value)); }

JsonNode seconds(std::int64_t milliseconds) {
  return number_as(seconds_text(Duration{milliseconds}));
}

/// A number with six decimals: 1.500000.
JsonNode millionths(std::int64_t value) {
  constexpr std::int64_t one = 1'000'000;
  const std::string decimals = std::to_string(one + value % one).substr(1);
  return number_as(std::to_string(value / one) + "." + decimals);
}

JsonNode ratio(Int128 part, Int128 whole) {
  const auto value = millionths_of(part, whole);
  return value ? millionths(*value) : JsonNode{};
}

/// A time of the machine's clock, to the millisecond: more decimals would be noise.
JsonNode measured(double value) {
  if (!std::isfinite(value)) return {};
  char room[400];
  const auto end = std::to_chars(room, room + sizeof room, value, std::chars_format::fixed, 3).ptr;
  return number_as(std::string(room, end));
}

void add(Members& members, std::string_view key, JsonNode value) {
  members.push_back(json_member(std::string(key), std::move(value)));
}

/// Numbers of jobs by outcome, including zeros.
Members outcomes(const StatusCounts& counts) {
  Members members;
  add(members, "total", count(counts.submitted()));
  for (const JobStatus status :
       {JobStatus::done, JobStatus::exit, JobStatus::rejected, JobStatus::pend, JobStatus::psusp,
        JobStatus::run, JobStatus::ususp, JobStatus::ssusp})
    add(members, name_of(status), count(counts[status]));
  return members;
}

template <class E, class Text>
JsonNode by_reason(const Counts<E>& counts, Text&& text) {
  Members members;
  counts.visit([&](E reason, std::uint64_t jobs) { add(members, text(reason), count(jobs)); });
  return json_object(std::move(members));
}

/// All jobs, with the reasons of their ends and of their waiting, and with the rows of workloads
/// that were skipped.
JsonNode all_jobs(const RunResults& results, const Metrics& metrics) {
  const StatusCounts& counts = metrics.jobs.counts;
  Members members = outcomes(counts);
  add(members, "not_submitted", count(counts[JobStatus::unsubmitted]));
  add(members, "stalled", count(results.stalled ? counts.waiting() : 0));
  Members skipped;
  for (std::size_t at = 0; at < metrics.skipped.size(); ++at)
    add(skipped, name_of(static_cast<SkipReason>(at)), count(metrics.skipped[at]));
  add(members, "skipped", json_object(std::move(skipped)));
  const auto end_reason = [](EndReason reason) { return name_of(reason); };
  add(members, "exit_reasons", by_reason(metrics.exit_reasons, end_reason));
  add(members, "reject_reasons", by_reason(metrics.reject_reasons, end_reason));
  add(members, "pend_reasons", by_reason(metrics.pend_reasons, text_of));
  return json_object(std::move(members));
}

template <class Write>
JsonNode distribution(const Distribution& values, Write&& write) {
  const auto value = [&](std::int64_t number) {
    return values.jobs == 0 ? JsonNode{} : write(number);
  };
  return json_object({json_member("mean", value(values.mean)),
                      json_member("median", value(values.median)),
                      json_member("p95", value(values.p95)), json_member("p99", value(values.p99)),
                      json_member("max", value(values.max))});
}

void add_distributions(Members& members, const JobMetrics& jobs) {
  add(members, "wait_time", distribution(jobs.wait_time, seconds));
  add(members, "bounded_slowdown", distribution(jobs.bounded_slowdown, millionths));
  add(members, "turnaround_time", distribution(jobs.turnaround_time, seconds));
}

JsonNode utilization(const UseMetrics& use) {
  return json_object(
      {json_member("while_submitting",
                   ratio(use.while_submitting.allocated, use.while_submitting.capacity)),
       json_member("whole_span", ratio(use.whole_span.allocated, use.whole_span.capacity)),
       json_member("useful", ratio(use.whole_span.allocated - use.lost, use.whole_span.capacity))});
}

JsonNode group(const JobMetrics& jobs, const UseMetrics* use = nullptr) {
  Members members;
  add(members, "jobs", json_object(outcomes(jobs.counts)));
  add_distributions(members, jobs);
  if (use != nullptr) add(members, "utilization", utilization(*use));
  return json_object(std::move(members));
}

JsonNode by_cluster(const GridConfig& config, const Metrics& metrics) {
  Members clusters;
  for (std::size_t at = 0; at < metrics.clusters.size(); ++at)
    add(clusters, config.clusters[at].name,
        group(metrics.clusters[at].jobs, &metrics.clusters[at].use));
  return json_object(std::move(clusters));
}

JsonNode by_queue(const GridConfig& config, const Metrics& metrics) {
  Members queues;
  for (std::size_t at = 0; at < metrics.clusters.size(); ++at) {
    const ClusterConfig& cluster = config.clusters[at];
    for (std::size_t queue = 0; queue < cluster.queues.size(); ++queue)
      add(queues, cluster.queues[queue].name + "@" + cluster.name,
          group(metrics.clusters[at].queues[queue]));
  }
  return json_object(std::move(queues));
}

/// Users in the order in which they first appear; jobs without a user, if there are any, are last,
/// under an empty name.
JsonNode by_user(const GridConfig& config, const Metrics& metrics) {
  Members users;
  for (std::size_t at = 0; at < metrics.users.size(); ++at) {
    const bool named = at < config.users.size();
    const StatusCounts& counts = metrics.users[at].counts;
    if (!named && counts.submitted() + counts[JobStatus::unsubmitted] == 0) continue;
    add(users, named ? config.users.name(static_cast<NameId>(at)) : std::string_view{},
        group(metrics.users[at]));
  }
  return json_object(std::move(users));
}

/// Numbers of forwards; returned jobs by LSF's codes.
Members forward_members(const ForwardCounts& counts) {
  Members members;
  Members returned;
  for (const auto& [reason, jobs] : counts.returned)
    add(returned, std::to_string(index_of(reason)), count(jobs));
  add(members, "forwarded", count(counts.forwarded));
  add(members, "returned", json_object(std::move(returned)));
  add(members, "ineffectual", count(counts.ineffectual));
  return members;
}

void sum_up(ForwardCounts& sum, const ForwardCounts& more) {
  sum.forwarded += more.forwarded;
  for (const auto& [reason, jobs] : more.returned) sum.returned[reason] += jobs;
  sum.ineffectual += more.ineffectual;
}

/// All forwards; then those from one cluster to another, and those to one receive queue.
JsonNode forwarding(const GridConfig& config, const RunResults& results,
                    const ForwardCounts& counts) {
  std::map<std::pair<ClusterId, ClusterId>, ForwardCounts> links;
  std::map<std::pair<ClusterId, QueueId>, ForwardCounts> queues;
  for (std::size_t at = 0; at < results.clusters.size(); ++at)
    for (const auto& [to, some] : results.clusters[at].forwarding_to) {
      sum_up(links[{static_cast<ClusterId>(at), to.first}], some);
      sum_up(queues[to], some);
    }
  const auto cluster = [&](ClusterId id) -> const ClusterConfig& {
    return config.clusters[index_of(id)];
  };
  Members by_link;
  for (const auto& [ends, some] : links)
    add(by_link, cluster(ends.first).name + ":" + cluster(ends.second).name,
        json_object(forward_members(some)));
  Members by_queue;
  for (const auto& [to, some] : queues)
    add(by_queue, cluster(to.first).queues[index_of(to.second)].name + "@" + cluster(to.first).name,
        json_object(forward_members(some)));
  Members members = forward_members(counts);
  add(members, "by_link", json_object(std::move(by_link)));
  add(members, "by_queue", json_object(std::move(by_queue)));
  return json_object(std::move(members));
}

/// One lease. Slot-seconds are those of the consumer.
JsonNode lease(const LeaseOutcome& lease) {
  const auto at = [](Time time) {
    return time == never ? JsonNode{} : seconds(time.time_since_epoch().count());
  };
  Members members;
  add(members, "type", json_text(lease.is_shared ? "shared" : "exclusive"));
  add(members, "established_at", at(lease.established));
  add(members, "slots_granted", count(lease.granted));
  add(members, "slots_returned", count(lease.returned));
  add(members, "slot_seconds", seconds(static_cast<std::int64_t>(lease.had)));
  add(members, "used_slot_seconds", seconds(static_cast<std::int64_t>(lease.used)));
  add(members, "evaluations",
      json_object({json_member("to_provider", count(lease.idle_to_provider)),
                   json_member("to_consumer", count(lease.idle_to_consumer)),
                   json_member("to_nobody", count(lease.idle_to_nobody))}));
  add(members, "jobs_killed", count(lease.killed));
  add(members, "exported_hosts", count(lease.hosts));
  add(members, "exported_slots", count(lease.slots));
  add(members, "wasted_hosts", count(lease.wasted_hosts));
  return json_object(std::move(members));
}

/// Slots in use above the number of processors of hosts, for one provider.
JsonNode overcommitment(const ClusterConfig& cluster, const Overcommitment& over) {
  const bool happened = over.most > 0;
  Members members;
  add(members, "slots", json_whole(over.most));
  add(members, "host", happened ? json_text(cluster.hosts[index_of(over.host)].name) : JsonNode{});
  add(members, "at", happened ? seconds(over.since.time_since_epoch().count()) : JsonNode{});
  add(members, "slot_seconds", seconds(static_cast<std::int64_t>(over.above)));
  return json_object(std::move(members));
}

JsonNode leases(const GridConfig& config, const LeaseResults& results) {
  if (results.leases.empty()) return json_object({});
  const auto name = [&](ClusterId id) { return config.clusters[index_of(id)].name; };
  Members by_lease;
  for (const LeaseOutcome& one : results.leases)
    add(by_lease,
        name(one.provider) + ":" + name(one.consumer) + ":" + std::to_string(one.policy + 1),
        lease(one));
  Members overcommitted;
  for (const Overcommitment& over : results.overcommitted)
    add(overcommitted, name(over.cluster),
        overcommitment(config.clusters[index_of(over.cluster)], over));
  return json_object({json_member("by_lease", json_object(std::move(by_lease))),
                      json_member("overcommitment", json_object(std::move(overcommitted)))});
}

/// ELIMs by cluster, without clusters that have none.
JsonNode elims(const GridConfig& config, const RunResults& results) {
  Members by_cluster;
  for (std::size_t at = 0; at < results.clusters.size(); ++at) {
    const auto& one = results.clusters[at].elims;
    if (!one) continue;
    Members problems;
    for (const auto& [name, times] : one->problems) add(problems, name, count(times));
    add(by_cluster, config.clusters[at].name,
        json_object({json_member("starts", count(one->starts)),
                     json_member("reports", count(one->reports)),
                     json_member("problems", json_object(std::move(problems)))}));
  }
  return json_object(std::move(by_cluster));
}

/// Launches by cluster, without clusters that have none.
JsonNode launches(const GridConfig& config, const RunResults& results) {
  Members by_cluster;
  for (std::size_t at = 0; at < results.clusters.size(); ++at) {
    const auto& one = results.clusters[at].launches;
    if (!one) continue;
    Members outcomes;
    std::uint64_t known = 0;
    for (std::size_t outcome = 0; outcome + 1 < launch_outcomes; ++outcome) {
      const std::string name(name_of(static_cast<LaunchOutcome>(outcome)));
      const auto found = one->outcomes.find(name);
      const std::uint64_t jobs = found == one->outcomes.end() ? 0 : found->second;
      known += jobs;
      add(outcomes, name, count(jobs));
    }
    add(outcomes, name_of(LaunchOutcome::under_way), count(one->launches - known));
    Members members;
    add(members, "launches", count(one->launches));
    add(members, "outcomes", json_object(std::move(outcomes)));
    add(members, "without_all_statuses", count(one->without_statuses));
    add(members, "launch_time", distribution(distribution_of(one->times), seconds));
    add(members, "launching_slot_seconds", seconds(static_cast<std::int64_t>(one->launching)));
    add(members, "lost_slot_seconds", seconds(static_cast<std::int64_t>(one->lost)));
    add(by_cluster, config.clusters[at].name, json_object(std::move(members)));
  }
  return json_object(std::move(by_cluster));
}

/// Of one kind of hosts.
JsonNode kind(const KindUse& use) {
  return json_object(
      {json_member("while_submitting",
                   ratio(use.while_submitting.allocated, use.while_submitting.capacity)),
       json_member("whole_span", ratio(use.whole_span.allocated, use.whole_span.capacity))});
}

/// Clusters whose hosts differ.
JsonNode utilization_by_hosts(const GridConfig& config, const RunResults& results) {
  Members by_cluster;
  for (std::size_t at = 0; at < results.clusters.size(); ++at) {
    const auto& one = results.clusters[at].host_use;
    if (!one) continue;
    const auto kinds = [](const std::vector<KindUse>& list) {
      Members members;
      for (const KindUse& use : list) add(members, use.name, kind(use));
      return json_object(std::move(members));
    };
    add(by_cluster, config.clusters[at].name,
        json_object({json_member("in_queues", kind(one->in_queues)),
                     json_member("by_type", kinds(one->types)),
                     json_member("by_group", kinds(one->groups))}));
  }
  return json_object(std::move(by_cluster));
}

void add_special(Members& members, const GridConfig& config, const RunResults& results,
                 const Metrics& metrics) {
  add(members, "forwarding", forwarding(config, results, metrics.forwarding));
  add(members, "leases", leases(config, results.leases));
  add(members, "preemptions", count(metrics.preemptions));
  add(members, "load_suspensions", count(metrics.load_suspensions));
  add(members, "requeues", count(metrics.requeues));
  add(members, "elim", elims(config, results));
  add(members, "pjl", launches(config, results));
}

JsonNode digests(const TableDigests& tables) {
  Members members;
  for (const auto& [name, digest] : tables) add(members, name, json_text(hexadecimal(digest)));
  return json_object(std::move(members));
}

void add_measures(Members& members, const EngineInfo& engine) {
  add(members, "wall_seconds", measured(engine.wall_seconds));
  add(members, "cpu_seconds", measured(engine.cpu_seconds));
  add(members, "jobs_per_second", measured(engine.jobs_per_second));
  add(members, "peak_rss_bytes", json_whole(engine.peak_rss_bytes));
}

JsonNode engine_object(const EngineInfo& engine, const EngineCounts& events,
                       const TableDigests& tables) {
  Members members;
  add(members, "version", json_text(engine.version));
  add(members, "revision", json_text(engine.revision));
  if (engine.is_measured) add(members, "compiler", json_text(engine.compiler));
  add(members, "command_line", json_text(engine.command_line));
  add(members, "directory", json_text(engine.directory));
  if (engine.is_measured) add(members, "threads", json_whole(engine.threads));
  add(members, "events",
      json_object({json_member("arrivals", count(events.arrivals)),
                   json_member("ends", count(events.ends)),
                   json_member("timeline", count(events.timeline)),
                   json_member("sessions", count(events.sessions)),
                   json_member("messages", count(events.messages)),
                   json_member("reports", count(events.reports)),
                   json_member("launches", count(events.launches))}));
  if (engine.is_measured) add_measures(members, engine);
  add(members, "tables", digests(tables));
  return json_object(std::move(members));
}

}  // namespace

std::string summary_json(const GridConfig& config, const RunResults& results,
                         const Metrics& metrics, const EngineInfo& engine,
                         const TableDigests& tables) {
  Members members;
  add(members, "format", json_whole(1));
  add(members, "complete", truth(results.complete));
  add(members, "jobs", all_jobs(results, metrics));
  add_distributions(members, metrics.jobs);
  add(members, "makespan", metrics.makespan ? seconds(metrics.makespan->count()) : JsonNode{});
  add(members, "utilization", utilization(metrics.use));
  add(members, "by_cluster", by_cluster(config, metrics));
  add(members, "by_queue", by_queue(config, metrics));
  add(members, "by_user", by_user(config, metrics));
  add_special(members, config, results, metrics);
  add(members, "end", seconds(results.end.time_since_epoch().count()));
  add(members, "ignored_actions", count(results.ignored_actions));
  add(members, "fingerprint", json_text(hexadecimal(results.fingerprint)));
  add(members, "utilization_by_hosts", utilization_by_hosts(config, results));
  if (results.usage)
    for (JsonNode& member : usage_members(config, *results.usage))
      members.push_back(std::move(member));
  add(members, "engine", engine_object(engine, results.engine, tables));
  return sealed_summary(json_object(std::move(members)));
}

}  // namespace mcsim::results
