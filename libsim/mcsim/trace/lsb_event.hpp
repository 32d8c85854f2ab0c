// Records of lsb.events that tell of jobs, queues and hosts.
// Source: Platform LSF Configuration Reference, lsb.events, with the order of fields of files of
// LSF 10.108; lsb.log.c of OpenLava.
#pragma once

#include <cstdint>
#include <string_view>

#include "mcsim/trace/lsb_finish.hpp"
#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::trace {

/// One record. Which fields it has, its kind tells; texts are parts of the line that was read.
struct LsbEvent {
  enum class Kind : std::uint8_t {
    job_new,      ///< user, group, queue, name, project, submitted, run_limit, options, processors
    job_start,    ///< a start
    job_status,   ///< status, reason
    job_switch,   ///< queue
    job_move,     ///< to_top, position, user
    job_signal,   ///< signal, user
    job_requeue,  ///< brequeue
    job_forward,  ///< cluster
    job_acceptack,  ///< cluster, remote_job
    job_accept,     ///< cluster, remote_job
    queue_ctrl,     ///< operation, queue
    host_ctrl,      ///< operation, host
    mbd_start,      ///< cluster
    other           ///< of no use here
  };

  Kind kind = Kind::other;
  std::int64_t at = 0;  ///< s since 1970
  std::int64_t job = 0;
  std::int64_t element = 0;  ///< index in its job array; 0: of none, or all
  std::int64_t submitted = 0;
  std::int64_t options = 0;
  std::int64_t processors = 0;
  std::int64_t begin = 0;
  std::int64_t run_limit = -1;      ///< s; 0 or below: none
  std::int64_t user_priority = -1;  ///< bsub -sp; -1: none
  std::int64_t status = 0;          ///< 1 PEND, 2 PSUSP, 4 RUN, 8 SSUSP, 16 USUSP, 32 EXIT, 64 DONE
  std::int64_t reason = 0;
  std::int64_t position = 0;
  std::int64_t remote_job = 0;
  std::int64_t operation = 0;  ///< 1 open, 2 close; of queues 3 activate, 4 inactivate
  bool to_top = false;
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
};

/// Reads a record; its kind is `other` where its first word is none of those above. A mistake: it
/// lacks what its kind must have.
RecordMistake read_event(LsbWords& words, LsbEvent& to);

}  // namespace mcsim::trace
