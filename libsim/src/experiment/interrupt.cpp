// Ctrl-C as a question that the event loop asks. The mark must be static: a signal handler sees
// nothing else.
#include "mcsim/experiment/interrupt.hpp"

#include <csignal>

namespace mcsim {
namespace {

volatile std::sig_atomic_t marked = 0;  // NOLINT(*-non-const-global-variables)

extern "C" void mark(int signal) {
  marked = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptWatch::InterruptWatch()
    : on_interrupt_(std::signal(SIGINT, mark)), on_terminate_(std::signal(SIGTERM, mark)) {
  marked = 0;
}

InterruptWatch::~InterruptWatch() {
  std::signal(SIGINT, on_interrupt_);
  std::signal(SIGTERM, on_terminate_);
}

bool InterruptWatch::interrupted() { return marked != 0; }

}  // namespace mcsim
