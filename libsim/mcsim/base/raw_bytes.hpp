// A buffer that is not cleared before it is filled: with a short file most of it is never touched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// Uninitialized bytes. A std::vector whose allocator leaves elements uninitialized would call that
/// allocator for each element in builds without optimization.
class RawBytes {
 public:
  explicit RawBytes(std::size_t size = 0)
      : bytes_(std::make_unique_for_overwrite<char[]>(size)), size_(size) {}
  RawBytes(RawBytes&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  RawBytes& operator=(RawBytes&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  std::size_t size() const { return size_; }
  char* data() { return bytes_.get(); }
  const char* data() const { return bytes_.get(); }
  char* begin() { return data(); }
  char* end() { return data() + size_; }
  char& operator[](std::size_t at) { return bytes_[at]; }
  char operator[](std::size_t at) const { return bytes_[at]; }

  /// Makes room for at least `size` bytes; the first `kept` bytes are kept. The others are not even
  /// read: most were never touched.
  void grow(std::size_t size, std::size_t kept = 0) {
    if (size <= size_) return;
    RawBytes larger(size);
    std::copy_n(data(), kept, larger.data());
    *this = std::move(larger);
  }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace mcsim::base
