// Cells of a table as fixed numbers of words, so that equal ones are found without reading texts.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// A text of up to 15 bytes as it is, its length in the last byte; of a longer one, its number.
struct CellWord {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  bool operator==(const CellWord&) const = default;
};

class CellWords {
 public:
  /// 16 bytes from the text's beginning on must be readable.
  [[gnu::always_inline]] CellWord of(std::string_view text) {
    if (text.size() > 15) [[unlikely]]
      return of_long(text);
    if (text.empty()) return {};
    CellWord word;
    std::memcpy(&word.low, text.data(), 8);
    std::memcpy(&word.high, text.data() + 8, 8);
    if constexpr (std::endian::native == std::endian::big)
      word = {__builtin_bswap64(word.low), __builtin_bswap64(word.high)};
    const std::size_t size = text.size();
    if (size < 8) {
      word.low &= (std::uint64_t{1} << size * 8) - 1;
      word.high = 0;
    } else {
      word.high &= (std::uint64_t{1} << (size - 8) * 8) - 1;
    }
    word.high |= std::uint64_t{size} << 56;
    return word;
  }

 private:
  [[gnu::noinline]] CellWord of_long(std::string_view text) {
    const auto [found, is_new] = long_.try_emplace(std::string(text), long_.size());
    return {found->second, std::uint64_t{0xFF} << 56};
  }

  std::unordered_map<std::string, std::uint64_t> long_;  // never iterated
};

/// Rows of `width` cells, each held once: numbered from 0 as they come.
class CellRows {
 public:
  explicit CellRows(std::size_t width) : width_(width) {}

  /// The number of a row, and whether it is new.
  struct Found {
    std::uint32_t number;
    bool is_new;
  };
  [[gnu::always_inline]] Found find(const CellWord* row) {
    std::uint64_t hash = 0;
    for (std::size_t at = 0; at < width_; ++at) hash = mixed(hash, row[at]);
    hash ^= hash >> 32;
    for (std::size_t place = hash;; ++place) {
      place &= places_.size() - 1;
      const std::uint32_t number = places_[place];
      if (number == free_place) return {add(row, hash), true};
      if (is_at(number, row)) [[likely]]
        return {number, false};
    }
  }

 private:
  static constexpr std::uint32_t free_place = UINT32_MAX;

  static std::uint64_t mixed(std::uint64_t hash, const CellWord& word) {
    hash = (hash ^ word.low) * 0x9E3779B97F4A7C15;
    hash = (std::rotl(hash, 29) ^ word.high) * 0xC2B2AE3D27D4EB4F;
    return std::rotl(hash, 31);
  }
  bool is_at(std::uint32_t number, const CellWord* row) const {
    const CellWord* const known = rows_.data() + number * width_;
    for (std::size_t at = 0; at < width_; ++at)
      if (known[at] != row[at]) return false;
    return true;
  }
  [[gnu::noinline]] std::uint32_t add(const CellWord* row, std::uint64_t hash) {
    if (2 * (hashes_.size() + 1) > places_.size()) grow();
    const auto number = static_cast<std::uint32_t>(hashes_.size());
    rows_.insert(rows_.end(), row, row + width_);
    hashes_.push_back(hash);
    put(number);
    return number;
  }
  void grow() {
    places_.assign(2 * places_.size(), free_place);
    for (std::uint32_t number = 0; number < hashes_.size(); ++number) put(number);
  }
  void put(std::uint32_t number) {
    std::size_t place = hashes_[number] & (places_.size() - 1);
    while (places_[place] != free_place) place = (place + 1) & (places_.size() - 1);
    places_[place] = number;
  }

  std::size_t width_;
  std::vector<CellWord> rows_;
  std::vector<std::uint64_t> hashes_;  ///< by number
  std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(256, free_place);
};

}  // namespace mcsim::config
