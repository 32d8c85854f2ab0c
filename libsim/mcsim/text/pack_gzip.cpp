// Packs with gzip.
#include <zlib.h>

#include "mcsim/text/packer.hpp"

namespace mcsim::text {
namespace {

/// zlib's state for one member.
class GzipPacker : public Packer {
 public:
  GzipPacker() {
    constexpr int window_with_gzip_header = 15 + 16;
    constexpr int usual_memory = 8;
    ready_ = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_with_gzip_header,
                          usual_memory, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  GzipPacker(const GzipPacker&) = delete;
  GzipPacker& operator=(const GzipPacker&) = delete;
  GzipPacker(GzipPacker&&) = delete;
  GzipPacker& operator=(GzipPacker&&) = delete;
  ~GzipPacker() override {
    if (ready_) deflateEnd(&stream_);
  }

  bool is_ready() const { return ready_; }

  Step step(std::span<const char>& in, std::span<char>& out, bool last) override {
    // zlib reads from next_in only, but its type has no const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int answer = ::deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
    in = in.last(stream_.avail_in);
    out = out.last(stream_.avail_out);
    return (last ? answer == Z_STREAM_END : !out.empty()) ? Step::done : Step::more;
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

std::unique_ptr<Packer> make_gzip_packer() {
  auto packer = std::make_unique<GzipPacker>();
  return packer->is_ready() ? std::move(packer) : nullptr;
}

}  // namespace mcsim::text
