// Clusters for tests of the configuration, from the members of their JSON object.
#pragma once

#include <string>
#include <utility>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing {

/// A scenario with one cluster, C, that has `members`; `before` are members of the scenario.
inline Expected<Scenario, Diagnostics> try_scenario(const std::string& members,
                                                    const std::string& before = "") {
  const TempFolder folder;
  const std::string text =
      "{\"mcsim\": 1, " + before + "\"clusters\": [{\"name\": \"C\",\n" + members + "}]}";
  return load_scenario(folder.write("s.json", text), choices_of(default_registry()));
}

inline Scenario scenario_of(const std::string& members, const std::string& before = "") {
  auto scenario = try_scenario(members, before);
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return std::move(*scenario);
}

inline ClusterSettings settings_of(const std::string& members, const std::string& before = "") {
  return scenario_of(members, before).config.clusters[0];
}

/// The queue `q` with these members, in a cluster with the hosts h1 and h2 and a queue `low`.
inline QueueConfig queue_of(const std::string& members, const std::string& before = "") {
  return settings_of(R"("hosts": [{"name": "h[1-2]", "ncpus": 4}], "lsb.queues": [
    {"QUEUE_NAME": "q", "PRIORITY": 50, )" +
                         members + R"(}, {"QUEUE_NAME": "low"}])",
                     before)
      .queues[0];
}

/// The diagnostics about the cluster, without the file.
inline Texts complaints_of(const std::string& members, const std::string& before = "") {
  const auto scenario = try_scenario(members, before);
  Texts all;
  const Diagnostics& diagnostics = scenario ? scenario->warnings : scenario.error();
  for (Diagnostic diagnostic : diagnostics.list) {
    diagnostic.file = "s";
    all.push_back(without_picture(to_text(diagnostic)));
  }
  return all;
}

}  // namespace mcsim::testing
