// One pass over the rows of a table of jobs.
#include "mcsim/config/scenario/table_rows.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/baseline/recorded.hpp"
#include "mcsim/config/values/array_text.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/job.hpp"

namespace mcsim::config {

TableRows::TableRows(ScenarioDraft& draft, CsvReader& reader, TableCells& cells, TableNodes& nodes,
                     TableKinds& kinds, TableTies& ties, const WorkloadOptions& options,
                     const std::vector<WorkloadSink>& sinks, bool has_cluster)
    : draft_(draft),
      reader_(reader),
      cells_(cells),
      nodes_(nodes),
      kinds_(kinds),
      ties_(ties),
      options_(options),
      traces_(draft.clusters.size()),
      missing_(draft.clusters.size(), options.missing_limit),
      scale_limits_(options.scale_limits.value_or(options.scale_runtimes)),
      has_index_(cells.has(JobColumn::index) && !options.renumber),
      has_wait_(cells.has(JobColumn::wait_time) || cells.has(JobColumn::start_time)),
      seen_(draft.clusters.size()) {
  for (const WorkloadSink& sink : sinks) traces_[index_of(sink.cluster)] = &sink.trace;
  for (const ClusterDraft& cluster : draft.clusters) {
    replays_starts_.push_back(cluster.config.model.dispatch == RecordedStarts::name);
    if (replays_starts_.back()) exec_hosts_ = reader.find("exec_hosts");
  }
  if (has_cluster) return;
  using Kind = MissingLimit::Kind;
  for (std::size_t at = 0; at < missing_.size(); ++at) {
    const std::string& dispatch = draft.clusters[at].config.model.dispatch;
    missing_[at] = {draft.is_baseline(dispatch) ? Kind::run : Kind::queue, {}};
  }
}

WorkloadReport TableRows::read() {
  while (!enough() && reader_.next()) take();
  end_array();
  check_ids();
  warn();
  report_.rows = reader_.rows();
  report_.shift = options_.window.shift;
  std::uint64_t whole = taken_;
  for (const std::uint64_t skipped : report_.skipped) whole += skipped;
  if (whole < report_.rows) draft_.traces_known = false;
  return std::move(report_);
}

void TableRows::take() {
  Row row;
  row.number = cells_.whole(JobColumn::job_id, 0, INT64_MAX);
  row.submit = cells_.milliseconds(JobColumn::submit_time);
  row.run = cells_.run();
  row.requested = cells_.milliseconds(JobColumn::requested_time);
  row.slots = cells_.whole(JobColumn::slots, 1, INT32_MAX);
  const NameId user = user_of_row();
  const TableKind& kind = kinds_.of_row(user);
  if (has_wait_)
    row.wait = wait_of_row(row, kind.is_good && replays_starts_[index_of(kind.cluster)]);
  if (row.number == absent && !options_.renumber) {
    cells_.error(JobColumn::job_id, "expected a whole number from 0, got nothing");
    return;
  }
  for (const std::int64_t value :
       {row.number, row.submit, row.run, row.requested, row.slots, row.wait})
    if (value == bad) return;
  if (!kind.is_good) return;
  if (row.submit == absent)
    return skip(row, kind.cluster, SkipReason::no_submit_time, "submit_time is empty");
  if (!options_.window.holds(Duration{row.submit})) [[unlikely]]
    return leave_out(row, kind.cluster);
  if (row.run == absent)
    return skip(row, kind.cluster, SkipReason::no_run_time, "run_time is empty");
  submit(row, kind, user);
}

/// The wait that is recorded. It is not the time to the start of a job that was executed before, or
/// held: a cluster that replays starts goes by these.
std::int64_t TableRows::wait_of_row(Row& row, bool replays_starts) {
  const std::int64_t wait = cells_.milliseconds(JobColumn::wait_time);
  if (wait != absent && !replays_starts) return wait;
  const std::int64_t start = cells_.milliseconds(JobColumn::start_time);
  if (wait == bad || start == bad) return bad;
  if (start < 0 || row.submit < 0) return wait != absent ? wait : start;
  if (start >= row.submit) return start - row.submit;
  row.starts_early = true;
  if (wait != absent) return wait;
  cells_.error(JobColumn::start_time, "expected a time from submit_time on");
  return bad;
}

void TableRows::submit(const Row& row, const TableKind& kind, NameId user) {
  const std::int64_t index = has_index_ ? cells_.element() : 0;
  if (index == bad) return;
  const bool goes_on = index > 0 && elements_.is_of(row.number, kind.cluster);
  const auto id = id_of(row.number);
  const Duration run = scaled(Duration{row.run}, options_.scale_runtimes);
  const Duration submitted =
      scaled(Duration{row.submit} - options_.window.shift, options_.scale_arrivals);
  // As in traces, where 0 stands for none.
  const Duration requested =
      row.requested <= 0 ? Duration{-1}
                         : std::max(scaled(Duration{row.requested}, scale_limits_), Duration{1});
  if (!id || !in_range(submitted, JobColumn::submit_time) || !in_range(run, JobColumn::run_time) ||
      !in_range(requested, JobColumn::requested_time))
    return;
  const std::int64_t slots = row.slots == absent ? kind.usual_slots : row.slots;
  const Duration limit =
      requested.count() > 0 ? requested : limit_for(missing_[index_of(kind.cluster)], run);
  const bool overuses = kind.overusing != kind.id && limit != queues_default && limit < unlimited;
  TraceJob job{.id = *id,
               .submit = Time{submitted},
               .run = run,
               .limit = limit,
               .requested = requested,
               .trace_wait = Duration{row.wait},
               .user = user,
               .profile = overuses ? kind.overusing : kind.id,
               .slots = Slots{static_cast<std::int32_t>(slots)},
               .queue = kind.queue,
               .workload = options_.workload};
  look_at_end(job);
  std::uint32_t count = 1;
  if (user == none<NameId> && kinds_.is_spread()) [[unlikely]]
    ++without_user_;
  if (ties_.has_any() && !goes_on) [[unlikely]] {
    const auto elements = ties_.note(job, kind, index);
    if (!elements) return;
    count = *elements;
  }
  if (ties_.has_any() && goes_on) [[unlikely]]
    ties_.note_element(job, kind, index);
  if (job.slots.count() > kind.most_slots) [[unlikely]]
    return skip(row, kind.cluster, SkipReason::too_many_slots,
                counted(job.slots.count(), "slot") + "; a job can have at most " +
                    std::to_string(kind.most_slots));
  if (row.starts_early && early_starts_++ == 0) [[unlikely]]
    first_early_ = cells_.place(JobColumn::start_time);
  if (exec_hosts_) [[unlikely]]
    note_hosts(job, kind.cluster);
  if (index > 0 || !elements_.indices.empty()) [[unlikely]]
    return submit_element(job, kind, row.number, index);
  add(job, kind.cluster, count);
}

/// A row of an element, or one behind those of an array.
void TableRows::submit_element(const TraceJob& job, const TableKind& kind, std::int64_t number,
                               std::int64_t index) {
  if (index == 0 || !elements_.is_of(number, kind.cluster)) {
    end_array();
    if (index == 0) return add(job, kind.cluster, 1);
    elements_ = {number,
                 kind.cluster,
                 {job},
                 {static_cast<std::uint32_t>(index)},
                 nodes_.text_of(JobColumn::name),
                 reader_.line_of(0)};
    ++taken_;
    return;
  }
  if (static_cast<std::uint32_t>(index) <= elements_.indices.back()) {
    cells_.error(JobColumn::index, "expected elements of an array in ascending order");
    return;
  }
  // One bsub has made them all; how long each runs and what it uses is its own.
  const TraceJob& first = elements_.jobs.front();
  TraceJob element = job;
  element.user = first.user;
  element.queue = first.queue;
  element.submit = first.submit;
  if (element != job) ++unequal_;
  elements_.jobs.push_back(element);
  elements_.indices.push_back(static_cast<std::uint32_t>(index));
  ++taken_;
}

void TableRows::end_array() {
  if (elements_.indices.empty()) return;
  const Elements array = std::exchange(elements_, {});
  const auto count = static_cast<std::uint32_t>(array.indices.size());
  taken_ -= count;
  // LSF records name[1-100]%10 as the name of each element.
  const auto written = parse_array(array.name);
  ties_.note_array(array.cluster, array.jobs.front().id,
                   {.spec = {ArrayIndices(array.indices), written ? written->limit : 0},
                    .name = written ? written->name : array.name});
  seen_[index_of(array.cluster)].add(static_cast<std::int64_t>(array.jobs.front().id), array.line);
  for (const TraceJob& job : array.jobs) traces_[index_of(array.cluster)]->add(job);
  report_.jobs += count;
  taken_ += count;
}

[[gnu::always_inline]] inline void TableRows::add(const TraceJob& job, ClusterId cluster,
                                                  std::uint32_t count) {
  seen_[index_of(cluster)].add(static_cast<std::int64_t>(job.id), reader_.line_of(0));
  for (std::uint32_t element = 0; element < count; ++element) traces_[index_of(cluster)]->add(job);
  report_.jobs += count;
  ++taken_;
}

void TableRows::skip(const Row& row, ClusterId cluster, SkipReason reason, std::string detail) {
  ++report_.skipped[static_cast<std::size_t>(reason)];
  if (first_unknown_ == 0 && is_unknown(reason)) first_unknown_ = reader_.line_of(0);
  draft_.scenario.skipped.push_back({.workload = options_.workload,
                                     .reason = reason,
                                     .line = reader_.line_of(0),
                                     .job_id = row.number,
                                     .detail = std::move(detail)});
  std::int64_t id = 0;
  if (!__builtin_add_overflow(row.number, options_.id_offset, &id))
    draft_.skipped_jobs.push_back({cluster, static_cast<JobId>(id)});
}

/// One that the window leaves out. Others may name it.
void TableRows::leave_out(const Row& row, ClusterId cluster) {
  ++report_.skipped[static_cast<std::size_t>(SkipReason::outside_window)];
  std::int64_t id = 0;
  if (!options_.renumber && !__builtin_add_overflow(row.number, options_.id_offset, &id))
    draft_.skipped_jobs.push_back({cluster, static_cast<JobId>(id)});
}

std::optional<JobId> TableRows::id_of(std::int64_t number) {
  const std::int64_t own = options_.renumber ? static_cast<std::int64_t>(taken_) + 1 : number;
  std::int64_t id = 0;
  if (!__builtin_add_overflow(own, options_.id_offset, &id) && id >= 0) [[likely]] {
    ties_.note_number(number, static_cast<JobId>(id));
    return static_cast<JobId>(id);
  }
  cells_.error(JobColumn::job_id, "job " + std::to_string(own) + " with id_offset " +
                                      std::to_string(options_.id_offset) +
                                      ": expected a job id from 0 to 9223372036854775807");
  return std::nullopt;
}

[[gnu::always_inline]] inline NameId TableRows::user_of_row() {
  const std::string_view text = cells_[JobColumn::user];
  if (text.empty()) return none<NameId>;
  const CellWord word = user_words_.of(text);
  const auto [number, is_new] = user_rows_.find(&word);
  if (is_new) [[unlikely]]
    users_.push_back(new_user());
  return users_[number];
}

NameId TableRows::new_user() {
  const std::string name = nodes_.text_of(JobColumn::user);
  const auto number = options_.user_map.empty() ? std::nullopt : read_whole(name);
  if (number && *number >= INT32_MIN && *number <= INT32_MAX)
    if (const auto mapped = options_.user_map.find(static_cast<int>(*number));
        mapped != options_.user_map.end())
      return draft_.scenario.config.users.id(mapped->second);
  return draft_.scenario.config.users.id(name);
}

[[gnu::always_inline]] inline void TableRows::look_at_end(TraceJob& job) {
  if (!cells_[JobColumn::end_reason].empty() && cells_.is_cut_off())
    job.run = std::min(job.run + Duration{1}, longest_duration);
  const std::string_view status = cells_[JobColumn::status];
  if (!status.empty() && status.front() != 'D' && status.front() != 'E') [[unlikely]]
    for (const JobStatus running : {JobStatus::run, JobStatus::ususp, JobStatus::ssusp})
      if (status == name_of(running)) ++unfinished_;
}

void TableRows::note_hosts(const TraceJob& job, ClusterId cluster) {
  if (replays_starts_[index_of(cluster)]) ties_.note_hosts(cluster, job.id, reader_[*exec_hosts_]);
}

[[gnu::cold]] bool TableRows::complain_of_range(JobColumn column) {
  cells_.error(column, "after scaling: expected at most 1,000 years");
  return false;
}

/// Ascending numbers cannot repeat, so only others are sorted.
void TableRows::check_ids() {
  for (std::size_t cluster = 0; cluster < seen_.size(); ++cluster) {
    if (seen_[cluster].ascend()) continue;
    std::vector<SeenIds::Seen> seen = seen_[cluster].all();
    std::ranges::sort(seen, {},
                      [](const SeenIds::Seen& one) { return std::pair(one.id, one.line); });
    for (std::size_t at = 1, first = 0; at < seen.size(); ++at) {
      if (seen[at].id != seen[first].id) {
        first = at;
        continue;
      }
      const JsonPlace place{.source = cells_.source(),
                            .line = static_cast<std::uint32_t>(seen[at].line),
                            .column = 0};
      draft_.complaints.error(place, "/job_id",
                              "job " + std::to_string(seen[at].id) + " comes twice in " +
                                  draft_.clusters[cluster].config.name + "; first in line " +
                                  std::to_string(seen[first].line));
    }
  }
}

void TableRows::warn() {
  cells_.sum_up();
  nodes_.sum_up();
  TreeComplaints& complaints = draft_.complaints;
  const JsonPlace table{.source = cells_.source(), .line = 0, .column = 0};
  if (unfinished_ > 0)
    complaints.warning(
        table, {},
        counted(unfinished_, "job") +
            (unfinished_ == 1 ? " was not over: it runs" : " were not over: they run") +
            " only as long as " + (unfinished_ == 1 ? "it had" : "they had") + " until then");
  if (early_starts_ > 0)
    complaints.warning(
        first_early_, {},
        counted(early_starts_, "job") +
            (early_starts_ == 1 ? " has a start_time before its submit_time, and starts when its"
                                : " have a start_time before their submit_time, and start when "
                                  "their") +
            " wait_time is over (first here)");
  if (unequal_ > 0)
    complaints.warning(
        table, {},
        counted(unequal_, "element") + " of job arrays " + (unequal_ == 1 ? "has" : "have") +
            " another user, queue or time than the first one of the array, and " +
            (unequal_ == 1 ? "gets" : "get") + " those; with renumber each is a job of its own",
        {.who = "job", .what = "is submitted as another element", .count = unequal_});
  if (without_user_ > 0)
    complaints.warning(table, {},
                       counted(without_user_, "job") + " without a user" +
                           (without_user_ == 1 ? " is" : " are") + " spread as those of one user");
  warn_of_skipped();
  if (report_.jobs == 0 && !enough() && !complaints.any_errors())
    complaints.warning(table, {}, std::string(none_replayed(report_.skipped)));
}

void TableRows::warn_of_skipped() {
  if (UnknownRows unknown = unknown_rows(report_.skipped); !unknown.text.empty())
    draft_.complaints.warning({.source = cells_.source(),
                               .line = static_cast<std::uint32_t>(first_unknown_),
                               .column = 0},
                              {}, std::move(unknown.text), std::move(unknown.loss));
  const std::uint64_t wide = report_.skipped[static_cast<std::size_t>(SkipReason::too_many_slots)];
  if (wide == 0) return;
  draft_.complaints.warning(
      {.source = cells_.source(), .line = 0, .column = 0}, {},
      std::to_string(wide) +
          (wide == 1 ? " job is skipped, which wants" : " jobs are skipped, which want") +
          " more than the cluster ever has: too_many_slots " + std::to_string(wide) +
          " (each in skipped.csv)",
      {.who = "job", .what = "is skipped", .count = static_cast<std::size_t>(wide)});
}

}  // namespace mcsim::config
