// What an ELIM may do wrong, as values: which rule it broke, when, and in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"

namespace mcsim::lim {

enum class ElimFault : std::uint8_t {
  bad_count,       ///< a load update string that does not begin with a whole number
  end_of_output,   ///< it has closed its standard output
  negative_count,  ///< a count below 0
  short_report,    ///< fewer pairs than the count says, and nothing more in LSF_ELIM_BLOCKTIME
  unknown_name,    ///< a name that the LIM does not know
  fixed_name,      ///< the name of a static, Boolean or string resource
  no_number,       ///< a value that is not a number
  out_of_range,    ///< a value beyond INFINIT_LOAD
  too_often,       ///< more than one report per EXINTERVAL, which a LIM tolerates
  exited,          ///< it has ended, though its LIM goes on
  aborted,         ///< it has ended with ELIM_ABORT_VALUE: it has nothing to do on this host
  given_up,        ///< LSF_ELIM_RESTARTS is used up
  // What only a real program can show.
  not_started,           ///< the system cannot run it
  deaf,                  ///< it lives on after SIGTERM
  lives_without_reader,  ///< it lives on though its output is not read
  silent,                ///< it has written nothing
  unseen,                ///< there was no occasion to see what it does without a reader
  slow_report,           ///< a report took LSF_ELIM_BLOCKTIME to be written
  unreported,            ///< it has reported none of the names that it was asked for
};

/// One problem.
struct ElimProblem {
  ElimFault fault{};
  Time at{};
  std::string text;

  bool operator==(const ElimProblem&) const = default;
};

/// Such as `short_report`: for programs.
std::string_view name_of(ElimFault fault);
/// The rule as docs/rules/elim.md numbers it: R1 to R8 of reading, E1 and so on of the program.
std::string_view rule_of(ElimFault fault);
/// Whether a program ends by it, or is not started any more. Source: docs/rules/lsf.md, 4.4.
bool is_about_end(ElimFault fault);
/// Whether the program must be fixed: true except for `aborted`, which is allowed, `given_up`,
/// which follows from others, and `unseen`.
bool is_violation(ElimFault fault);

}  // namespace mcsim::lim
