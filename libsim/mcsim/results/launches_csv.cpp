// Collects and writes the rows of launches.csv.
#include "mcsim/results/launches_csv.hpp"

#include <algorithm>
#include <tuple>

#include "mcsim/model/job_number.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {

LaunchLog::Begun& LaunchLog::begun(ClusterId cluster, JobIndex job) {
  std::vector<Begun>& all = places_[index_of(cluster)].begun;
  if (index_of(job) >= all.size()) all.resize(index_of(job) + 1);
  return all[index_of(job)];
}

void LaunchLog::on(ClusterId cluster, const GuestAccepted& fact) {
  std::vector<Guest>& guests = places_[index_of(cluster)].guests;
  const std::size_t number = index_of(fact.guest) - grid_.clusters[index_of(cluster)].trace.size();
  if (number >= guests.size()) guests.resize(number + 1);
  guests[number] = {fact.home, fact.job};
}

void LaunchLog::on(ClusterId cluster, const LaunchBegins& fact) {
  begun(cluster, fact.job) = {fact.at, fact.profile};
}

void LaunchLog::on(ClusterId cluster, const LaunchEnds& fact) {
  const std::size_t own = grid_.clusters[index_of(cluster)].trace.size();
  const Guest job = index_of(fact.job) < own
                        ? Guest{cluster, fact.job}
                        : places_[index_of(cluster)].guests[index_of(fact.job) - own];
  const Begun& start = begun(cluster, fact.job);
  for (const LaunchedHost& host : fact.hosts)
    rows_.push_back({.home = job.home,
                     .cluster = cluster,
                     .job = grid_.clusters[index_of(job.home)].trace[job.job].id,
                     .index = grid_.clusters[index_of(job.home)].arrays.element(job.job),
                     .started = start.at,
                     .ended = fact.at,
                     .profile = start.profile,
                     .report = fact.report,
                     .host = host,
                     .number = rows_.size()});
}

std::string LaunchLog::line(const Row& row) const {
  const ClusterConfig& place = grid_.clusters[index_of(row.cluster)];
  const LaunchReport& report = row.report;
  const auto field = [](const auto& number) { return "," + std::to_string(number); };
  const auto time = [](Time at) { return "," + seconds_text(at.time_since_epoch()); };
  const bool has_run = report.outcome == LaunchOutcome::ran;
  return std::to_string(static_cast<std::int64_t>(row.job)) + "," +
         csv_name(grid_.clusters[index_of(row.home)].name) + "," + csv_name(place.name) +
         time(row.started) + "," + csv_name(place.launch.profiles[row.profile].name) + "," +
         std::string(name_of(report.outcome)) + "," + (has_run ? seconds_text(report.launch) : "") +
         time(row.ended) + "," + (report.exits ? std::to_string(report.exit_code) : "") + "," +
         csv_name(place.hosts[index_of(row.host.host)].name) + field(row.host.tasks) +
         field(row.host.registered) + field(row.host.failed) + field(row.host.lost) + "," +
         seconds_text(report.timeout) + "," + seconds_text(row.host.task_time) +
         (has_arrays(grid_) ? "," + std::to_string(row.index) : "") + "\n";
}

std::optional<Diagnostic> LaunchLog::write(OutputFile& file) {
  std::ranges::sort(rows_, {}, [](const Row& row) {
    return std::tuple(row.home, row.job, row.index, row.started, row.number);
  });
  for (const std::string_view& name : launches_csv_columns) {
    if (&name != launches_csv_columns.data()) file.write(",");
    file.write(name);
  }
  file.write(has_arrays(grid_) ? ",index\n" : "\n");
  for (const Row& row : rows_) file.write(line(row));
  return file.close();
}

}  // namespace mcsim::results
