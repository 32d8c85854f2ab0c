// Scenarios that grow, in which limits hold jobs back.
#pragma once

#include <cstdint>
#include <string>

namespace mcsim::testing::growth {

std::string qjob_limit(std::int32_t n);
std::string users(std::int32_t n);
std::string user_limits(std::int32_t n);
std::string limits(std::int32_t n);
std::string limited_users(std::int32_t n);
std::string limited_hosts(std::int32_t n);

}  // namespace mcsim::testing::growth
