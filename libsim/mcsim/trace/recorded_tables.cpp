// Makes the tables of the cyclic model from a recorded trace.
#include <algorithm>
#include <map>
#include <utility>

#include "mcsim/text/complaints.hpp"
#include "mcsim/trace/cyclic.hpp"
#include "mcsim/trace/resampling.hpp"

namespace mcsim::trace {
namespace {

constexpr Duration one_hour{3'600'000};

/// What the jobs of a trace are like.
struct Sample {
  std::vector<std::int64_t> jobs_of_hour = std::vector<std::int64_t>(hours_in_week);
  std::vector<std::int64_t> run_times{};
  std::vector<std::int64_t> widths{};
  std::vector<std::int64_t> memory_mb{};
  std::vector<std::int64_t> users{};
  Duration last{};
};

std::int64_t slots_of(const SwfRow& row) {
  return row.requested > 0 ? row.requested : row.allocated;
}

bool is_replayable(const SwfRow& row) {
  return !row.is_partial() && row.submit.count() >= 0 && row.run.count() >= 0 && slots_of(row) > 0;
}

void take(Sample& sample, const SwfRow& row, const SwfReader& reader) {
  ++sample.jobs_of_hour[static_cast<std::size_t>(row.submit / one_hour % hours_in_week)];
  sample.run_times.push_back((row.run + Duration{500}) / Duration{1000});
  sample.widths.push_back(slots_of(row));
  if (row.has_memory) sample.memory_mb.push_back(reader.memory_mb());
  if (row.user >= 0) sample.users.push_back(row.user);
  sample.last = std::max(sample.last, row.submit);
}

/// By how many hours of this kind the trace has, the last one included.
std::vector<double> rates_of(const Sample& sample) {
  const std::int64_t hours = sample.last / one_hour + 1;
  std::vector<double> rates;
  for (std::int64_t at = 0; at < hours_in_week; ++at) {
    const std::int64_t seen = hours / hours_in_week + (at < hours % hours_in_week ? 1 : 0);
    rates.push_back(static_cast<double>(sample.jobs_of_hour[static_cast<std::size_t>(at)]) /
                    static_cast<double>(seen));
  }
  return rates;
}

/// The same jobs with users numbered by how many they have, of equals by their numbers.
void rank_users(std::vector<std::int64_t>& users) {
  std::map<std::int64_t, std::int64_t> jobs_of;
  for (const std::int64_t user : users) ++jobs_of[user];
  std::vector<std::pair<std::int64_t, std::int64_t>> ranked;  // -jobs, user
  for (const auto& [user, jobs] : jobs_of) ranked.emplace_back(-jobs, user);
  std::ranges::sort(ranked);
  for (std::size_t at = 0; at < ranked.size(); ++at)
    jobs_of[ranked[at].second] = static_cast<std::int64_t>(at) + 1;
  for (std::int64_t& user : users) user = jobs_of[user];
}

/// None: so many jobs have none of it that it says nothing.
std::optional<QuantileTable> table_of(std::vector<std::int64_t> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return QuantileTable::of(values);
}

CyclicTables tables_of(Sample sample) {
  const bool all_have_memory = sample.memory_mb.size() == sample.run_times.size();
  rank_users(sample.users);
  CyclicTables tables{.rates = rates_of(sample),
                      .run_times = table_of(std::move(sample.run_times)),
                      .widths = table_of(std::move(sample.widths)),
                      .users = table_of(std::move(sample.users))};
  if (all_have_memory) tables.memory_mb = table_of(std::move(sample.memory_mb));
  constexpr std::int64_t days_of_week = 7;
  tables.days = std::max<std::int64_t>(1, whole_weeks(Time{sample.last})) * days_of_week;
  return tables;
}

}  // namespace

Expected<RecordedTables, Diagnostics> read_recorded_tables(const std::string& path,
                                                           const std::string& shown_name) {
  auto reader = SwfReader::open(path, shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));
  Sample sample;
  for (SwfRow row; reader->next(row);)
    if (is_replayable(row)) take(sample, row, *reader);
  reader->sum_up();
  Complaints& complaints = reader->complaints();
  if (!complaints.any_errors() && sample.run_times.empty())
    complaints.error(0, 0, "none of its rows can be replayed");
  else if (!complaints.any_errors() && sample.last / one_hour + 1 < hours_in_week)
    complaints.error(0, 0, "expected a trace of a week or more, to know each hour of the week");
  const auto hash = reader->hash();
  if (!hash) complaints.add(hash.error());
  const bool failed = complaints.any_errors();
  RecordedTables recorded{.tables = {},
                          .header = reader->header(),
                          .hash = hash ? *hash : 0,
                          .warnings = complaints.take()};
  if (failed) return Unexpected(std::move(recorded.warnings));
  recorded.tables = tables_of(std::move(sample));
  recorded.tables.procs = recorded.header.max_procs.value_or(0);
  return recorded;
}

}  // namespace mcsim::trace
