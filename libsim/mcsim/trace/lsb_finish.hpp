// How a job ended, by JOB_FINISH, the record of lsb.acct, in files of LSF 4 to 10 and of the
// schedulers that come from Platform Lava. Source: Platform LSF Configuration Reference, lsb.acct,
// with the order of fields that files of LSF 9.11, 10.1 and 10.108 have behind the usage of hosts;
// lsb.log.c of OpenLava.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::trace {

/// Elements of a job array, as bsub -J has them: first-last:step.
struct ElementRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t step = 1;
};

/// One record; those of other schedulers fill it as far as they go. Texts are parts of the line
/// that was read, with doubled quotes. Times: seconds since 1970; 0: none. A number that the record
/// does not have is -1.
struct FinishRecord {
  bool is_lava = false;  ///< of a scheduler that comes from Platform Lava: version 22, and not 10.1
  std::int64_t ended = 0;
  std::int64_t job = 0;
  std::int64_t options = 0;     ///< bits of bsub
  std::int64_t processors = 0;  ///< as many as it asked for at least
  std::int64_t submitted = 0;
  std::int64_t begin = 0;    ///< bsub -b
  std::int64_t started = 0;  ///< of its last start; 0: never
  std::string_view user;
  std::string_view queue;
  std::string_view res_req;                   ///< bsub -R
  std::string_view depends;                   ///< bsub -w
  std::vector<std::string_view> asked_hosts;  ///< bsub -m
  std::vector<std::string_view> hosts;        ///< where it ran: see visit_hosts()
  std::int64_t status = 0;                    ///< 32 EXIT, 64 DONE, and bits beside
  std::string_view name;
  std::string_view project;
  std::int64_t exit_status = 0;  ///< as wait() has it: 256 x the exit code, or a signal
  std::int64_t most_processors = 0;
  /// Index in its job array; 0: it is in none; -1: elements that were killed before they started.
  std::int64_t element = 0;
  std::int64_t max_memory = -1;  ///< KB
  // What only LSF 5.1 and later have, the later the less.
  std::int64_t exit_info = 0;            ///< 5: its run limit has ended it; others are not used
  std::string_view app;                  ///< bsub -app
  std::int64_t run_limit = -1;           ///< s; 0 or below: none
  std::string_view source_cluster;       ///< of a job that came from there; else empty
  std::string_view destination_cluster;  ///< of a job that ran there; else empty
  std::int64_t run_time = -1;            ///< s; 0: the record does not have it
  std::vector<ElementRange> elements;    ///< where `element` is -1
  // Not of lsb.acct, which leaves them to lsb.events:
  std::string_view group;           ///< of users
  std::int64_t user_priority = -1;  ///< that its user gave it
  /// It has not ended: `ended` is the end of the history, until which it ran, if it has started,
  /// or waited.
  bool is_unended = false;

  /// bsub -x. Source: lsbatch.h, SUB_EXCLUSIVE.
  bool is_exclusive() const { return (options & 0x40) != 0; }
  bool has_started() const { return started > 0; }
  bool is_done() const { return (status & 64) != 0; }
  /// A signal that ended it, else its exit code, as `code` + 128 of a shell.
  std::int64_t exit_code() const {
    const std::int64_t signal = exit_status & 0x7F;
    return signal != 0 ? 128 + signal : (exit_status >> 8) & 0xFF;
  }
};

/// Of the version that stands in each record.
inline bool is_lava_version(std::string_view version) {
  return version.find('.') == std::string_view::npos;
}

/// What is wrong with a record: a word, and where it stands; null: nothing.
struct RecordMistake {
  const char* what = nullptr;
  std::size_t column = 0;  ///< from 1

  explicit operator bool() const { return what != nullptr; }
};

/// Reads a record whose first word, "JOB_FINISH", `words` has handed out. What all files have must
/// be there; from there on it reads as far as the record makes sense.
RecordMistake read_finish(LsbWords& words, FinishRecord& to);

}  // namespace mcsim::trace
