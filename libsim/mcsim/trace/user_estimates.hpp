// The model of users' run time estimates: few round values, of which the longest is the most
// popular. Source: Tsafrir, Etsion, Feitelson, "Modeling user runtime estimates", JSSPP 2005, LNCS
// 3834, and the authors' program of the Parallel Workloads Archive, which has the constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/trace/model_parameters.hpp"

namespace mcsim::trace {

/// What is known of the jobs that get estimates.
struct EstimatedJobs {
  std::vector<Duration> run_times;  ///< in the order of the trace
  Duration longest_request{};       ///< 0: none
};

struct EstimateModel {
  std::int64_t max_s = 0;  ///< the longest estimate
  double max_share = -1;   ///< per cent; negative: what the others leave of head_sum
  std::size_t values = 0;  ///< different estimates
  double head_sum = 0;     ///< per cent; this and the others: see estimate_parameters
  double head_a = 0, head_b = 0, head_c = 0;
  double tail_b = 0;
  double time_p = 0, time_q = 0;
};

/// An estimate, and how many jobs have it.
struct EstimateBin {
  std::int64_t seconds = 0;
  std::size_t jobs = 0;

  bool operator==(const EstimateBin&) const = default;
};

/// Popular estimates: at most so many.
inline constexpr std::size_t head_values = 20;

/// At least one job.
Expected<EstimateModel, std::vector<WrongParameter>> read_estimates(const ParameterTexts& given,
                                                                    const EstimatedJobs& jobs);

/// The parameters with their values, for people; without max_share, if it comes of the others.
std::string estimates_text(const EstimateModel& model);

/// How many different estimates so many jobs have. Source: the authors' program, piecewise linear.
std::size_t usual_values(std::size_t jobs);

/// All estimates of so many jobs, from the longest to the shortest; each has a job at least, and
/// there are as many as model.values says.
std::vector<EstimateBin> draw_estimates(const EstimateModel& model, std::size_t jobs,
                                        std::uint64_t seed);

/// Gives each job one of the estimates, at random among those that are at least its run time: in
/// the order of `run_times`, in seconds. A job that runs longer than the longest one gets that.
/// Error: how many jobs have no estimate that is long enough, as longer jobs need it.
Expected<std::vector<std::int64_t>, std::size_t> assign_estimates(
    std::span<const EstimateBin> estimates, std::span<const Duration> run_times,
    std::uint64_t seed);

}  // namespace mcsim::trace
