// Where the project lies, and what was built for the tests. Only one generated file knows, so that
// a compiler's cache serves the others in any folder.
#pragma once

#include <string>

namespace mcsim::testing {

/// The project's folder.
const std::string& source_dir();
/// The folder of the ELIMs that are compiled: elim.NAME.
const std::string& elims_dir();

}  // namespace mcsim::testing
