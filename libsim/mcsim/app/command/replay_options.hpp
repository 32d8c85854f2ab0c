// The commands that read a run folder, and their options.
#pragma once

#include <string_view>

#include "mcsim/app/explain/explain_command.hpp"
#include "mcsim/app/explain/views_command.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Whether a subcommand is one of LSF's views: bjobs, bhosts, ...
bool is_view(std::string_view command);
/// Whether a word is LSF's -noheader or -json, which views take for --noheader and --json.
bool is_one_dash_word(std::string_view word);

/// Adds the subcommand explain.
void add_explain(CLI::App& app, ExplainRequest& to);
/// Adds the subcommands bjobs, bhosts, bqueues, bhpart, bclusters and lsload.
void add_views(CLI::App& app, ViewsRequest& to);

}  // namespace mcsim::app
