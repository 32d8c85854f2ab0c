// Names, each held once and known by a small id.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::base {

/// Gives every name an id, in the order of first appearance. Ids, not hashes, decide every order.
class NameTable {
 public:
  NameId id(std::string_view name) {
    if (const auto found = ids_.find(std::string(name)); found != ids_.end()) return found->second;
    const auto id = static_cast<NameId>(names_.size());
    names_.push_back(std::make_shared<const std::string>(name));
    ids_.emplace(*names_.back(), id);
    return id;
  }
  /// The name of `id`; empty for none<NameId>.
  std::string_view name(NameId id) const {
    return id == none<NameId> ? std::string_view{} : std::string_view(*names_[index_of(id)]);
  }
  std::size_t size() const { return names_.size(); }

 private:
  /// Each stays where it is; and the table moves without memory, as a deque of libstdc++ does not.
  std::vector<std::shared_ptr<const std::string>> names_;
  std::unordered_map<std::string, NameId> ids_;
};

}  // namespace mcsim::base
