// What must hold for any bytes that an ELIM writes: for the fuzz target, and for the corpus in the
// tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "mcsim/base/check.hpp"
#include "mcsim/lim/elim_watch.hpp"
#include "mcsim/model/load_index.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

namespace load_update_promises {

inline ElimContract contract_of(unsigned char choices) {
  ElimContract contract;
  contract.resources.add({"a", ElimTarget::host_index, true});
  contract.resources.add({"b", ElimTarget::shared, true});
  contract.rules.lava = (choices & 1) != 0;
  contract.rules.keep_values_on_exit = (choices & 2) != 0;
  if ((choices & 4) != 0) contract.rules.block_time.reset();
  if ((choices & 8) != 0) contract.resources.take_any();
  if ((choices & 16) != 0) contract.rules.restarts = 2;
  return contract;
}

inline void check(const ElimAnswer& answer, const ElimWatch& watch, const ElimContract& contract) {
  for (const ElimValue& entry : answer.values)
    // Only Lava's LIM takes nan for a value.
    MCSIM_CHECK(!entry.value || std::abs(*entry.value) < infinite_load ||
                    (contract.rules.lava && std::isnan(*entry.value)),
                "no load at all");
  for (const ElimProblem& problem : answer.problems)
    MCSIM_CHECK(!problem.text.empty() && problem.text.size() < 500, "no words, or too many");
  MCSIM_CHECK(answer.problems.size() <= ElimAnswer::most_problems, "too many problems");
  MCSIM_CHECK(watch.room() <= ElimPipe::capacity, "a pipe with more room than it has");
  MCSIM_CHECK(!answer.terminate || !watch.is_running() || answer.start, "ended, and it runs");
}

}  // namespace load_update_promises

// The first byte chooses options. Each 0 byte ends a piece; the byte after it says for how many
// polling intervals LIM then ticks, and what else happens.
/// Stops if a promise is broken.
inline void keep_load_update_promises(std::string_view bytes) {
  using namespace load_update_promises;
  if (bytes.empty()) return;
  ElimContract contract = contract_of(static_cast<unsigned char>(bytes.front()));
  std::string_view rest = bytes.substr(1);
  ElimWatch watch;
  ElimAnswer answer;
  Time now{};
  watch.tick(now, contract, answer);
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find('\0'), rest.size());
    const std::string_view piece = rest.substr(0, length);
    rest.remove_prefix(std::min(length + 1, rest.size()));
    const unsigned what = rest.empty() ? 1 : static_cast<unsigned char>(rest.front());
    answer.clear();
    MCSIM_CHECK(watch.arrived(now, piece, contract, answer) <= piece.size(), "took too much");
    if (what == 250) watch.output_ended(now, contract, answer);
    if (what == 251) watch.exited(now, {.by_signal = false, .code = 1}, contract, answer);
    if (what == 252) watch.role_changed(answer);
    if (what == 253) watch.exited(now, {.by_signal = false, .code = 97}, contract, answer);
    check(answer, watch, contract);
    for (unsigned tick = 0; tick < what % 32; ++tick) {
      now += contract.rules.poll_interval;
      answer.clear();
      watch.tick(now, contract, answer);
      check(answer, watch, contract);
    }
  }
  // The remaining bytes are read within as many ticks as there are bytes, unless LIM waits.
  answer.clear();
  const auto left = static_cast<std::int64_t>(ElimPipe::capacity - watch.room());
  now += 1h;
  for (std::int64_t tick = 0; tick <= left + 1; ++tick) {
    answer.clear();
    watch.tick(now, contract, answer);
  }
  MCSIM_CHECK(!watch.is_running() || watch.is_waiting() || watch.room() == ElimPipe::capacity,
              "bytes that nobody reads");
}

}  // namespace mcsim::testing
