// Job arrays of scenarios.
#include "mcsim/config/scenario/scenario_arrays.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "mcsim/config/scenario/rows_by_number.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/array_text.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

void tell(ScenarioDraft& draft, const JsonAt& at, std::string_view key, std::string_view text,
          const std::vector<RequirementMistake>& mistakes) {
  for (const RequirementMistake& mistake : mistakes)
    draft.complaints.error(place_within(draft, at, key, mistake.position), at.pointer_to(key),
                           mistake.message + picture(text, mistake.position));
}

std::optional<AskedName> read_array(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                                    std::string_view text, ClusterId cluster) {
  const auto array = parse_array(text);
  if (!array) {
    tell(draft, at, key, text, array.error());
    return std::nullopt;
  }
  const std::int32_t max_size = draft[cluster].config.params.max_job_array_size;
  auto indices = indices_of(array->ranges, max_size);
  if (!indices) {
    draft.complaints.error(at, key,
                           "expected at most " + std::to_string(most_array_elements) +
                               " elements, with indices up to " +
                               std::to_string(largest_array_index));
    return std::nullopt;
  }
  if (std::cmp_greater(indices->size(), max_size))
    draft.complaints.warning(
        at, key,
        "the array has " + counted(indices->size(), "element") + ", MAX_JOB_ARRAY_SIZE of " +
            draft[cluster].config.name + " is " + std::to_string(max_size) +
            ": as long as it is, LSF refuses that",
        {.who = "job", .what = "is refused for the size of its array", .count = indices->size()});
  return AskedName{array->name, {*std::move(indices), array->limit}};
}

}  // namespace

std::optional<AskedName> read_name(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                                   ClusterId cluster) {
  const Fields in(node);
  const std::string name = in.text("name"_key).value_or("");
  const auto array = in.text("array"_key);
  const bool is_in_name = name.find('[') != name.npos;
  if (is_in_name && array) {
    draft.complaints.error(at, "array"_key, "the name says already which elements the array has");
    return std::nullopt;
  }
  if (is_in_name) return read_array(draft, at, "name"_key, name, cluster);
  if (!array) return AskedName{name, {}};
  auto asked = read_array(draft, at, "array"_key, *array, cluster);
  if (!asked || name.empty()) return asked;
  if (!asked->name.empty() && asked->name != name) {
    draft.complaints.error(at, "array"_key,
                           "expected the job's name, " + in_quotes(name) +
                               ", or none before the [, got " + in_quotes(asked->name));
    return std::nullopt;
  }
  asked->name = name;
  return asked;
}

std::optional<ArrayIndices> read_elements(ScenarioDraft& draft, const JsonAt& at,
                                          std::string_view key, std::string_view written,
                                          const JobArray& array) {
  const std::size_t open = written.find('[');
  const std::size_t close = written.find(']');
  if (close == written.npos) {
    draft.complaints.error(at, key, "expected a ] that closes the [" + picture(written, open));
    return std::nullopt;
  }
  const auto ranges = parse_elements(written.substr(open + 1, close - open - 1), open + 1);
  if (!ranges) {
    tell(draft, at, key, written, ranges.error());
    return std::nullopt;
  }
  const auto indices = indices_of(*ranges, 1);
  std::vector<std::uint32_t> known;
  std::optional<std::uint32_t> unknown;
  for (std::uint32_t place = 0; indices && place < indices->size(); ++place) {
    const std::uint32_t index = (*indices)[place];
    if (array.spec.indices.find(index))
      known.push_back(index);
    else if (!unknown)
      unknown = index;
  }
  if (!indices || unknown) {
    draft.complaints.error(at, key,
                           "the job array has no element " +
                               (unknown ? std::to_string(*unknown) : "of so large an index") +
                               picture(written, open));
    return std::nullopt;
  }
  return ArrayIndices(known);
}

namespace {

/// cancel_at of an array is about all of its elements, or about those that it names.
void place_kills(ClusterConfig& cluster) {
  std::map<JobId, ArrayId> arrays;
  for (std::size_t at = 0; at < cluster.arrays.rows.size(); ++at)
    arrays[cluster.trace[cluster.arrays.rows[at].first].id] = static_cast<ArrayId>(at);
  for (TimelineEntry& entry : cluster.timeline) {
    if (entry.kind != TimelineEntry::Kind::bkill || entry.array != none<ArrayId>) continue;
    if (const auto found = arrays.find(entry.job); found != arrays.end())
      entry.array = found->second;
  }
}

}  // namespace

void place_arrays(ScenarioDraft& draft) {
  for (ClusterDraft& cluster : draft.clusters) {
    if (cluster.arrays.empty()) continue;
    const RowsByNumber rows(cluster.config.trace);
    for (auto& [id, array] : cluster.arrays)
      if (const auto first = rows.find(id)) {
        array.first = *first;
        cluster.config.arrays.rows.push_back(std::move(array));
      }
    cluster.arrays.clear();
    std::ranges::sort(cluster.config.arrays.rows, {}, &JobArray::first);
    place_kills(cluster.config);
  }
}

}  // namespace mcsim::config
