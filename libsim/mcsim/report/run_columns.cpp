// Writes columns: mostly differences, which are small.
#include "mcsim/report/run_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>

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
  for (const JobRow& job : tables.jobs) {
    for (const Instant at : {job.submit, job.finish, job.wait}) take(at);
  }
  for (const Bar& bar : tables.bars) {
    take(bar.start);
    take(bar.end);
  }
  return std::max<std::int64_t>(unit, 1);
}

constexpr std::uint32_t not_placed = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint32_t> order_of(const RunTables& tables) {
  std::vector<std::uint32_t> order;
  std::vector<bool> has_come(tables.jobs.size());
  for (const Bar& bar : tables.bars) {
    if (has_come[bar.job]) continue;
    has_come[bar.job] = true;
    order.push_back(bar.job);
  }
  const std::size_t with_bars = order.size();
  for (std::uint32_t job = 0; job < tables.jobs.size(); ++job)
    if (!has_come[job]) order.push_back(job);
  std::ranges::sort(order.begin() + static_cast<std::ptrdiff_t>(with_bars), order.end(), {},
                    [&](std::uint32_t job) { return std::tuple(tables.jobs[job].submit, job); });
  return order;
}

void add_jobs(const RunTables& tables, const std::vector<std::uint32_t>& order,
              const std::vector<Instant>& begins, std::int64_t unit, ColumnSet& to) {
  Column id;
  Column element;
  Column queue;
  Column user;
  Column status;
  Column slots;
  Column before;
  Column waited;
  Column over;
  std::vector<std::int64_t> last(tables.clusters.size());
  Instant without = 0;
  for (const std::uint32_t number : order) {
    const JobRow& job = tables.jobs[number];
    id.add_signed(job.id - last[job.cluster]);
    last[job.cluster] = job.id;
    element.add(static_cast<std::uint64_t>(job.element));
    queue.add(job.queue);
    user.add(job.user);
    status.add(job.status);
    slots.add(static_cast<std::uint64_t>(job.slots));
    if (begins[number] != no_instant) {
      before.add_signed((begins[number] - job.submit) / unit);
      waited.add_signed((job.wait - (begins[number] - job.submit)) / unit);
    } else {
      before.add_signed((job.submit - without) / unit);
      without = job.submit;
      waited.add_signed(job.wait / unit);
    }
    // When it was over, where its bars do not tell.
    over.add(job.finish == no_instant
                 ? 0
                 : static_cast<std::uint64_t>(1 + (job.finish - job.submit) / unit *
                                                      (begins[number] == no_instant ? 1 : 0)));
  }
  to.add("job.id") = std::move(id);
  to.add("job.element") = std::move(element);
  to.add("job.queue") = std::move(queue);
  to.add("job.user") = std::move(user);
  to.add("job.status") = std::move(status);
  to.add("job.slots") = std::move(slots);
  to.add("job.before") = std::move(before);
  to.add("job.waited") = std::move(waited);
  to.add("job.over") = std::move(over);
}

void add_bars(const RunTables& tables, const std::vector<std::uint32_t>& order, std::int64_t unit,
              ColumnSet& to) {
  Column job;
  Column start;
  Column length;
  Column state;
  Column parts;
  Column hosts;
  Column slots;
  std::vector<std::uint32_t> place(tables.jobs.size(), not_placed);
  for (std::uint32_t at = 0; at < order.size(); ++at) place[order[at]] = at;
  std::uint32_t next = 0;
  Instant before = 0;
  for (const Bar& bar : tables.bars) {
    job.add(next - place[bar.job]);  // 0: a job that comes now; else how far back it is
    if (place[bar.job] == next) ++next;
    start.add(static_cast<std::uint64_t>((bar.start - before) / unit));
    before = bar.start;
    length.add(static_cast<std::uint64_t>((bar.end - bar.start) / unit));
    state.add(static_cast<std::uint64_t>(bar.state));
    parts.add(bar.parts);
    std::int64_t expected = 0;  // mostly hosts follow one another
    for (std::uint32_t at = bar.first_part; at < bar.first_part + bar.parts; ++at) {
      hosts.add_signed(tables.parts[at].host - expected);
      expected = std::int64_t{tables.parts[at].host} + 1;
      slots.add(tables.parts[at].slots);
    }
  }
  to.add("bar.job") = std::move(job);
  to.add("bar.start") = std::move(start);
  to.add("bar.length") = std::move(length);
  to.add("bar.state") = std::move(state);
  to.add("bar.parts") = std::move(parts);
  to.add("part.host") = std::move(hosts);
  to.add("part.slots") = std::move(slots);
}

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

JobColumns add_job_columns(const RunTables& tables, ColumnSet& to) {
  JobColumns columns{.order = order_of(tables), .unit = unit_of(tables)};
  std::vector<Instant> begins(tables.jobs.size(), no_instant);
  for (const Bar& bar : tables.bars)
    if (begins[bar.job] == no_instant) begins[bar.job] = bar.start;
  add_jobs(tables, columns.order, begins, columns.unit, to);
  add_bars(tables, columns.order, columns.unit, to);
  return columns;
}

}  // namespace mcsim::report
