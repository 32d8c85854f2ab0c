// A closed set of events in 16 bytes: each kind is a small struct, and a handler for every kind
// must exist or the program does not compile.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "mcsim/kernel/importance.hpp"

namespace mcsim::kernel {

/// One of Kinds. The kinds that come most often stand first.
template <class... Kinds>
class Tagged {
  static_assert(sizeof...(Kinds) <= 64);
  static_assert(((std::is_trivially_copyable_v<Kinds> && sizeof(Kinds) <= 15) && ...));

 public:
  /// Uninitialized: only to be assigned to.
  Tagged() = default;

  template <class Kind>
    requires(std::is_same_v<Kind, Kinds> || ...)
  Tagged(const Kind& kind) : bytes_{}, tag_(tag_of<Kind>()) {  // NOLINT(*-explicit-*)
    std::memcpy(bytes_.data(), &kind, sizeof(Kind));
  }

  /// Calls handler(kind) with the kind that this is.
  template <class Handler>
  void visit(Handler&& handler) const {
    if (tag_ != 0) [[unlikely]]  // apart, so that other kinds cost the first one nothing
      return visit_others(handler);
    static_cast<void>(((tag_of<Kinds>() == 0 && (handler(load<Kinds>()), true)) || ...));
  }

  template <class Kind>
  bool is() const {
    return tag_ == tag_of<Kind>();
  }
  /// It must be of that kind.
  template <class Kind>
  Kind as() const {
    return load<Kind>();
  }

  Importance importance() const {
    if ((with_importance >> tag_ & 1) == 0) return Importance::work;
    if ((always_idle >> tag_ & 1) != 0) return Importance::idle;
    if ((always_recurring >> tag_ & 1) != 0) return Importance::recurring;
    return importance_of_kind();
  }

 private:
  template <class Handler>
  [[gnu::noinline]] void visit_others(Handler& handler) const {
    static_cast<void>(((tag_ == tag_of<Kinds>() && (handler(load<Kinds>()), true)) || ...));
  }

  /// Not inlined, since most events only pass by.
  [[gnu::noinline]] Importance importance_of_kind() const {
    Importance found = Importance::work;
    visit([&](const auto& kind) { found = importance_of(kind); });
    return found;
  }

  template <class Kind>
  static constexpr std::uint8_t tag_of() {
    std::uint8_t tag = 0;
    static_cast<void>(((std::is_same_v<Kind, Kinds> || (++tag, false)) || ...));
    return tag;
  }
  template <class Kind>
  Kind load() const {
    std::array<std::byte, sizeof(Kind)> bytes;
    std::memcpy(bytes.data(), bytes_.data(), sizeof(Kind));
    return std::bit_cast<Kind>(bytes);
  }

  /// Whether all events of a kind are so important.
  template <class Kind>
  static constexpr bool is_always(Importance importance) {
    if constexpr (requires { Kind::importance(); })
      return Kind::importance() == importance;
    else
      return false;
  }
  static constexpr std::uint64_t always_idle =
      (std::uint64_t{0} | ... |
       (std::uint64_t{is_always<Kinds>(Importance::idle)} << tag_of<Kinds>()));
  static constexpr std::uint64_t always_recurring =
      (std::uint64_t{0} | ... |
       (std::uint64_t{is_always<Kinds>(Importance::recurring)} << tag_of<Kinds>()));
  /// A bit for each kind, by tag: almost all events are told by it alone.
  static constexpr std::uint64_t with_importance =
      (std::uint64_t{0} | ... | (std::uint64_t{HasImportance<Kinds>} << tag_of<Kinds>()));

  alignas(8) std::array<std::byte, 15> bytes_;
  std::uint8_t tag_;
};

}  // namespace mcsim::kernel
