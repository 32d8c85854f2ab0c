// What lsb.events says of jobs beside lsb.acct: for whom they were, how long they were suspended,
// where they went, and what users and administrators did.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/trace/lsb_event.hpp"

namespace mcsim::app {

/// A job, or with an index an element of its array.
struct RecordedJob {
  std::int64_t job = 0;
  std::int64_t element = 0;

  auto operator<=>(const RecordedJob&) const = default;
};

/// What is known of one job. Times: seconds since 1970.
struct JobEvents {
  std::string user;
  std::string group;  ///< bsub -G; empty: none
  std::string queue;  ///< that it was submitted to
  std::string name;   ///< bsub -J
  std::int64_t submitted = 0;
  std::int64_t run_limit = -1;       ///< s
  std::int64_t user_priority = -1;   ///< bsub -sp
  std::int64_t suspended = 0;        ///< s that it was suspended after its last start
  std::int64_t suspended_since = 0;  ///< 0: it is not suspended now
  std::int64_t started = 0;          ///< of its last start; 0: none yet
  bool has_ended = false;
  bool has_record = false;  ///< in lsb.acct
  std::uint32_t starts = 0;
  std::uint32_t forwards = 0;
  std::uint32_t returns = 0;
};

/// Something that somebody did.
struct RecordedAction {
  enum class Kind : std::uint8_t {
    bswitch,
    btop,
    bbot,
    bstop,
    bresume,
    qopen,
    qclose,
    qact,
    qinact,
    hopen,
    hclose
  };

  std::int64_t at = 0;
  Kind kind{};
  RecordedJob job;
  std::string name;           ///< a queue or a host
  std::int64_t position = 0;  ///< of btop and bbot, from 1
  bool by_admin = false;      ///< of btop and bbot: not by the user of the job

  bool is_about_job() const { return kind < Kind::qopen; }
  bool is_about_host() const { return kind >= Kind::hopen; }
  bool names_queue() const {
    return kind == Kind::bswitch || (!is_about_job() && !is_about_host());
  }
};

class EventBook {
 public:
  /// The next record. Records come in the order of the file.
  void take(const trace::LsbEvent& event);

  /// Of a job: what is known of it, or of its array; null: nothing.
  const JobEvents* find(RecordedJob job) const;
  const std::vector<RecordedAction>& actions() const { return actions_; }
  std::uint64_t forwards() const { return forwards_; }
  std::uint64_t returns() const { return returns_; }
  std::uint64_t accepted() const { return accepted_; }
  std::uint64_t submitted() const { return submitted_; }
  std::uint64_t starts() const { return starts_; }
  /// lsb.acct has a record of the job.
  void note_record(RecordedJob job);
  /// Jobs that lsb.acct has no record of, by what became of them.
  struct Missing {
    std::uint64_t ended = 0;
    std::uint64_t running = 0;
    std::uint64_t waiting = 0;
  };
  Missing missing() const;
  /// The cluster that mbatchd was of; empty: no record says it.
  const std::string& cluster() const { return cluster_; }

 private:
  JobEvents& of(const trace::LsbEvent& event);
  void take_status(const trace::LsbEvent& event);
  void take_signal(const trace::LsbEvent& event);
  void act(const trace::LsbEvent& event, RecordedAction::Kind kind, std::string_view name = {});

  std::map<RecordedJob, JobEvents> jobs_;
  std::vector<RecordedAction> actions_;
  std::string cluster_;
  std::uint64_t forwards_ = 0;
  std::uint64_t returns_ = 0;
  std::uint64_t accepted_ = 0;
  std::uint64_t submitted_ = 0;
  std::uint64_t starts_ = 0;
};

}  // namespace mcsim::app
