// The slowest right answer to "which receive queue": docs/rules/forwarding.md, read line by line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/policy/forwarding.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The settings that it knows, named as in the table of that page; "": not defined.
const std::vector<std::string>& naive_forward_settings();

/// The positions of all queues that would be chosen, the first choice first.
std::vector<std::uint32_t> naive_forward_order(const std::string& setting, const ForwardView& view);

}  // namespace mcsim::testing
