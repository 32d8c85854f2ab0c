// A buffer that is not cleared before it is filled: of a short file, most of it is never touched.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace mcsim {

/// An allocator that leaves new elements as the memory is.
template <class T>
struct Uncleared : std::allocator<T> {
  template <class Other>
  struct rebind {
    using other = Uncleared<Other>;
  };

  template <class Other>
  void construct(Other* at) {
    ::new (static_cast<void*>(at)) Other;
  }
  template <class Other, class... Arguments>
  void construct(Other* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) Other(std::forward<Arguments>(arguments)...);
  }
};

using RawBytes = std::vector<char, Uncleared<char>>;

}  // namespace mcsim
