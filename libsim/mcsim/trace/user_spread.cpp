// Shares users out over targets.
#include "mcsim/trace/user_spread.hpp"

#include "mcsim/base/check.hpp"
#include "mcsim/base/random.hpp"

namespace mcsim::trace {

// Rendezvous hashing: each target draws as many numbers for the user as it has weight, and the
// largest one wins. No seed: runs that differ in it, and all workloads, spread alike.
std::size_t UserSpread::of(std::string_view user) const {
  MCSIM_CHECK(!targets_.empty(), "a spread has no targets");
  std::size_t best = 0;
  std::uint64_t largest = 0;
  for (std::size_t at = 0; at < targets_.size(); ++at) {
    const RngStream draws(0, "spread/" + std::string(user) + '\n' + targets_[at].name);
    for (std::uint32_t one = 0; one < targets_[at].weight; ++one) {
      const std::uint64_t drawn = draws.at(one, 0);
      if (drawn <= largest) continue;
      largest = drawn;
      best = at;
    }
  }
  return best;
}

}  // namespace mcsim::trace
