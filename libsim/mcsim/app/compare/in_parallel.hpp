// Tasks that do not touch each other, some of them at the same time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// How many at the same time: as many as were asked for, else (0) as there are processors.
inline std::size_t threads_for(std::size_t asked) {
  return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

/// Calls task(0), ..., task(count - 1), up to `at_once` of them at the same time. None begins any
/// more once `stop` is set, or one has thrown, which sets it. What the first of them, by number,
/// has thrown is thrown here when all have ended.
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
    std::vector<std::jthread> others;  // joined when they go
    for (std::size_t more = 1; more < std::min(at_once, count); ++more) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace mcsim::app
