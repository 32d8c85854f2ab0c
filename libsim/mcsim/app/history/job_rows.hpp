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

#include "mcsim/app/history/event_book.hpp"
#include "mcsim/app/history/job_numbers.hpp"
#include "mcsim/app/history/row_sorter.hpp"
#include "mcsim/model/resource.hpp"
#include "mcsim/trace/lsb_finish.hpp"

namespace mcsim::app {

/// Times of a job in its row. Seconds since 1970; 0: none.
struct RowTimes {
  std::int64_t submitted = 0;
  std::int64_t cancelled = 0;  ///< bkill before its start
  std::int64_t begin = 0;      ///< bsub -b
  std::int64_t started = 0;
  std::int64_t finished = 0;
};

/// Why a record gives no row, and what is not kept of those that do.
enum class RecordLoss : std::uint8_t {
  before_window,  ///< it ended before --from
  behind_window,  ///< it was submitted after --to
  element_range,  ///< elements of an array that ended together before they started
  no_time,        ///< its times contradict each other
  // Kept, but something is guessed or lost:
  never_started,    ///< it was killed before it started: nobody knows how long it would have run
  ran_elsewhere,    ///< it was forwarded, and ran in another cluster
  came_from_afar,   ///< it was submitted in another cluster
  running_at_from,  ///< it was running at --from
  waiting_at_from,  ///< it was waiting at --from
  dependency,       ///< it waited for others
  requirement,      ///< without LSF's files nobody knows what it required
  count
};
inline constexpr std::size_t record_losses = static_cast<std::size_t>(RecordLoss::count);
/// The first one that keeps the row.
inline constexpr RecordLoss first_kept = RecordLoss::never_started;

struct Window {
  std::optional<std::int64_t> from;  ///< s since 1970
  std::optional<std::int64_t> to;
};

/// What all rows together say of the site.
struct SiteFacts {
  std::map<std::string, std::int64_t> hosts;  ///< most slots that were in use at a time
  std::set<std::string> queues;
  std::set<std::string> exclusive;  ///< queues of jobs that wanted hosts for themselves
  std::set<std::string> apps;       ///< application profiles
  std::int64_t first = 0;           ///< earliest submission; 0: no row
  std::int64_t last = 0;            ///< latest end
};

class JobRows {
 public:
  JobRows(RowSorter& sorter, EventBook& events, Window window)
      : sorter_(sorter), events_(events), window_(window) {
    for (const RecordedAction& action : events.actions()) about_.insert(action.job);
  }

  /// The job of a record. Returns why its row could not be kept: the disk.
  std::optional<Diagnostic> take(const trace::FinishRecord& record);
  /// Whether the table has a job that somebody has done something to.
  bool has(RecordedJob job) const { return acted_.contains(job); }
  /// Jobs whose number another job had had before.
  std::uint64_t renumbered() const { return numbers_.again(); }
  /// Rows of the table; known when it is written: of a job that ended several times, since it was
  /// requeued, the last end counts.
  std::uint64_t written() const { return written_; }
  /// There are no files of LSF: requirements of other than built-in resources are left out.
  void knows_no_resources() { resources_ = model::builtin_resources(); }
  std::uint64_t lost(RecordLoss why) const { return lost_[static_cast<std::size_t>(why)]; }
  SiteFacts facts();

  /// The first row of the table.
  static std::string header();
  /// Calls out(text) for each row of the table, its times from `start` on.
  std::optional<Diagnostic> write(std::int64_t start,
                                  const std::function<void(std::string_view)>& out);

 private:
  struct Change {
    std::int64_t at = 0;
    std::uint32_t host = 0;
    std::int64_t slots = 0;
  };

  void lose(RecordLoss why) { ++lost_[static_cast<std::size_t>(why)]; }
  // Cells of the present row, each with a comma behind it.
  void add(std::string_view cell);
  void add_number(std::int64_t number);
  void add_known(std::int64_t number);  ///< empty where it is 0 or below
  void add_text(std::string_view text);
  void add_name(std::string_view text);
  void note_use(std::int64_t from, std::int64_t to);
  std::string text_of_hosts();

  RowSorter& sorter_;
  EventBook& events_;
  Window window_;
  std::array<std::uint64_t, record_losses> lost_{};
  std::map<std::string, std::uint32_t, std::less<>> host_ids_;
  std::vector<std::string_view> host_names_;  ///< by id
  std::vector<Change> changes_;
  std::vector<std::pair<std::uint32_t, std::int64_t>> hosts_;  ///< of the present record
  std::set<RecordedJob> about_;                                ///< whom actions are about
  std::set<RecordedJob> acted_;                                ///< those of them that have a row
  bool is_known(const std::string& requirement);

  std::vector<ResourceConfig> resources_;  ///< empty: all that jobs require is kept
  std::map<std::string, bool> known_requirements_;
  JobNumbers numbers_;
  std::uint64_t written_ = 0;
  SiteFacts facts_;
  std::string row_;
};

}  // namespace mcsim::app
