// Clusters that send each other jobs, for tests of the configuration.
#pragma once

#include <string>

#include "support/rooms.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing {

/// The clusters home and away with a host of four slots each. `home` and `away` are the further
/// members of these clusters, `rest` those of the scenario.
struct GridText {
  std::string home{};
  std::string away = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}])";
  std::string rest{};
  std::string third{};  ///< members of a cluster "far", if not empty
  std::string away_hosts = R"([{"name": "away1", "ncpus": 4}])";
};

inline std::string text_of(const GridText& grid) {
  const auto cluster = [](const std::string& name, const std::string& hosts,
                          const std::string& members) {
    return "\n{\"name\": \"" + name + "\", \"hosts\": " + hosts + ", " + members + "}";
  };
  const auto host = [](const std::string& name) {
    return "[{\"name\": \"" + name + "\", \"ncpus\": 4}]";
  };
  std::string text = R"({"mcsim": 1, "clusters": [)" + cluster("home", host("home1"), grid.home) +
                     "," + cluster("away", grid.away_hosts, grid.away);
  if (!grid.third.empty()) text += "," + cluster("far", host("far1"), grid.third);
  return text + "]" + (grid.rest.empty() ? "" : ",\n" + grid.rest) + "}";
}

inline Expected<Scenario, Diagnostics> try_grid(const GridText& grid) {
  const TempFolder folder;
  return load_scenario(folder.write("s.json", text_of(grid)), choices_of(default_registry()));
}

inline Scenario grid_of(const GridText& grid) {
  auto scenario = try_grid(grid);
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return std::move(*scenario);
}

/// The diagnostics without file and place, in the order of places.
inline Texts said_of(const GridText& grid) {
  const auto scenario = try_grid(grid);
  Texts all;
  for (const Diagnostic& one : (scenario ? scenario->warnings : scenario.error()).list)
    all.push_back(one.pointer + ": " + one.message.substr(0, one.message.find('\n')));
  return all;
}

/// lsb.queues with one queue "out", for home.
inline std::string out_queue(const std::string& members) {
  return R"("lsb.queues": [{"QUEUE_NAME": "out", )" + members + "}]";
}

}  // namespace mcsim::testing
