// A value whose type only its maker knows: others see an interface, and copies are copies of it
// all.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace mcsim::base {

/// What such an interface is derived from.
struct BoxedInterface {
  BoxedInterface() = default;
  BoxedInterface(const BoxedInterface&) = default;
  BoxedInterface(BoxedInterface&&) = default;
  BoxedInterface& operator=(const BoxedInterface&) = default;
  BoxedInterface& operator=(BoxedInterface&&) = default;
  virtual ~BoxedInterface() = default;
};

/// Owns a value of a class that is derived from `Interface`.
template <class Interface>
class Boxed {
 public:
  template <std::derived_from<Interface> Value>
  explicit Boxed(Value value)
      : held_(std::make_unique<Value>(std::move(value))), copy_(&copy_of<Value>) {}
  Boxed(const Boxed& other) : held_(other.copy_(*other.held_)), copy_(other.copy_) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  const Interface* operator->() const { return held_.get(); }
  Interface* operator->() { return held_.get(); }

 private:
  using Copy = std::unique_ptr<Interface> (*)(const Interface&);
  template <class Value>
  static std::unique_ptr<Interface> copy_of(const Interface& value) {
    return std::make_unique<Value>(static_cast<const Value&>(value));
  }

  std::unique_ptr<Interface> held_;
  Copy copy_;
};

}  // namespace mcsim::base
