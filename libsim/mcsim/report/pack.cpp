// Deflates, and writes base64.
#include "mcsim/report/pack.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "mcsim/base/check.hpp"

namespace mcsim::report {
namespace {

/// A window of 32 KiB and no header.
constexpr int raw_window = -15;
constexpr int most_memory = 9;
/// Level 9 takes twice the time of 6, for a hundredth of the bytes.
constexpr int deflate_level = 6;

constexpr std::size_t most_at_a_time = std::numeric_limits<uInt>::max();

constexpr std::string_view base64_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string deflated(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, deflate_level, Z_DEFLATED, raw_window, most_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed;
  std::array<char, std::size_t{1} << 16> room;  // NOLINT(*-member-init): deflate fills it
  int state = Z_OK;
  while (state != Z_STREAM_END) {
    if (stream.avail_in == 0 && !bytes.empty()) {
      const std::size_t taken = std::min(bytes.size(), most_at_a_time);
      // zlib does not change what it reads.
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT
      stream.avail_in = static_cast<uInt>(taken);
      bytes.remove_prefix(taken);
    }
    stream.next_out = reinterpret_cast<Bytef*>(room.data());  // NOLINT
    stream.avail_out = static_cast<uInt>(room.size());
    state = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    MCSIM_CHECK(state != Z_STREAM_ERROR, "deflate was called wrongly");
    packed.append(room.data(), room.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return packed;
}

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  const auto byte = [&](std::size_t at) {
    return at < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[at])} : 0U;
  };
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t three = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    text += base64_letters[three >> 18];
    text += base64_letters[three >> 12 & 63];
    text += at + 1 < bytes.size() ? base64_letters[three >> 6 & 63] : '=';
    text += at + 2 < bytes.size() ? base64_letters[three & 63] : '=';
  }
  return text;
}

}  // namespace mcsim::report
