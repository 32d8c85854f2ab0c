// Thresholds of load indices, in queues and in lines of hosts.
#include <optional>
#include <utility>

#include "mcsim/io/complaints.hpp"
#include "scenario_values.hpp"
#include "settings_draft.hpp"

namespace mcsim {
namespace {

/// In per cent where it is above 1. Source: spec 4.6.
ThresholdText as_load(std::string_view index, ThresholdText threshold) {
  if (index != "ut") return threshold;
  for (auto* half : {&threshold.sched, &threshold.stop})
    if (*half > 1000) *half = **half / 100;
  return threshold;
}

std::optional<double> in_own_unit(std::optional<std::int64_t> thousandths) {
  if (!thousandths) return std::nullopt;
  return static_cast<double>(*thousandths) / 1000;
}

/// Whether suspending comes before no longer starting.
bool is_swapped(const ResourceConfig& index, const ThresholdText& threshold) {
  if (!threshold.sched || !threshold.stop) return false;
  return index.increasing ? *threshold.sched > *threshold.stop : *threshold.sched < *threshold.stop;
}

}  // namespace

std::vector<LoadThreshold> read_thresholds(SettingsDraft& in, const JsonNode& line,
                                           const JsonAt& at) {
  std::vector<LoadThreshold> thresholds;
  const std::vector<ResourceConfig>& indices = in.settings.resources;
  for (std::uint16_t id = 0; id < indices.size(); ++id) {
    const ResourceConfig& index = indices[id];
    if (id >= builtin::count && !index.is_external()) continue;
    const auto text = Fields(line).text(index.name);
    const auto read = text ? read_threshold(*text) : std::nullopt;
    if (!read) continue;
    note_index(in.draft, in.id, index, at, index.name);
    ThresholdText threshold = as_load(index.name, *read);
    if (in.names.config.model.load == LoadMode::slots &&
        !std::exchange(in.warned_of_thresholds, true))
      in.complaints().warning(at, index.name,
                              "thresholds are without effect: model.load is \"slots\"");
    if (is_swapped(index, threshold)) {
      in.complaints().warning(at, index.name,
                              quoted(*text) +
                                  ": jobs are suspended before they are no longer "
                                  "started; LSF swaps the two");
      std::swap(threshold.sched, threshold.stop);
    }
    thresholds.push_back({resource(id), in_own_unit(threshold.sched), in_own_unit(threshold.stop)});
  }
  return thresholds;
}

}  // namespace mcsim
