// Ctrl-C as a question that the event loop asks.
#pragma once

#include <array>
#include <csignal>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// While one lives, SIGINT, SIGTERM and SIGHUP only leave a mark; the second one ends the process
/// as usual. One that is ignored stays so. What was there before comes back afterwards. Any thread
/// may ask.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool interrupted();

 private:
  struct Caught {
    int signal;
    void (*before)(int) = nullptr;
  };
  std::array<Caught, 3> caught_{{{SIGINT}, {SIGTERM}, {SIGHUP}}};
};

}  // namespace mcsim::app
