// An open file of the operating system, closed with its owner.
#pragma once

#include <string>
#include <utility>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// Owns a file descriptor.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileHandle() { close(); }

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  /// Closes the file now. Returns 0, or an error number: the system may report only here that an
  /// earlier write failed.
  int close();

 private:
  int descriptor_ = -1;
};

/// An error number in the system's words: "No such file or directory".
std::string error_text(int error_number);

}  // namespace mcsim::text
