// The element of a vector by id; the vector grows if it has none for this id.
#pragma once

#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::base {

template <class Value, Id Key>
Value& grown(std::vector<Value>& values, Key id) {
  if (index_of(id) >= values.size()) values.resize(index_of(id) + 1);
  return values[index_of(id)];
}

}  // namespace mcsim::base
