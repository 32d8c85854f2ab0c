// Settings made as usual, one at a time: what a shrinker tries.
#pragma once

#include <cstddef>
#include <type_traits>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Walks over all settings and makes the n-th of them as usual.
class Simplifier {
 public:
  explicit Simplifier(std::size_t wanted) : wanted_(wanted) {}

  /// Whether there was an n-th setting.
  bool was_there() const { return seen_ > wanted_; }
  bool has_changed() const { return changed_; }
  void restart() { seen_ = 0; }

  template <class T>
  void visit(T& field, const std::type_identity_t<T>& usual) {
    if (seen_++ != wanted_ || field == usual) return;
    field = usual;
    changed_ = true;
  }

 private:
  std::size_t wanted_;
  std::size_t seen_ = 0;
  bool changed_ = false;
};

void simplify(Simplifier& one, LinkConfig& link);
/// The settings before and after reconfigurations have the n-th thing changed alike.
void simplify_all(Simplifier& one, ClusterConfig& cluster);

}  // namespace mcsim::testing
