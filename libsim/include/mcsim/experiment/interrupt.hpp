// Ctrl-C as a question that the event loop asks.
#pragma once

namespace mcsim {

/// While one lives, SIGINT and SIGTERM only leave a mark; the second one ends the process as usual.
/// What was there before comes back afterwards. Any thread may ask.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  static bool interrupted();

 private:
  using Handler = void (*)(int);
  Handler on_interrupt_;
  Handler on_terminate_;
};

}  // namespace mcsim
