// Sums up tables.
#include "mcsim/text/table_digest.hpp"

#include <bit>
#include <cstring>
#include <memory>
#include <span>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "mcsim/base/check.hpp"
#include "mcsim/base/raw_bytes.hpp"
#include "mcsim/text/input.hpp"

namespace mcsim::text {
namespace {

// The words of a file are those of the machines that we run on.
static_assert(std::endian::native == std::endian::little);

}  // namespace

void TableDigest::add(const char* bytes, std::size_t count) {
  MCSIM_CHECK(count % block == 0, "a digest takes whole blocks");
  constexpr std::size_t alignment = 16;  // so that sums are made from memory, without loads
  Words sums = sums_;
  Words sums_of_sums = sums_of_sums_;
  for (std::size_t at = 0; at != count; at += block) {
    for (std::size_t part = 0; part < block; part += sizeof sums)
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        TwoWords words;
        std::memcpy(&words, std::assume_aligned<alignment>(bytes + at) + part + lane * sizeof words,
                    sizeof words);
        sums[lane] += words;
      }
    for (std::size_t lane = 0; lane < lanes; ++lane) sums_of_sums[lane] += sums[lane];
  }
  sums_ = sums;
  sums_of_sums_ = sums_of_sums;
  size_ += count;
}

std::uint64_t TableDigest::with(std::string_view rest) const {
  MCSIM_CHECK(rest.size() < block, "less than a block is left");
  XXH64_state_t hash;
  XXH64_reset(&hash, size_ + rest.size());
  XXH64_update(&hash, sums_.data(), sizeof sums_);
  XXH64_update(&hash, sums_of_sums_.data(), sizeof sums_of_sums_);
  XXH64_update(&hash, rest.data(), rest.size());
  return XXH64_digest(&hash);
}

Expected<std::uint64_t, Diagnostics> table_digest(const std::string& path,
                                                  const std::string& shown_name) {
  auto source = ByteSource::open(path, shown_name);
  if (!source) return Unexpected(std::move(source.error()));
  constexpr std::size_t size = std::size_t{256} << 10;
  RawBytes room(size);
  std::size_t used = 0;
  TableDigest digest;
  while (true) {
    const auto count = source->read(std::span<char>(room.data() + used, size - used));
    if (!count) return Unexpected(Diagnostics{{count.error()}});
    if (*count == 0) return digest.with({room.data(), used});
    used += *count;
    const std::size_t whole = used - used % TableDigest::block;
    digest.add(room.data(), whole);
    std::memmove(room.data(), room.data() + whole, used -= whole);
  }
}

}  // namespace mcsim::text
