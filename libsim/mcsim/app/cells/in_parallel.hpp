// Runs independent tasks, several of them at the same time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// How many tasks run at the same time: `asked`, or if that is 0, the number of processors.
inline std::size_t threads_for(std::size_t asked) {
  return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

/// Calls task(0), ..., task(count - 1), up to `at_once` of them at the same time. No task begins
/// once `stop` is set; a task that throws sets it. When all tasks have ended, the exception of the
/// task with the lowest number is rethrown.
template <class Task>
void in_parallel(std::size_t count, std::size_t at_once, std::atomic<bool>& stop, Task&& task) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> thrown(count);
  const auto work = [&] {
    for (std::size_t at = next++; at < count && !stop; at = next++) {
      try {
        task(at);
      } catch (...) {
        thrown[at] = std::current_exception();
        stop = true;
      }
    }
  };
  {
    std::vector<std::jthread> others;  // joined when they are destroyed
    for (std::size_t more = 1; more < std::min(at_once, count); ++more) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace mcsim::app
