// Unpacks gzip.
#include <zlib.h>

#include "mcsim/text/unpacker.hpp"

namespace mcsim::text {
namespace {

/// zlib's state for one member after the other.
class GzipUnpacker : public Unpacker {
 public:
  GzipUnpacker() = default;
  GzipUnpacker(const GzipUnpacker&) = delete;
  GzipUnpacker& operator=(const GzipUnpacker&) = delete;
  GzipUnpacker(GzipUnpacker&&) = delete;
  GzipUnpacker& operator=(GzipUnpacker&&) = delete;
  ~GzipUnpacker() override {
    if (ready_) inflateEnd(&stream_);
  }

  std::string_view name() const override { return "gzip"; }
  bool begins_with(char first) const override { return first == '\x1F'; }
  std::size_t padding() const override { return 1; }  // files on tapes are padded with zeros

  bool begin() override {
    if (ready_) return inflateReset(&stream_) == Z_OK;
    // 15: the largest window; 16: with gzip's header and trailer, whose checksum zlib verifies.
    ready_ = inflateInit2(&stream_, 15 + 16) == Z_OK;
    return ready_;
  }

  Expected<bool, std::string> step(std::span<const char>& in, std::span<char>& out) override {
    // zlib reads from next_in only, but its type has no const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int answer = ::inflate(&stream_, Z_NO_FLUSH);
    in = in.last(stream_.avail_in);
    out = out.last(stream_.avail_out);
    if (answer == Z_STREAM_END) return true;
    if (answer == Z_OK || answer == Z_BUF_ERROR) return false;
    return corrupt(name(), stream_.msg != nullptr ? stream_.msg : "damaged");
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

std::unique_ptr<Unpacker> make_gzip_unpacker() { return std::make_unique<GzipUnpacker>(); }

}  // namespace mcsim::text
