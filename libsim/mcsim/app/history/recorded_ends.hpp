// How some jobs really ended and where they ran, by the tables of jobs of a scenario.
#pragma once

#include <map>
#include <set>
#include <string>

namespace mcsim::app {

/// Of one job. Times in seconds, as its table has them.
struct RecordedEnd {
  double start = 0;
  double finish = 0;
  double run = 0;
  std::string status;  ///< DONE, EXIT, RUN
  std::string hosts;   ///< `2*h1 h2`
};

/// By the names of jobs, `12` or `12[3]`. A table that cannot be read has none.
/// `scenario`: a file.
std::map<std::string, RecordedEnd> recorded_ends(const std::string& scenario,
                                                 const std::set<std::string>& jobs);

}  // namespace mcsim::app
