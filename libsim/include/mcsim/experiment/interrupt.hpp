// Ctrl-C as a question that the event loop asks.
#pragma once

namespace mcsim {

/// While one lives, SIGINT and SIGTERM only leave a mark; the second one ends the process as usual.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool interrupted();
};

}  // namespace mcsim
