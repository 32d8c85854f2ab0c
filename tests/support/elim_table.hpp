// LSF's document on ELIMs and each rule of docs/rules/elim.md as a table: the script of an ELIM,
// and the story that must result. The table is played without any process, by real programs, and by
// simulated ELIMs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_watch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// What an ELIM does, or what happens to its LIM.
struct ElimStep {
  enum class Act : std::uint8_t { writes, exits, closes_output, lim_becomes_master };

  Duration at{};
  Act act{};
  std::string text;  ///< of writes
  int code = 0;      ///< of exits
};

struct ElimCase {
  std::string rule;  ///< D1, D2, ...: LSF's document; R1 to R8, E1 to E6: docs/rules/elim.md
  std::string says;
  std::vector<ElimStep> steps;
  Duration until{};
  /// `0 start, 5 tmp2=47.5 nio=- licenses=5, 12 !exited, 15 TERM`: seconds, and what the LIM does
  /// then; - is unknown, ! marks what the ELIM did wrong.
  std::string story;
  void (*adapt)(ElimContract& contract) = nullptr;
};

/// The resources of the table: tmp2 and nio of each host, licenses shared, site a string.
ElimContract contract_of(const ElimCase& sample);
const std::vector<ElimCase>& elim_cases();

/// Appends an answer to `story`.
void tell(std::string& story, Time now, const ElimAnswer& answer, const ElimContract& contract);

/// Plays a case. A Lim has next_check(), contract(), and look(now) and step(step, now), which both
/// return an answer.
template <class Lim>
std::string story_of(const ElimCase& sample, Lim& lim) {
  std::string story;
  const Time end{sample.until};
  auto step = sample.steps.begin();
  for (;;) {
    const Time next_step = step == sample.steps.end() ? never : Time{step->at};
    const Time now = std::min(next_step, lim.next_check());
    if (now > end) return story;
    const ElimAnswer& answer = now == next_step ? lim.step(*step++, now) : lim.look(now);
    tell(story, now, answer, lim.contract());
  }
}

/// A LIM without any process: each step is told to it by a call.
class PureLim {
 public:
  explicit PureLim(ElimContract contract) : contract_(std::move(contract)) {}

  Time next_check() const { return std::min(next_tick_, watch_.deadline(contract_.rules)); }
  Time next_tick() const { return next_tick_; }
  void skip_tick() { next_tick_ += contract_.rules.poll_interval; }
  const ElimAnswer& look(Time now);
  const ElimAnswer& step(const ElimStep& step, Time now);
  const ElimContract& contract() const { return contract_; }
  const ElimWatch& watch() const { return watch_; }

 private:
  ElimContract contract_;
  ElimWatch watch_;
  ElimAnswer answer_;
  Time next_tick_{};
};

}  // namespace mcsim::testing
