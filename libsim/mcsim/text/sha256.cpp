// SHA-256 as FIPS 180-4 has it, for names and keys: short texts, as a whole in memory.
#include "mcsim/text/sha256.hpp"

#include <bit>
#include <cstddef>
#include <string>

namespace mcsim::text {
namespace {

constexpr std::size_t sha_block = 64;

constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using ShaState = std::array<std::uint32_t, 8>;

std::uint32_t word_at(const char* bytes) {
  std::uint32_t word = 0;
  for (int at = 0; at < 4; ++at) word = word << 8 | static_cast<unsigned char>(bytes[at]);
  return word;
}

void take_block(ShaState& state, const char* block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t at = 0; at < 16; ++at) words[at] = word_at(block + 4 * at);
  for (std::size_t at = 16; at < 64; ++at) {
    const std::uint32_t far = words[at - 15];
    const std::uint32_t near = words[at - 2];
    words[at] = words[at - 16] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ far >> 3) +
                words[at - 7] + (std::rotr(near, 17) ^ std::rotr(near, 19) ^ near >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t at = 0; at < 64; ++at) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + round_constants[at] + words[at];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const ShaState mixed = {a, b, c, d, e, f, g, h};
  for (std::size_t at = 0; at < state.size(); ++at) state[at] += mixed[at];
}

}  // namespace

Sha256 sha256(std::string_view bytes) {
  ShaState state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::uint64_t bits = std::uint64_t{8} * bytes.size();
  for (; bytes.size() >= sha_block; bytes.remove_prefix(sha_block)) take_block(state, bytes.data());
  std::string rest(bytes);
  rest += '\x80';
  while (rest.size() % sha_block != sha_block - 8) rest += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) rest += static_cast<char>(bits >> shift & 0xFF);
  for (std::size_t at = 0; at < rest.size(); at += sha_block) take_block(state, rest.data() + at);
  Sha256 digest{};
  for (std::size_t at = 0; at < digest.size(); ++at)
    digest[at] = static_cast<std::uint8_t>(state[at / 4] >> (24 - 8 * (at % 4)) & 0xFF);
  return digest;
}

KeyedHash::KeyedHash(std::string_view key) {
  const Sha256 digest = sha256(key);
  const bool is_long = key.size() > sha_block;
  for (std::size_t at = 0; at < sha_block; ++at) {
    char letter = 0;
    if (is_long && at < digest.size()) letter = static_cast<char>(digest[at]);
    if (!is_long && at < key.size()) letter = key[at];
    inner_[at] = static_cast<char>(letter ^ 0x36);
    outer_[at] = static_cast<char>(letter ^ 0x5c);
  }
}

Sha256 KeyedHash::operator()(std::string_view bytes) const {
  std::string text(inner_.begin(), inner_.end());
  const Sha256 inside = sha256(text.append(bytes));
  text.assign(outer_.begin(), outer_.end());
  text.append(inside.begin(), inside.end());
  return sha256(text);
}

}  // namespace mcsim::text
