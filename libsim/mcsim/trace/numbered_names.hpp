// Names that traces have as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/names.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// Names of users or groups by their number; the small numbers of real traces need no hashing.
class NumberedNames {
 public:
  explicit NumberedNames(NameTable& names) : names_(names), small_(4096, none<NameId>) {}

  [[gnu::always_inline]] NameId id(std::int64_t number) {
    const auto place = static_cast<std::size_t>(number + 1);  // -1, unknown, is a name as well
    if (place >= small_.size()) [[unlikely]]
      return named(number);
    if (small_[place] == none<NameId>) [[unlikely]]
      small_[place] = named(number);
    return small_[place];
  }

 private:
  [[gnu::noinline]] NameId named(std::int64_t number) { return names_.id(std::to_string(number)); }

  NameTable& names_;
  std::vector<NameId> small_;
};

}  // namespace mcsim::trace
