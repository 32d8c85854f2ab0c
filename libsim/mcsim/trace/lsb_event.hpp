// Records of lsb.events that tell of jobs, queues and hosts.
// Source: Platform LSF Configuration Reference, lsb.events, with the order of fields of files of
// LSF 10.108; lsb.log.c of OpenLava.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "mcsim/trace/lsb_finish.hpp"
#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::trace {

/// Bits of `options` and `deleted` that say what bsub or bmod has set or taken back. Source:
/// lsbatch.h, SUB_*.
struct SubmitOption {
  static constexpr std::int64_t name = 0x1;
  static constexpr std::int64_t queue = 0x2;
  static constexpr std::int64_t hosts = 0x4;
  static constexpr std::int64_t depends = 0x20000;
  static constexpr std::int64_t res_req = 0x40000;
};

/// One record. Which fields it has, its kind tells; texts are parts of the line that was read.
struct LsbEvent {
  enum class Kind : std::uint8_t {
    job_new,        ///< what was submitted
    job_modify,     ///< bmod: `options` have been set, `deleted` taken back; elements
    job_start,      ///< hosts
    job_status,     ///< status, reason, exit_status
    job_switch,     ///< queue
    job_move,       ///< to_top, position, user
    job_signal,     ///< signal, user
    job_requeue,    ///< brequeue
    job_forward,    ///< cluster
    job_acceptack,  ///< cluster
    job_accept,     ///< cluster
    job_clean,      ///< mbatchd forgets the job, which has ended
    queue_ctrl,     ///< operation, queue
    host_ctrl,      ///< operation, host
    mbd_start,      ///< cluster
    other           ///< of no use here
  };

  Kind kind = Kind::other;
  bool is_lava = false;  ///< as FinishRecord has it
  std::int64_t at = 0;   ///< s since 1970
  std::int64_t job = 0;
  std::int64_t element = 0;  ///< index in its job array; 0: of none, or all
  std::int64_t submitted = 0;
  std::int64_t options = 0;         ///< bits of SubmitOption, and others
  std::int64_t deleted = 0;         ///< likewise
  std::int64_t processors = 0;      ///< 0, of bmod: as before
  std::int64_t begin = 0;           ///< 0: none, of bmod: as before; below 0: bmod takes it back
  std::int64_t run_limit = -1;      ///< s; 0 or below: none
  std::int64_t user_priority = -1;  ///< bsub -sp; -1: none
  std::int64_t status = 0;          ///< 1 PEND, 2 PSUSP, 4 RUN, 8 SSUSP, 16 USUSP, 32 EXIT, 64 DONE
  std::int64_t reason = 0;
  std::int64_t exit_status = 0;  ///< as wait() has it
  std::int64_t position = 0;
  std::int64_t operation = 0;  ///< 1 open, 2 close; of queues 3 activate, 4 inactivate
  bool to_top = false;
  std::vector<std::string_view> asked_hosts{};
  std::vector<std::string_view> hosts{};  ///< see visit_hosts()
  std::string_view user{};
  std::string_view group{};
  std::string_view queue{};
  std::string_view res_req{};
  std::string_view depends{};
  std::string_view name{};
  std::string_view project{};
  std::string_view host{};
  std::string_view cluster{};
  std::string_view signal{};
  std::string_view app{};
  std::string_view elements{};  ///< that bmod names, with their brackets: [2-5,8]; empty: all
};

/// Reads a record; its kind is `other` where its first word is none of those above. A mistake: it
/// lacks what its kind must have.
RecordMistake read_event(LsbWords& words, LsbEvent& to);

/// A mistake: no LSF is known to write records of this kind.
RecordMistake unknown_kind(std::string_view kind);

}  // namespace mcsim::trace
