// For benches: the configuration of a large and busy cluster of any size, the same on every
// machine. Its shape is our own guess at a farm for chip design and simulation; parameters that
// are not named here have LSF's defaults.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "draws.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/model/config.hpp"
#include "rooms.hpp"

namespace mcsim::bench {

struct BusyCluster {
  std::uint64_t hosts = 5000;  ///< of 64 slots each
  std::uint64_t queues = 20;
  std::uint64_t users = 500;
  std::uint64_t requirement_sets = 300;
  std::uint64_t jobs = 1'000'000;
  Duration submitted_over{};  ///< 0: all of them wait at virtual time 0
  Duration mean_run = std::chrono::hours{1};
  /// If set, replaces mean_run: the share of slot time that the jobs ask for during submission.
  std::int64_t load_percent = 0;
};

/// The random draws of one part of the cluster.
class BusyDraws {
 public:
  BusyDraws(const char* part, std::uint64_t entity)
      : stream_(RngStream{42, part}), entity_(entity) {}
  std::uint64_t bits() { return stream_.at(entity_, drawn_++); }
  std::uint64_t below(std::uint64_t bound) { return multiply_wide(bits(), bound)[0]; }
  /// One of `choices`; earlier ones are more likely.
  template <class Choice, std::size_t count>
  const Choice& earlier_of(const std::array<Choice, count>& choices) {
    return choices[std::min(below(count), below(count))];
  }

 private:
  RngStream stream_;
  std::uint64_t entity_;
  std::uint64_t drawn_ = 0;
};

inline std::vector<ResourceConfig> busy_resources() {
  std::vector<ResourceConfig> resources = builtin_resources();
  for (const char* name : {"ssd", "ib", "bigmem", "interactive"})
    resources.push_back({.name = name, .kind = ResourceKind::boolean});
  resources.push_back({.name = "ngpus", .kind = ResourceKind::numeric});
  resources.push_back({.name = "scratch", .kind = ResourceKind::numeric});
  return resources;
}

/// Hosts come in lots of 100 equal ones.
inline HostConfig busy_host(std::uint64_t number) {
  constexpr std::array models = {"EPYC_A", "EPYC_B", "XEON_A", "XEON_B", "ARM_A"};
  constexpr std::array<double, 5> factors = {1.0, 1.25, 0.9, 1.1, 0.8};
  constexpr std::array<double, 5> memory_gb = {512, 768, 256, 1024, 2048};
  BusyDraws draws("bench/lot", number / 100);
  const auto model = std::min(draws.below(models.size()), draws.below(models.size()));
  const double memory = draws.earlier_of(memory_gb) * 1024;
  HostConfig host{.name = "host" + std::to_string(number),
                  .ncpus = 64,
                  .mxj = Slots{64},
                  .type = model == 4 ? "ARM64" : "X86_64",
                  .model = models[model],
                  .cpuf = factors[model]};
  host.resources = {{resource(builtin::maxmem), memory}};
  const auto add = [&](std::uint16_t own, std::uint64_t one_in, double value) {
    if (draws.below(one_in) == 0) host.resources.push_back({resource(builtin::count + own), value});
  };
  add(0, 2, 1);  // ssd
  add(1, 3, 1);  // ib
  if (memory >= 1024 * 1024) host.resources.push_back({resource(builtin::count + 2), 1});
  add(3, 8, 1);                                                    // interactive
  add(4, 6, 8);                                                    // ngpus
  host.resources.push_back({resource(builtin::count + 5), 4000});  // scratch
  return host;
}

/// A third of the queues have a host list of their own, made of some lots. Some queues limit the
/// slots of each user, some those of all users together.
inline QueueConfig busy_queue(std::uint64_t number, std::uint64_t hosts) {
  QueueConfig queue{.name = "queue" + std::to_string(number),
                    .priority = static_cast<std::int32_t>(20 + 5 * (number / 2))};
  const auto slots = static_cast<std::int32_t>(64 * hosts);
  if (number % 3 == 1) {
    queue.hosts.all = false;
    for (std::uint64_t host = 0; host < hosts; ++host)
      if (const std::uint64_t lot = host / 100; (lot + number) % 3 != 0)
        queue.hosts.list.push_back({static_cast<HostId>(host), (lot + number) % 3 == 1 ? 1 : 0});
  }
  if (number % 4 == 2) queue.ujob_limit = slots / 5000 + 64;
  if (number % 7 == 3) queue.qjob_limit = slots / 10 + 128;
  return queue;
}

/// A resource requirement as users write it: which hosts, how much memory, what span.
inline std::string busy_requirement(BusyDraws& draws, std::int32_t slots) {
  constexpr std::array<const char*, 12> kinds = {"type==any",
                                                 "type==X86_64",
                                                 "model==EPYC_A",
                                                 "ssd",
                                                 "type==X86_64 && ssd",
                                                 "(model==XEON_A || model==XEON_B)",
                                                 "ib",
                                                 "!interactive && type==X86_64",
                                                 "cpuf>=1.0",
                                                 "bigmem",
                                                 "type==ARM64",
                                                 "ib && ssd"};
  constexpr std::array<const char*, 6> orders = {"", "", "", "mem", "ut", "-cpuf"};
  constexpr std::array<int, 8> memories = {2000, 500, 4000, 1000, 8000, 16'000, 32'000, 64'000};
  const std::string memory = std::to_string(draws.earlier_of(memories) * std::max(slots / 2, 1));
  std::string text = "select[" + std::string(draws.earlier_of(kinds));
  if (draws.below(3) == 0) text += " && mem>" + memory;
  text += "]";
  if (const std::string order = draws.earlier_of(orders); !order.empty())
    text += " order[" + order + "]";
  if (draws.below(5) < 4) {
    text += " rusage[mem=" + memory;
    if (draws.below(8) == 0) text += ":scratch=50";
    if (slots <= 4 && draws.below(12) == 0) text += ":ngpus=1";
    text += "]";
  }
  const std::uint64_t span = draws.below(10);
  if (slots > 1 && slots <= 64 && span < 6) text += " span[hosts=1]";
  if (slots > 4 && span >= 6 && span < 9) text += " span[ptile=" + std::to_string(slots / 4) + "]";
  return text;
}

/// A requirement set: a resource requirement and a number of slots.
struct BusySet {
  JobProfile profile;
  std::int32_t slots = 1;
};

inline BusySet busy_set(std::uint64_t number, const std::vector<ResourceConfig>& resources) {
  constexpr std::array<std::int32_t, 10> sizes = {1, 1, 2, 4, 1, 8, 16, 2, 32, 128};
  BusyDraws draws("bench/requirement", number);
  BusySet set;
  set.slots = draws.earlier_of(sizes);
  auto asked = parse_requirement(busy_requirement(draws, set.slots), resources);
  if (!asked) throw std::runtime_error(asked.error().front().message);
  set.profile.res_req = std::move(*asked);
  return set;
}

/// Some sets, queues and users have many jobs, most have few. Submissions are evenly spaced.
inline TraceJob busy_job(const BusyCluster& shape, const std::vector<BusySet>& sets,
                         std::uint64_t number) {
  BusyDraws draws("bench/busy job", number);
  const std::uint64_t set = std::min(draws.below(sets.size()), draws.below(sets.size()));
  TraceJob job;
  job.id = static_cast<JobId>(number + 1);
  job.submit = Time{shape.submitted_over * static_cast<std::int64_t>(number) /
                    static_cast<std::int64_t>(shape.jobs)};
  job.run = Duration{1000 + exponential(draws.bits(), shape.mean_run.count())};
  job.limit = unlimited;
  job.user = static_cast<NameId>(std::min(draws.below(shape.users), draws.below(shape.users)));
  job.profile = static_cast<ProfileId>(set + 1);
  job.slots = Slots(sets[set].slots);
  job.queue = static_cast<QueueId>(std::min(draws.below(shape.queues), draws.below(shape.queues)));
  return job;
}

/// The mean run time that yields `load_percent`.
inline Duration run_for_load(const BusyCluster& shape, const std::vector<BusySet>& sets) {
  std::int64_t slots = 0;
  for (std::uint64_t number = 0; number < shape.jobs; number += 16)
    slots += 16 * busy_job(shape, sets, number).slots.count();
  const auto offered = static_cast<std::int64_t>(64 * shape.hosts) * shape.load_percent;
  return Duration{shape.submitted_over.count() / 100 * offered / slots};
}

inline Trace busy_jobs(BusyCluster shape, const std::vector<BusySet>& sets) {
  if (shape.load_percent > 0) shape.mean_run = run_for_load(shape, sets);
  TraceBuilder jobs;
  for (std::uint64_t number = 0; number < shape.jobs; ++number)
    jobs.add(busy_job(shape, sets, number));
  return std::move(jobs).freeze();
}

inline GridConfig busy_grid(const BusyCluster& shape) {
  GridConfig grid;
  ClusterConfig cluster;
  cluster.name = "busy";
  cluster.resources = busy_resources();
  for (std::uint64_t host = 0; host < shape.hosts; ++host) cluster.hosts.push_back(busy_host(host));
  for (std::uint64_t queue = 0; queue < shape.queues; ++queue)
    cluster.queues.push_back(busy_queue(queue, shape.hosts));
  for (std::uint64_t user = 0; user < shape.users; ++user)
    grid.users.id("user" + std::to_string(user));
  std::vector<BusySet> sets;
  for (std::uint64_t set = 0; set < shape.requirement_sets; ++set) {
    sets.push_back(busy_set(set, cluster.resources));
    cluster.profiles.push_back(sets.back().profile);
  }
  cluster.trace = busy_jobs(shape, sets);
  grid.clusters.push_back(std::move(cluster));
  return grid;
}

}  // namespace mcsim::bench
