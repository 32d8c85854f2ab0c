// Writes columns: mostly differences, which are small.
#include "mcsim/report/run_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

namespace mcsim::report {
namespace {

void add_bins(const std::string& name, const std::vector<Bin>& bins, ColumnSet& to) {
  Column least;
  Column above;
  Column mean;
  std::int64_t before = 0;
  constexpr double hundredths = 100;
  for (const Bin& bin : bins) {
    least.add_signed(bin.least - before);
    before = bin.least;
    above.add(static_cast<std::uint64_t>(bin.most - bin.least));
    mean.add_signed(std::llround((bin.mean - static_cast<double>(bin.least)) * hundredths));
  }
  to.add(name + ".least") = std::move(least);
  to.add(name + ".above") = std::move(above);
  to.add(name + ".mean") = std::move(mean);
}

/// The greatest unit of which all times are multiples.
std::int64_t unit_of(const RunTables& tables) {
  std::int64_t unit = 0;
  const auto take = [&](Instant at) {
    if (at > 0 && unit != 1) unit = std::gcd(unit, at);
  };
  for (const RunJob& job : tables.jobs) {
    for (const Instant at : {job.submit, job.finish, job.wait}) take(at);
  }
  for (const Bar& bar : tables.bars) {
    take(bar.start);
    take(bar.end);
  }
  return std::max<std::int64_t>(unit, 1);
}

/// The slots of all hosts of a bar.
std::int64_t slots_of(const RunTables& tables, const Bar& bar) {
  std::int64_t slots = 0;
  for (std::uint32_t at = bar.first_part; at < bar.first_part + bar.parts; ++at)
    slots += tables.parts[at].slots;
  return slots;
}

bool has_same_parts(const RunTables& tables, const Bar& one, const Bar& other) {
  if (one.parts != other.parts) return false;
  for (std::uint32_t at = 0; at < one.parts; ++at)
    if (tables.parts[one.first_part + at] != tables.parts[other.first_part + at]) return false;
  return true;
}

/// Jobs, one behind the other as in jobs.csv, where neighbours are much alike.
class JobWriter {
 public:
  JobWriter(const RunTables& tables, std::int64_t unit)
      : tables_(tables), unit_(unit), last_(tables.clusters.size()) {}

  /// `bars`: those of the job, by their start.
  void add(const RunJob& job, std::span<const Bar> bars) {
    id_.add_signed(job.id - last_[job.cluster]);
    last_[job.cluster] = job.id;
    element_.add(static_cast<std::uint64_t>(job.element));
    queue_.add(job.queue);
    user_.add(job.user);
    status_.add(job.status);
    const bool tells_slots = !bars.empty() && slots_of(tables_, bars.front()) == job.slots;
    slots_.add(tells_slots ? 0 : static_cast<std::uint64_t>(job.slots));
    submit_.add_signed((job.submit - submitted_) / unit_);
    submitted_ = job.submit;
    const std::int64_t before = bars.empty() ? 0 : bars.front().start - job.submit;
    before_.add_signed(before / unit_);
    waited_.add_signed((job.wait - before) / unit_);
    over_.add(over_of(job, bars));
    bars_.add(bars.size());
  }
  void move_to(ColumnSet& to) {
    to.add("job.id") = std::move(id_);
    to.add("job.element") = std::move(element_);
    to.add("job.queue") = std::move(queue_);
    to.add("job.user") = std::move(user_);
    to.add("job.status") = std::move(status_);
    to.add("job.slots") = std::move(slots_);
    to.add("job.submit") = std::move(submit_);
    to.add("job.before") = std::move(before_);
    to.add("job.waited") = std::move(waited_);
    to.add("job.over") = std::move(over_);
    to.add("job.bars") = std::move(bars_);
  }

 private:
  /// 0: it is not over; 1: it was when its last bar ended; else 2 more than how long it was about.
  std::uint64_t over_of(const RunJob& job, std::span<const Bar> bars) const {
    if (job.finish == no_instant) return 0;
    if (!bars.empty() && bars.back().end == job.finish) return 1;
    return 2 + static_cast<std::uint64_t>((job.finish - job.submit) / unit_);
  }

  const RunTables& tables_;
  std::int64_t unit_;
  std::vector<std::int64_t> last_;  ///< ids, by cluster
  Instant submitted_ = 0;
  Column id_;
  Column element_;
  Column queue_;
  Column user_;
  Column status_;
  Column slots_;
  Column submit_;
  Column before_;
  Column waited_;
  Column over_;
  Column bars_;
};

/// Bars, those of a job one behind the other.
class BarWriter {
 public:
  BarWriter(const RunTables& tables, std::int64_t unit) : tables_(tables), unit_(unit) {}

  /// `before`: the job's bar before it; null: it is the first.
  void add(const Bar& bar, const Bar* before) {
    if (before != nullptr) gap_.add_signed((bar.start - before->end) / unit_);
    length_.add(static_cast<std::uint64_t>((bar.end - bar.start) / unit_));
    state_.add(static_cast<std::uint64_t>(bar.state));
    if (before != nullptr && has_same_parts(tables_, bar, *before)) {
      parts_.add(0);
      return;
    }
    parts_.add(bar.parts);
    std::int64_t expected = 0;  // mostly hosts follow one another
    for (std::uint32_t at = bar.first_part; at < bar.first_part + bar.parts; ++at, ++written_) {
      host_.add_signed(tables_.parts[at].host - expected);
      expected = std::int64_t{tables_.parts[at].host} + 1;
      slots_.add(tables_.parts[at].slots);
    }
  }
  std::int64_t written() const { return written_; }
  void move_to(ColumnSet& to) {
    to.add("bar.gap") = std::move(gap_);
    to.add("bar.length") = std::move(length_);
    to.add("bar.state") = std::move(state_);
    to.add("bar.parts") = std::move(parts_);
    to.add("part.host") = std::move(host_);
    to.add("part.slots") = std::move(slots_);
  }

 private:
  const RunTables& tables_;
  std::int64_t unit_;
  std::int64_t written_ = 0;
  Column gap_;
  Column length_;
  Column state_;
  Column parts_;
  Column host_;
  Column slots_;
};

}  // namespace

std::string ColumnSet::bytes() const {
  std::string all;
  for (const auto& [name, column] : columns_) all += column.bytes();
  return all;
}

void add_series_columns(const RunPictures& pictures, ColumnSet& to) {
  for (std::size_t at = 0; at < pictures.clusters.size(); ++at) {
    const ClusterSeries& one = pictures.clusters[at];
    const std::string number = "." + std::to_string(at);
    add_bins("series.busy" + number, one.busy, to);
    add_bins("series.pending" + number, one.pending, to);
    add_bins("series.guests" + number, one.guests, to);
  }
}

void add_backtest_columns(const BacktestSeries& series, ColumnSet& to) {
  const auto add = [&](std::string name, const std::vector<double>& means) {
    Column column;
    std::int64_t before = 0;
    for (const double mean : means) {
      constexpr double hundredths = 100;
      const std::int64_t value = std::llround(mean * hundredths);
      column.add_signed(value - before);
      before = value;
    }
    to.add(std::move(name)) = std::move(column);
  };
  add("backtest.busy.really", series.really_busy);
  add("backtest.busy.run", series.run_busy);
  add("backtest.waiting.really", series.really_waiting);
  add("backtest.waiting.run", series.run_waiting);
}

JobColumns add_job_columns(const RunTables& tables, ColumnSet& to) {
  JobColumns columns{.unit = unit_of(tables)};
  JobWriter jobs(tables, columns.unit);
  BarWriter bars(tables, columns.unit);
  const std::span<const Bar> all(tables.bars);
  std::size_t at = 0;
  for (std::uint32_t job = 0; job < tables.jobs.size(); ++job) {
    const std::size_t first = at;
    while (at < all.size() && all[at].job == job) ++at;
    jobs.add(tables.jobs[job], all.subspan(first, at - first));
    for (std::size_t bar = first; bar < at; ++bar)
      bars.add(all[bar], bar == first ? nullptr : &all[bar - 1]);
  }
  jobs.move_to(to);
  bars.move_to(to);
  columns.parts = bars.written();
  return columns;
}

}  // namespace mcsim::report
