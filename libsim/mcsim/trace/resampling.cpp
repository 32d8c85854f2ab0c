// Draws weeks, hours or users of a trace.
#include "mcsim/trace/resampling.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/random.hpp"

namespace mcsim::trace {
namespace {

constexpr Duration hour{3'600'000};
constexpr std::int64_t hours_of_week = week / hour;

std::int64_t hour_of(Time submit) { return submit.time_since_epoch() / hour; }

/// The draws of one trace.
class Resampling {
 public:
  Resampling(std::span<const SampledRow> rows, std::uint64_t seed, std::string_view by)
      : rows_(rows),
        weeks_(whole_weeks(rows.back().submit)),
        stream_(seed, "resample/" + std::string(by)) {
    MCSIM_CHECK(weeks_ >= 2, "resampling draws from at least two weeks");
    const auto end = Time{week * weeks_};
    const auto inside = std::ranges::partition_point(
        rows_, [&](const SampledRow& row) { return row.submit < end; });
    rows_ = rows_.first(static_cast<std::size_t>(inside - rows_.begin()));
  }

  std::vector<Resampled> weeks(std::int64_t begin) {
    for (std::int64_t to = 0; to < weeks_; ++to)
      take_week(begin + draw(0, to) * hours_of_week, begin + to * hours_of_week);
    return take();
  }

  std::vector<Resampled> hours() {
    for (std::int64_t to = 0; to < weeks_; ++to)
      for (std::int64_t at = 0; at < hours_of_week; ++at) {
        const std::int64_t from = draw(static_cast<std::uint64_t>(at), to);
        take_hours(from * hours_of_week + at, 1, week * (to - from));
      }
    return take();
  }

  std::vector<Resampled> users() {
    std::map<NameId, std::vector<std::size_t>> by_user;
    for (std::size_t row = 0; row < rows_.size(); ++row) by_user[rows_[row].user].push_back(row);
    std::vector<const std::vector<std::size_t>*> passing;
    std::uint64_t staying = 0;
    for (const auto& [user, rows] : by_user) {
      if (rows_[rows.back()].submit - rows_[rows.front()].submit <= temporary)
        passing.push_back(&rows);
      else
        take_user(rows, draw(1, static_cast<std::int64_t>(staying++)));
    }
    for (std::size_t at = 0; at < passing.size(); ++at) {
      const auto n = static_cast<std::int64_t>(at);
      const std::uint64_t who = multiply_wide(stream_.at(2, at), passing.size())[0];
      take_user(*passing[who], draw(3, n));
    }
    return take();
  }

 private:
  /// A number of a week.
  std::int64_t draw(std::uint64_t entity, std::int64_t n) const {
    return static_cast<std::int64_t>(multiply_wide(
        stream_.at(entity, static_cast<std::uint64_t>(n)), static_cast<std::uint64_t>(weeks_))[0]);
  }

  /// The week that begins at the hour `from`, moved to the hour `to`. Around the end of the trace
  /// is another block: what came before comes after.
  void take_week(std::int64_t from, std::int64_t to) {
    const std::int64_t all = weeks_ * hours_of_week;
    const auto inside = [all](std::int64_t at) { return (at % all + all) % all; };
    for (std::int64_t done = 0; done < hours_of_week;) {
      const std::int64_t source = inside(from + done);
      const std::int64_t target = inside(to + done);
      const std::int64_t count = std::min(hours_of_week - done, all - std::max(source, target));
      take_hours(source, count, hour * (target - source));
      done += count;
    }
  }

  /// `count` hours from the hour `first` of the trace on, as a block.
  void take_hours(std::int64_t first, std::int64_t count, Duration later) {
    const auto begins = [](const SampledRow& row) { return hour_of(row.submit); };
    const auto from = std::ranges::lower_bound(rows_, first, {}, begins);
    const auto to = std::ranges::lower_bound(rows_, first + count, {}, begins);
    for (auto row = from; row != to; ++row)
      drawn_.push_back({static_cast<std::size_t>(row - rows_.begin()), later, block_});
    ++block_;
  }

  /// All jobs of a user, `weeks` later; those that leave the trace come in at its begin.
  void take_user(const std::vector<std::size_t>& rows, std::int64_t weeks) {
    for (const std::size_t row : rows) {
      const std::int64_t from = rows_[row].submit.time_since_epoch() / week;
      const std::int64_t to = (from + weeks) % weeks_;
      // Around the end is another block: what came before comes after.
      drawn_.push_back({row, week * (to - from), block_ + (to < from ? 1U : 0U)});
    }
    block_ += 2;
  }

  std::vector<Resampled> take() {
    std::ranges::sort(drawn_, {}, [&](const Resampled& one) {
      return std::tuple(rows_[one.row].submit + one.later, one.row, one.block);
    });
    return std::move(drawn_);
  }

  std::span<const SampledRow> rows_;
  std::int64_t weeks_;
  RngStream stream_;
  std::vector<Resampled> drawn_;
  std::uint32_t block_ = 0;
};

}  // namespace

std::int64_t whole_weeks(Time last) { return (last.time_since_epoch() + 24 * hour) / week; }

std::int64_t quiet_hour(std::span<const SampledRow> rows, std::optional<std::int64_t> near) {
  // What each hour of the week has more than the one before; whole weeks count for none.
  std::array<std::int64_t, hours_of_week + 1> more{};
  const auto add = [&](std::int64_t first, std::int64_t count, std::int64_t slots) {
    const std::int64_t end = first + count;
    more[static_cast<std::size_t>(first)] += slots;
    more[static_cast<std::size_t>(std::min(end, hours_of_week))] -= slots;
    if (end <= hours_of_week) return;
    more[0] += slots;
    more[static_cast<std::size_t>(end - hours_of_week)] -= slots;
  };
  for (const SampledRow& row : rows) {
    const std::int64_t first = hour_of(row.submit) + 1;  // the first one that finds it in use
    const std::int64_t last = hour_of(row.submit + row.run - Duration{1});
    if (last >= first)
      add(first % hours_of_week, (last - first + 1) % hours_of_week, row.slots.count());
  }
  std::int64_t in_use = 0;
  std::optional<std::int64_t> least;
  std::int64_t quiet = 0;
  for (std::int64_t at = 0; at < hours_of_week; ++at) {
    in_use += more[static_cast<std::size_t>(at)];
    if (least && in_use >= *least) continue;
    least = in_use;
    quiet = at;
  }
  if (!near) return quiet;
  constexpr std::int64_t before = hours_of_week / 2 - 1;
  const std::int64_t behind = (quiet - *near + before) % hours_of_week;
  return *near - before + (behind + hours_of_week) % hours_of_week;
}

std::vector<Resampled> resample(std::span<const SampledRow> rows, Resample by, std::uint64_t seed) {
  return resample(rows, by, seed, by == Resample::weeks ? quiet_hour(rows) : 0);
}

std::vector<Resampled> resample(std::span<const SampledRow> rows, Resample by, std::uint64_t seed,
                                std::int64_t begin) {
  switch (by) {
    case Resample::weeks:
      return Resampling(rows, seed, "weeks").weeks(begin);
    case Resample::hours:
      return Resampling(rows, seed, "hours").hours();
    case Resample::users:
      return Resampling(rows, seed, "users").users();
    case Resample::none:
      break;
  }
  return {};
}

}  // namespace mcsim::trace
