// Reads records of lsb.events.
#include "mcsim/trace/lsb_event.hpp"

#include <array>
#include <utility>

namespace mcsim::trace {
namespace {

using Kind = LsbEvent::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 13> kinds = {{
    {"JOB_NEW", Kind::job_new},
    {"JOB_START", Kind::job_start},
    {"JOB_STATUS", Kind::job_status},
    {"JOB_SWITCH", Kind::job_switch},
    {"JOB_MOVE", Kind::job_move},
    {"JOB_SIGNAL", Kind::job_signal},
    {"JOB_REQUEUE", Kind::job_requeue},
    {"JOB_FORWARD", Kind::job_forward},
    {"JOB_ACCEPTACK", Kind::job_acceptack},
    {"JOB_ACCEPT", Kind::job_accept},
    {"QUEUE_CTRL", Kind::queue_ctrl},
    {"HOST_CTRL", Kind::host_ctrl},
    {"MBD_START", Kind::mbd_start},
}};

Kind kind_of(std::string_view word) {
  for (const auto& [name, kind] : kinds)
    if (word == name) return kind;
  return Kind::other;
}

/// bsub -I and its kin. Source: lsbatch.h, SUB_INTERACTIVE.
constexpr std::int64_t interactive = 0x400;

void read_new(LsbWords& words, LsbEvent& to) {
  to.job = words.number();
  words.pass_number();  // user id
  to.options = words.number();
  to.processors = words.number();
  to.submitted = words.number();
  to.begin = words.number();
  words.skip(4);  // termTime, sigValue, chkpntPeriod, restartPid
  to.user = words.text();
  words.skip(9);  // limits: CPU, file, data, stack, core, memory, and three more
  to.run_limit = words.number();
  words.skip(1);
  words.text();   // hostSpec
  words.skip(2);  // hostFactor, umask
  to.queue = words.text();
  to.res_req = words.text();
  words.skip(8);  // fromHost, cwd, chkpntDir, inFile, outFile, errFile, subHomeDir, jobFile
  words.number_of_texts();  // asked hosts
  to.depends = words.text();
  words.text();  // preExecCmd
  to.name = words.text();
  words.text();                    // command
  words.skip(3 * words.number());  // files to be copied
  words.text();                    // mailUser
  to.project = words.text();
  if ((to.options & interactive) != 0) {
    // Some write a port here, and some do not: a string stands two words behind the processors.
    LsbWords ahead = words;
    ahead.skip(1);
    if (!ahead.is_text()) words.skip(1);
  }
  LsbWords tail = words;
  tail.pass_number();  // maxNumProcessors
  tail.text();         // schedHostType
  tail.text();         // loginShell
  tail.text();         // timeEvent
  const std::string_view group = tail.text();
  tail.text();         // exceptList
  tail.pass_number();  // options2
  const std::int64_t element = tail.number();
  tail.skip(3);  // inFileSpool, commandSpool, jobSpoolDir
  if (tail.is_broken()) return;
  to.group = group;
  to.element = element;
  const std::int64_t priority = tail.number();
  if (!tail.is_broken()) to.user_priority = priority;
}

void read_start(LsbWords& words, LsbEvent& to) {
  to.job = words.number();
  words.skip(4);            // jStatus, pid, pgid, hostFactor
  words.number_of_texts();  // hosts
  words.text();             // queuePreCmd
  words.text();             // queuePostCmd
  words.pass_number();      // jFlags
  if (words.is_text()) to.group = words.text();
  if (!words.at_end() && !words.is_text()) to.element = words.number();
}

void read_status(LsbWords& words, LsbEvent& to) {
  to.job = words.number();
  to.status = words.number();
  to.reason = words.number();
  words.skip(3);  // subreasons, cpuTime, endTime
  const std::int64_t has_usage = words.number();
  LsbWords tail = words;
  tail.skip(has_usage == 1 ? 19 : 0);
  tail.pass_number();  // exitStatus
  const std::int64_t element = tail.number();
  if (!tail.is_broken()) to.element = element;
}

void read_fields(LsbWords& words, LsbEvent& to) {
  switch (to.kind) {
    case Kind::job_new:
      return read_new(words, to);
    case Kind::job_start:
      return read_start(words, to);
    case Kind::job_status:
      return read_status(words, to);
    case Kind::job_switch:
      words.pass_number();  // user id
      to.job = words.number();
      to.queue = words.text();
      to.element = words.number();
      return;
    case Kind::job_move:
      words.pass_number();  // user id
      to.job = words.number();
      to.position = words.number();
      to.to_top = words.number() == 1;
      to.element = words.number();
      if (words.is_text()) to.user = words.text();
      return;
    case Kind::job_signal:
      to.job = words.number();
      words.skip(2);  // user id, runCount
      to.signal = words.text();
      to.element = words.number();
      if (words.is_text()) to.user = words.text();
      return;
    case Kind::job_requeue:
      to.job = words.number();
      to.element = words.number();
      return;
    case Kind::job_forward:
      to.job = words.number();
      words.pass_number();  // numReserHosts; their names stand behind the cluster
      to.cluster = words.text();
      while (words.is_text()) words.text();
      to.element = words.number();
      return;
    case Kind::job_acceptack:
      to.job = words.number();
      to.element = words.number();
      words.skip(3);  // jobRmtAttr, srcCluster, srcJobId
      to.cluster = words.text();
      to.remote_job = words.number();
      return;
    case Kind::job_accept:
      to.job = words.number();
      to.remote_job = words.number();
      to.cluster = words.text();
      to.element = words.number();
      return;
    case Kind::queue_ctrl:
      to.operation = words.number();
      to.queue = words.text();
      return;
    case Kind::host_ctrl:
      to.operation = words.number();
      to.host = words.text();
      return;
    case Kind::mbd_start:
      words.text();  // its host
      to.cluster = words.text();
      return;
    case Kind::other:
      return;
  }
}

}  // namespace

RecordMistake read_event(LsbWords& words, LsbEvent& to) {
  to = {};
  to.kind = kind_of(words.text());
  if (to.kind == Kind::other) return {};
  words.text();  // version
  to.at = words.number();
  read_fields(words, to);
  return words.is_broken() ? RecordMistake{"the fields of its kind", words.column()}
                           : RecordMistake{};
}

}  // namespace mcsim::trace
