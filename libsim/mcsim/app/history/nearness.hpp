// How near a run is to what really happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/history/told_jobs.hpp"

namespace mcsim::app {

/// Waits of a group of jobs, in seconds. Quotients: of the run over the history.
struct GroupNearness {
  std::string kind;  ///< all, queue, user, slots, hour
  std::string name;
  std::size_t jobs = 0;
  double really_median = 0;
  double run_median = 0;
  double really_p95 = 0;
  double run_p95 = 0;
  std::optional<double> median_quotient{};   ///< none: the history's is 0
  std::optional<double> rank_correlation{};  ///< Spearman; none: all waits of one side are equal
  double distance = 0;                       ///< Kolmogorov and Smirnov
};

/// All groups: all jobs; by queue; the users with most jobs, and the others; by slots in powers of
/// two; by the hour of the day of submission, virtual time 0 being hour 0 of `first_hour`.
std::vector<GroupNearness> groups_of(const ToldJobs& told, std::int64_t first_hour);

/// A mean over a span of time of slots in use, or of jobs that wait.
struct SpanMeans {
  double from = 0;  ///< s
  double really_busy = 0;
  double run_busy = 0;
  double really_waiting = 0;
  double run_waiting = 0;
};
/// An hour; a minute of histories shorter than a day, a second of those shorter than half an hour.
double usual_span(const ToldJobs& told);
/// Over spans of `length` seconds, from the first submission to the last end.
std::vector<SpanMeans> means_over_time(const ToldJobs& told, double length);

/// By how much starts differ from the real ones.
class StartDistances {
 public:
  /// There are jobs.
  explicit StartDistances(const ToldJobs& told);

  /// What share of jobs started within `seconds` of their real start.
  double share_within(double seconds) const;
  /// Within how many seconds a share of the jobs did.
  double seconds_of_share(double share) const;

 private:
  std::vector<double> all_;  ///< s, ascending
};

/// The jobs that differ most, the worst first; positions in ToldJobs::jobs.
std::vector<std::size_t> farthest(const ToldJobs& told, std::size_t most);

}  // namespace mcsim::app
