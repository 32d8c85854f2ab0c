// The folders of the project and of programs built for tests. Only one generated file has these
// paths, so that a compiler cache works for all other files in any folder.
#pragma once

#include <string>

namespace mcsim::testing {

/// The project's folder.
const std::string& source_dir();
/// The folder of the compiled ELIMs: elim.NAME.
const std::string& elims_dir();

}  // namespace mcsim::testing
