// What the scenarios of all families are made of.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace mcsim::testing::growth {

using Json = nlohmann::json;

inline std::string numbered(const char* prefix, std::int32_t number) {
  return prefix + std::to_string(number);
}
inline std::string seconds(std::int64_t count) { return std::to_string(count) + "s"; }
/// prefix[1-n]
inline std::string range(const char* prefix, std::int32_t n) {
  return prefix + ("[1-" + std::to_string(n) + "]");
}

inline Json host(const std::string& name, std::int32_t ncpus) {
  return {{"name", name}, {"ncpus", ncpus}};
}

/// A cluster with one queue, `normal`.
inline Json cluster(const std::string& name, std::int32_t hosts, std::int32_t ncpus) {
  return {{"name", name},
          {"hosts", {host(range("h", hosts), ncpus)}},
          {"lsb.params", {{"JOB_ACCEPT_INTERVAL", 0}}},
          {"lsb.queues", {{{"QUEUE_NAME", "normal"}}}}};
}
inline Json scenario(Json clusters) {
  return {{"mcsim", 1}, {"clusters", std::move(clusters)}, {"jobs", Json::array()}};
}
/// `apart`: seconds from one submission to the next.
inline Json& add_jobs(Json& into, std::int32_t n, std::int32_t apart,
                      const Json& like = Json::object()) {
  for (std::int32_t at = 0; at < n; ++at) {
    Json job = {{"id", into["jobs"].size() + 1},
                {"submit", seconds(std::int64_t{at} * apart)},
                {"run", seconds(100 + at * 37 % 400)}};
    job.update(like);
    into["jobs"].push_back(std::move(job));
  }
  return into;
}
inline Json& first(Json& one) { return one["clusters"][0]; }

}  // namespace mcsim::testing::growth
