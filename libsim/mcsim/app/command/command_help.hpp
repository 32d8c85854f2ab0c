// The end of the help of every subcommand: the exit codes.
#pragma once

#include "mcsim/rooms.hpp"

namespace mcsim::app {

inline constexpr const char* exit_codes =
    R"(Exit codes: 0 done; 1 the run failed (I/O, memory, a livelock of the scenario,
a policy of your own, or its program, that fails or decides wrongly); 2 usage;
3 bad input; 4 a gate, or with --check an expectation, does not hold (results
are written), elim check found violations, or bench diff more work; 5 cells of a
sweep are not done; 70 an invariant broke inside: a bug of ours; 130
interrupted; 141 nobody reads standard output any more.)";

}  // namespace mcsim::app
