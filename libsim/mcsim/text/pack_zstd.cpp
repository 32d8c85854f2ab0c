// Packs with zstd.
#include <zstd.h>

#include "mcsim/text/packer.hpp"

namespace mcsim::text {
namespace {

struct FreeCCtx {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

/// libzstd's state for one frame.
class ZstdPacker : public Packer {
 public:
  ZstdPacker() : context_(ZSTD_createCCtx()) {
    // The level is zstd's own default; the checksum lets readers detect damage.
    ready_ = context_ != nullptr && set(ZSTD_c_compressionLevel, 3) && set(ZSTD_c_checksumFlag, 1);
  }

  bool is_ready() const { return ready_; }

  Step step(std::span<const char>& in, std::span<char>& out, bool last) override {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t left =
        ZSTD_compressStream2(context_.get(), &to, &from, last ? ZSTD_e_end : ZSTD_e_continue);
    in = in.subspan(from.pos);
    out = out.subspan(to.pos);
    if (ZSTD_isError(left) != 0) return Step::failed;
    return (last ? left == 0 : in.empty()) ? Step::done : Step::more;
  }

 private:
  bool set(ZSTD_cParameter parameter, int value) {
    return ZSTD_isError(ZSTD_CCtx_setParameter(context_.get(), parameter, value)) == 0;
  }

  std::unique_ptr<ZSTD_CCtx, FreeCCtx> context_;
  bool ready_ = false;
};

}  // namespace

std::unique_ptr<Packer> make_zstd_packer() {
  auto packer = std::make_unique<ZstdPacker>();
  return packer->is_ready() ? std::move(packer) : nullptr;
}

}  // namespace mcsim::text
