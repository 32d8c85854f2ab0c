// Any bytes as the output of an ELIM, in any pieces and with any pauses: a LIM never holds more
// than a pipe does, knows only finite values in range, and comes to rest.
#include <cstdint>

#include "support/load_update_promises.hpp"

using namespace mcsim;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count);

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  keep_load_update_promises({reinterpret_cast<const char*>(bytes), count});
  return 0;
}
