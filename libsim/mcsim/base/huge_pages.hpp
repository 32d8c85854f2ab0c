// Memory for large arrays, in pages of 2 MiB where the system has them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>

#include "mcsim/rooms.hpp"
#endif

namespace mcsim::base {

/// An allocator. A replay touches tens of megabytes once: in pages of 4 KiB that means thousands of
/// page faults, which cost half of its time on a virtual machine.
template <class T>
struct HugePages {
  using value_type = T;
  static constexpr std::size_t page = std::size_t{2} << 20;
  static_assert(alignof(T) <= alignof(std::max_align_t));

  HugePages() = default;
  template <class Other>
  HugePages(const HugePages<Other>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T) - page)
      throw std::bad_array_new_length();
    std::size_t bytes = count * sizeof(T);
    if (bytes < page) return static_cast<T*>(::operator new(bytes));
    bytes = (bytes + page - 1) / page * page;
    void* const memory = std::aligned_alloc(page, bytes);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    madvise(memory, bytes, MADV_HUGEPAGE);  // where that fails, pages are small
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    if (count * sizeof(T) < page)
      ::operator delete(memory);
    else
      std::free(memory);
  }
  template <class Other>
  bool operator==(const HugePages<Other>&) const {
    return true;
  }
};

}  // namespace mcsim::base
