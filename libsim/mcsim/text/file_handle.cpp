// An open file of the operating system, and its errors in words.
#include "mcsim/text/file_handle.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace mcsim::text {

int FileHandle::close() {
  if (!is_open()) return 0;
  return ::close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
}

std::string error_text(int error_number) { return std::generic_category().message(error_number); }

}  // namespace mcsim::text
