// From a trace's rows to a cluster's jobs: one pass, whoever reads the rows. Only for the sources
// that make one such pass each, so that all of it is inlined there.
#pragma once

#include <algorithm>
#include <utility>

#include "mcsim/text/words.hpp"
#include "mcsim/trace/memory_profiles.hpp"
#include "mcsim/trace/numbered_names.hpp"
#include "mcsim/trace/placing_tally.hpp"
#include "mcsim/trace/row_limits.hpp"
#include "mcsim/trace/seen_ids.hpp"
#include "mcsim/trace/skipped_rows.hpp"
#include "mcsim/trace/user_targets.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::trace {

/// In place of a preceding job that no row has.
inline constexpr JobId none_preceding{-1};

/// One pass over one trace. Reader: SwfReader or SwfPlayback.
template <class Reader>
class WorkloadPass {
 public:
  WorkloadPass(const WorkloadOptions& options, Reader& reader,
               const std::vector<WorkloadSink>& sinks, NameTable& users, NameTable& groups,
               std::vector<SkippedRow>& skipped)
      : options_(options),
        reader_(reader),
        users_(users),
        groups_(groups),
        scale_limits_(options.scale_limits.value_or(options.scale_runtimes)),
        user_names_(users),
        user_targets_(options.spread, users),
        skipped_(skipped),
        follows_(options.dependencies.value_or(true)),
        has_window_(options.window.from > Duration{} || options.window.to),
        goes_one_way_(options.partition_map.empty() && options.spread.empty() &&
                      options.queue_map.empty()) {
    reader_.look_at_memory(options.memory);
    for (const WorkloadSink& sink : sinks) sinks_.emplace_back(sink);
    for (const auto& [number, target] : options.partition_map) partitions_[number] = {target};
  }

  WorkloadReport run() {
    SwfRow row;
    while (!enough() && reader_.next(row)) {
      take(row);
      last_job_ = row.job;
    }
    reader_.sum_up();
    check_ids();
    renumber_preceding();
    if (!enough())
      for (const auto& [number, target] : partitions_)
        if (!target.is_taken) report_.partitions_of_nobody.push_back(number);
    warn();
    report_.rows = reader_.rows();
    report_.shift = options_.window.shift;
    report_.header = reader_.header();
    return std::move(report_);
  }

 private:
  /// A cluster that jobs go to.
  struct Sink {
    explicit Sink(const WorkloadSink& into)
        : trace(into.trace),
          profiles(into.profiles, into.profile),
          overusing(into.profiles, WorkloadPass::overusing(into.profile)),
          largest(into.largest),
          cluster(into.cluster),
          with_memory(into) {}

    TraceBuilder& trace;
    GroupProfiles profiles;
    GroupProfiles overusing;  ///< the same, of jobs that may run longer than they ask for
    const std::vector<Slots>& largest;
    ClusterId cluster;
    MemoryProfiles with_memory;
  };
  struct Partition {
    RowTarget target;
    bool is_taken = false;  ///< by a row
  };
  /// Where one job goes.
  struct Place {
    Sink* sink;
    QueueId queue;
  };

  bool enough() const { return options_.first && report_.jobs >= *options_.first; }

  static JobProfile overusing(JobProfile profile) {
    profile.overuse = true;
    return profile;
  }

  [[gnu::always_inline]] void take(const SwfRow& row) {
    // Bursts between swap-outs follow the row that sums them up; only that row is the job.
    if (row.is_partial() && (row.job == last_job_ || row.submit.count() < 0))
      return skip(row, SkipReason::partial_execution, "status " + std::to_string(row.status));
    if (row.submit.count() < 0)
      return skip(row, SkipReason::no_submit_time,
                  "submit time (field 2) is unknown, or before the start of the trace");
    if (has_window_ && !options_.window.holds(row.submit)) [[unlikely]] {
      ++report_.skipped[static_cast<std::size_t>(SkipReason::outside_window)];
      return;
    }
    if (row.run.count() < 0)
      return skip(row, SkipReason::no_run_time, "run time (field 4) is unknown");
    const std::int64_t slots = slots_of(row);
    if (slots <= 0) return skip(row, SkipReason::no_slots, no_slots_detail());
    const Place place = place_of(row);
    const std::int64_t most = most_slots_in(place);
    if (slots > most)
      return skip(row, SkipReason::too_many_slots,
                  counted(slots, "slot") + "; a job can have at most " + std::to_string(most));
    if (row.has_memory && !has_room_for_memory(row, slots, place)) [[unlikely]]
      return;
    submit(row, Slots(static_cast<std::int32_t>(slots)), place);
  }

  /// Of a row that has memory; false: it is skipped.
  [[gnu::noinline]] bool has_room_for_memory(const SwfRow& row, std::int64_t slots, Place place) {
    if (!options_.reserves_memory) {
      ++with_memory_;
      return true;
    }
    const std::int64_t mb = reader_.memory_mb();
    const std::int64_t most = place.sink->with_memory.most_slots_in(place.queue, mb);
    if (slots > most)
      skip(row, SkipReason::too_much_memory,
           counted(slots, "slot") + " with " + std::to_string(mb) +
               " MB each; a job can have at most " + std::to_string(most) + " such");
    return slots <= most;
  }

  ProfileId profile_of(const SwfRow& row, Sink& sink, bool overuses) {
    const NameId group = group_of(row);
    if (row.has_memory && options_.reserves_memory) [[unlikely]]
      return sink.with_memory.of(reader_.memory_mb(), group, overuses);
    return (overuses ? sink.overusing : sink.profiles).of(group);
  }

  static std::int64_t most_slots_in(Place place) {
    const auto& largest = place.sink->largest;
    return largest.empty() ? most_slots : largest[index_of(place.queue)].count();
  }

  std::int64_t slots_of(const SwfRow& row) const {
    const bool allocated = options_.slots == WorkloadOptions::SlotField::allocated;
    return allocated || row.requested <= 0 ? row.allocated : row.requested;
  }

  std::string no_slots_detail() const {
    return options_.slots == WorkloadOptions::SlotField::allocated
               ? "allocated processors (field 5) are unknown"
               : "requested and allocated processors (fields 8 and 5) are unknown";
  }

  void skip(const SwfRow& row, SkipReason reason, std::string detail) {
    ++report_.skipped[static_cast<std::size_t>(reason)];
    if (first_unknown_ == 0 && is_unknown(reason)) first_unknown_ = reader_.line();
    skipped_.push_back({.workload = options_.workload,
                        .reason = reason,
                        .line = reader_.line(),
                        .job_id = row.job,
                        .detail = std::move(detail)});
  }

  void submit(const SwfRow& row, Slots slots, Place place) {
    const auto id = id_of(row);
    const Duration submit = scaled(row.submit - options_.window.shift, options_.scale_arrivals);
    const Duration run = scaled(row.run, options_.scale_runtimes);
    const Duration requested = requested_by(row);
    if (!id || !in_range(submit, "submit time") || !in_range(run, "run time") ||
        !in_range(requested, "requested time"))
      return;
    const Duration limit = limit_of(requested, run);
    const bool overuses = may_overuse() && limit != queues_default && limit < unlimited;
    if (overuses && run > limit) ++overuses_;
    note_order(row.submit);
    if (notes_preceding(row)) note_preceding(row, static_cast<JobId>(*id), place.sink->cluster);
    note_unused(row);
    Sink& sink = *place.sink;
    sink.trace.add({.id = static_cast<JobId>(*id),
                    .submit = Time{submit},
                    .run = run,
                    .limit = limit,
                    .requested = requested,
                    .trace_wait = row.wait,
                    .user = user_of(row),
                    .profile = profile_of(row, sink, overuses),
                    .slots = slots,
                    .queue = place.queue,
                    .workload = options_.workload});
    ++report_.jobs;
  }

  std::optional<std::int64_t> id_of(const SwfRow& row) {
    const std::int64_t number =
        options_.renumber ? static_cast<std::int64_t>(report_.jobs) + 1 : row.job;
    std::int64_t id = 0;
    if (__builtin_add_overflow(number, options_.id_offset, &id) || id < 0)
      return complain_of_id(number);
    seen_.add(id, reader_.line());
    return id;
  }

  [[gnu::cold]] std::nullopt_t complain_of_id(std::int64_t number) {
    reader_.complaints().error(reader_.line(), 0,
                               "job " + std::to_string(number) + " with id_offset " +
                                   std::to_string(options_.id_offset) +
                                   ": expected a job id from 0 to 9223372036854775807");
    return std::nullopt;
  }

  bool in_range(Duration time, std::string_view what) {
    return time <= longest_duration || complain_of_range(what);
  }
  [[gnu::cold]] bool complain_of_range(std::string_view what) {
    reader_.complaints().error(reader_.line(), 0,
                               std::string(what) + " after scaling: expected at most 1,000 years");
    return false;
  }

  void note_order(Duration submit) {
    if (submit < last_submit_ && first_out_of_order_ == 0) first_out_of_order_ = reader_.line();
    last_submit_ = submit;
  }

  bool notes_preceding(const SwfRow& row) const {
    return follows_ && (row.preceding > 0 || options_.renumber);
  }
  [[gnu::noinline]] void note_preceding(const SwfRow& row, JobId id, ClusterId cluster) {
    if (options_.renumber) numbers_.push_back(row.job);
    if (row.preceding <= 0) return;
    const Duration think = scaled(std::max(row.think, Duration{}), options_.scale_arrivals);
    if (!in_range(think, "think time")) return;
    std::int64_t preceding = row.preceding;
    if (!options_.renumber && __builtin_add_overflow(preceding, options_.id_offset, &preceding))
      preceding = static_cast<std::int64_t>(none_preceding);
    report_.dependencies.push_back({cluster, id, static_cast<JobId>(preceding), think});
  }
  /// From the numbers of rows to those that their jobs have got.
  void renumber_preceding() {
    if (!options_.renumber || report_.dependencies.empty()) return;
    std::vector<std::pair<std::int64_t, std::int64_t>> ids;
    for (const std::int64_t number : numbers_)
      ids.emplace_back(number, static_cast<std::int64_t>(ids.size()) + 1 + options_.id_offset);
    std::ranges::sort(ids);
    for (NamedDependency& one : report_.dependencies) {
      const auto number = static_cast<std::int64_t>(one.preceding);
      const auto found = std::ranges::lower_bound(ids, std::pair(number, INT64_MIN));
      const bool is_known = found != ids.end() && found->first == number;
      one.preceding = is_known ? static_cast<JobId>(found->second) : none_preceding;
    }
  }

  /// What a job has that this run does not go by.
  void note_unused(const SwfRow& row) {
    if (row.partition < 0 || !options_.partition_map.empty()) return;
    if (with_partition_++ == 0) first_partition_ = row.partition;
    several_partitions_ = several_partitions_ || row.partition != first_partition_;
  }

  /// A partition that is the only one says nothing.
  void warn_of_unused() {
    std::string text;
    const auto add = [&](std::string_view what, std::uint64_t rows, const std::string& since) {
      if (rows == 0) return;
      text += (text.empty() ? "" : "; ") + std::string(what) + ", of " + counted(rows, "job") +
              (since.empty() ? "" : ": " + since);
    };
    if (options_.memory != MemoryField::none)
      add(options_.memory == MemoryField::used ? "used memory (field 7)"
                                               : "requested memory (field 10)",
          with_memory_, options_.no_memory_since);
    add("partitions (field 16)", several_partitions_ ? with_partition_ : 0, {});
    if (text.empty()) return;
    const bool loses = options_.memory != MemoryField::none && with_memory_ > 0;
    reader_.complaints().warning(
        0, 0, "not used: " + text,
        loses ? Loss{.who = "job", .what = "loses memory", .count = with_memory_} : Loss{});
  }

  /// Rows that are no jobs, and jobs that the clusters can never run.
  void warn_of_skipped() {
    if (UnknownRows unknown = unknown_rows(report_.skipped); !unknown.text.empty())
      reader_.complaints().warning(first_unknown_, 0, std::move(unknown.text),
                                   std::move(unknown.loss));
    std::uint64_t all = 0;
    std::string reasons;
    for (const SkipReason reason : {SkipReason::too_many_slots, SkipReason::too_much_memory}) {
      const std::uint64_t count = report_.skipped[static_cast<std::size_t>(reason)];
      if (count > 0)
        reasons += (reasons.empty() ? "" : ", ") + std::string(name_of(reason)) + " " +
                   std::to_string(count);
      all += count;
    }
    if (all == 0) return;
    reader_.complaints().warning(
        0, 0,
        std::to_string(all) +
            (all == 1 ? " job is skipped, which wants" : " jobs are skipped, which want") +
            " more than the cluster ever has: " + reasons + " (each in skipped.csv)",
        {.who = "job", .what = "is skipped", .count = static_cast<std::size_t>(all)});
  }

  Place place_of(const SwfRow& row) {
    if (goes_one_way_) [[likely]]
      return {&sinks_.front(), options_.queue};
    if (!partitions_.empty() && row.partition <= INT32_MAX && row.partition >= INT32_MIN) {
      const auto found = partitions_.find(static_cast<int>(row.partition));
      if (found != partitions_.end()) {
        found->second.is_taken = true;
        return place_in(row, found->second.target);
      }
    }
    if (!options_.spread.empty()) [[unlikely]]
      return place_of_user(row);
    if (!partitions_.empty() && row.partition >= 0) [[unlikely]]
      placing_.note_unknown(row.partition);
    return {&sinks_.front(), queue_of(row)};
  }
  Place place_in(const SwfRow& row, const RowTarget& target) {
    return {&sink_of(target.cluster), queue_of(row, target.queue_map, target.queue)};
  }
  [[gnu::noinline]] Place place_of_user(const SwfRow& row) {
    if (row.user < 0) placing_.note_nobody();
    return place_in(row, options_.spread.targets()[user_targets_.of(user_of(row))].target);
  }
  Sink& sink_of(ClusterId cluster) { return *std::ranges::find(sinks_, cluster, &Sink::cluster); }

  QueueId queue_of(const SwfRow& row) const {
    return queue_of(row, options_.queue_map, options_.queue);
  }
  static QueueId queue_of(const SwfRow& row, const std::map<int, QueueId>& map, QueueId other) {
    if (map.empty() || row.queue > INT32_MAX || row.queue < INT32_MIN) return other;
    const auto found = map.find(static_cast<int>(row.queue));
    return found == map.end() ? other : found->second;
  }

  /// Negative: not given. A requested time of 0 counts as missing: traces have it where none was
  /// requested. One that was given stays one, however small its factor.
  Duration requested_by(const SwfRow& row) const {
    if (row.requested_time.count() <= 0) return Duration{-1};
    return std::max(scaled(row.requested_time, scale_limits_), Duration{1});
  }

  /// The comments before the first job say it, unless the scenario does.
  bool may_overuse() {
    if (!may_overuse_)
      may_overuse_ =
          options_.allow_overuse.value_or(reader_.header().allow_overuse.value_or(false));
    return *may_overuse_;
  }

  Duration limit_of(Duration requested, Duration run) const {
    if (requested.count() > 0) return requested;
    return limit_for(options_.missing_limit, run);
  }

  NameId user_of(const SwfRow& row) {
    if (!options_.user_map.empty() && row.user <= INT32_MAX && row.user >= INT32_MIN) {
      const auto found = options_.user_map.find(static_cast<int>(row.user));
      if (found != options_.user_map.end()) return users_.id(found->second);
    }
    return user_names_.id(row.user);
  }

  NameId group_of(const SwfRow& row) {
    return row.group < 0 ? none<NameId> : groups_.id(row.group);
  }

  /// Ascending ids cannot repeat, so only others are sorted.
  void check_ids() {
    if (seen_.ascend()) return;
    std::vector<SeenIds::Seen> seen = seen_.all();
    std::ranges::sort(seen, {},
                      [](const SeenIds::Seen& one) { return std::pair(one.id, one.line); });
    for (std::size_t place = 1, first = 0; place < seen.size(); ++place)
      if (seen[place].id != seen[first].id)
        first = place;
      else
        reader_.complaints().error(seen[place].line, 0,
                                   "job number " + std::to_string(seen[place].id) +
                                       " comes twice; first in line " +
                                       std::to_string(seen[first].line));
  }

  void warn() {
    Complaints& complaints = reader_.complaints();
    if (first_out_of_order_ != 0)
      complaints.warning(first_out_of_order_, 0,
                         "submit times are not in order from here on; the jobs are sorted");
    const auto& promised = reader_.header().max_jobs;
    if (!enough() && !complaints.any_errors() && promised &&
        *promised != static_cast<std::int64_t>(reader_.rows()))
      complaints.warning(0, 0,
                         "MaxJobs says " + std::to_string(*promised) + ", but there " +
                             (reader_.rows() == 1 ? "is " : "are ") +
                             counted(reader_.rows(), "job"));
    warn_of_unused();
    warn_of_skipped();
    if (overuses_ > 0 && !options_.allow_overuse)
      complaints.warning(0, 0,
                         "AllowOveruse: jobs that run longer than they ask for are not killed, " +
                             std::to_string(overuses_) +
                             " of them; for the contrary: allow_overuse");
    placing_.warn(complaints);
    if (report_.jobs == 0 && !enough() && !complaints.any_errors())
      complaints.warning(0, 0, std::string(none_replayed(report_.skipped)));
  }

  const WorkloadOptions& options_;
  Reader& reader_;
  std::vector<Sink> sinks_;  ///< the first one is that of most jobs
  std::map<int, Partition> partitions_;
  NameTable& users_;
  NumberedNames groups_;
  Ratio scale_limits_;
  NumberedNames user_names_;
  UserTargets user_targets_;
  std::vector<SkippedRow>& skipped_;
  WorkloadReport report_;
  SeenIds seen_;
  bool follows_;                       ///< fields 17 and 18 count
  bool has_window_;                    ///< some rows may lie outside
  bool goes_one_way_;                  ///< all rows go to the same cluster and queue
  std::vector<std::int64_t> numbers_;  ///< of the rows of all jobs, where jobs are renumbered
  std::int64_t last_job_ = -1;
  Duration last_submit_{};
  std::size_t first_out_of_order_ = 0;
  std::size_t first_unknown_ = 0;  ///< the line of the first of unknown_rows()
  std::uint64_t with_memory_ = 0;  ///< which do not reserve it
  std::uint64_t with_partition_ = 0;
  std::int64_t first_partition_ = -1;
  bool several_partitions_ = false;
  PlacingTally placing_;
  std::optional<bool> may_overuse_;
  std::uint64_t overuses_ = 0;  ///< jobs that do run longer than they ask for
};

template <class Reader>
Expected<WorkloadReport, Diagnostics> read_all(const WorkloadOptions& options, Reader& reader,
                                               const std::vector<WorkloadSink>& sinks,
                                               NameTable& users, NameTable& groups,
                                               std::vector<SkippedRow>& skipped) {
  WorkloadReport report = WorkloadPass(options, reader, sinks, users, groups, skipped).run();
  if (!reader.complaints().any_errors()) {
    auto hash = reader.hash();
    if (!hash) reader.complaints().add(hash.error());
    report.hash = hash ? *hash : 0;
  }
  const bool failed = reader.complaints().any_errors();
  Diagnostics diagnostics = reader.complaints().take();
  if (failed) return Unexpected(std::move(diagnostics));
  report.warnings = std::move(diagnostics);
  return report;
}

}  // namespace mcsim::trace
