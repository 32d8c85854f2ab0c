// Scenarios that grow, with the elements of job arrays.
#pragma once

#include <cstdint>
#include <string>

namespace mcsim::testing::growth {

std::string array_elements(std::int32_t n);
std::string waiting_elements(std::int32_t n);
std::string modified_elements(std::int32_t n);
std::string moved_elements(std::int32_t n);

}  // namespace mcsim::testing::growth
