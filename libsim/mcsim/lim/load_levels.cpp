// Puts load levels on the scale of reported values.
#include "mcsim/lim/load_levels.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

#include "mcsim/model/load_index.hpp"

namespace mcsim::lim {
namespace {

/// The least float, from 0 on, for which `is_beyond` holds; infinity if there is none. The bits of
/// such floats sort as the floats do.
template <class IsBeyond>
float least(IsBeyond&& is_beyond) {
  auto low = std::uint32_t{0};
  auto high = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::infinity());
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (is_beyond(static_cast<double>(std::bit_cast<float>(middle))))
      high = middle;
    else
      low = middle + 1;
  }
  return std::bit_cast<float>(low);
}

}  // namespace

LoadLevel load_level(const LoadWatch::Level& level, std::int32_t processors) {
  const auto load = [&](double value) {
    return level.index == builtin::ut ? value : effective_run_queue(value, processors);
  };
  return {.index = level.index,
          .stops = level.stops,
          .reached = least([&](double value) { return load(value) >= level.level; }),
          .passed = least([&](double value) { return load(value) > level.level; })};
}

void LoadLevels::watch(const LoadWatch& watch) {
  of_all_ = watch.levels;
  of_host_ = watch.of_host;
  known_.clear();
  rows_.clear();
}

std::uint32_t LoadLevels::row_of(HostId host, std::int32_t processors) {
  Key key{processors, {}};
  if (of_host_.size() > 0) key.second = of_host_[host];
  const auto [place, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(rows_.size()));
  if (!is_new) return place->second;
  std::vector<LoadLevel>& row = rows_.emplace_back();
  for (const LoadWatch::Level& level : of_all_) row.push_back(load_level(level, processors));
  for (const LoadWatch::Level& level : key.second) row.push_back(load_level(level, processors));
  const auto order = [](const LoadLevel& level) {
    return std::tuple(level.index, level.reached, level.passed, !level.stops);
  };
  const auto same = [](const LoadLevel& one, const LoadLevel& other) {
    return one.index == other.index && one.reached == other.reached && one.passed == other.passed;
  };
  std::ranges::sort(row, {}, order);
  const auto [again, end] = std::ranges::unique(row, same);  // keeps loadStop
  row.erase(again, end);
  return place->second;
}

}  // namespace mcsim::lim
