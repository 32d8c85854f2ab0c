// Arrays that wait for a limit or for one another, and that actions change.
#include "growth/array_families.hpp"

#include "growth/scenarios.hpp"

namespace mcsim::testing::growth {
namespace {

/// One array of n elements, of which eight run at a time.
Json array_of(std::int32_t n, std::int32_t id, const std::string& name) {
  return {{"id", id},
          {"run", "40s"},
          {"user", "ann"},
          {"name", name + "[1-" + std::to_string(n) + "]%8"}};
}
Json site_of_arrays(std::int32_t n) {
  Json one = scenario({cluster("C", 16, 4)});
  first(one)["lsb.params"]["MAX_JOB_ARRAY_SIZE"] = n;
  one["jobs"].push_back(array_of(n, 1, "a"));
  return one;
}

}  // namespace

std::string array_elements(std::int32_t n) { return site_of_arrays(n).dump(); }

std::string waiting_elements(std::int32_t n) {
  Json one = site_of_arrays(n);
  for (const char* depends : {"done(1[*])", "done(1)", "numdone(1, >= 2)"}) {
    Json waits = array_of(n, static_cast<std::int32_t>(one["jobs"].size()) + 1, "w");
    waits["submit"] = "1s";
    waits["depends"] = depends;
    one["jobs"].push_back(std::move(waits));
  }
  return one.dump();
}

/// Elements that bmod has asking for different hosts.
std::string modified_elements(std::int32_t n) {
  Json one = site_of_arrays(n);
  for (std::int32_t at = 1; at <= n; ++at)
    one["actions"].push_back({{"at", "1s"},
                              {"do", "bmod"},
                              {"job", "1[" + std::to_string(at) + "]"},
                              {"hosts", numbered("h", 1 + at % 16)}});
  return one.dump();
}

/// Among as many other jobs of their user, which wait, too.
std::string moved_elements(std::int32_t n) {
  Json one = site_of_arrays(n);
  add_jobs(one, n, 0, {{"user", "ann"}, {"submit", "1s"}, {"slots", 64}});
  for (const char* what : {"btop", "bbot", "btop"})
    one["actions"].push_back({{"at", "2s"}, {"do", what}, {"job", 1}});
  return one.dump();
}

}  // namespace mcsim::testing::growth
