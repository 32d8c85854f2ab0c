// Thresholds of load indices, in queues and in lines of hosts.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

/// A threshold of ut above 1 is in per cent. Source: docs/rules/lsf.md, 4.6.
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

/// Whether the host suspends jobs before it stops starting jobs.
bool is_swapped(const ResourceConfig& index, const ThresholdText& threshold) {
  if (!threshold.sched || !threshold.stop) return false;
  return index.increasing ? *threshold.sched > *threshold.stop : *threshold.sched < *threshold.stop;
}

/// Notes a threshold that has no effect, which stands in the member `index` of `at`.
void note_idle(IdleThresholds& idle, const JsonAt& at, const std::string& index) {
  if (idle.indices.empty())
    idle.first = {TreeComplaints::place_of(at, index), at.pointer_to(index)};
  if (std::ranges::find(idle.indices, index) == idle.indices.end()) idle.indices.push_back(index);
}

/// Warns of those that `things`, each called `thing`, have.
template <class Things>
void warn_of_idle(SettingsDraft& in, const IdleThresholds& idle, const Things& things,
                  const std::string& thing) {
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(things, [](const auto& one) { return !one.thresholds.empty(); }));
  if (idle.indices.empty() || count == 0) return;
  std::string names;
  for (const std::string& index : idle.indices) names += (names.empty() ? "" : ", ") + index;
  in.draft.complaints.warning(idle.first.place, idle.first.pointer,
                              "load thresholds " + names + " of " + counted(count, thing) +
                                  " are without effect: model.load is \"slots\"",
                              {.who = thing, .what = "loses load thresholds", .count = count});
}

/// Calls visit(id, index, text, threshold) for each one that a line has.
template <class Visit>
void visit_thresholds(const SettingsDraft& in, const JsonNode& line, Visit&& visit) {
  const std::vector<ResourceConfig>& indices = in.settings.resources;
  for (std::uint16_t id = 0; id < indices.size(); ++id) {
    const ResourceConfig& index = indices[id];
    if (id >= builtin::count && (!index.is_external() || index.kind == ResourceKind::text))
      continue;
    const auto text = Fields(line).text(index.name);
    if (const auto read = text ? read_threshold(*text) : std::nullopt)
      visit(resource(id), index, *text, as_load(index.name, *read));
  }
}

}  // namespace

std::vector<LoadThreshold> read_busy_thresholds(const SettingsDraft& in, const JsonNode& line) {
  std::vector<LoadThreshold> thresholds;
  visit_thresholds(in, line,
                   [&](ResourceId id, const ResourceConfig&, const std::string&,
                       const ThresholdText& threshold) {
                     thresholds.push_back({id, in_own_unit(threshold.sched), std::nullopt});
                   });
  return thresholds;
}

std::vector<LoadThreshold> read_thresholds(SettingsDraft& in, IdleThresholds& idle,
                                           const JsonNode& line, const JsonAt& at) {
  std::vector<LoadThreshold> thresholds;
  visit_thresholds(
      in, line,
      [&](ResourceId id, const ResourceConfig& index, const std::string& text,
          ThresholdText threshold) {
        note_index(in.draft, in.id, index, at, index.name);
        if (in.names.config.model.load == LoadMode::slots) note_idle(idle, at, index.name);
        if (is_swapped(index, threshold)) {
          in.complaints().warning(at, index.name,
                                  in_quotes(text) +
                                      ": jobs are suspended before they are no longer "
                                      "started; LSF swaps the two");
          std::swap(threshold.sched, threshold.stop);
        }
        thresholds.push_back({id, in_own_unit(threshold.sched), in_own_unit(threshold.stop)});
      });
  return thresholds;
}

void warn_of_idle_thresholds(SettingsDraft& in) {
  warn_of_idle(in, in.idle_of_queues, in.settings.queues, "queue");
  warn_of_idle(in, in.idle_of_hosts, in.settings.hosts, "host");
}

}  // namespace mcsim::config
