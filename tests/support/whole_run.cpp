// Plays whole runs and compares them.
#include "support/whole_run.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/same_results.hpp"

namespace mcsim::testing {

namespace {

GridConfig without_eliding(GridConfig grid, RngStream& dice) {
  const bool everywhere = dice.below(2) == 0;
  for (ClusterConfig& cluster : grid.clusters)
    if (everywhere || dice.below(2) == 0) cluster.model.elide = false;
  return grid;
}

Time drawn_time(RngStream& dice, Time before) {
  return Time{} + Duration(static_cast<std::int64_t>(
                      dice.below(static_cast<std::uint64_t>((before - Time{}).count()) + 1)));
}

/// The first kind of facts that differs.
std::string difference_of_facts(const WholeRun& a, const WholeRun& b) {
  const std::size_t size = std::max(a.facts.size(), b.facts.size());
  for (std::size_t at = 0; at < size; ++at) {
    const auto of = [&](const WholeRun& run) { return at < run.facts.size() ? run.facts[at] : 0; };
    if (of(a) == of(b)) continue;
    return std::string(fact_names[at % std::size(fact_names)]) + " of cluster " +
           std::to_string(at / std::size(fact_names) + 1);
  }
  return {};
}

/// The first difference. With `is_shuffled`, results are compared without the fingerprint, and
/// facts are not, since the order of facts within a round may differ.
std::string difference(const GridConfig& grid, const WholeRun& a, const WholeRun& b,
                       bool is_shuffled) {
  const std::string found = is_shuffled ? difference_but_fingerprint(grid, a.results, b.results)
                                        : testing::difference(grid, a.results, b.results);
  if (!found.empty() || is_shuffled) return found;
  if (digest_of(grid, a) != digest_of(grid, b)) return "results that have no words here";
  return difference_of_facts(a, b);
}

WholeRun shuffled(const GridConfig& grid, std::uint64_t shuffle) {
  WholeFlight flight(grid);
  flight.simulation.shuffle_ties(shuffle);
  return flight.land(*grid.until);
}

WholeRun in_steps(const GridConfig& grid, Time end, RngStream& dice) {
  std::vector<Time> stops{Time{}, drawn_time(dice, end), drawn_time(dice, end)};
  stops.push_back(stops.back() + 1ms);
  std::ranges::sort(stops);
  WholeFlight flight(grid);
  for (const Time stop : stops) flight.fly(stop);
  return flight.land(*grid.until);
}

WholeRun by_a_copy(const GridConfig& grid, Time when) {
  auto original = std::make_unique<WholeFlight>(grid);
  original->fly(when);
  WholeFlight copy(*original);
  original.reset();  // the copy must not depend on it
  return copy.land(*grid.until);
}

void add(Digest& digest, const SlotUse& use) {
  digest.add(use.allocated);
  digest.add(use.capacity);
}

void add(Digest& digest, const JobOutcome& job) {
  digest.add(job.start);
  digest.add(job.finish);
  digest.add(job.exit_code);
  digest.add(job.status);
  digest.add(job.end_reason);
  digest.add(job.pend_reason);
  digest.add(job.delay);
}

void add(Digest& digest, const LaunchResults& launches) {
  digest.add(launches.launches);
  digest.add(launches.outcomes);
  digest.add(launches.times);
  digest.add(launches.without_statuses);
  digest.add(launches.launching);
  digest.add(launches.lost);
}

/// A job's hosts are those of the cluster in which it is, or has ended.
void add_hosts(Digest& digest, const RunResults& results, std::size_t home, JobIndex job,
               Slots slots) {
  const ForwardOutcome* const forward = results.clusters[home].forward_of(job);
  const bool is_away = forward != nullptr && forward->cluster != none<ClusterId>;
  const std::size_t where = is_away ? index_of(forward->cluster) : home;
  results.clusters[where].allocations.visit(results.clusters[home].jobs[index_of(job)].allocation,
                                            slots, [&](HostSlots part) { digest.add(part); });
}

void add(Digest& digest, const RunResults& results, std::size_t at, const Trace& trace) {
  const ClusterResults& cluster = results.clusters[at];
  for (std::size_t row = 0; row < cluster.jobs.size(); ++row) {
    add(digest, cluster.jobs[row]);
    const auto job = static_cast<JobIndex>(row);
    add_hosts(digest, results, at, job, cluster.slots_of(trace[job].slots, job));
  }
  digest.add(cluster.histories);
  digest.add(cluster.forwards);
  digest.add(cluster.forwarding);
  digest.add(cluster.guests);
  if (cluster.elims) digest.add(*cluster.elims);
  if (cluster.launches) add(digest, *cluster.launches);
  add(digest, cluster.while_submitting);
  add(digest, cluster.whole_span);
}

void add(Digest& digest, const LeaseOutcome& lease) {
  for (const std::uint64_t number :
       {std::uint64_t{index_of(lease.provider)}, std::uint64_t{index_of(lease.consumer)},
        std::uint64_t{lease.policy}, std::uint64_t{lease.is_shared}, lease.granted, lease.returned,
        lease.idle_to_provider, lease.idle_to_consumer, lease.idle_to_nobody, lease.killed,
        lease.hosts, lease.slots, lease.wasted_hosts})
    digest.add(number);
  digest.add(lease.established);
  digest.add(lease.had);
  digest.add(lease.used);
}

}  // namespace

WholeRun WholeFlight::land(Time until) {
  const RunState state = fly(until);
  WholeRun run;
  run.facts = log.facts.values();
  run.results = std::move(log.recorder).results(simulation, state, until);
  run.results.leases = log.leases.results(simulation, run.results.end);
  return run;
}

WholeRun whole_run(const GridConfig& grid, Time until) { return WholeFlight(grid).land(until); }

std::uint64_t digest_of(const GridConfig& grid, const WholeRun& run) {
  Digest digest;
  for (std::size_t at = 0; at < run.results.clusters.size(); ++at)
    add(digest, run.results, at, grid.clusters[at].trace);
  for (const LeaseOutcome& lease : run.results.leases.leases) add(digest, lease);
  digest.add(run.results.leases.overcommitted);
  digest.add(run.results.end);
  digest.add(run.results.stalled);
  digest.add(run.results.complete);
  digest.add(run.results.ignored_actions);
  digest.add(run.results.fingerprint);
  return digest.value();
}

namespace {

std::string difference_by(std::size_t way, const GridConfig& grid, RngStream& dice) {
  const WholeRun run = whole_run(grid, *grid.until);
  switch (way) {
    case 0:
      return difference(grid, run, whole_run(grid, *grid.until), false);
    case 1:
      return difference(grid, run, whole_run(without_eliding(grid, dice), *grid.until), false);
    case 2:
      return difference(grid, run, shuffled(grid, dice.below(1'000'000)), true);
    case 3:
      return difference(grid, run, in_steps(grid, run.results.end, dice), false);
    case 4:
      return difference(grid, run, by_a_copy(grid, drawn_time(dice, run.results.end)), false);
    default: {
      const Time until = drawn_time(dice, run.results.end);
      return difference(grid, whole_run(grid, until), whole_run(without_eliding(grid, dice), until),
                        false);
    }
  }
}

}  // namespace

std::string difference_between_ways(const GridConfig& grid, std::uint64_t choice) {
  RngStream dice(choice, "test/ways");
  constexpr std::string_view ways[] = {
      "again",    "without eliding", "with ties shuffled",
      "in steps", "by a copy",       "ended early, without eliding"};
  const auto way = static_cast<std::size_t>(dice.below(std::size(ways)));
  const std::string found = difference_by(way, grid, dice);
  return found.empty() ? "" : std::string(ways[way]) + ": " + found;
}

}  // namespace mcsim::testing
