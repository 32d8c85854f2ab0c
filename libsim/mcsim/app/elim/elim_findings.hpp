// What `mcsim elim check` has found: problems, counts, and how they are told at the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/app/elim/elim_errors.hpp"
#include "mcsim/lim/elim_problem.hpp"

namespace mcsim::app {

struct ElimFindings {
  static constexpr std::size_t most_problems = 1000;

  std::uint64_t violations = 0;
  std::uint64_t reports = 0;  ///< that LIM has read
  std::uint64_t unread = 0;   ///< whole ones that the program has written and LIM has not read
  std::uint64_t values = 0;
  std::uint64_t left_out = 0;
  std::vector<ElimProblem> problems;
  std::vector<std::string> never_reported;  ///< names of LSF_RESOURCES
  ElimErrors errors;

  /// False: there are too many to be shown.
  bool add(const ElimProblem& problem);
};

/// The lines that follow the problems.
std::string end_of_check(const std::string& program, const ElimFindings& findings);
std::string json_of_check(const std::string& program, const ElimFindings& findings);

}  // namespace mcsim::app
