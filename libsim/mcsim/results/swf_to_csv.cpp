// Converts rows of a trace to rows of jobs.csv: the trace's history as if it had been simulated.
#include <cstdint>
#include <string>

#include "mcsim/base/slots.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/results/convert_ways.hpp"
#include "mcsim/results/job_times.hpp"
#include "mcsim/results/jobs_csv_row.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/trace/swf.hpp"

namespace mcsim::results {
namespace {

/// A field for numbers of users, groups and the like; an unknown number is an empty field.
class NumberField {
 public:
  std::string_view of(std::int64_t number) {
    if (number < 0) return {};
    return {room_, put_number(room_, number)};
  }

 private:
  char room_[widest_number];
};

class TraceRows {
 public:
  TraceRows(SwfReader& reader, OutputFile& out, std::string workload)
      : reader_(reader), writer_(out), workload_(std::move(workload)) {}

  std::uint64_t write() {
    writer_.names();
    std::uint64_t rows = 0;
    std::int64_t last = -1;
    for (SwfRow row; reader_.next(row); last = row.job) {
      // Rows of bursts between swap-outs follow the row with their sum; only that row is the job.
      if (row.is_partial() && (row.job == last || row.submit.count() < 0)) {
        bursts_.add();
        continue;
      }
      if (row.submit.count() < 0) {
        unsubmitted_.add();
        continue;
      }
      if (!can_be_job(row)) continue;
      if (row.job < last) out_of_order_.add();
      convert(row);
      ++rows;
    }
    if (!reader_.complaints().any_errors()) warn();
    return rows;
  }

 private:
  /// A table has no word for processors that nobody knows: an empty cell means the default of
  /// PROCLIMIT, so that a run would make a job of a row that it skips in the trace.
  bool can_be_job(const SwfRow& trace) {
    const std::int64_t slots = trace.requested > 0 ? trace.requested : trace.allocated;
    if (slots > most_slots) too_wide_.add();
    const bool has_no_slots = slots <= 0 && trace.run != unknown_duration;
    if (has_no_slots) no_slots_.add();
    return slots <= most_slots && !has_no_slots;
  }

  void convert(const SwfRow& trace) {
    JobsCsvRow row;
    row.id = trace.job;
    const std::string place = "," + std::string(queue_.of(trace.queue));
    row.place = place;
    row.user = user_.of(trace.user);
    const std::string labels = workload_ + ',' + std::string(group_.of(trace.group)) + ',' +
                               std::string(app_.of(trace.application));
    row.labels = labels;
    row.slots = slots_of(trace);
    row.submit = row.eligible = Time{trace.submit};
    row.wait = row.trace_wait = trace.wait;
    row.run = trace.run;
    row.requested = trace.requested_time;
    if (trace.wait != unknown_duration) row.start = row.submit + trace.wait;
    if (trace.wait != unknown_duration && trace.run != unknown_duration) {
      row.finish = row.start + trace.run;
      row.slowdown = bounded_slowdown(row.finish - row.submit, trace.run);
    }
    set_status(row, trace);
    writer_.row(row);
  }

  /// Negative: nobody knows. A trace has 0 there, too, which no table takes.
  std::int64_t slots_of(const SwfRow& trace) {
    const bool is_asked = trace.requested > 0 || trace.allocated <= 0;
    const bool has_other = is_asked && trace.allocated > 0 && trace.allocated != trace.requested;
    const bool has_run = trace.run != unknown_duration;
    if (!is_asked) unasked_slots_.add();
    if (has_other) other_slots_.add();
    if (!has_other && has_run != (trace.allocated > 0)) odd_allocation_.add();
    const std::int64_t slots = is_asked ? trace.requested : trace.allocated;
    return slots > 0 ? slots : -1;
  }

  /// Translates field 11 to LSF's words. A job with a run time but unknown status counts as done.
  void set_status(JobsCsvRow& row, const SwfRow& trace) {
    constexpr std::int64_t failed = 0;
    constexpr std::int64_t completed = 1;
    constexpr std::int64_t last_part_completed = 3;
    constexpr std::int64_t last_part_failed = 4;
    constexpr std::int64_t cancelled = 5;
    if (trace.status == completed || trace.status == last_part_completed) {
      row.status = name_of(JobStatus::done);
    } else if (trace.status == failed || trace.status == last_part_failed) {
      row.status = name_of(JobStatus::exit);
    } else if (trace.status == cancelled) {
      row.status = name_of(JobStatus::exit);
      row.end_reason = name_of(EndReason::term_owner);
    } else if (trace.run != unknown_duration) {
      row.status = name_of(JobStatus::done);
      assumed_done_.add();
    } else {
      unknown_end_.add();
    }
  }

  void warn() {
    reader_.sum_up();
    Complaints& complaints = reader_.complaints();
    complaints.warning(
        0, 0, "fields 6, 7, 10, 16, 17 and 18, and the comments, have no column in jobs.csv");
    for (const Tally* tally :
         {&bursts_, &unsubmitted_, &no_slots_, &too_wide_, &out_of_order_, &unasked_slots_,
          &other_slots_, &odd_allocation_, &assumed_done_, &unknown_end_})
      tally->warn(complaints);
  }

  SwfReader& reader_;
  JobsCsvWriter writer_;
  std::string workload_;
  NumberField queue_;
  NumberField user_;
  NumberField group_;
  NumberField app_;
  Tally bursts_{"left out: partial executions of a job that has a row of its own"};
  Tally unsubmitted_{"left out: submit time (field 2) unknown, or before the start"};
  Tally no_slots_{
      "left out: requested and allocated processors (fields 8 and 5) unknown, so that no run makes "
      "a job of it"};
  Tally too_wide_{"left out: more than " + std::to_string(most_slots) + " processors"};
  Tally out_of_order_{"with a smaller job number than the row before; the trace's order is kept"};
  Tally unasked_slots_{"without requested processors (field 8); slots are the allocated (field 5)"};
  Tally other_slots_{
      "with other processors allocated (field 5) than requested; only slots "
      "requested (field 8) have a column"};
  Tally odd_allocation_{
      "without allocated processors (field 5) though it ran, or with them though it did not; a "
      "trace made of the table has its slots there, if it ran"};
  Tally assumed_done_{"that ran, but with unknown status (field 11); written as DONE"};
  Tally unknown_end_{"with neither run time (field 4) nor status (field 11); status left empty"};
};

}  // namespace

Expected<ConvertReport, Diagnostics> swf_to_csv(const std::string& in,
                                                const std::string& shown_name, OutputFile& out) {
  auto reader = SwfReader::open(in, shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));
  ConvertReport report;
  report.rows = TraceRows(*reader, out, csv_name(in)).write();
  const bool failed = reader->complaints().any_errors();
  report.warnings = reader->complaints().take();
  if (failed) return Unexpected(std::move(report.warnings));
  return report;
}

}  // namespace mcsim::results
