// Ctrl-C as a question that the event loop asks. The mark must be static: a signal handler sees
// nothing else; and lock-free, since the handler may interrupt any thread.
#include "mcsim/experiment/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace mcsim {
namespace {

std::atomic<bool> marked = false;  // NOLINT(*-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void mark(int signal) {
  marked = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptWatch::InterruptWatch()
    : on_interrupt_(std::signal(SIGINT, mark)), on_terminate_(std::signal(SIGTERM, mark)) {
  marked = false;
}

InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, on_interrupt_);
  std::signal(SIGTERM, on_terminate_);
}

bool InterruptWatch::interrupted() { return marked; }

}  // namespace mcsim
