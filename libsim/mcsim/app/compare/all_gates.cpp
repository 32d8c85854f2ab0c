// Judges all gates of a comparison.
#include "mcsim/app/compare/all_gates.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/run/reasons_of_none.hpp"
#include "mcsim/app/run/verdicts.hpp"

namespace mcsim::app {
namespace {

/// A gate in the runs of one variant.
struct FailedGate {
  Diagnostics first;  ///< of the first run in which it does not hold
  std::size_t replica = 0;
  std::size_t replicas = 0;  ///< in which it does not hold
};

/// The gates that do not hold in runs of the variant `at`, each once.
Diagnostics failed_in_runs(const Comparison& comparison, const VariantGates& gates,
                           std::size_t at) {
  std::map<std::string, FailedGate> failed;  // by pointer
  std::size_t complete = 0;
  for (std::size_t row = at; row < comparison.results.size(); row += comparison.variants.size()) {
    const RunResult& result = comparison.results[row];
    if (!result.complete) continue;
    ++complete;
    std::map<std::string, Diagnostics> of_run;
    for (Diagnostic& one :
         judge_gates(gates.list, gates.sources, with_reasons_of_none(*result.summary))
             .failures.list)
      of_run[one.pointer].add(std::move(one));
    for (auto& [pointer, all] : of_run) {
      FailedGate& gate = failed[pointer];
      if (++gate.replicas > 1) continue;
      gate.first = std::move(all);
      gate.replica = comparison.runs[row].replica;
    }
  }
  Diagnostics said;
  for (auto& [pointer, gate] : failed) {
    if (comparison.replicas() > 1)
      gate.first.list.back().message += " in replica " + std::to_string(gate.replica) +
                                        "; it fails in " + std::to_string(gate.replicas) + " of " +
                                        std::to_string(complete);
    append(said, gate.first);
  }
  return said;
}

}  // namespace

Diagnostics failed_gates(const Comparison& comparison, const std::vector<VariantGates>& gates) {
  Diagnostics failed;
  if (comparison.is_whole()) failed = failed_interval_gates(comparison, gates);
  std::vector<Diagnostics> of_each;
  of_each.reserve(gates.size());
  for (std::size_t at = 0; at < gates.size(); ++at)
    of_each.push_back(failed_in_runs(comparison, gates[at], at));
  append(failed, said_once(of_each, comparison.variants));
  return failed;
}

}  // namespace mcsim::app
