// Numbers and texts as a page carries them: columns of short numbers, deflated, in base64.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::report {

/// Numbers one behind the other. Each takes as many bytes as it needs: seven bits a byte, the
/// lowest first, and the eighth says whether another byte follows.
class Column {
 public:
  void add(std::uint64_t number) {
    constexpr std::uint64_t more = 128;
    for (; number >= more; number >>= 7) bytes_ += static_cast<char>(number | more);
    bytes_ += static_cast<char>(number);
  }
  /// Small numbers stay small, whatever their sign: 0, -1, 1, -2 are 0, 1, 2, 3.
  void add_signed(std::int64_t number) {
    add(static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// `bytes` deflated, without a header (RFC 1951): what DecompressionStream calls deflate-raw. Equal
/// bytes give equal ones.
std::string deflated(std::string_view bytes);

/// RFC 4648, with its padding.
std::string base64(std::string_view bytes);

}  // namespace mcsim::report
