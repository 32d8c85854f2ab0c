// Makes commands that are told.
#include "mcsim/app/history/next_commands.hpp"

#include "mcsim/app/run/run_report.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

std::string more_hosts_command(const std::string& program, const std::string& scenario,
                               const std::string& host) {
  const std::string more = R"([null, {"like": )" + quoted_json(host) + R"(, "add": 20}])";
  return "20 more hosts: " + program + " compare " + shell_word(scenario) + " --vary " +
         shell_word("clusters.*.hosts.+=" + more) + '\n';
}

}  // namespace mcsim::app
