// One of the targets, for libFuzzer.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count);

int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  mcsim::testing::MCSIM_TARGET({reinterpret_cast<const char*>(bytes), count});
  return 0;
}
