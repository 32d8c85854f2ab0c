// Many short lists that only grow until they are emptied, in chunks of a common pool.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::kernel {

/// A list of a ChunkPool.
struct ChunkList {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t first = none;
  std::uint32_t last = none;
  std::uint32_t in_last = 0;  ///< items of the last chunk
  std::uint32_t size = 0;
};

/// Items are appended, and read in rows; no item has an allocation of its own. Chunks are named by
/// number, so that a copy is a pool of its own.
template <class T>
class ChunkPool {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 64);

 public:
  /// A chunk has 512 bytes. A list of at most this many items is one row.
  static constexpr std::uint32_t per_chunk = 512 / sizeof(T) - 1;

  void append(ChunkList& list, const T& item) {
    if (list.in_last == per_chunk || list.size == 0) grow(list);
    chunks_[list.last].items[list.in_last++] = item;
    ++list.size;
  }

  /// Calls visit(row) for the items in rows, in the order in which they were appended. `visit` must
  /// not append.
  template <class Visit>
  void visit_rows(const ChunkList& list, Visit&& visit) const {
    for (std::uint32_t at = list.first; at != ChunkList::none; at = chunks_[at].next)
      visit(row_of(list, at));
  }
  /// The same; the list is empty afterwards.
  template <class Visit>
  void drain_rows(ChunkList& list, Visit&& visit) {
    visit_rows(list, visit);
    if (list.size != 0) chunks_[list.last].next = std::exchange(free_, list.first);
    list = {};
  }
  /// Calls visit(item) for each; the list is empty afterwards. `visit` may append to other lists.
  template <class Visit>
  void drain(ChunkList& list, Visit&& visit) {
    const ChunkList all = std::exchange(list, {});
    for (std::uint32_t at = all.first; at != ChunkList::none;) {
      const std::size_t count = row_of(all, at).size();
      for (std::size_t item = 0; item < count; ++item) visit(T(chunks_[at].items[item]));
      const std::uint32_t next = chunks_[at].next;
      chunks_[at].next = std::exchange(free_, at);
      at = next;
    }
  }

 private:
  struct Chunk {
    std::uint32_t next = ChunkList::none;
    std::array<T, per_chunk> items;
  };

  std::span<const T> row_of(const ChunkList& list, std::uint32_t at) const {
    return std::span(chunks_[at].items).first(at == list.last ? list.in_last : per_chunk);
  }
  void grow(ChunkList& list) {
    std::uint32_t added = free_;
    if (added == ChunkList::none) {
      added = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    } else {
      free_ = std::exchange(chunks_[added].next, ChunkList::none);
    }
    (list.size == 0 ? list.first : chunks_[list.last].next) = added;
    list.last = added;
    list.in_last = 0;
  }

  std::vector<Chunk> chunks_;
  std::uint32_t free_ = ChunkList::none;  ///< the first chunk that no list uses
};

}  // namespace mcsim::kernel
