// Reads how many instructions valgrind's callgrind has counted so far.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/bench/cost_log.hpp"

namespace mcsim::app {

/// Under callgrind, whose log it reads: see under_callgrind().
class InstructionMeter final : public Meter {
 public:
  explicit InstructionMeter(int log);

  void begin() override;
  Readings end() override;

 private:
  void read_log();

  int log_;
  std::string text_;
};

/// The descriptor from which callgrind's log can be read, where this process runs under callgrind
/// since under_callgrind() has started it; none: it does not.
std::optional<int> callgrind_log();

/// Runs this program again under callgrind with the same words, in this process: it does not return
/// unless that fails. Then it says why.
std::string under_callgrind(const std::vector<std::string>& words);

}  // namespace mcsim::app
