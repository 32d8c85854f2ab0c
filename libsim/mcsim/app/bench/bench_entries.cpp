// Makes the entries of a benchmark.
#include "mcsim/app/bench/bench_entries.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace mcsim::app {
namespace {

struct Statistic {
  std::string_view name;
  std::uint64_t (*of)(const Spread&);
};
constexpr std::array<Statistic, 4> statistics = {{
    {"p50", [](const Spread& spread) { return spread.quantile(50); }},
    {"p99", [](const Spread& spread) { return spread.quantile(99); }},
    {"max", [](const Spread& spread) { return spread.max(); }},
    {"sum", [](const Spread& spread) { return spread.sum(); }},
}};

constexpr std::size_t first_read = work_columns.size();  // what the meter has read

/// The costs of each kind of decisions as a whole, and of its groups behind it, by name.
std::vector<std::pair<std::string, DecisionCosts>> named(const CostsByGroup& costs) {
  std::vector<std::pair<std::string, DecisionCosts>> all;
  std::string kind;
  std::size_t whole = 0;
  for (const auto& [group, spreads] : costs) {
    if (group.kind != kind) {
      kind = group.kind;
      whole = all.size();
      all.emplace_back(kind, DecisionCosts(spreads.size()));
    }
    for (std::size_t at = 0; at < spreads.size(); ++at) all[whole].second[at].add_all(spreads[at]);
    all.emplace_back(group.name(), spreads);
  }
  return all;
}

BenchEntry entry_of(const std::string& name, std::string_view label, const Statistic& statistic,
                    const Spread& spread) {
  const std::uint64_t value = statistic.of(spread);
  return {.name = name + "/" + std::string(statistic.name),
          .label = std::string(label),
          .decisions = spread.count(),
          .value = value,
          .cpu = value,
          .counters = {}};
}

std::uint64_t median(std::vector<std::uint64_t> values) {
  std::ranges::sort(values);
  return values[(values.size() - 1) / 2];
}

}  // namespace

std::vector<BenchEntry> work_entries(const CostsByGroup& costs) {
  std::vector<BenchEntry> entries;
  for (const auto& [name, spreads] : named(costs))
    for (const Statistic& statistic : statistics) {
      BenchEntry& entry =
          entries.emplace_back(entry_of(name, work_label, statistic, spreads.front()));
      for (std::size_t at = 1; at < work_columns.size(); ++at)
        entry.counters[std::string(work_columns[at])] = statistic.of(spreads[at]);
    }
  return entries;
}

std::vector<BenchEntry> instruction_entries(const CostsByGroup& costs) {
  std::vector<BenchEntry> entries;
  for (const auto& [name, spreads] : named(costs))
    for (const Statistic& statistic : statistics)
      entries.push_back(entry_of(name, instructions_label, statistic, spreads[first_read]));
  return entries;
}

std::vector<BenchEntry> time_entries(const std::vector<CostsByGroup>& runs) {
  std::vector<std::vector<std::pair<std::string, DecisionCosts>>> of_runs;
  for (const CostsByGroup& costs : runs) of_runs.push_back(named(costs));
  std::vector<BenchEntry> entries;
  for (std::size_t row = 0; row < of_runs.front().size(); ++row)
    for (const Statistic& statistic : statistics) {
      const auto over_runs = [&](std::size_t column) {
        std::vector<std::uint64_t> values;
        for (const auto& run : of_runs) values.push_back(statistic.of(run[row].second[column]));
        return median(std::move(values));
      };
      const auto& [name, spreads] = of_runs.front()[row];
      BenchEntry entry = entry_of("time/" + name, time_label, statistic, spreads[first_read]);
      entry.value = over_runs(first_read);
      entry.cpu = over_runs(first_read + 1);
      entries.push_back(std::move(entry));
    }
  return entries;
}

}  // namespace mcsim::app
