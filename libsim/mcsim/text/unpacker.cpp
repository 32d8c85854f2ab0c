// Which unpacker a file needs.
#include "mcsim/text/unpacker.hpp"

#include "mcsim/base/check.hpp"

namespace mcsim::text {

std::unique_ptr<Unpacker> make_unpacker(Compression packing, std::uint64_t memory) {
  MCSIM_CHECK(packing != Compression::none, "a plain file has nothing to unpack");
  auto unpacker = packing == Compression::gzip   ? make_gzip_unpacker()
                  : packing == Compression::zstd ? make_zstd_unpacker(memory)
                                                 : make_xz_unpacker(memory);
  return unpacker->begin() ? std::move(unpacker) : nullptr;
}

}  // namespace mcsim::text
