// The rows of a table of jobs that come of records of lsb.acct, with what lsb.events adds.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/history/csv_cells.hpp"
#include "mcsim/app/history/event_book.hpp"
#include "mcsim/app/history/history_conditions.hpp"
#include "mcsim/app/history/job_numbers.hpp"
#include "mcsim/app/history/row_cells.hpp"
#include "mcsim/app/history/row_sorter.hpp"
#include "mcsim/app/history/site_names.hpp"
#include "mcsim/app/history/used_hosts.hpp"
#include "mcsim/trace/lsb_finish.hpp"

namespace mcsim::app {

/// Times of a job in its row. Seconds since 1970; 0: none.
struct RowTimes {
  std::int64_t submitted = 0;
  std::int64_t cancelled = 0;  ///< bkill before its start
  std::int64_t begin = 0;      ///< bsub -b
  std::int64_t started = 0;
  std::int64_t finished = 0;
  bool is_submitted_late = false;  ///< in its second, as EventBook has it: half a second later
  bool is_ended_late = false;      ///< likewise
};

/// Why a record gives no row, and what is not kept of those that do.
enum class RecordLoss : std::uint8_t {
  before_window,  ///< it ended before --from
  behind_window,  ///< it was submitted at --to, or later
  element_range,  ///< elements of an array that ended together before they started, too many
  no_time,        ///< its times contradict each other
  no_amount,      ///< its slots, memory, run time or run limit are more than any job has
  no_array,       ///< its index is none, or its job is no array by another record
  no_submission,  ///< only lsb.events has it, and not its submission
  // Kept, but something is guessed or lost; first what changes who waits:
  unknown_job,      ///< it waited for a job that is not there
  condition,        ///< it waited for what the simulation does not know
  unknown_host,     ///< it asked for hosts that are not there
  requirement,      ///< nobody knows what it required
  never_started,    ///< it was killed before it started: nobody knows how long it would have run
  ran_elsewhere,    ///< it was forwarded, and ran in another cluster
  came_from_afar,   ///< it was submitted in another cluster
  running_at_from,  ///< it was running at --from
  waiting_at_from,  ///< it was waiting at --from
  dependency,       ///< it waited for others
  range,            ///< it asked for n to m slots
  only_events,      ///< it has ended, and only lsb.events has it
  still_running,    ///< it ran at the end of the history
  still_waiting,    ///< it waited at the end of the history
  count
};
inline constexpr std::size_t record_losses = static_cast<std::size_t>(RecordLoss::count);
/// The first one that keeps the row.
inline constexpr RecordLoss first_kept = RecordLoss::unknown_job;

struct Window {
  std::optional<std::int64_t> from;  ///< s since 1970
  std::optional<std::int64_t> to;
};

/// What all rows together say of the site.
struct SiteFacts {
  std::map<std::string, std::int64_t> hosts;  ///< most slots that were in use at a time
  std::uint64_t foreign_hosts = 0;            ///< how many of them are other clusters'
  std::uint64_t of_lava = 0;                  ///< records that are of the Lava family
  std::uint64_t of_others = 0;                ///< and those that are not
  std::int64_t most_slots = 0;                ///< that a job had or asked for
  std::set<std::string> queues;
  std::set<std::string> exclusive;  ///< queues of jobs that wanted hosts for themselves
  std::set<std::string> apps;       ///< application profiles
  /// Of queues: exit codes of runs after which a job was requeued.
  std::map<std::string, std::set<std::string, std::less<>>> requeued;
  std::int64_t first = 0;  ///< earliest submission; 0: no row
  std::int64_t last = 0;   ///< latest end
};

class JobRows {
 public:
  JobRows(RowSorter& sorter, EventBook& events, Window window)
      : sorter_(sorter), events_(events), window_(window) {
    for (const RecordedAction& action : events.actions()) {
      about_.insert(action.job);
      if (action.depends) conditions_.note(*action.depends);
    }
  }

  /// The job of a record. Returns why its row could not be kept: the disk.
  std::optional<Diagnostic> take(const trace::FinishRecord& record);
  /// When all records are taken: the jobs that only lsb.events has.
  std::optional<Diagnostic> take_missing();
  /// The number in the table of a job that somebody has done something to; none: it has no row.
  std::optional<std::int64_t> number_of(RecordedJob job) const;
  /// Jobs whose number another job had had before.
  std::uint64_t renumbered() const { return numbers_.again(); }
  /// Rows of the table; known when it is written: of a job that ended several times, since it was
  /// requeued, the last end counts.
  std::uint64_t written() const { return written_; }
  /// Likewise, earlier ends.
  std::uint64_t earlier() const { return earlier_; }
  /// Records that are there twice.
  std::uint64_t same() const { return same_; }
  /// Records of lsb.acct, and those of them that are of jobs that lsb.events has, too.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t known_by_events() const { return known_by_events_; }
  /// What the scenario will have: what jobs require of other resources is left out. Without files
  /// of LSF hosts of other clusters on which jobs ran are hosts of this one.
  void knows(SiteNames names) { names_ = std::move(names); }
  /// Before the table is written: hosts that the scenario lists, too. Others are not asked for.
  void knows_hosts(const std::map<std::string, std::int64_t>& listed) { names_.add(listed); }
  const SiteNames& names() const { return names_; }
  std::uint64_t lost(RecordLoss why) const { return lost_[static_cast<std::size_t>(why)]; }
  /// Asks `where` for the place of a record when it is the first one that is lost so.
  void ask_for_places(std::function<std::string()> where) { where_ = std::move(where); }
  /// What that was; empty: it is of no record.
  const std::string& first_lost(RecordLoss why) const {
    return first_lost_[static_cast<std::size_t>(why)];
  }
  SiteFacts facts();

  /// What the history can judge of a condition that bmod gave a job, when the table is written.
  std::string judged(const RecordedAction& action) const;

  /// The first row of the table.
  static std::string header();
  /// Calls out(text) for each row of the table, its times from `start` on.
  std::optional<Diagnostic> write(std::int64_t start,
                                  const std::function<void(std::string_view)>& out);

 private:
  /// How long jobs of a queue ran.
  struct Runs {
    std::int64_t jobs = 0;
    std::int64_t seconds = 0;
  };

  void lose(RecordLoss why) {
    const auto at = static_cast<std::size_t>(why);
    if (lost_[at]++ == 0 && where_) first_lost_[at] = where_();
  }
  std::optional<Diagnostic> take_killed_elements(const trace::FinishRecord& record,
                                                 std::optional<std::uint32_t> life);
  std::optional<Diagnostic> take_job(const trace::FinishRecord& record, RecordedJob job,
                                     const JobEvents* known);
  std::optional<RowTimes> times_of(const trace::FinishRecord& record);
  std::int64_t run_of(const trace::FinishRecord& record, const std::string& queue,
                      const JobEvents* known);
  std::int64_t usual_run(const std::string& queue, std::int64_t limit) const;
  void note_losses(const trace::FinishRecord& record);
  void cut_to_window(RowTimes& times, std::int64_t& run);
  void note_facts(const trace::FinishRecord& record, const RowTimes& times,
                  const std::string& queue, const JobEvents* known);
  std::optional<Diagnostic> add_row(const trace::FinishRecord& record, const RowTimes& times,
                                    std::int64_t number, std::int64_t run, const std::string& queue,
                                    const JobEvents* known);
  void add_condition(const trace::FinishRecord& record, const JobEvents* known);
  bool is_one_of_its_kind(const RowKey& key);
  void judge(const RowKey& key, std::string& line);
  std::string judged_condition(const RowKey& key, const CsvCells& cells);
  std::string judged_hosts(const CsvCells& cells);
  std::string requirement_of(const trace::FinishRecord& record);
  std::string asked_hosts(const trace::FinishRecord& record, const JobEvents* known) const;

  RowSorter& sorter_;
  EventBook& events_;
  Window window_;
  std::array<std::uint64_t, record_losses> lost_{};
  std::array<std::string, record_losses> first_lost_{};
  std::function<std::string()> where_{};
  UsedHosts use_;
  std::set<RecordedJob> about_;                    ///< whom actions are about
  std::map<RecordedJob, std::int64_t> numbered_;   ///< those of them that have a row
  std::map<std::string, Runs, std::less<>> runs_;  ///< by queue
  SiteNames names_;
  bool asks_hosts_ = false;  ///< some row does
  struct Understood {
    std::string text;
    bool has_mistakes = false;
  };
  std::map<std::string, Understood> understood_;  ///< by what jobs require
  JobNumbers numbers_;
  HistoryConditions conditions_;
  std::uint64_t written_ = 0;
  std::uint64_t earlier_ = 0;
  std::uint64_t same_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t known_by_events_ = 0;
  std::int64_t last_number_ = -1;  ///< of the last row that was written
  bool last_is_element_ = false;
  SiteFacts facts_;
  std::string last_queue_;
  RowCells row_;
};

}  // namespace mcsim::app
