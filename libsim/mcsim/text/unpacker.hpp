// What unpacks an input file: one kind for each way of packing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "mcsim/base/expected.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::text {

/// Unpacks the parts of a file, one after the other, in pieces of any size: gzip calls them
/// members, zstd frames, xz streams.
class Unpacker {
 public:
  virtual ~Unpacker() = default;

  /// The name of the packing.
  virtual std::string_view name() const = 0;
  /// Whether a part can begin with this byte.
  virtual bool begins_with(char first) const = 0;
  /// Zero bytes behind a part are padding if their number is a multiple of this, else damage. 0:
  /// always damage.
  virtual std::size_t padding() const = 0;
  /// Gets ready for the next part. False: out of memory.
  virtual bool begin() = 0;
  /// Takes bytes from the front of `in` and writes what they unpack to at the front of `out`; both
  /// shrink. True: the part has ended, and is intact. Errors: what is wrong with it.
  virtual Expected<bool, std::string> step(std::span<const char>& in, std::span<char>& out) = 0;
};

/// For files packed in this way. `memory`: the most bytes that a file may ask for. None: out of
/// memory.
std::unique_ptr<Unpacker> make_unpacker(Compression packing, std::uint64_t memory);

std::unique_ptr<Unpacker> make_gzip_unpacker();
std::unique_ptr<Unpacker> make_zstd_unpacker(std::uint64_t memory);
std::unique_ptr<Unpacker> make_xz_unpacker(std::uint64_t memory);

/// `corrupt gzip: WHY`
inline Unexpected<std::string> corrupt(std::string_view packing, std::string_view why) {
  return Unexpected("corrupt " + std::string(packing) + ": " + std::string(why));
}

/// The error of a part that asks for more memory than it may have.
inline Unexpected<std::string> too_much_memory(std::string_view packing, std::uint64_t memory) {
  return Unexpected(std::string(packing) + " that asks for more than " +
                    std::to_string(memory >> 20) +
                    " MiB of memory is not read; unpack it first if it is what it should be");
}

}  // namespace mcsim::text
