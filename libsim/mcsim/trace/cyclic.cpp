// Draws jobs from rates by the hour of the week and tables of quantiles.
#include "mcsim/trace/cyclic.hpp"

#include <algorithm>
#include <numeric>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/cyclic_clock.hpp"
#include "mcsim/trace/model_tables.hpp"
#include "mcsim/trace/variates.hpp"

namespace mcsim::trace {
namespace {

constexpr double most_jobs = 1e8;
constexpr double most_value = 1e9;

std::int64_t rounded(double value) { return static_cast<std::int64_t>(value + 0.5); }

/// Reads the parameters; what is not given is recorded.
class CyclicReader {
 public:
  CyclicReader(const ParameterTexts& given, const CyclicTables* recorded)
      : in_(cyclic_parameters, given), recorded_(recorded) {}

  Expected<Cyclic, std::vector<WrongParameter>> read() {
    Cyclic model;
    if (recorded_ != nullptr) model.tables = *recorded_;
    CyclicTables& tables = model.tables;
    tables.days = in_.given_whole("days").value_or(tables.days);
    rates(tables);
    table("run_times", tables.run_times, 0, true);
    table("widths", tables.widths, 1, true);
    table("memory_mb", tables.memory_mb, 0, false);
    table("users", tables.users, 0, false);
    const std::int64_t widest = tables.widths ? rounded(tables.widths->most()) : 1;
    model.procs = in_.given_whole("procs").value_or(std::max(widest, tables.procs));
    if (in_.are_good({"procs", "widths"}) && model.procs < widest)
      in_.wrong("procs", "is less than the largest width, " + std::to_string(widest));
    if (in_.any_wrong()) return Unexpected(in_.take());
    return model;
  }

 private:
  void rates(CyclicTables& tables) {
    if (!in_.has("rates")) {
      if (tables.rates.empty()) in_.wrong("rates", std::string(missing));
      return;
    }
    std::vector<double> given;
    for (const std::string_view word : split_words(in_.text("rates"))) {
      const auto rate = read_double(word);
      if (!rate || *rate < 0 || *rate > most_value)
        return in_.wrong("rates", "expected numbers from 0 to 1000000000, got " + in_quotes(word));
      given.push_back(*rate);
    }
    if (given.size() != 1 && given.size() != 24 && given.size() != hours_in_week)
      return in_.wrong("rates",
                       "expected 1, 24 or 168 numbers, got " + std::to_string(given.size()));
    const double all = std::accumulate(given.begin(), given.end(), 0.0);
    const double jobs =
        all / static_cast<double>(given.size()) * 24 * static_cast<double>(tables.days);
    if (all == 0) return in_.wrong("rates", "expected a rate above 0");
    if (jobs > most_jobs)
      return in_.wrong("rates",
                       "expected at most 100000000 jobs in " + counted(tables.days, "day"));
    tables.rates.clear();
    for (std::size_t hour = 0; hour < hours_in_week; ++hour)
      tables.rates.push_back(given[hour % given.size()]);
  }

  void table(std::string_view name, std::optional<QuantileTable>& to, double least,
             bool is_needed) {
    if (!in_.has(name)) {
      if (!to && is_needed) in_.wrong(name, std::string(missing));
      return;
    }
    std::string wrong;
    to = QuantileTable::read(in_.text(name), wrong);
    if (!to) return in_.wrong(name, wrong);
    if (to->least() < least || to->most() > most_value)
      in_.wrong(name, "expected values from " + double_text(least) + " to 1000000000, got " +
                          double_text(to->least()) + " to " + double_text(to->most()));
  }

  static constexpr std::string_view missing = "missing; a trace may have it";

  ParameterReader in_;
  const CyclicTables* recorded_;
};

}  // namespace

Expected<Cyclic, std::vector<WrongParameter>> read_cyclic(const ParameterTexts& given,
                                                          const CyclicTables* recorded) {
  return CyclicReader(given, recorded).read();
}

std::vector<MadeJob> make_cyclic(const Cyclic& model, std::uint64_t seed) {
  const CyclicTables& tables = model.tables;
  const RngStream arrivals(seed, "cyclic/arrival");
  const RngStream run_times(seed, "cyclic/run");
  const RngStream widths(seed, "cyclic/width");
  const RngStream memory(seed, "cyclic/memory");
  const RngStream users(seed, "cyclic/user");
  const auto draw = [](const QuantileTable& table, const RngStream& stream, std::uint64_t job) {
    return rounded(table.at(JobDraws(stream, job).unit()));
  };
  constexpr std::int64_t kb_of_mb = 1024;
  CyclicClock clock(tables.rates, Duration{3'600'000});
  const std::int64_t end = tables.days * 24;
  std::vector<MadeJob> jobs;
  for (std::uint64_t job = 0;; ++job) {
    clock.pass(JobDraws(arrivals, job).exponential(), end);
    if (clock.slots() >= end) return jobs;
    MadeJob& made = jobs.emplace_back();
    made.submit_s = clock.now() / Duration{1000};
    made.run_s = draw(*tables.run_times, run_times, job);
    made.procs = draw(*tables.widths, widths, job);
    if (tables.memory_mb) made.memory_kb = draw(*tables.memory_mb, memory, job) * kb_of_mb;
    if (tables.users) made.user = draw(*tables.users, users, job);
  }
}

ParameterTexts cyclic_texts(const Cyclic& model) {
  const CyclicTables& tables = model.tables;
  std::string rates;
  for (const double rate : tables.rates) rates += (rates.empty() ? "" : " ") + double_text(rate);
  ParameterTexts texts{{"days", std::to_string(tables.days)},
                       {"procs", std::to_string(model.procs)},
                       {"rates", rates},
                       {"run_times", tables.run_times->text()},
                       {"widths", tables.widths->text()}};
  if (tables.memory_mb) texts["memory_mb"] = tables.memory_mb->text();
  if (tables.users) texts["users"] = tables.users->text();
  return texts;
}

}  // namespace mcsim::trace
