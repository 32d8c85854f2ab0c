// The command line `mcsim`. A tool with policies of its own is the same, with a longer registry.
#include "mcsim/base/huge_heap.hpp"
#include "mcsim/experiment/command_line.hpp"

int main(int argc, char** argv) {
  mcsim::use_huge_heap();
  return mcsim::run_command_line(argc, argv, mcsim::default_registry());
}
