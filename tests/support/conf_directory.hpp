// A directory of LSF's own files, and what a scenario makes of it.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing {

/// A cluster "home" of two hosts and two queues, in LSF's files.
struct Directory {
  Directory() {
    std::filesystem::create_directory(folder.path("conf"));
    write("lsf.shared", "Begin Cluster\nClusterName\nhome\nEnd Cluster\n");
    write("lsf.cluster.home",
          "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\n"
          "h3 ! ! 1 ()\nEnd Host\n");
    write("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = night\nEnd Parameters\n");
    write("lsb.queues",
          "Begin Queue\nQUEUE_NAME = day\nPRIORITY = 30\nUJOB_LIMIT = 3\nEnd Queue\n"
          "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 20\nEnd Queue\n");
    write("lsb.hosts", "Begin Host\nHOST_NAME MXJ JL/U\nh[1-2] 4 2\ndefault 8 ()\nEnd Host\n");
  }

  void write(const std::string& name, const std::string& text) const {
    folder.write("conf/" + name, text);
  }
  Expected<Scenario, Diagnostics> load(const std::string& keys,
                                       std::vector<std::string> sets = {}) const {
    ScenarioChoices choices = choices_of(default_registry());
    choices.sets = std::move(sets);
    return load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "home",
      "conf": "conf")" + keys + "}]}"),
                         choices);
  }

  /// The diagnostics, with file names relative to this folder.
  Texts said(const Diagnostics& diagnostics) const {
    Texts lines = texts(diagnostics);
    const std::string prefix = folder.path() + "/";
    for (std::string& line : lines)
      if (line.starts_with(prefix)) line.erase(0, prefix.size());
    return lines;
  }

  TempFolder folder;
};

inline ClusterConfig cluster_of(const Expected<Scenario, Diagnostics>& scenario) {
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return scenario->config.clusters.at(0);
}

}  // namespace mcsim::testing
