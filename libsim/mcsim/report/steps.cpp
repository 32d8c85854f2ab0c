// Sums changes, and takes means of what comes of them.
#include "mcsim/report/steps.hpp"

#include <algorithm>

namespace mcsim::report {
namespace {

constexpr std::int64_t hour_length = 3'600'000;
constexpr std::int64_t week_length = hour_length * static_cast<std::int64_t>(hours_of_week);
/// 1970 began on a Thursday.
constexpr std::int64_t monday = 3 * 24 * hour_length;

/// Calls `use(from, to, value)` for each level between two instants.
template <class Use>
void each(const std::vector<Level>& levels, Instant from, Instant to, Use use) {
  auto at = std::ranges::upper_bound(levels, from, {}, &Level::from);
  std::int64_t value = at == levels.begin() ? 0 : std::prev(at)->value;
  for (Instant now = from; now < to;) {
    const Instant next = at == levels.end() ? to : std::min(to, at->from);
    if (next > now) use(now, next, value);
    now = next;
    if (at != levels.end() && at->from <= now) value = (at++)->value;
  }
}

}  // namespace

std::vector<Level> Steps::take() {
  std::ranges::sort(changes_, {}, &Level::from);
  std::vector<Level> levels;
  std::int64_t value = 0;
  std::size_t at = 0;
  while (at < changes_.size()) {
    const Instant now = changes_[at].from;
    const std::int64_t before = value;
    for (; at < changes_.size() && changes_[at].from == now; ++at) value += changes_[at].value;
    if (value != before) levels.push_back({now, value});
  }
  changes_ = {};
  return levels;
}

Bins Bins::of(Instant from, Instant to, std::size_t most) {
  const std::int64_t span = std::max<std::int64_t>(to - from, 1);
  const auto parts = static_cast<std::int64_t>(most);
  const std::int64_t width = (span - 1) / parts + 1;
  return {from, width, static_cast<std::size_t>((span - 1) / width + 1)};
}

std::vector<Bin> binned(const std::vector<Level>& levels, const Bins& bins) {
  std::vector<Bin> result(bins.count);
  std::vector<double> sums(bins.count);
  std::vector<char> seen(bins.count);
  const auto bin_of = [&](Instant at) {
    return static_cast<std::size_t>((at - bins.from) / bins.width);
  };
  each(levels, bins.from, bins.at(bins.count), [&](Instant from, Instant to, std::int64_t value) {
    for (std::size_t at = bin_of(from); at < bins.count && bins.at(at) < to; ++at) {
      Bin& bin = result[at];
      bin.least = seen[at] != 0 ? std::min(bin.least, value) : value;
      bin.most = seen[at] != 0 ? std::max(bin.most, value) : value;
      seen[at] = 1;
      const Instant begin = std::max(from, bins.at(at));
      const Instant end = std::min(to, bins.at(at + 1));
      sums[at] += static_cast<double>(value) * static_cast<double>(end - begin);
    }
  });
  for (std::size_t at = 0; at < bins.count; ++at)
    result[at].mean = sums[at] / static_cast<double>(bins.width);
  return result;
}

double integral(const std::vector<Level>& levels, Instant from, Instant to) {
  double sum = 0;
  each(levels, from, to, [&](Instant begin, Instant end, std::int64_t value) {
    sum += static_cast<double>(value) * static_cast<double>(end - begin);
  });
  return sum;
}

Stretches stretches(const std::vector<Level>& levels, std::int64_t least, Instant from,
                    Instant to) {
  Stretches found;
  Instant began = from;
  Instant ended = from;
  bool is_in = false;
  each(levels, from, to, [&](Instant begin, Instant end, std::int64_t value) {
    if (value < least) return;
    found.total += end - begin;
    if (!is_in || begin != ended) began = begin;
    is_in = true;
    ended = end;
    if (ended - began > found.longest) {
      found.longest = ended - began;
      found.longest_from = began;
    }
  });
  return found;
}

std::size_t WeekSums::hour(Instant at) const {
  const std::int64_t since = (start_ + at + monday) % week_length;
  return static_cast<std::size_t>((since + week_length) % week_length / hour_length);
}

void WeekSums::add(Instant from, Instant to, double amount) {
  if (const std::int64_t weeks = (to - from) / week_length; weeks > 0) {
    for (double& sum : sums_) sum += amount * static_cast<double>(weeks * hour_length);
    from += weeks * week_length;
  }
  while (from < to) {
    const std::int64_t clock = start_ + from + monday;
    const std::int64_t in_hour = (clock % hour_length + hour_length) % hour_length;
    const Instant next = std::min(to, from + hour_length - in_hour);
    sums_[hour(from)] += amount * static_cast<double>(next - from);
    from = next;
  }
}

}  // namespace mcsim::report
