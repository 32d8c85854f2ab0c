// What really happened to jobs, beside what happened to them in a run.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/history/told_jobs.hpp"
#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

struct StoriesRequest {
  std::string folder;             ///< of the run, which is played again
  std::string scenario;           ///< that was run; tables of jobs lie beside it
  PolicyOptions programs;         ///< of the run
  std::vector<std::size_t> jobs;  ///< positions in ToldJobs::jobs
};

/// A text of several lines for each job, in their order: of the record, as far as the scenario's
/// tables of jobs have it, and of the run in the words of `mcsim explain`.
/// Errors: the run's folder cannot be read any more.
Expected<std::vector<std::string>, Diagnostics> backtest_stories(const StoriesRequest& request,
                                                                 const ToldJobs& told,
                                                                 const Registry& registry);

}  // namespace mcsim::app
