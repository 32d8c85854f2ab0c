// Thresholds of load indices, in queues and in lines of hosts.
#include <utility>

#include "mcsim/io/complaints.hpp"
#include "scenario_values.hpp"
#include "settings_draft.hpp"

namespace mcsim {
namespace {

/// In per cent where it is above 1. Source: spec 4.6.
LoadThreshold as_load(std::string_view index, LoadThreshold threshold) {
  if (index != "ut") return threshold;
  for (auto* half : {&threshold.sched, &threshold.stop})
    if (*half > 1000) *half = **half / 100;
  return threshold;
}

}  // namespace

void check_thresholds(SettingsDraft& in, const JsonNode& line, const JsonAt& at) {
  for (const ResourceConfig& index : builtin_resources()) {
    const auto text = Fields(line).text(index.name);
    const auto read = text ? read_threshold(*text) : std::nullopt;
    if (!read) continue;
    const LoadThreshold threshold = as_load(index.name, *read);
    if (!std::exchange(in.warned_of_thresholds, true))
      in.complaints().warning(at, index.name,
                              "thresholds are without effect: this version simulates no load");
    if (!threshold.sched || !threshold.stop) continue;
    const bool in_order = index.increasing ? *threshold.sched <= *threshold.stop
                                           : *threshold.sched >= *threshold.stop;
    if (!in_order)
      in.complaints().warning(at, index.name,
                              quoted(*text) +
                                  ": jobs are suspended before they are no longer "
                                  "started; LSF swaps the two");
  }
}

}  // namespace mcsim
