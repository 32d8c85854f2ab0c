// Tells whether a file that the user names is a scenario or a trace.
#pragma once

#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

enum class InputKind { scenario, trace };

/// The kind by the file's name (.json, .jsonc; .swf, also packed), otherwise by its first
/// character: JSON and its comments begin with `{` or `/`. Errors: the file cannot be read, or is
/// of another kind, such as a directory, a table or one file of an LSF configuration.
Expected<InputKind, Diagnostics> kind_of_input(const std::string& path);

/// Whether `path` is a directory but not a run folder, so that it can only hold LSF configuration.
bool is_conf_directory(const std::string& path);

}  // namespace mcsim::app
