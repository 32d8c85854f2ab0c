// `mcsim validate`: reports everything that is wrong with files, and runs nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

/// Checks scenarios, traces and directories of LSF configuration. Prints a line per file, or JSON:
/// {"files": [{"file", "kind", "errors", "warnings", "changes_who_waits": [TEXT],
/// "diagnostics": [{"severity", "file", "line", "column", "pointer", "message"}]}]}, always with
/// all diagnostics. `strict`: warnings are errors; `warnings`: one of warnings_choices.
ExitCode validate_command(std::span<const std::string> files, bool json, const Registry& registry,
                          const Console& console, bool strict = false,
                          std::string_view warnings = "first");

}  // namespace mcsim::app
