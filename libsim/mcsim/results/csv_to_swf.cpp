// Converts rows of jobs.csv to a trace, with jobs in order of submission and numbers for names.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/table_columns.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/results/convert_ways.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/numbering.hpp"

namespace mcsim::results {
namespace {

/// The fields of a job that a trace has.
struct SwfJob {
  std::size_t row = 0;  ///< the position in the table
  std::int64_t id = 0;
  Duration submit{};
  Duration wait = unknown_duration;
  Duration run = unknown_duration;
  Duration requested = unknown_duration;
  std::int64_t allocated = -1;
  std::int64_t slots = -1;
  std::int64_t status = -1;
  NameId user = none<NameId>;
  NameId group = none<NameId>;
  NameId app = none<NameId>;
  NameId queue = none<NameId>;
  NameId partition = none<NameId>;
  bool is_rejected = false;
};

/// All jobs of a table, and the names that they use.
struct SwfJobs {
  std::vector<SwfJob> jobs;
  Numbering users{"User"};
  Numbering groups{"Group"};
  Numbering apps{"Application"};
  Numbering queues{"Queue"};
  Numbering partitions{"Partition"};
};

/// Reads the table's rows; complaints have the place of the field.
class TableRows {
 public:
  explicit TableRows(CsvReader& reader) : reader_(reader) {}

  SwfJobs read() {
    for (const std::string_view name : {"job_id", "submit_time"})
      if (!reader_.find(name))
        reader_.complaints().error(1, 0, "column " + std::string(name) + " is missing");
    warn_of_unknown_columns();
    if (reader_.complaints().any_errors()) return {};
    SwfJobs all;
    while (reader_.next()) all.jobs.push_back(job(all));
    if (!reader_.complaints().any_errors())
      for (const Tally* tally : {&fractions_, &not_over_, &rejected_, &without_slots_,
                                 &other_times_, &never_started_, &contradictory_})
        tally->warn(reader_.complaints());
    return all;
  }

 private:
  /// A column that this conversion reads; if the table lacks it, its fields are empty.
  struct Column {
    Column(const CsvReader& reader, std::string_view column_name)
        : name(column_name), at(reader.find(column_name)) {}
    std::string_view name;
    std::optional<std::size_t> at;
  };

  /// A column with a misspelt name would be ignored like a missing one.
  void warn_of_unknown_columns() {
    std::string lost;
    for (std::size_t at = 0; at < reader_.names().size(); ++at) {
      const std::string& name = reader_.names()[at];
      if (std::ranges::find(jobs_csv_columns, name) != jobs_csv_columns.end() ||
          name == jobs_csv_index)
        continue;
      if (std::ranges::find(job_columns, name, &JobColumnRow::name) != job_columns.end()) {
        lost += (lost.empty() ? "" : ", ") + name;
        continue;
      }
      const std::string_view near = nearest_name(name, jobs_csv_columns);
      reader_.complaints().warning(reader_.line_of(at), reader_.column_of(at),
                                   "column " + in_quotes(name) +
                                       " is none of jobs.csv; it is not looked at" +
                                       (near.empty() ? "" : "; nearest: " + std::string(near)));
    }
    if (!lost.empty()) reader_.complaints().warning(1, 0, "a trace has no field for " + lost);
  }

  std::string_view text(const Column& column) const {
    return column.at ? reader_[*column.at] : std::string_view{};
  }

  SwfJob job(SwfJobs& all) {
    SwfJob job;
    job.row = all.jobs.size();
    job.id = whole(id_);
    job.submit = seconds(submit_);
    job.slots = whole_or_unknown(slots_);
    set_times(job);
    job.requested = seconds_or_unknown(requested_);
    job.user = all.users.id(without_guard(text(user_)));
    job.group = all.groups.id(without_guard(text(group_)));
    job.app = all.apps.id(without_guard(text(app_)));
    job.queue = all.queues.id(without_guard(text(queue_)));
    job.partition = all.partitions.id(without_guard(text(cluster_)));
    set_status(job);
    const bool is_told = !text(start_).empty() || job.status >= 0;
    const bool has_run = job.run != unknown_duration || is_not_over(text(status_));
    if (is_told && has_run) job.allocated = job.slots;
    if (job.run != unknown_duration && job.slots < 0) without_slots_.add();
    for (const Duration time : {job.submit, job.wait, job.run, job.requested})
      if (time.count() > 0 && time.count() % 1000 != 0) {
        fractions_.add();
        break;
      }
    return job;
  }

  /// Of a trace, wait lasts until the last start, and run from there to the end, whatever the job
  /// did meanwhile: submit + wait + run is the end. A job that never started has waited to its end.
  /// Where a row contradicts itself, neither is of its start and end: mixed with wait_time and
  /// run_time, these would make an end that nobody has told.
  void set_times(SwfJob& job) {
    job.wait = seconds_or_unknown(wait_);
    job.run = seconds_or_unknown(run_);
    const Duration start = seconds_or_unknown(start_);
    const Duration finish = seconds_or_unknown(finish_);
    if (start != unknown_duration)
      go_by_start(job, start, finish);
    else if (finish != unknown_duration && job.wait != unknown_duration &&
             job.run == unknown_duration)
      wait_to_end(job, finish);
  }

  void wait_to_end(SwfJob& job, Duration finish) {
    const Duration whole = finish - job.submit;
    if (whole < job.wait) return contradictory_.add();
    if (whole > job.wait) never_started_.add();
    job.wait = whole;
  }

  void go_by_start(SwfJob& job, Duration start, Duration finish) {
    const Duration told_wait = job.wait;
    const Duration told_run = job.run;
    const bool starts_early = start < job.submit;
    const bool ends_early = finish != unknown_duration && finish < start;
    const bool lacks_run = finish != unknown_duration && !run_.at;
    if (starts_early && (told_wait == unknown_duration || lacks_run)) {
      wrong(start_, "a time from submit_time on");
    } else if (ends_early && lacks_run) {
      wrong(finish_, "a time from start_time on");
    } else if (starts_early || ends_early) {
      if (told_wait == unknown_duration) job.wait = start - job.submit;
      contradictory_.add();
    } else {
      job.wait = start - job.submit;
      if (lacks_run || (finish != unknown_duration && told_run != unknown_duration))
        job.run = finish - start;
      if ((told_wait != unknown_duration && job.wait != told_wait) ||
          (told_run != unknown_duration && job.run != told_run))
        other_times_.add();
    }
  }

  void set_status(SwfJob& job) {
    constexpr std::int64_t failed = 0;
    constexpr std::int64_t completed = 1;
    constexpr std::int64_t cancelled = 5;
    const std::string_view status = text(status_);
    if (status == name_of(JobStatus::done)) {
      job.status = completed;
    } else if (status == name_of(JobStatus::exit)) {
      const bool is_killed = text(end_reason_) == name_of(EndReason::term_owner);
      const bool has_run = !text(start_).empty() || job.run != unknown_duration;
      const bool has_reason = !end_reason_.at || !text(end_reason_).empty();
      job.status = is_killed || (!has_run && has_reason) ? cancelled : failed;
    } else if (status == name_of(JobStatus::rejected)) {
      job.status = cancelled;
      job.is_rejected = true;
      rejected_.add();
    } else if (is_not_over(status)) {
      job.run = unknown_duration;
      if (text(start_).empty()) job.wait = unknown_duration;
      not_over_.add();
    } else if (!status.empty()) {
      wrong(status_, "DONE, EXIT, REJECTED, PEND, PSUSP, RUN, USUSP, SSUSP or nothing");
    }
  }

  static bool is_not_over(std::string_view status) {
    for (const JobStatus known :
         {JobStatus::pend, JobStatus::psusp, JobStatus::run, JobStatus::ususp, JobStatus::ssusp})
      if (status == name_of(known)) return true;
    return false;
  }

  std::int64_t whole_or_unknown(const Column& column) {
    return text(column).empty() ? -1 : whole(column);
  }
  std::int64_t whole(const Column& column) {
    constexpr std::int64_t most = 1'000'000'000'000'000;  // 10^15, the limit of the trace reader
    const auto number = read_decimal(text(column));
    const auto value = number && is_whole(*number) ? in_units(*number, 0) : std::nullopt;
    if (value && *value >= 0 && *value <= most) return *value;
    return wrong(column, "a whole number from 0 to 10^15");
  }

  Duration seconds_or_unknown(const Column& column) {
    return text(column).empty() ? unknown_duration : seconds(column);
  }
  Duration seconds(const Column& column) {
    const auto number = read_decimal(text(column));
    const auto value = number ? in_units(*number, 3) : std::nullopt;
    if (value && *value >= 0 && *value <= longest_duration.count()) return Duration{*value};
    return Duration{wrong(column, "seconds from 0 to 1,000 years")};
  }

  std::int64_t wrong(const Column& column, const std::string& wish) {
    reader_.complaints().error(
        reader_.line_of(*column.at), reader_.column_of(*column.at),
        std::string(column.name) + ": expected " + wish + ", found " + in_quotes(text(column)));
    return -1;
  }

  CsvReader& reader_;
  Column id_{reader_, "job_id"};
  Column cluster_{reader_, "submit_cluster"};
  Column queue_{reader_, "submit_queue"};
  Column user_{reader_, "user"};
  Column slots_{reader_, "slots"};
  Column submit_{reader_, "submit_time"};
  Column start_{reader_, "start_time"};
  Column finish_{reader_, "finish_time"};
  Column wait_{reader_, "wait_time"};
  Column run_{reader_, "run_time"};
  Column status_{reader_, "status"};
  Column group_{reader_, "user_group"};
  Column app_{reader_, "app"};
  Column requested_{reader_, "requested_time"};
  Column end_reason_{reader_, "end_reason"};
  Tally fractions_{"with fractions of a second; readers other than mcsim may expect whole seconds"};
  Tally not_over_{"whose job was not over; their run time and status are unknown (-1)"};
  Tally rejected_{"whose job was rejected; written as cancelled (status 5), without a run time"};
  Tally without_slots_{
      "without slots: in a table they are the default of PROCLIMIT, in the trace unknown (-1), so "
      "that no run makes a job of it"};
  Tally other_times_{
      "of which the trace has other times than wait_time and run_time: it waits to the last start "
      "(field 3; earlier executions and holds included), and runs from there to the end (field 4; "
      "suspensions and launches included)"};
  Tally never_started_{
      "whose job ended without a start, and of which the trace has another time than wait_time: it "
      "waits to its end (field 3; holds and delays included)"};
  Tally contradictory_{
      "whose times contradict each other: a start before the submission, or an end before the "
      "start or before wait_time is over; the trace has wait_time and run_time"};
};

/// Puts the jobs in order of submission. If clusters have used a number twice, all jobs get new
/// numbers, since in a trace they must be unique.
void put_in_order(std::vector<SwfJob>& jobs, Complaints& complaints) {
  std::ranges::sort(jobs, {},
                    [](const SwfJob& job) { return std::tuple(job.submit, job.id, job.row); });
  std::vector<std::int64_t> ids;
  ids.reserve(jobs.size());
  for (const SwfJob& job : jobs) ids.push_back(job.id);
  std::ranges::sort(ids);
  if (std::ranges::adjacent_find(ids) == ids.end()) return;
  std::int64_t next = 1;
  for (SwfJob& job : jobs) job.id = next++;
  complaints.warning(0, 0,
                     "job ids come twice; the jobs are numbered anew, in order of submission");
}

/// The largest number of processors that were in use at one time.
std::int64_t most_in_use(const std::vector<SwfJob>& jobs) {
  std::vector<std::pair<Duration, std::int64_t>> changes;
  for (const SwfJob& job : jobs) {
    if (job.allocated <= 0 || job.wait == unknown_duration || job.run == unknown_duration) continue;
    changes.emplace_back(job.submit + job.wait, job.allocated);
    changes.emplace_back(job.submit + job.wait + job.run, -job.allocated);
  }
  std::ranges::sort(changes);
  std::int64_t in_use = 0;
  std::int64_t most = 0;
  for (const auto& [time, change] : changes) most = std::max(most, in_use += change);
  return most;
}

/// The smallest machine that can have run the jobs, and can run those that wait.
std::int64_t least_machine(const std::vector<SwfJob>& jobs) {
  std::int64_t most = most_in_use(jobs);
  for (const SwfJob& job : jobs)
    if (!job.is_rejected) most = std::max(most, job.slots);
  return most;
}

void write_header(const SwfJobs& all, OutputFile& out) {
  const std::string jobs = std::to_string(all.jobs.size());
  out.write("; Version: 2.2\n; Conversion: mcsim convert, from jobs.csv\n");
  out.write("; MaxJobs: " + jobs + "\n; MaxRecords: " + jobs + "\n");
  if (const std::int64_t most = least_machine(all.jobs); most > 0)
    out.write(
        "; MaxProcs: " + std::to_string(most) +
        "\n; Note: MaxProcs is what the jobs need, the most in use at one time or the largest "
        "job; the machine may have had more\n");
  for (const Numbering* names : {&all.queues, &all.partitions, &all.users, &all.groups, &all.apps})
    names->explain(out);
}

void write_job(const SwfJobs& all, const SwfJob& job, OutputFile& out) {
  constexpr std::size_t fields = 18;
  char* at = out.room(fields * (widest_number + 5));
  const auto number = [&](std::int64_t value) { at = put(put_number(at, value), ' '); };
  const auto time = [&](Duration value) {
    if (value == unknown_duration) return number(-1);
    at = put(put_seconds(at, value), ' ');
  };
  number(job.id);
  time(job.submit);
  time(job.wait);
  time(job.run);
  number(job.allocated);
  number(-1);  // average CPU time used
  number(-1);  // used memory
  number(job.slots);
  time(job.requested);
  number(-1);  // requested memory
  number(job.status);
  number(all.users.number(job.user));
  number(all.groups.number(job.group));
  number(all.apps.number(job.app));
  number(all.queues.number(job.queue));
  number(all.partitions.number(job.partition));
  number(-1);  // preceding job number
  number(-1);  // think time
  at[-1] = '\n';
  out.wrote_to(at);
}

}  // namespace

Expected<ConvertReport, Diagnostics> csv_to_swf(const std::string& in,
                                                const std::string& shown_name, OutputFile& out) {
  auto reader = CsvReader::open(in, shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));
  Complaints& complaints = reader->complaints();
  SwfJobs all = TableRows(*reader).read();
  if (complaints.any_errors()) return Unexpected(complaints.take());
  if (all.jobs.empty()) complaints.warning(0, 0, "has no rows; the trace has no jobs");
  put_in_order(all.jobs, complaints);
  for (Numbering* names : {&all.queues, &all.partitions, &all.users, &all.groups, &all.apps})
    names->settle();
  write_header(all, out);
  for (const SwfJob& job : all.jobs) write_job(all, job, out);
  return ConvertReport{.rows = all.jobs.size(), .warnings = complaints.take()};
}

}  // namespace mcsim::results
