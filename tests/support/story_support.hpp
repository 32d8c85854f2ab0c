// The answers of explain about a run, for tests.
#pragma once

#include <string>

#include "support/explain_once.hpp"

namespace mcsim::testing {

/// `run` has a run folder.
template <class Run>
ExplainRequest request_for(const Run& run) {
  ExplainRequest request;
  request.replay.folder = run.folder;
  return request;
}

template <class Run>
std::string story_of_job(const Run& run, const std::string& job) {
  ExplainRequest request = request_for(run);
  request.job = job;
  return explain(request).out;
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace mcsim::testing
