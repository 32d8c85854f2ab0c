// What the views of jobs share: hosts, reasons, and values that may be missing.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/io/views.hpp"

namespace mcsim {

inline std::string or_dash(std::string_view text) { return text.empty() ? "-" : std::string(text); }

inline std::string limit_or_dash(std::int64_t limit) {
  return limit >= no_limit ? "-" : std::to_string(limit);
}

/// The hosts of a job that has started.
std::vector<HostSlots> exec_hosts(const ClusterView& view, const SeenJob& job);
/// `4*a1:a2`, with what stands between them; `4*a1@C2` of a job that is in another cluster.
std::string host_list(const ClusterView& view, const SeenJob& job,
                      const std::vector<HostSlots>& hosts, std::string_view between);

inline bool is_finished(JobStatus status) {
  return status == JobStatus::done || status == JobStatus::exit;
}

/// The lines of bjobs -p below a job that waits, each with a blank before and without its end.
std::vector<std::string> pend_lines(const ClusterView& view, const SeenJob& job, bool names);

/// From submission to start, end or `at`, of a job that was not requeued.
inline Duration wait_until(const TraceJob& asked, const JobOutcome& outcome, Time at) {
  return std::min({outcome.start, outcome.finish, at}) - asked.submit;
}

/// `text` in so many columns.
inline std::string left(std::string_view text, std::size_t width) {
  std::string result(text.substr(0, width));
  return result + std::string(width - result.size(), ' ');
}
inline std::string right(std::string_view text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
}
/// A name of which the end tells most: `*long.name`.
inline std::string tail(std::string_view text, std::size_t width) {
  if (text.size() <= width) return left(text, width);
  return "*" + std::string(text.substr(text.size() - width + 1));
}

}  // namespace mcsim
