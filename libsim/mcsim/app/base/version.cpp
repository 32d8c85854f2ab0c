// The version, from the build's definitions, and the revision, from a generated header.
#include "mcsim/app/base/version.hpp"

#include "mcsim_revision.h"

#define MCSIM_TEXT_OF(number) #number
#define MCSIM_TEXT(number) MCSIM_TEXT_OF(number)

namespace mcsim::app {

std::string_view version() { return MCSIM_VERSION; }

std::string_view revision() { return MCSIM_REVISION; }

std::string_view compiler() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " MCSIM_TEXT(__GNUC__) "." MCSIM_TEXT(__GNUC_MINOR__) "." MCSIM_TEXT(
      __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

}  // namespace mcsim::app
