// Packs with xz.
#include <lzma.h>

#include "mcsim/text/packer.hpp"

namespace mcsim::text {
namespace {

/// liblzma's state for one stream.
class XzPacker : public Packer {
 public:
  XzPacker() {
    // The level and the checksum are xz's own defaults.
    ready_ = lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) == LZMA_OK;
  }
  XzPacker(const XzPacker&) = delete;
  XzPacker& operator=(const XzPacker&) = delete;
  XzPacker(XzPacker&&) = delete;
  XzPacker& operator=(XzPacker&&) = delete;
  ~XzPacker() override { lzma_end(&stream_); }

  bool is_ready() const { return ready_; }

  Step step(std::span<const char>& in, std::span<char>& out, bool last) override {
    if (in.empty() && !last) return Step::done;
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const lzma_ret answer = lzma_code(&stream_, last ? LZMA_FINISH : LZMA_RUN);
    in = in.last(stream_.avail_in);
    out = out.last(stream_.avail_out);
    if (answer == LZMA_STREAM_END) return Step::done;
    if (answer != LZMA_OK) return Step::failed;
    return !last && in.empty() ? Step::done : Step::more;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ready_ = false;
};

}  // namespace

std::unique_ptr<Packer> make_xz_packer() {
  auto packer = std::make_unique<XzPacker>();
  return packer->is_ready() ? std::move(packer) : nullptr;
}

}  // namespace mcsim::text
