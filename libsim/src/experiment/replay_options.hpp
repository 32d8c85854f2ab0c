// The commands that look at a run folder, and their options.
#pragma once

#include "mcsim/experiment/explain_command.hpp"
#include "mcsim/experiment/views_command.hpp"

namespace CLI {
class App;
}

namespace mcsim {

/// Adds the subcommand explain.
void add_explain(CLI::App& app, ExplainRequest& to);
/// Adds the subcommands bjobs, bhosts, bqueues, bclusters and lsload.
void add_views(CLI::App& app, ViewsRequest& to);

}  // namespace mcsim
