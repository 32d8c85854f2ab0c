// How a seed becomes a grid.
#include "support/random_worlds.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "mcsim/base/random.hpp"
#include "support/random_dependencies.hpp"

namespace mcsim::testing {
namespace {

/// Draws for one cluster; a thin layer over a stream, so that the rules below read as a list.
class Dice {
 public:
  Dice(std::uint64_t seed, const std::string& purpose) : stream_(seed, purpose) {}

  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(stream_.below(static_cast<std::uint64_t>(most - least + 1)));
  }
  bool one_in(std::uint64_t chances) { return stream_.below(chances) == 0; }
  template <class T>
  T one_of(const std::vector<T>& choices) {
    return choices[stream_.below(choices.size())];
  }
  template <class T>
  T id_below(std::size_t size) {
    return static_cast<T>(stream_.below(size));
  }

 private:
  RngStream stream_;
};

std::vector<HostConfig> random_hosts(Dice& dice) {
  std::vector<HostConfig> hosts(static_cast<std::size_t>(dice.between(1, 8)));
  const bool equal = dice.one_in(3);
  for (std::size_t at = 0; at < hosts.size(); ++at) {
    hosts[at].name = "h" + std::to_string(at + 1);
    hosts[at].ncpus = equal ? 4 : static_cast<std::int32_t>(dice.between(1, 16));
    const bool plain = equal || dice.one_in(2);
    hosts[at].mxj = Slots(plain ? hosts[at].ncpus : static_cast<std::int32_t>(dice.between(0, 16)));
  }
  return hosts;
}

QueueConfig random_queue(Dice& dice, std::size_t position) {
  QueueConfig queue;
  queue.name = "q" + std::to_string(position + 1);
  queue.priority = dice.one_of<std::int32_t>({1, 2, 30, 30, 40});
  if (dice.one_in(3)) queue.rules.run_limit = dice.between(2, 20) * 10s;
  if (dice.one_in(3))
    queue.rules.default_run_limit =
        std::min(queue.rules.run_limit, Duration(dice.between(1, 12) * 10s));
  return queue;
}

EasyOptions random_easy(Dice& dice, bool per_event) {
  EasyOptions easy;
  if (dice.one_in(2)) easy.reservation = EasyOptions::Reservation::sticky;
  if (dice.one_in(2)) easy.extra = false;
  if (dice.one_in(3)) easy.running = easy.candidates = PredictedBy::actual;
  if (per_event && dice.one_in(3)) easy.pass = EasyOptions::Pass::event;
  return easy;
}

/// What else differs between simulators. Draws of its own leave the rest of the world as it is.
void draw_variant(Dice dice, EasyOptions& easy) {
  const auto by = [&] { return dice.one_in(3) ? PredictedBy::actual : PredictedBy::requested; };
  easy.running = by();
  easy.candidates = by();
  if (dice.one_in(2)) easy.first = EasyOptions::First::arrivals;
  if (dice.one_in(2)) easy.estimate_over = EasyOptions::EstimateOver::free;
  if (dice.one_in(3)) easy.compare = EasyOptions::Compare::less;
}

/// An order other than that of submission, and queues of other priorities. So few different slots
/// and limits are asked for that many jobs are equal.
void draw_order(Dice dice, ModelConfig& model) {
  model.baseline.order = dice.one_of<std::string>(
      {"priority", "sjf", "ljf", "saf", "wfp3", "unicef", "f1", "f2", "f3", "f4", "aging"});
  if (model.baseline.order == "aging")
    model.policy_values["order"] = {{"step", dice.one_of<Duration>({1s, 7s, 60s, 1h})}};
}

ConservativeOptions random_conservative(Dice& dice) {
  ConservativeOptions conservative;
  if (dice.one_in(2)) conservative.depth = static_cast<std::uint64_t>(dice.between(0, 6));
  if (dice.one_in(3)) conservative.runtime = PredictedBy::actual;
  return conservative;
}

Duration random_run(Dice& dice, bool zero_runs) {
  if (dice.one_in(8)) return zero_runs ? 0ms : 1ms;
  if (dice.one_in(8)) return Duration(dice.between(1, 30'000));
  if (dice.one_in(2)) return dice.between(1, 12) * 5s;
  return dice.between(1, 100) * 1s;
}

/// A limit that is exact, generous, far too small, or not given.
Duration random_limit(Dice& dice, Duration run, bool overruns) {
  if (dice.one_in(6)) return dice.one_in(2) ? queues_default : unlimited;
  if (dice.one_in(3)) return run;
  if (overruns && dice.one_in(4)) return Duration(dice.between(0, run.count()));
  return run + dice.between(0, 20) * 5s;
}

/// Profiles of jobs that may not, and of jobs that may, run longer than they ask for; none: there
/// is the usual one only. Draws of its own leave the rest of the world as it is.
std::vector<JobProfile> random_profiles(Dice dice, bool overruns) {
  std::vector<JobProfile> profiles(1);
  if (overruns && dice.one_in(3)) profiles.emplace_back().overuse = true;
  return profiles;
}

Trace random_trace(Dice& dice, Dice of_profiles, const ClusterConfig& cluster,
                   const WorldShape& shape) {
  std::int64_t capacity = 0;
  for (const HostConfig& host : cluster.hosts) capacity += host.mxj.count();
  const bool oversize = dice.one_in(8);
  const std::int64_t largest = std::max<std::int64_t>(1, oversize ? capacity + 3 : capacity);
  const std::int64_t busy_gap = dice.between(0, 12);
  TraceBuilder builder;
  Time submit{};
  const std::int64_t size = dice.between(0, static_cast<std::int64_t>(shape.most_jobs));
  for (std::int64_t id = 1; id <= size; ++id) {
    if (dice.one_in(2)) submit += dice.between(0, busy_gap) * 1s;
    if (dice.one_in(16)) submit += Duration(dice.between(0, 2'000));
    TraceJob job;
    job.id = static_cast<JobId>(dice.one_in(2) ? id : 10'000 - id);
    job.submit = submit;
    job.run = random_run(dice, shape.zero_runs);
    job.limit = random_limit(dice, job.run, shape.overruns);
    if (job.limit >= 0ms && job.limit < unlimited && !dice.one_in(3)) job.requested = job.limit;
    const bool wide = dice.one_in(4);
    job.slots =
        Slots(static_cast<std::int32_t>(dice.between(1, wide ? largest : (largest + 3) / 4)));
    job.queue = dice.id_below<QueueId>(cluster.queues.size());
    if (cluster.profiles.size() > 1)
      job.profile = of_profiles.id_below<ProfileId>(cluster.profiles.size());
    job.workload = static_cast<std::uint16_t>(dice.between(0, 1));
    builder.add(job);
  }
  return std::move(builder).freeze();
}

/// The entry is to kill a job of the trace, at or after its submission.
void aim_at_job(Dice& dice, const Trace& trace, TimelineEntry& entry) {
  if (trace.empty()) return;
  const TraceJob& job = trace[dice.id_below<JobIndex>(trace.size())];
  entry.job = job.id;
  entry.at = job.submit + dice.between(0, 30) * 1s;
}

TimelineEntry random_entry(Dice& dice, const ClusterConfig& cluster, Time last_submit) {
  using Kind = TimelineEntry::Kind;
  TimelineEntry entry;
  const std::int64_t horizon = last_submit.time_since_epoch() / 1s + 100;
  entry.at = Time{} + dice.between(0, horizon) * 1s;
  if (dice.one_in(16)) entry.at += 2h;  // mostly after the end of the run
  entry.kind = dice.one_of<Kind>({Kind::host_down, Kind::host_down, Kind::bkill, Kind::bkill,
                                  Kind::hclose, Kind::hopen, Kind::qclose, Kind::qopen,
                                  Kind::reconfigure, Kind::reconfigure});
  entry.host = dice.id_below<HostId>(cluster.hosts.size());
  entry.queue = dice.id_below<QueueId>(cluster.queues.size());
  entry.job = static_cast<JobId>(dice.between(1, 200));  // mostly no such job
  entry.down_for = dice.one_in(10) ? unlimited : Duration(dice.between(1, 12) * 10s);
  if (entry.kind == Kind::bkill && !dice.one_in(4)) aim_at_job(dice, cluster.trace, entry);
  return entry;
}

/// Changes the settings of a queue or a host, at times of both, and no others.
void change_settings(Dice& dice, ClusterSettings& settings) {
  const bool queue_changes = dice.one_in(2);
  if (queue_changes) {
    const auto queue = index_of(dice.id_below<QueueId>(settings.queues.size()));
    settings.queues[queue] = random_queue(dice, queue);
  }
  if (!queue_changes || dice.one_in(4))
    settings.hosts[index_of(dice.id_below<HostId>(settings.hosts.size()))].mxj =
        Slots(static_cast<std::int32_t>(dice.between(0, 16)));
}

/// Each reconfiguration keeps the changes of those before it.
void draw_settings(Dice& dice, ClusterConfig& cluster) {
  std::vector<TimelineEntry*> in_order;
  const auto when = [](const TimelineEntry* entry) { return entry->at; };
  for (TimelineEntry& entry : cluster.timeline)
    if (entry.kind == TimelineEntry::Kind::reconfigure)
      in_order.insert(std::ranges::upper_bound(in_order, entry.at, {}, when), &entry);
  ClusterSettings settings = cluster;
  for (TimelineEntry* entry : in_order) {
    change_settings(dice, settings);
    entry->settings = std::make_shared<const ClusterSettings>(settings);
  }
}

ClusterConfig random_cluster(std::uint64_t seed, std::size_t position, const WorldShape& shape) {
  ClusterConfig cluster;
  cluster.name = "C" + std::to_string(position + 1);
  Dice dice(seed, "test/world/" + cluster.name);
  cluster.hosts = random_hosts(dice);
  const auto queues = static_cast<std::size_t>(dice.between(1, 4));
  for (std::size_t at = 0; at < queues; ++at) cluster.queues.push_back(random_queue(dice, at));
  cluster.model.dispatch = dice.one_of(shape.dispatch);
  cluster.params.job_scheduling_interval = dice.one_of<Duration>({0ms, 0ms, 700ms, 1s, 5s, 30s});
  const bool on_raster = cluster.params.job_scheduling_interval > 0ms;
  cluster.model.easy = random_easy(dice, shape.per_event || on_raster);
  if (shape.variants) draw_variant(Dice(seed, "test/variant/" + cluster.name), cluster.model.easy);
  if (shape.orders) draw_order(Dice(seed, "test/order/" + cluster.name), cluster.model);
  Dice of_conservative(seed, "test/conservative/" + cluster.name);
  cluster.model.conservative = random_conservative(of_conservative);
  cluster.model.seeded_daemon_phase = dice.one_in(3);
  cluster.model.enforce_runlimit = !shape.overruns || !dice.one_in(3);
  cluster.model.stall_after = 1h;
  cluster.profiles = random_profiles(Dice(seed, "test/overuse/" + cluster.name), shape.overruns);
  cluster.trace = random_trace(dice, Dice(seed, "test/profiles/" + cluster.name), cluster, shape);
  if (shape.dependencies)
    cluster.dependencies =
        random_dependencies(RngStream(seed, "test/dependencies/" + cluster.name), cluster.trace);
  const std::size_t jobs = cluster.trace.size();
  const Time last = jobs == 0 ? Time{} : cluster.trace[static_cast<JobIndex>(jobs - 1)].submit;
  if (shape.timeline && dice.one_in(2))
    for (std::int64_t left = dice.between(1, 12); left > 0; --left) {
      cluster.timeline.push_back(random_entry(dice, cluster, last));
      const std::size_t size = cluster.timeline.size();
      if (size > 1 && dice.one_in(4)) cluster.timeline.back().at = cluster.timeline[size - 2].at;
    }
  draw_settings(dice, cluster);
  return cluster;
}

const char* name_of(TimelineEntry::Kind kind) {
  constexpr const char* names[] = {"host_down", "lim_down",   "sbatchd_down", "bkill", "bstop",
                                   "bresume",   "bswitch",    "btop",         "bbot",  "bmod",
                                   "hclose",    "hopen",      "qclose",       "qopen", "qinact",
                                   "qact",      "reconfigure"};
  return names[static_cast<std::size_t>(kind)];
}

void count_jobs(const ClusterConfig& cluster, const ClusterResults& results,
                FeatureCounts& counts) {
  for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
    const TraceJob& job = cluster.trace[static_cast<JobIndex>(at)];
    const JobOutcome& outcome = results.jobs[at];
    ++counts["jobs"];
    ++counts[std::string(name_of(outcome.status))];
    if (outcome.end_reason != EndReason::none) ++counts[std::string(name_of(outcome.end_reason))];
    if (job.run == 0ms) ++counts["zero run time"];
    if (job.limit == queues_default) ++counts["with the queue's limit"];
    if (job.limit == unlimited) ++counts["without a limit"];
    if (results.submitted.contains(static_cast<JobIndex>(at))) ++counts["behind another job"];
    if (outcome.start != never && outcome.start > job.submit) ++counts["waited"];
    if (outcome.start != never && job.limit >= 0ms && outcome.finish - outcome.start > job.limit)
      ++counts["overran"];
  }
}

}  // namespace

GridConfig random_grid(std::uint64_t seed, const WorldShape& shape) {
  Dice dice(seed, "test/grid");
  GridConfig grid;
  grid.seed = seed;
  const auto size =
      static_cast<std::size_t>(dice.between(1, static_cast<std::int64_t>(shape.most_clusters)));
  for (std::size_t at = 0; at < size; ++at)
    grid.clusters.push_back(random_cluster(seed, at, shape));
  return grid;
}

void count_features(const GridConfig& config, const RunResults& results, FeatureCounts& counts) {
  if (results.stalled) ++counts["stalled"];
  counts["ignored actions"] += results.ignored_actions;
  for (std::size_t at = 0; at < config.clusters.size(); ++at) {
    const ClusterConfig& cluster = config.clusters[at];
    ++counts["clusters"];
    ++counts[cluster.model.dispatch];
    ++counts["order " + cluster.model.baseline.order];
    if (cluster.params.job_scheduling_interval > 0ms) ++counts["sessions on a grid"];
    if (cluster.model.seeded_daemon_phase) ++counts["seeded phase"];
    for (const TimelineEntry& entry : cluster.timeline) ++counts[name_of(entry.kind)];
    count_jobs(cluster, results.clusters[at], counts);
  }
}

std::string to_text(const FeatureCounts& counts) {
  std::string text;
  for (const auto& [name, count] : counts)
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  return text;
}

}  // namespace mcsim::testing
