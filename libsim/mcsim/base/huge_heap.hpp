// A heap in pages of 2 MiB, for arrays that are too small for such pages of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mcsim/rooms.hpp"
#endif

namespace mcsim::base {

/// To be called at the beginning of main(): the first 16 MiB of the heap get large pages where the
/// system has them, and growing arrays reuse memory there. By default each array of more than 128
/// KiB gets fresh pages of 4 KiB each time it grows: thousands of page faults in a replay with many
/// waiting jobs. Arrays with large pages of their own (HugePages) are not affected.
inline void use_huge_heap() {
#if defined(__linux__) && defined(__GLIBC__)
  constexpr std::size_t page = std::size_t{2} << 20;
  constexpr std::size_t room = std::size_t{16} << 20;
  mallopt(M_MMAP_THRESHOLD, page);
  mallopt(M_TRIM_THRESHOLD, 4 * room);
  mallopt(M_TOP_PAD, room);
  void* volatile more_than_there_is = std::malloc(page / 2);
  std::free(more_than_there_is);
  char* const end = static_cast<char*>(sbrk(0));
  const std::size_t beyond_a_page = reinterpret_cast<std::uintptr_t>(end) % page;
  const std::size_t advised = room - page + beyond_a_page;
  madvise(end - advised, advised, MADV_HUGEPAGE);  // where that fails, pages are small
#endif
}

}  // namespace mcsim::base
