// Rows that a policy reads, and how many it has read.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>

#include "mcsim/base/work.hpp"

namespace mcsim::policy {

/// A span that counts what is read through it: one row for each [], all rows for each pass that
/// begins, even if it ends early. So a pass costs the same whoever has compiled it. Without a
/// counter, as in tests and questions, it is a span.
template <class Row>
class CountedSpan {
 public:
  using element_type = Row;
  using value_type = std::remove_cv_t<Row>;
  using iterator = Row*;

  constexpr CountedSpan() = default;
  /// All rows of a span or vector; `reads` is none, or outlives it.
  template <std::ranges::contiguous_range Rows>
    requires std::ranges::sized_range<Rows> && std::ranges::borrowed_range<Rows> &&
                 (!std::same_as<std::remove_cvref_t<Rows>, CountedSpan>)
  constexpr CountedSpan(Rows&& rows, std::uint64_t* reads = nullptr)  // NOLINT(*-explicit-*)
      : rows_(rows), reads_(reads) {}

  constexpr std::size_t size() const { return rows_.size(); }
  constexpr bool empty() const { return rows_.empty(); }
  constexpr Row& operator[](std::size_t at) const {
    count(1);
    return rows_[at];
  }
  constexpr Row& front() const { return (*this)[0]; }
  constexpr Row& back() const { return (*this)[size() - 1]; }
  constexpr iterator begin() const {
    count(size());
    return rows_.data();
  }
  constexpr iterator end() const { return rows_.data() + rows_.size(); }
  constexpr iterator data() const { return begin(); }
  /// For checks, which are no part of a policy's work.
  constexpr std::span<Row> uncounted() const { return rows_; }

 private:
  constexpr void count([[maybe_unused]] std::size_t rows) const {
    if constexpr (counts_work)
      if (reads_ != nullptr) *reads_ += rows;
  }

  std::span<Row> rows_;
  std::uint64_t* reads_ = nullptr;
};

}  // namespace mcsim::policy
