// What LSF reads in a file that is not read here.
#pragma once

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/lsf/conf_files.hpp"

namespace mcsim::config {

/// Warns of what the file says and is not simulated; nothing is said of what it does not say, or
/// cannot be read. Of lsb.modules: plugins of the scheduler that are not simulated, and those that
/// are not loaded and simulated all the same.
Diagnostics about_unread(const FoundConfFile& file);

}  // namespace mcsim::config
