// The bytes of an input file, plain or packed with gzip, zstd or xz, and the hash of what lies on
// the disk.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::text {

/// What a compressed file may grow to. Real traces shrink to a tenth, a bomb to a thousandth.
struct InputLimits {
  std::uint64_t free_bytes = std::uint64_t{64} << 20;  ///< of output, before `ratio` counts
  std::uint64_t ratio = 250;                           ///< bytes out for each byte in
  std::uint64_t memory = std::uint64_t{128} << 20;  ///< that a file may ask for: xz -9 needs 65 MiB
};

/// A file as a stream of bytes. Whether it is compressed shows in its first bytes, not in its name.
class ByteSource {
 public:
  /// Errors: missing, unreadable, a directory, or out of memory.
  static Expected<ByteSource, Diagnostics> open(const std::string& path,
                                                const std::string& shown_name,
                                                InputLimits limits = {});
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;
  ~ByteSource();

  /// Fills the front of `room`; 0 bytes: the end. Errors: those of the disk, and a compressed file
  /// that is corrupt, cut off, or grows beyond the limits.
  Expected<std::size_t, Diagnostic> read(std::span<char> room);

  /// XXH64 (seed 0) of the whole file as it lies on the disk, including what was not read.
  Expected<std::uint64_t, Diagnostic> hash();

  const std::string& shown_name() const;

 private:
  struct State;
  explicit ByteSource(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// All bytes of a file, unpacked. Errors: cannot be read; more than `most` bytes, told with the
/// advice.
Expected<std::string, Diagnostics> read_file(const std::string& path, const std::string& shown_name,
                                             std::size_t most, std::string_view advice = "");

}  // namespace mcsim::text
