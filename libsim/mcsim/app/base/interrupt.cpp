// Ctrl-C as a mark that the event loop asks for. The mark must be static, since a signal handler
// sees nothing else, and lock-free, since the handler may interrupt any thread.
#include "mcsim/app/base/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace mcsim::app {
namespace {

std::atomic<bool> marked = false;  // NOLINT(*-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void mark(int signal) {
  marked = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptWatch::InterruptWatch() {
  marked = false;
  for (Caught& one : caught_) {
    one.before = std::signal(one.signal, mark);
    if (one.before == SIG_IGN) std::signal(one.signal, SIG_IGN);  // for example by nohup
  }
}

InterruptWatch::~InterruptWatch() {
  for (const Caught& one : caught_) std::signal(one.signal, one.before);
}

bool InterruptWatch::interrupted() { return marked; }

}  // namespace mcsim::app
