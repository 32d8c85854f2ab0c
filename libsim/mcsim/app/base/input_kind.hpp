// What a file that the user names is: a scenario or a trace.
#pragma once

#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

enum class InputKind { scenario, trace };

/// By its name (.json, .swf, .swf.zst), or else by its first letter: JSON and comments begin with
/// `{` or `/`. Errors: the file cannot be read, or is a directory,
/// or one file of an LSF configuration.
Expected<InputKind, Diagnostics> kind_of_input(const std::string& path);

/// Whether it can only be a directory of LSF configuration: no run folder, and no file.
bool is_conf_directory(const std::string& path);

}  // namespace mcsim::app
