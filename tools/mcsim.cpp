// The program `mcsim`. A tool with policies of its own is the same, with a longer registry.
#include <cstdio>
#include <new>

#include "mcsim/app/command/command_line.hpp"
#include "mcsim/base/huge_heap.hpp"

int main(int argc, char** argv) try {
  mcsim::base::use_huge_heap();
  return mcsim::app::run_command_line(argc, argv, mcsim::registry::default_registry());
} catch (const std::bad_alloc&) {  // before the command line could say so itself
  std::fputs("mcsim: out of memory\n", stderr);
  return 1;
}
