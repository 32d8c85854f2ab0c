// SHA-256, and names that only a key can tell: HMAC-SHA-256.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

using Sha256 = std::array<std::uint8_t, 32>;

/// Source: FIPS 180-4.
Sha256 sha256(std::string_view bytes);

/// HMAC with SHA-256 under one key. Source: RFC 2104.
class KeyedHash {
 public:
  explicit KeyedHash(std::string_view key);

  Sha256 operator()(std::string_view bytes) const;

 private:
  std::array<char, 64> inner_{};
  std::array<char, 64> outer_{};
};

}  // namespace mcsim::text
