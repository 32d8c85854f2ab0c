// Any bytes as the output of an ELIM, in any pieces and with any pauses: a LIM never holds more
// bytes than a pipe, knows only finite values in range, and comes to rest.
#include "fuzz/targets.hpp"

#include "support/load_update_promises.hpp"

namespace mcsim::testing {

void try_load_update(std::string_view text) { keep_load_update_promises(text); }

}  // namespace mcsim::testing
