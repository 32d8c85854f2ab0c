// What lsb.events says of jobs beside lsb.acct: for whom they were, how long they were suspended,
// where they went, and what users and administrators did.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/history/recorded_action.hpp"
#include "mcsim/base/names.hpp"
#include "mcsim/trace/lsb_event.hpp"

namespace mcsim::app {

/// What is known of one job. Names are ids of EventBook::name(). Times: seconds since 1970.
struct JobEvents {
  NameId user = none<NameId>;
  NameId group = none<NameId>;  ///< bsub -G
  NameId queue = none<NameId>;  ///< that it was submitted to
  NameId name = none<NameId>;   ///< bsub -J
  NameId project = none<NameId>;
  NameId app = none<NameId>;
  NameId res_req = none<NameId>;
  NameId depends = none<NameId>;      ///< bsub -w, before any bmod
  NameId asked_hosts = none<NameId>;  ///< bsub -m, before any bmod: words between blanks
  NameId hosts = none<NameId>;        ///< of its last start: words between blanks
  NameId cluster = none<NameId>;      ///< that it is in now; none: where it was submitted
  NameId exit_codes = none<NameId>;   ///< of runs after which it was requeued, between blanks
  std::uint32_t modified = 0;         ///< bits of SubmitOption, and begin_modified
  std::int64_t first_at = 0;          ///< of the first record about it
  std::int64_t submitted = 0;         ///< 0: its JOB_NEW is not there
  std::int64_t begin = 0;             ///< bsub -b, before any bmod
  std::int64_t options = 0;
  std::int64_t processors = 0;
  std::int64_t run_limit = -1;       ///< s
  std::int64_t user_priority = -1;   ///< bsub -sp
  std::int64_t suspended = 0;        ///< s that it was suspended after its last start
  std::int64_t suspended_since = 0;  ///< 0: it is not suspended now
  std::int64_t started = 0;          ///< of its last start; 0: none yet
  std::int64_t ended = 0;            ///< 0: not yet
  std::int64_t exit_status = 0;      ///< likewise
  bool is_lava = false;              ///< its records are of the Lava family
  bool is_submitted_late = false;    ///< in its second, as EventBook has it
  bool is_ended_late = false;        ///< likewise
  bool is_stopped = false;           ///< bstop has suspended it
  bool is_seen_stopped = false;      ///< and its status has shown it
  bool is_brequeued = false;         ///< somebody has asked for a requeue of this run
  bool is_done = false;              ///< it has ended well
  bool has_record = false;           ///< in lsb.acct; of an array: that of its pending elements

  static constexpr std::uint32_t begin_modified = 0x80000000;
  bool is_modified(std::int64_t option) const { return (modified & option) != 0; }
};

/// Times of records are whole seconds; their order says more. What stands behind the last start of
/// its second was not seen by the session that started those jobs: it came late in that second, as
/// did an end in a second without any start. That is noted of schedulers of the Lava family, whose
/// sessions are whole seconds apart.
class EventBook {
 public:
  /// The next record. Records come in the order of the file.
  void take(const trace::LsbEvent& event);

  /// Which of the jobs with this number it is that was submitted at `submitted` and ended at
  /// `ended`; none: nothing is known of it.
  std::optional<std::uint32_t> life_of(std::int64_t job, std::int64_t submitted,
                                       std::int64_t ended) const;
  /// Of a job: what is known of it, or of its array; null: nothing.
  const JobEvents* find(RecordedJob job) const;
  std::string_view name(NameId id) const { return names_.name(id); }
  const std::vector<RecordedAction>& actions() const { return actions_; }
  std::uint64_t forwards() const { return forwards_; }
  std::uint64_t returns() const { return returns_; }
  std::uint64_t submitted() const { return submitted_; }
  std::uint64_t starts() const { return starts_; }
  /// Runs that somebody ended by brequeue.
  std::uint64_t brequeued() const { return brequeued_; }
  /// What bmod has changed that no action of a scenario changes: -n, -R, -W ...
  std::uint64_t other_changes() const { return other_changes_; }
  /// Of the last record.
  std::int64_t last_at() const { return last_at_; }
  /// lsb.acct has a record of the job, or of elements of an array that were still pending.
  void note_record(RecordedJob job);
  /// Calls visit(job, what is known) for each one of which lsb.acct has no record.
  void visit_missing(const std::function<void(RecordedJob, const JobEvents&)>& visit) const;
  /// Whether something is known of the job itself, and not of its array alone.
  bool has(RecordedJob job) const { return jobs_.contains(job); }
  /// Those that mbatchd was of, the last one last. Several: the files are of several clusters.
  const std::vector<std::string>& clusters() const { return clusters_; }

 private:
  RecordedJob key_of(std::int64_t job, std::int64_t element) const;
  JobEvents& of(const trace::LsbEvent& event);
  JobEvents& element_of(RecordedJob key, std::int64_t at);
  void note_cluster(std::string name);
  NameId id(std::string_view text);
  NameId id_of(const std::vector<std::string_view>& words);
  void take_new(const trace::LsbEvent& event);
  void take_start(const trace::LsbEvent& event);
  void take_status(const trace::LsbEvent& event);
  void take_modify(const trace::LsbEvent& event);
  void note_modified(RecordedJob job, std::uint32_t bits);
  void note_second(const trace::LsbEvent& event);
  void note_stop(const trace::LsbEvent& event, JobEvents& job);
  void take_signal(const trace::LsbEvent& event);
  RecordedAction& act(const trace::LsbEvent& event, RecordedAction::Kind kind,
                      std::string_view name = {});

  NameTable names_;
  std::map<RecordedJob, JobEvents> jobs_;
  std::map<std::int64_t, std::uint32_t> lives_;  ///< of numbers that came again, from 1
  std::vector<RecordedAction> actions_;
  std::int64_t second_ = 0;         ///< of the last record
  bool has_start_ = false;          ///< in that second
  std::vector<RecordedJob> ended_;  ///< in that second, behind its last start
  std::vector<RecordedJob> came_;   ///< likewise
  std::vector<std::string> clusters_;
  std::int64_t last_at_ = 0;
  std::uint64_t forwards_ = 0;
  std::uint64_t returns_ = 0;
  std::uint64_t submitted_ = 0;
  std::uint64_t starts_ = 0;
  std::uint64_t brequeued_ = 0;
  std::uint64_t other_changes_ = 0;
};

}  // namespace mcsim::app
