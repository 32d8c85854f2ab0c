// A value, or the reason why there is none. The names are those of C++23's std::expected.
#pragma once

#include <utility>
#include <variant>

#include "mcsim/base/check.hpp"

namespace mcsim::base {

template <class E>
class Unexpected {
 public:
  explicit Unexpected(E error) : error_(std::move(error)) {}
  E& error() & { return error_; }
  E&& error() && { return std::move(error_); }

 private:
  E error_;
};

/// Either a T or an E. Asking for the one that is absent stops the run.
template <class T, class E>
class [[nodiscard]] Expected {
 public:
  using value_type = T;
  using error_type = E;

  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(*-explicit-*)
  Expected(Unexpected<E> error)                                            // NOLINT(*-explicit-*)
      : state_(std::in_place_index<1>, std::move(error).error()) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return checked<0>(*this); }
  const T& value() const& { return checked<0>(*this); }
  T&& value() && { return std::move(checked<0>(*this)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  E& error() & { return checked<1>(*this); }
  const E& error() const& { return checked<1>(*this); }
  E&& error() && { return std::move(checked<1>(*this)); }

 private:
  template <std::size_t Index, class Self>
  static auto& checked(Self& self) {
    MCSIM_CHECK(self.state_.index() == Index, "the other side of an Expected was asked for");
    return *std::get_if<Index>(&self.state_);
  }

  std::variant<T, E> state_;
};

}  // namespace mcsim::base
