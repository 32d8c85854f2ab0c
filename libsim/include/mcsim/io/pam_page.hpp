// What PAM does, as a page of docs/.
#pragma once

#include <string>

namespace mcsim {

/// Markdown: a diagram of the states (Mermaid), and the table.
std::string pam_page();

}  // namespace mcsim
