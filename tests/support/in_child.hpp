// Asks a question in a child process, so that a crash or an endless loop is an answer as well.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// The CPU time of a process; other processes on a busy machine do not count.
std::chrono::milliseconds processor_time(pid_t process);

/// The first 4,000 characters of question(); or that it has crashed, has used more CPU time than
/// `limit`, or has not answered within twenty times `limit`. Needs a process with one thread.
std::string in_child(const std::function<std::string()>& question, std::chrono::milliseconds limit);

}  // namespace mcsim::testing
