// Unpacks xz.
#include <lzma.h>

#include "mcsim/text/unpacker.hpp"

namespace mcsim::text {
namespace {

std::string_view words_for(lzma_ret answer) {
  switch (answer) {
    case LZMA_FORMAT_ERROR:
      return "incorrect header";
    case LZMA_OPTIONS_ERROR:
      return "its header asks for what is not known";
    case LZMA_UNSUPPORTED_CHECK:
      return "its kind of checksum is not known";
    case LZMA_MEM_ERROR:
      return "out of memory";
    default:
      return "damaged";
  }
}

/// liblzma's state for one stream after the other.
class XzUnpacker : public Unpacker {
 public:
  explicit XzUnpacker(std::uint64_t memory) : memory_(memory) {}
  XzUnpacker(const XzUnpacker&) = delete;
  XzUnpacker& operator=(const XzUnpacker&) = delete;
  XzUnpacker(XzUnpacker&&) = delete;
  XzUnpacker& operator=(XzUnpacker&&) = delete;
  ~XzUnpacker() override { lzma_end(&stream_); }

  std::string_view name() const override { return "xz"; }
  bool begins_with(char first) const override { return first == '\xFD'; }
  std::size_t padding() const override { return 4; }

  bool begin() override {
    return lzma_stream_decoder(&stream_, memory_, LZMA_TELL_UNSUPPORTED_CHECK) == LZMA_OK;
  }

  Expected<bool, std::string> step(std::span<const char>& in, std::span<char>& out) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const lzma_ret answer = lzma_code(&stream_, LZMA_RUN);
    in = in.last(stream_.avail_in);
    out = out.last(stream_.avail_out);
    if (answer == LZMA_STREAM_END) return true;
    if (answer == LZMA_OK || answer == LZMA_BUF_ERROR) return false;
    if (answer == LZMA_MEMLIMIT_ERROR) return too_much_memory(name(), memory_);
    return corrupt(name(), words_for(answer));
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::uint64_t memory_;
};

}  // namespace

std::unique_ptr<Unpacker> make_xz_unpacker(std::uint64_t memory) {
  return std::make_unique<XzUnpacker>(memory);
}

}  // namespace mcsim::text
