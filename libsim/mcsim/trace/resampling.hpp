// Resampling: other traces that could have been recorded just as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// What is drawn with replacement, always so that a job keeps its time of the week:
/// weeks: blocks of whole weeks, which begin at a quiet hour. What goes on within a week stays as
/// it is.
/// hours: each hour of each week from the same hour of any week. Nothing longer is kept.
/// users: users with their weeks. Those who are there for more than `temporary` stay, each begins
/// at a week of its own; of the others as many are drawn as there were. Weeks behind the last one
/// go on with the first.
enum class Resample : std::uint8_t { none, weeks, hours, users };
inline constexpr std::string_view resamples = "none weeks hours users";

inline constexpr Duration week{7LL * 24 * 3'600'000};
/// Users whose first and last job are no farther apart are temporary ones. Source: Zakay,
/// Feitelson, "Workload resampling for performance evaluation of parallel job schedulers",
/// Concurrency and Computation: Practice and Experience 26(12), 2014; that they wrap around is
/// ours.
inline constexpr Duration temporary = week * 12;

/// Traces of so many whole weeks are resampled by weeks where replicas are asked for and nobody
/// says how: of fewer weeks the resamples are too much alike.
inline constexpr std::int64_t weeks_of_long_trace = 6;

/// A job of the trace, as far as resampling looks at it.
struct SampledRow {
  Time submit{};
  NameId user = none<NameId>;
  Slots slots{};
  Duration run{};
};

/// Row `row` of the original comes `later` than it did (negative: earlier). Copies of one `block`
/// are of the same week, hour or user: they stand to each other as they did.
struct Resampled {
  std::size_t row = 0;
  Duration later{};
  std::uint32_t block = 0;

  bool operator==(const Resampled&) const = default;
};

/// The hour of the week at which the fewest slots would be in use if each job began when it was
/// submitted; of several the first one. Weeks that are cut there and put together in another order
/// bring the least work together that was apart. Counted from the trace's begin, from 0; with
/// `near` from 83 hours before that one to 84 behind it.
std::int64_t quiet_hour(std::span<const SampledRow> rows,
                        std::optional<std::int64_t> near = std::nullopt);

/// The whole weeks of a trace whose last job comes at `last`; less than a day may lack at their
/// end.
std::int64_t whole_weeks(Time last);

/// Draws by `seed` from rows in order of submission. Rows behind the last whole week are left out.
/// The answer is in order of submission too, of equal times in that of rows and blocks. At least
/// two whole weeks; `by` is not none. `begin`: the hour at which weeks begin; what a week lacks
/// there at the end of the trace it has at its begin, and so it is drawn.
std::vector<Resampled> resample(std::span<const SampledRow> rows, Resample by, std::uint64_t seed,
                                std::int64_t begin);
/// The same with weeks that begin at the quiet hour.
std::vector<Resampled> resample(std::span<const SampledRow> rows, Resample by, std::uint64_t seed);

}  // namespace mcsim::trace
