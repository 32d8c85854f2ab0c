// A value for each name, and one for what has no name.
#pragma once

#include <cstddef>
#include <vector>

#include "mcsim/base/grown.hpp"
#include "mcsim/base/ids.hpp"

namespace mcsim::base {

/// Grows as names are used. `none<NameId>` is a key like any other; it comes after all names.
template <class Value>
class ByName {
 public:
  Value& operator[](NameId id) { return id == none<NameId> ? unnamed_ : grown(named_, id); }
  /// The value of a name; the default value if the name has not been used yet.
  Value value(NameId id) const {
    if (id == none<NameId>) return unnamed_;
    return index_of(id) < named_.size() ? named_[index_of(id)] : Value{};
  }
  /// Null if the name has not been used yet.
  const Value* find(NameId id) const {
    if (id == none<NameId>) return &unnamed_;
    return index_of(id) < named_.size() ? &named_[index_of(id)] : nullptr;
  }
  void clear() { *this = {}; }
  /// One more than the largest NameId that has been used.
  std::size_t names() const { return named_.size(); }
  /// Calls visit(name, value) in the order of names.
  template <class Visitor>
  void visit(Visitor&& visitor) {
    for (std::size_t at = 0; at < named_.size(); ++at) visitor(static_cast<NameId>(at), named_[at]);
    visitor(none<NameId>, unnamed_);
  }

 private:
  std::vector<Value> named_;
  Value unnamed_{};
};

}  // namespace mcsim::base
