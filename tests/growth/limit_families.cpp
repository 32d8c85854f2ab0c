// Limits of queues and users; sections Limit: many of them, many counters of one, and many hosts
// that share one.
#include "growth/limit_families.hpp"

#include "growth/scenarios.hpp"

namespace mcsim::testing::growth {
namespace {

Json& limits_of(Json& one) { return first(one)["lsb.resources"]["Limit"]; }

}  // namespace

std::string qjob_limit(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["lsb.queues"][0]["QJOB_LIMIT"] = 20;
  return add_jobs(one, n, 1).dump();
}

std::string users(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["lsb.queues"][0]["UJOB_LIMIT"] = 1;
  add_jobs(one, 3 * n, 1);
  for (Json& job : one["jobs"]) job["user"] = numbered("u", job["id"].get<int>() % n);
  return one.dump();
}

std::string user_limits(std::int32_t n) {
  Json one = Json::parse(users(n));
  for (std::int32_t at = 0; at < n; ++at)
    first(one)["lsb.users"]["User"].push_back({{"USER_NAME", numbered("u", at)}, {"MAX_JOBS", 2}});
  return one.dump();
}
std::string limits(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  for (std::int32_t at = 0; at < n; ++at)
    limits_of(one).push_back(
        {{"NAME", numbered("l", at)}, {"PROJECTS", numbered("p", at)}, {"SLOTS", 2}, {"JOBS", 1}});
  add_jobs(one, 4 * n, 1);
  for (Json& job : one["jobs"]) job["project"] = numbered("p", job["id"].get<int>() % n);
  return one.dump();
}

std::string limited_users(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  limits_of(one) = {{{"NAME", "each"}, {"PER_USER", "all"}, {"JOBS", 1}}};
  add_jobs(one, 4 * n, 1);
  for (Json& job : one["jobs"]) job["user"] = numbered("u", job["id"].get<int>() % n);
  return one.dump();
}

/// Where more slots are free than limits let jobs have.
std::string limited_hosts(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  limits_of(one) = {{{"NAME", "two"}, {"PER_HOST", "all"}, {"USERS", "ann"}, {"SLOTS", 2}},
                    {{"NAME", "half"}, {"HOSTS", range("h", 16)}, {"USERS", "ann"}, {"SLOTS", 16}}};
  add_jobs(one, 4 * n, 1, {{"user", "ann"}});
  for (Json& job : one["jobs"]) job["slots"] = 1 + job["id"].get<int>() % 8;
  return one.dump();
}

}  // namespace mcsim::testing::growth
