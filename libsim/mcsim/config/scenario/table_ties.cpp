// What ties jobs of a table to others, or to an instant.
#include "mcsim/config/scenario/table_ties.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mcsim/config/scenario/job_slots.hpp"
#include "mcsim/config/scenario/scenario_arrays.hpp"
#include "mcsim/config/scenario/scenario_conditions.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {

TableTies::TableTies(ScenarioDraft& draft, TableCells& cells, TableNodes& nodes,
                     const WorkloadOptions& options)
    : draft_(draft), cells_(cells), nodes_(nodes), options_(options) {
  numbering_->renumbers = options.renumber && cells.has(JobColumn::depends);
  numbering_->offset = options.id_offset;
  for (std::size_t at = 0; at < job_columns.size(); ++at)
    if (const auto column = static_cast<JobColumn>(at);
        job_columns[at].use == JobColumnRow::Use::single && cells.has(column))
      columns_.push_back(column);
}

/// bsub -n min,max.
void TableTies::choose(TraceJob& job, const TableKind& kind, const JsonNode& node) {
  const JsonAt at(node);
  std::int64_t slots = job.slots.count();
  JobProfile profile = draft_[kind.cluster].profiles.all()[index_of(job.profile)];
  choose_slots(draft_, node, at, kind.cluster, slots, profile);
  if (profile.most_slots > 0) {
    job.slots = Slots{static_cast<std::int32_t>(slots)};
    const ProfileId id = draft_[kind.cluster].profiles.of(profile);
    const auto same = [&](const TableProfile& known) {
      return known.workload == options_.workload && known.cluster == kind.cluster &&
             (known.id == job.profile || known.overusing == job.profile);
    };
    const auto known = std::ranges::find_if(draft_.of_tables, same);
    if (id != job.profile && known != draft_.of_tables.end()) {
      TableProfile with_choice = *known;
      with_choice.id = with_choice.overusing = id;
      with_choice.profile = std::move(profile);
      draft_.of_tables.push_back(std::move(with_choice));
    }
    job.profile = id;
  }
}

std::optional<std::uint32_t> TableTies::note(TraceJob& job, const TableKind& kind,
                                             std::int64_t index) {
  const JsonNode node = nodes_.node_of(columns_);
  const JsonAt at(node);
  choose(job, kind, node);
  auto condition = read_condition(draft_, node, at);
  auto name = read_name(draft_, node, at, kind.cluster);
  if (!name) return std::nullopt;
  const bool is_array = name->is_array() && index == 0;
  const std::uint32_t count = is_array ? name->spec.indices.size() : 1;
  if (!name->name.empty()) names_.push_back({kind.cluster, job.id, job.user, name->name});
  if (is_array)
    arrays_.push_back(
        {kind.cluster, {job.id, {.spec = std::move(name->spec), .name = std::move(name->name)}}});
  if (condition && !condition->text.empty()) {
    condition->cluster = kind.cluster;
    condition->job = job.id;
    condition->user = job.user;
    condition->numbering = numbering_;
    conditions_.push_back(*std::move(condition));
  }
  if (const auto begin = Fields(node).duration("begin"_key))
    begins_.push_back({kind.cluster, job.id,
                       Time{scaled(*begin - options_.window.shift, options_.scale_arrivals)}});
  if (const auto kill = Fields(node).duration("cancel_at"_key))
    add_kill(*kill, job, kind.cluster, index);
  return count;
}

/// `index`: of an element; 0: of the whole job.
void TableTies::add_kill(Duration cancel, const TraceJob& job, ClusterId cluster,
                         std::int64_t index) {
  TimelineEntry entry{.at = Time{scaled(cancel - options_.window.shift, options_.scale_arrivals)},
                      .kind = TimelineEntry::Kind::bkill};
  entry.job = job.id;
  if (index > 0)
    entry.elements = std::make_shared<const ArrayIndices>(
        std::vector<std::uint32_t>{static_cast<std::uint32_t>(index)});
  if (entry.at <= job.submit)
    cells_.error(JobColumn::cancel_at, "expected a time after the job's submission");
  kills_.emplace_back(cluster, std::move(entry));
}

void TableTies::note_element(TraceJob& job, const TableKind& kind, std::int64_t index) {
  const JsonNode node = nodes_.node_of(columns_);
  choose(job, kind, node);
  if (const auto kill = Fields(node).duration("cancel_at"_key))
    add_kill(*kill, job, kind.cluster, index);
}

void TableTies::note_array(ClusterId cluster, JobId job, JobArray array) {
  arrays_.push_back({cluster, {job, std::move(array)}});
}

void TableTies::note_hosts(ClusterId cluster, JobId job, std::string_view hosts) {
  hosts_.push_back({cluster, job, hosts.empty() ? none<NameId> : draft_.host_texts.id(hosts)});
}

void TableTies::keep() {
  std::ranges::sort(numbering_->numbers);
  if (draft_.conditions.empty())
    draft_.conditions = std::move(conditions_);
  else
    std::ranges::move(conditions_, std::back_inserter(draft_.conditions));
  draft_.begins.insert(draft_.begins.end(), begins_.begin(), begins_.end());
  draft_.recorded_hosts.insert(draft_.recorded_hosts.end(), hosts_.begin(), hosts_.end());
  for (JobWithName& name : names_) draft_.named_jobs.push_back(std::move(name));
  for (auto& [cluster, array] : arrays_) draft_[cluster].arrays.push_back(std::move(array));
  for (auto& [cluster, kill] : kills_) draft_[cluster].config.timeline.push_back(std::move(kill));
}

void TableTies::lose(const JsonAt& workload) {
  const auto tell = [&](std::size_t count, const std::string& what, std::string loss) {
    if (count > 0)
      draft_.complaints.warning(workload, "file"_key,
                                counted(count, "job") + (count == 1 ? " loses " : " lose ") + what +
                                    ": the workload's jobs are drawn anew (resample)",
                                {.who = "job", .what = std::move(loss), .count = count});
  };
  tell(conditions_.size(), "what it waits for (depends)", "loses a dependency");
  tell(arrays_.size(), "its array", "loses its array");
  tell(begins_.size(), "its begin time (begin)", "loses its begin time");
  tell(kills_.size(), "its end by its user (cancel_at)", "is not killed");
}

}  // namespace mcsim::config
