// A number that stands for the bytes of a table, so that a reader sees that some have changed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// Sums of the words of a table and sums of these sums, hashed at its end: 16 instructions for a
/// row of jobs.csv (167 bytes), where XXH64, the hash of inputs, would take some 120. Any change of
/// one byte, or of one number, gives another digest; a change that is meant to deceive need not.
class TableDigest {
 public:
  /// What add() takes at a time.
  static constexpr std::size_t block = 512;

  /// The next bytes of the table, some whole blocks. `bytes` is aligned as malloc() does it.
  void add(const char* bytes, std::size_t count);
  /// The digest of all, with the last bytes, fewer than a block.
  std::uint64_t with(std::string_view rest) const;

 private:
  /// GCC finds these by itself, but then adds up twice.
  using TwoWords [[gnu::vector_size(16)]] = std::uint64_t;
  static constexpr std::size_t lanes = 4;
  using Words = std::array<TwoWords, lanes>;

  Words sums_{};
  Words sums_of_sums_{};
  std::uint64_t size_ = 0;
};

/// The digest of the file `path`, as it lies on the disk.
Expected<std::uint64_t, Diagnostics> table_digest(const std::string& path,
                                                  const std::string& shown_name);

}  // namespace mcsim::text
