// One row of jobs.csv, whatever its source: a run, or a trace that is converted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mcsim/base/time.hpp"
#include "mcsim/io/jobs_csv.hpp"
#include "mcsim/io/output.hpp"
#include "mcsim/io/put.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim {

/// Texts stand as they will stand in the table, quoted where they must be. What is absent (never,
/// negative, none, empty) becomes an empty field.
struct JobsCsvRow {
  std::int64_t id = 0;
  std::string_view place = ",";  ///< cluster and queue that it was submitted to, with their comma
  std::string_view user;
  std::int64_t slots = -1;
  Time submit{};
  const ForwardOutcome* forward = nullptr;  ///< of a job that was forwarded
  std::string_view exec_place;              ///< of a job that is or was elsewhere, like `place`
  Time start = never;
  Time finish = never;
  Duration wait{-1};
  Duration run{-1};
  const JobHistory* history = nullptr;  ///< of a job that was suspended or requeued
  std::string_view status;
  std::string_view hosts;
  std::string_view workload;
  std::string_view group;
  std::string_view app;
  Duration requested{-1};
  Time eligible = never;
  std::int64_t slowdown = -1;  ///< in millionths
  std::optional<std::int32_t> exit_code;
  std::string_view end_reason;
  std::string_view pend_reason;
  Duration trace_wait{-1};
};

/// Puts rows into a file, number by number: no stream, no format string, nothing allocated.
class JobsCsvWriter {
 public:
  explicit JobsCsvWriter(OutputFile& file) : file_(file) {}

  void names() {
    for (const std::string_view& name : jobs_csv_columns) {
      file_.write(name);
      file_.write(&name == &jobs_csv_columns.back() ? "\n" : ",");
    }
  }

  void row(const JobsCsvRow& row) {
    const bool started = row.start != never;
    at_ = file_.room(size_of(row));
    const std::string_view id = number(row.id);
    text(row.place);
    text(row.user);
    number_or_empty(row.slots);
    const std::string_view submit = time(row.submit);
    time(row.forward == nullptr ? never : row.forward->forwarded);
    text(!started ? "," : row.exec_place.empty() ? row.place : row.exec_place);
    const std::string_view start = time(row.start);
    time(row.finish);
    duration(row.wait);
    duration(row.run);
    text(row.status);
    if (row.forward == nullptr) {
      text("0,0");  // forwards, returns
    } else {
      number(row.forward->forwards);
      number(row.forward->returns);
    }
    if (row.history == nullptr) {
      text("0,0");  // preemptions, requeues
    } else {
      number(row.history->preemptions);
      number(row.history->requeues);
    }
    text(row.hosts);
    text(row.workload);
    text(row.group);
    text(row.app);
    duration(row.requested);
    if (started && !row.exec_place.empty())  // exec_job_id
      number(static_cast<std::int64_t>(row.forward->id));
    else
      text(started ? id : "");
    if (row.eligible == row.submit)
      text(submit);
    else
      time(row.eligible);
    if (row.history == nullptr) {
      text(start);   // first_start_time
      text("0,,0");  // suspended_time, launch_time, lost_time
    } else {
      time(row.history->first_start);
      duration(row.history->suspended);
      duration(row.history->launch < unlimited ? row.history->launch : Duration{-1});
      duration(row.history->lost);
    }
    if (row.slowdown >= 0) at_ = put_millionths(at_, row.slowdown);
    text("");
    if (row.exit_code) at_ = put_number(at_, *row.exit_code);
    text("");
    text(row.end_reason);
    text(row.pend_reason);
    duration(row.trace_wait);
    at_[-1] = '\n';
    file_.wrote_to(at_);
  }

 private:
  static std::size_t size_of(const JobsCsvRow& row) {
    constexpr std::size_t numbers_and_commas = 24 * (widest_number + 8) + 64;
    return numbers_and_commas + 2 * row.place.size() + row.exec_place.size() + row.user.size() +
           row.status.size() + row.hosts.size() + row.workload.size() + row.group.size() +
           row.app.size() + row.end_reason.size() + row.pend_reason.size();
  }

  /// Each of these ends its field with a comma.
  void text(std::string_view field) {
    if (!field.empty()) at_ = put(at_, field);
    at_ = put(at_, ',');
  }
  std::string_view number(std::int64_t value) {
    const char* const first = at_;
    at_ = put_number(at_, value);
    return ended(first);
  }
  void number_or_empty(std::int64_t value) {
    if (value >= 0) at_ = put_number(at_, value);
    at_ = put(at_, ',');
  }
  void duration(Duration value) {
    if (value.count() >= 0) at_ = put_seconds(at_, value);
    at_ = put(at_, ',');
  }
  std::string_view time(Time value) {
    const char* const first = at_;
    if (value != never) at_ = put_seconds(at_, value.time_since_epoch());
    return ended(first);
  }
  std::string_view ended(const char* first) {
    const std::string_view field(first, static_cast<std::size_t>(at_ - first));
    at_ = put(at_, ',');
    return field;
  }

  OutputFile& file_;
  char* at_ = nullptr;
};

}  // namespace mcsim
