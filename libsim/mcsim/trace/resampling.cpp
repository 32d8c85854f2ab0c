// Draws weeks, hours or users of a trace.
#include "mcsim/trace/resampling.hpp"

#include <algorithm>
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

  std::vector<Resampled> weeks() {
    for (std::int64_t to = 0; to < weeks_; ++to) {
      const std::int64_t from = draw(0, to);
      take_hours(from * hours_of_week, hours_of_week, week * (to - from));
    }
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

std::vector<Resampled> resample(std::span<const SampledRow> rows, Resample by, std::uint64_t seed) {
  switch (by) {
    case Resample::weeks:
      return Resampling(rows, seed, "weeks").weeks();
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
