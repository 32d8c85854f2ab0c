// Shared by the views: hosts and reasons of jobs, missing values, and columns of text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/views/views.hpp"

namespace mcsim::views {

inline std::string or_dash(std::string_view text) { return text.empty() ? "-" : std::string(text); }

inline std::string limit_or_dash(std::int64_t limit) {
  return limit >= no_limit ? "-" : std::to_string(limit);
}

/// Whether the job's hosts can be shown, provided that it has started.
inline bool has_hosts(const SeenJob& job) {
  return job.status != JobStatus::pend && job.status != JobStatus::psusp;
}

/// Records made of rows of texts in the order of `fields`, which must outlive the records.
template <class Row>
ViewRecords records_of(std::string_view command, std::string_view count_key,
                       std::span<const ViewField> fields, std::vector<Row> rows) {
  const std::size_t size = rows.size();
  return {.command = command,
          .count_key = count_key,
          .fields = fields,
          .size = size,
          .value = [rows = std::move(rows)](std::size_t at, std::size_t field) {
            return rows[at][field];
          }};
}

/// The hosts of a job that has started, by their ids in `job.place`.
std::vector<HostSlots> exec_hosts(const ClusterView& view, const SeenJob& job);
/// `4*a1:a2` if `between` is a colon; `4*a1@C2` for hosts of another cluster.
std::string host_list(const ClusterView& view, const SeenJob& job,
                      const std::vector<HostSlots>& hosts, std::string_view between);

/// Whether the link to another cluster is up; false if there is no link.
bool is_connected(const ClusterView& view, ClusterId other);
/// The lease table of bclusters; empty: there are no leases.
std::string leases_text(const ClusterView& view, bool header);

inline bool is_finished(JobStatus status) {
  return status == JobStatus::done || status == JobStatus::exit;
}

/// `night`; `night@C1` for a job on hosts that are lent to C1.
std::string queue_text(const ClusterView& view, const SeenJob& job);

/// The slots that a job asks for, or has: `4`; `2-4` before it has been given some of them.
std::string tasks_text(const ClusterView& view, const SeenJob& job);

/// The lines of bjobs -p below a waiting job, each with a blank before it and without a line end.
std::vector<std::string> pend_lines(const ClusterView& view, const SeenJob& job, bool names);

/// The time from submission to start, end or `at`, for a job that was not requeued.
inline Duration wait_until(const TraceJob& asked, const JobOutcome& outcome, Time at) {
  return std::min({outcome.start, outcome.finish, at}) - asked.submit;
}

/// A value of an external load index: a whole number, or with one decimal.
std::string index_text(double value);

/// `text` in exactly `width` columns.
inline std::string left(std::string_view text, std::size_t width) {
  std::string result(text.substr(0, width));
  return result + std::string(width - result.size(), ' ');
}
/// `text` in at least `width` columns.
inline std::string padded(std::string_view text, std::size_t width) {
  return left(text, std::max(text.size(), width));
}
inline std::string right(std::string_view text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
}
/// A name in `width` columns that keeps its end: `*long.name`.
inline std::string tail(std::string_view text, std::size_t width) {
  if (text.size() <= width) return left(text, width);
  return "*" + std::string(text.substr(text.size() - width + 1));
}

}  // namespace mcsim::views
