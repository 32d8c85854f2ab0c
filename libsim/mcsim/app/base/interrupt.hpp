// Ctrl-C as a mark that the event loop asks for.
#pragma once

#include <array>
#include <csignal>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// While it lives, SIGINT, SIGTERM and SIGHUP only set a mark; a second signal ends the process as
/// usual. A signal that was ignored stays ignored. The destructor restores the earlier handlers.
/// Any thread may ask for the mark.
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
