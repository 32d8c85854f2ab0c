// The command line `mcsim`. A tool with policies of its own is the same, with a longer registry.
#include "mcsim/experiment/command_line.hpp"

int main(int argc, char** argv) {
  return mcsim::run_command_line(argc, argv, mcsim::default_registry());
}
