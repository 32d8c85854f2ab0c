// The workload model of Lublin and Feitelson: sizes, run times and arrivals of rigid jobs.
// Source: Lublin, Feitelson, "The workload on parallel supercomputers: modeling the characteristics
// of rigid jobs", Journal of Parallel and Distributed Computing 63(11), 2003, and the authors'
// program m_lublin99 of the Parallel Workloads Archive.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/trace/made_trace.hpp"
#include "mcsim/trace/model_parameters.hpp"
#include "mcsim/trace/variates.hpp"

namespace mcsim::trace {

/// Jobs of one type. The names are those of m_lublin99.
struct LublinJobs {
  std::string_view type;   ///< batch, interactive or all
  std::int64_t queue = 0;  ///< field 15: 1 batch, 0 others

  double serial_prob = 0;  ///< share of jobs of one processor
  double pow2_prob = 0;    ///< share of jobs whose log2 of the size is rounded
  double ulow = 0;         ///< log2 of the size: from here
  double umed = 0;         ///< to here with the probability `uprob`, else
  double uhi = 0;          ///< from there to here
  double uprob = 0;
  double a1 = 0, b1 = 0;      ///< ln of the run time in seconds: gamma, shape and scale, with
  double pa = 0, pb = 0;      ///< the probability pa x size + pb,
  double a2 = 0, b2 = 0;      ///< else this gamma
  double aarr = 0, barr = 0;  ///< ln of the time between arrivals at rush hours: gamma
  double arar = 0;            ///< factor of `aarr`: at all hours in place of the rush hours
  double anum = 0, bnum = 0;  ///< arrivals by the half hours of the day: gamma

  bool operator==(const LublinJobs&) const = default;
};

struct Lublin {
  std::vector<LublinJobs> types;
  std::int64_t jobs = 0;
  std::int64_t procs = 0;           ///< of the machine
  std::int64_t max_run_time_s = 0;  ///< longer run times are drawn again
  std::int64_t max_gap_s = 0;       ///< so are longer times between arrivals, as at rush hours
  std::int64_t day_start = 0;  ///< the half hour of the day at which the gamma of arrivals begins
};

inline constexpr std::int64_t half_hours_of_day = 48;

/// Errors: values out of range, and values that do not go together; all of them.
Expected<Lublin, std::vector<WrongParameter>> read_lublin(const ParameterTexts& given);

/// The parameters of one type with their values, for people.
std::string lublin_text(const Lublin& model, const LublinJobs& jobs);

/// All jobs in order of submission; time 0 is midnight. The same `seed` makes the same jobs, and
/// more of them if there are to be more.
std::vector<MadeJob> make_lublin(const Lublin& model, std::uint64_t seed);

/// Draws one job's processors, from 1 to model.procs.
std::int64_t lublin_size(const Lublin& model, const LublinJobs& jobs, JobDraws draws);
/// Draws the run time of a job of this size, in whole seconds.
std::int64_t lublin_run_time(const Lublin& model, const LublinJobs& jobs, std::int64_t size,
                             JobDraws draws);
/// How many jobs come in each half hour of the day, beginning at midnight; the mean is 1.
std::vector<double> lublin_day(const Lublin& model, const LublinJobs& jobs);

}  // namespace mcsim::trace
