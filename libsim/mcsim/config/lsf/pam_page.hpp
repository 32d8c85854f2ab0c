// What PAM does, as a page of docs/.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// Markdown: a diagram of the states (Mermaid), and the table.
std::string pam_page();

}  // namespace mcsim::config
