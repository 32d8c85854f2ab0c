// What packs an output file: one kind for each way of packing. Equal text gives equal bytes: no
// header names a time, a file or a machine, and one thread does all the work.
#pragma once

#include <memory>
#include <span>

#include "mcsim/text/output.hpp"

namespace mcsim::text {

/// Packs one text, which comes in pieces of any size.
class Packer {
 public:
  enum class Step : std::uint8_t { more, done, failed };

  virtual ~Packer() = default;

  /// Takes text from the front of `in` and puts packed bytes to the front of `out`; both shrink.
  /// `last`: nothing follows `in`. More: call again, with the same `last` and room in `out`.
  /// Failed: out of memory.
  virtual Step step(std::span<const char>& in, std::span<char>& out, bool last) = 0;
};

/// None: out of memory.
std::unique_ptr<Packer> make_packer(Compression packing);

std::unique_ptr<Packer> make_gzip_packer();
std::unique_ptr<Packer> make_zstd_packer();
std::unique_ptr<Packer> make_xz_packer();

}  // namespace mcsim::text
