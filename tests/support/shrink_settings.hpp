// Sets settings to their usual values, one at a time, as a shrinker tries them.
#pragma once

#include <cstddef>
#include <type_traits>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Goes through all settings and gives the n-th its usual value.
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
/// Changes the n-th setting alike before and after reconfigurations.
void simplify_all(Simplifier& one, ClusterConfig& cluster);

}  // namespace mcsim::testing
