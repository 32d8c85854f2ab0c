// What LSF reads in a file that is not read here.
#pragma once

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/lsf/conf_files.hpp"

namespace mcsim::config {

/// Warns of what the file says and is not simulated, or of why it cannot be read; nothing is said
/// of what it does not say. Of lsb.modules: plugins of the scheduler that are not simulated, and
/// those that are not loaded and simulated all the same.
Diagnostics about_unread(const FoundConfFile& file);

}  // namespace mcsim::config
