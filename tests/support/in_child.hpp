// Asks in a child process, so that a question that crashes, or that is never answered, has an
// answer.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// How long a process has had the processor; what others do on a busy machine counts for nothing.
std::chrono::milliseconds processor_time(pid_t process);

/// What question() says, the first 4,000 letters of it; or that it has crashed, or has had the
/// processor for longer than `limit`, or has not answered in twenty times that. Needs a process
/// with one thread.
std::string in_child(const std::function<std::string()>& question, std::chrono::milliseconds limit);

}  // namespace mcsim::testing
