// Unpacks zstd.
#include <zstd.h>
#include <zstd_errors.h>

#include <bit>

#include "mcsim/text/unpacker.hpp"

namespace mcsim::text {
namespace {

struct FreeDCtx {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// libzstd's state for one frame after the other, skippable frames included.
class ZstdUnpacker : public Unpacker {
 public:
  explicit ZstdUnpacker(std::uint64_t memory) : context_(ZSTD_createDCtx()), memory_(memory) {}

  std::string_view name() const override { return "zstd"; }
  bool begins_with(char first) const override { return first == '\x28' || (first & 0xF0) == 0x50; }
  std::size_t padding() const override { return 0; }

  bool begin() override {
    if (!context_) return false;
    const int window = static_cast<int>(std::bit_width(memory_)) - 1;
    return ZSTD_isError(ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only)) == 0 &&
           ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window)) == 0;
  }

  Expected<bool, std::string> step(std::span<const char>& in, std::span<char>& out) override {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    const std::size_t answer = ZSTD_decompressStream(context_.get(), &to, &from);
    in = in.subspan(from.pos);
    out = out.subspan(to.pos);
    if (ZSTD_isError(answer) == 0) return answer == 0;
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(answer);
    if (code == ZSTD_error_frameParameter_windowTooLarge) return too_much_memory(name(), memory_);
    return corrupt(name(), ZSTD_getErrorString(code));
  }

 private:
  std::unique_ptr<ZSTD_DCtx, FreeDCtx> context_;
  std::uint64_t memory_;
};

}  // namespace

std::unique_ptr<Unpacker> make_zstd_unpacker(std::uint64_t memory) {
  return std::make_unique<ZstdUnpacker>(memory);
}

}  // namespace mcsim::text
