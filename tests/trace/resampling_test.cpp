// Resampled traces: what is drawn, and what of the original is kept.
#include "mcsim/trace/resampling.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::resampling_test {

namespace {

constexpr Duration hour{3'600'000};
constexpr std::int64_t hours_of_week = 168;

Time new_submit(const std::vector<SampledRow>& rows, const Resampled& one) {
  return rows[one.row].submit + one.later;
}

std::int64_t week_of(Time submit) { return submit.time_since_epoch() / week; }
std::int64_t hour_of_week(Time submit) { return submit.time_since_epoch() / hour % hours_of_week; }

/// `count` jobs at random times of that many days by 20 users, user 0 all the time, others for a
/// while.
std::vector<SampledRow> random_rows(std::uint64_t seed, std::size_t count, std::int64_t days) {
  RngStream stream(seed, "test/rows");
  std::vector<SampledRow> rows;
  for (std::size_t at = 0; at < count; ++at) {
    const auto length = static_cast<std::uint64_t>(days * 24 * 3'600'000);
    const Time submit{Duration(static_cast<std::int64_t>(stream.below(length)))};
    const auto user = stream.below(3) == 0 ? 0 : 1 + week_of(submit) % 19;
    rows.push_back({submit, static_cast<NameId>(user), Slots{1}, {}});
  }
  rows.push_back({Time{} + hour * (days * 24 - 1), NameId{0}, Slots{1}, {}});
  std::ranges::sort(rows, {}, &SampledRow::submit);
  return rows;
}

}  // namespace

// By hand: in each week one slot is in use all the time, two more from hour 30 to 100 and from 100
// to 198, which is hour 30 of the next week, and one at hour 100 alone. So hour 30 finds one in
// use, hour 100 two, each other one three or more.
TEST_CASE("weeks begin at the hour at which the fewest slots are in use") {
  std::vector<SampledRow> rows;
  constexpr Duration minute{60'000};
  for (std::int64_t at = 0; at < 3; ++at) {
    const Time begin{week * at};
    rows.push_back({begin + hour * 10, NameId{1}, Slots{1}, hour * 169});
    rows.push_back({begin + hour * 30, NameId{1}, Slots{2}, hour * 70 - minute});
    rows.push_back({begin + hour * 100 - minute, NameId{1}, Slots{1}, minute * 30});
    rows.push_back({begin + hour * 100, NameId{1}, Slots{2}, hour * 98});
  }
  CHECK(quiet_hour(rows) == 30);
  CHECK(quiet_hour(rows, 0) == 30);
  CHECK(quiet_hour(rows, 150) == 198);
  CHECK(quiet_hour(rows, -100) == -138);
  CHECK(quiet_hour(rows, 113) == 30);
  CHECK(quiet_hour(rows, 114) == 198);
  // In one of the weeks: 7 at hour 30, against 6 at hour 100.
  rows.push_back({Time{} + hour * 20, NameId{1}, Slots{4}, hour * 15});
  CHECK(quiet_hour(rows) == 100);
}

TEST_CASE("weeks that begin within a trace wrap around its end, and are drawn as they are") {
  const std::vector<SampledRow> rows = random_rows(4, 4000, 28);
  const std::int64_t begin = 30;
  const auto number = [begin](Time at) {
    return (at + week * 4 - hour * begin).time_since_epoch() / week % 4;
  };
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    std::map<std::int64_t, std::map<std::int64_t, std::ptrdiff_t>> drawn;  // to week, from week
    for (const Resampled& one : resample(rows, Resample::weeks, seed, begin)) {
      const Time submit = new_submit(rows, one);
      ++drawn[number(submit)][number(rows[one.row].submit)];
      CHECK(hour_of_week(submit) == hour_of_week(rows[one.row].submit));
      CHECK((submit >= Time{} && submit < Time{week * 4}));
    }
    REQUIRE(drawn.size() == 4);
    for (const auto& [to, from] : drawn) {
      REQUIRE(from.size() == 1);
      const auto [week_from, count] = *from.begin();
      CHECK(count == std::ranges::count_if(rows, [&, of = week_from](const SampledRow& row) {
              return number(row.submit) == of;
            }));
    }
  }
}

TEST_CASE("weeks are drawn as they are, as many as there were") {
  const std::vector<SampledRow> rows = random_rows(1, 3000, 38);  // five weeks and three days
  CHECK(whole_weeks(rows.back().submit) == 5);
  const auto drawn = resample(rows, Resample::weeks, 7);
  std::map<std::uint32_t, std::set<std::pair<std::int64_t, std::int64_t>>> ways;  // by block
  std::map<std::uint32_t, std::size_t> sizes;
  for (const Resampled& one : drawn) {
    ways[one.block].emplace(week_of(rows[one.row].submit), week_of(new_submit(rows, one)));
    ++sizes[one.block];
    CHECK(one.later % week == 0ms);
  }
  CHECK(ways.size() == 5);
  std::set<std::int64_t> filled;
  for (const auto& [block, of_block] : ways) {
    REQUIRE(of_block.size() == 1);  // one week to one week
    filled.insert(of_block.begin()->second);
    const auto in_week = std::ranges::count_if(rows, [&](const SampledRow& row) {
      return week_of(row.submit) == of_block.begin()->first;
    });
    CHECK(static_cast<std::size_t>(in_week) == sizes[block]);
  }
  CHECK(filled == std::set<std::int64_t>{0, 1, 2, 3, 4});
  CHECK(std::ranges::is_sorted(drawn, {},
                               [&](const Resampled& one) { return new_submit(rows, one); }));
  CHECK(resample(rows, Resample::weeks, 7) == drawn);
  CHECK(resample(rows, Resample::weeks, 8) != drawn);
}

TEST_CASE("hours keep their place in the week, each is drawn by itself") {
  const std::vector<SampledRow> rows = random_rows(2, 5000, 28);
  const auto drawn = resample(rows, Resample::hours, 3);
  std::map<std::int64_t, std::set<std::int64_t>> from;  // weeks, by the new week
  for (const Resampled& one : drawn) {
    CHECK(hour_of_week(rows[one.row].submit) == hour_of_week(new_submit(rows, one)));
    from[week_of(new_submit(rows, one))].insert(week_of(rows[one.row].submit));
  }
  CHECK(from.size() == 4);
  for (const auto& [to, weeks] : from) CHECK(weeks.size() == 4);
}

TEST_CASE("users who stay come once, of those who pass as many are drawn as there were") {
  const std::vector<SampledRow> rows = random_rows(3, 20'000, 7 * 26);
  const auto drawn = resample(rows, Resample::users, 5);
  std::map<NameId, std::size_t> before;
  std::map<NameId, std::size_t> after;
  for (const SampledRow& row : rows)
    if (week_of(row.submit) < 26) ++before[row.user];
  for (const Resampled& one : drawn) {
    ++after[rows[one.row].user];
    CHECK(hour_of_week(rows[one.row].submit) == hour_of_week(new_submit(rows, one)));
    CHECK(week_of(new_submit(rows, one)) >= 0);
    CHECK(week_of(new_submit(rows, one)) < 26);
  }
  CHECK(after[NameId{0}] == before[NameId{0}]);
  std::size_t passing = 0;
  for (const auto& [user, jobs] : after)
    if (user != NameId{0}) {
      CHECK(jobs % before[user] == 0);  // whole users
      passing += jobs / before[user];
    }
  // Users 1 to 19 take turns week by week: those of weeks 0 to 6 come twice, 19 weeks apart.
  std::size_t temporary_users = 0;
  for (const auto& [user, jobs] : before) {
    std::vector<Time> times;
    for (const SampledRow& row : rows)
      if (row.user == user) times.push_back(row.submit);
    temporary_users += times.back() - times.front() <= temporary;
  }
  std::size_t staying = 0;
  for (const auto& [user, jobs] : after) {
    std::vector<Time> times;
    for (const SampledRow& row : rows)
      if (row.user == user) times.push_back(row.submit);
    staying += user != NameId{0} && times.back() - times.front() > temporary;
  }
  CHECK(passing - staying == temporary_users);
}

}  // namespace mcsim::testing::resampling_test
