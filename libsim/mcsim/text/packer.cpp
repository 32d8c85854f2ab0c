// Which packer a file needs.
#include "mcsim/text/packer.hpp"

#include "mcsim/base/check.hpp"

namespace mcsim::text {

std::unique_ptr<Packer> make_packer(Compression packing) {
  MCSIM_CHECK(packing != Compression::none, "a plain file has nothing to pack");
  return packing == Compression::gzip   ? make_gzip_packer()
         : packing == Compression::zstd ? make_zstd_packer()
                                        : make_xz_packer();
}

}  // namespace mcsim::text
