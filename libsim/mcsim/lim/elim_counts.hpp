// How often simulated ELIMs were started, reported, and broke a rule.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mcsim/lim/elim_problem.hpp"

namespace mcsim::lim {

struct ElimCounts {
  static constexpr std::size_t kinds = static_cast<std::size_t>(ElimFault::given_up) + 1;

  std::uint64_t starts = 0;
  std::uint64_t reports = 0;                    ///< that a LIM has read completely
  std::array<std::uint64_t, kinds> problems{};  ///< by ElimFault

  std::uint64_t of(ElimFault fault) const { return problems[static_cast<std::size_t>(fault)]; }
  ElimCounts& operator+=(const ElimCounts& more) {
    starts += more.starts;
    reports += more.reports;
    for (std::size_t at = 0; at < kinds; ++at) problems[at] += more.problems[at];
    return *this;
  }
  bool operator==(const ElimCounts&) const = default;
};

}  // namespace mcsim::lim
