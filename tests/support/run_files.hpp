// The files of a run as text, for the tests of their writers and readers.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {

/// jobs.csv of a run.
inline std::string jobs_csv(const GridConfig& config, const RunResults& results) {
  const TempFolder folder;
  auto file = OutputFile::create(folder.path("jobs.csv"));
  if (!file) throw std::runtime_error(to_text(file.error().list.front()));
  if (const auto failure = write_jobs_csv(*file, config, results))
    throw std::runtime_error(to_text(*failure));
  return folder.read("jobs.csv");
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

/// `trace` with other users: user_of(job).
template <class UserOf>
Trace with_users(const Trace& trace, UserOf&& user_of) {
  TraceBuilder builder;
  for (std::size_t at = 0; at < trace.size(); ++at) {
    TraceJob job = trace[static_cast<JobIndex>(at)];
    job.user = user_of(job);
    builder.add(job);
  }
  return std::move(builder).freeze();
}

}  // namespace mcsim::testing
