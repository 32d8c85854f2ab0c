// Reads records of lsb.events.
#include "mcsim/trace/lsb_event.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace mcsim::trace {
namespace {

using Kind = LsbEvent::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 15> kinds = {{
    {"JOB_NEW", Kind::job_new},
    {"JOB_MODIFY2", Kind::job_modify},
    {"JOB_START", Kind::job_start},
    {"JOB_STATUS", Kind::job_status},
    {"JOB_SWITCH", Kind::job_switch},
    {"JOB_MOVE", Kind::job_move},
    {"JOB_SIGNAL", Kind::job_signal},
    {"JOB_REQUEUE", Kind::job_requeue},
    {"JOB_FORWARD", Kind::job_forward},
    {"JOB_ACCEPTACK", Kind::job_acceptack},
    {"JOB_ACCEPT", Kind::job_accept},
    {"JOB_CLEAN", Kind::job_clean},
    {"QUEUE_CTRL", Kind::queue_ctrl},
    {"HOST_CTRL", Kind::host_ctrl},
    {"MBD_START", Kind::mbd_start},
}};

Kind kind_of(std::string_view word) {
  for (const auto& [name, kind] : kinds)
    if (word == name) return kind;
  return Kind::other;
}

/// All kinds of lsb.events and lsb.acct, also those of no use, by name.
/// Source: IBM Spectrum LSF 10.1, lsb.events, lsb.acct and lsbatch.h; lsblib of OpenLava.
constexpr std::string_view all_kinds[] = {"CAL_DELETE",
                                          "CAL_MODIFY",
                                          "CAL_NEW",
                                          "CAL_UNDELETE",
                                          "CHKPNT",
                                          "END_OF_STREAM",
                                          "EVENT_ADRSV_FINISH",
                                          "EVENT_START",
                                          "EVENT_STOP",
                                          "GRP_ADD",
                                          "GRP_MOD",
                                          "HOST_CTRL",
                                          "HOST_POWER_STATUS",
                                          "JGRP_ADD",
                                          "JGRP_CNT",
                                          "JGRP_CTRL",
                                          "JGRP_DEL",
                                          "JGRP_MOD",
                                          "JGRP_MOVE",
                                          "JGRP_NEW",
                                          "JGRP_SIG",
                                          "JGRP_STATUS",
                                          "JGRP_SWITCH",
                                          "JOB_ACCEPT",
                                          "JOB_ACCEPTACK",
                                          "JOB_ARRAY_ELEMENT",
                                          "JOB_ATTA_DATA",
                                          "JOB_ATTR_SET",
                                          "JOB_CHKPNT",
                                          "JOB_CHUNK",
                                          "JOB_CLEAN",
                                          "JOB_EXCEPTION",
                                          "JOB_EXECUTE",
                                          "JOB_EXT_MSG",
                                          "JOB_FINISH",
                                          "JOB_FINISH2",
                                          "JOB_FORCE",
                                          "JOB_FORWARD",
                                          "JOB_MODIFY",
                                          "JOB_MODIFY2",
                                          "JOB_MOVE",
                                          "JOB_MSG",
                                          "JOB_MSG_ACK",
                                          "JOB_NEW",
                                          "JOB_OCCUPY_REQ",
                                          "JOB_PROV_HOST",
                                          "JOB_REQUEUE",
                                          "JOB_RESIZE",
                                          "JOB_RESIZE_CANCEL",
                                          "JOB_RESIZE_NOTIFY_ACCEPT",
                                          "JOB_RESIZE_NOTIFY_DONE",
                                          "JOB_RESIZE_NOTIFY_START",
                                          "JOB_RESIZE_RELEASE",
                                          "JOB_RUN_RUSAGE",
                                          "JOB_SIGACT",
                                          "JOB_SIGNAL",
                                          "JOB_START",
                                          "JOB_STARTLIMIT",
                                          "JOB_START_ACCEPT",
                                          "JOB_STATUS",
                                          "JOB_STATUS2",
                                          "JOB_SWITCH",
                                          "JOB_SWITCH2",
                                          "JOB_VACATED",
                                          "LOAD_INDEX",
                                          "LOG_SWITCH",
                                          "MBD_DIE",
                                          "MBD_START",
                                          "METRIC_LOG",
                                          "MIG",
                                          "PRE_EXEC_START",
                                          "QUEUE_CTRL",
                                          "SBD_JOB_STATUS",
                                          "SBD_UNREPORTED_STATUS",
                                          "SLA_RECOMPUTE",
                                          "TASK_FINISH",
                                          "UNFULFILL"};
static_assert(std::ranges::is_sorted(all_kinds));

// Bits of options and of options2, in lsbatch.h SUB_* and SUB2_*.
constexpr std::int64_t interactive = 0x4000000;
constexpr std::int64_t host_spec = 0x10000;
constexpr std::int64_t in_file = 0x8;
constexpr std::int64_t out_file = 0x10;
constexpr std::int64_t err_file = 0x20;
constexpr std::int64_t checkpoint_period = 0x400;
constexpr std::int64_t checkpoint_dir = 0x800;
constexpr std::int64_t other_files = 0x80000;
constexpr std::int64_t pre_exec = 0x100000;
constexpr std::int64_t login_shell = 0x200000;
constexpr std::int64_t mail_user = 0x400000;
constexpr std::int64_t project = 0x2000000;
constexpr std::int64_t command = 0x2;
constexpr std::int64_t in_file_spool = 0x80;
constexpr std::int64_t command_spool = 0x100;
constexpr std::int64_t priority = 0x200;

constexpr int limits = 11;  ///< CPU, file, data, stack, core, memory, three more, run, one more
constexpr int run_limit_place = 9;

/// Of JOB_NEW, from options2 on.
void read_new_end(LsbWords& words, LsbEvent& to) {
  words.pass_number();  // options2
  const std::int64_t element = words.number();
  words.skip(3);  // inFileSpool, commandSpool, jobSpoolDir
  if (words.is_broken()) return;
  to.element = element;
  const std::int64_t user_priority = words.number();
  if (words.is_broken()) return;
  to.user_priority = user_priority;
}

void read_new(LsbWords& words, LsbEvent& to) {
  to.job = words.number();
  words.pass_number();  // user id
  to.options = words.number();
  to.processors = words.number();
  to.submitted = words.number();
  to.begin = words.number();
  words.skip(4);  // termTime, sigValue, chkpntPeriod, restartPid
  to.user = words.text();
  words.skip(run_limit_place);
  to.run_limit = words.number();
  words.skip(limits - run_limit_place - 1);
  words.text();   // hostSpec
  words.skip(2);  // hostFactor, umask
  to.queue = words.text();
  to.res_req = words.text();
  words.skip(8);  // fromHost, cwd, chkpntDir, inFile, outFile, errFile, subHomeDir, jobFile
  words.texts(to.asked_hosts);
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
  tail.pass_number();                                  // maxNumProcessors
  tail.text();                                         // schedHostType
  tail.text();                                         // loginShell
  if (!tail.is_text()) return read_new_end(tail, to);  // as the Lava family writes it
  tail.text();                                         // timeEvent
  const std::string_view group = tail.text();
  tail.text();  // exceptList
  if (tail.is_broken()) return;
  to.group = group;
  read_new_end(tail, to);
  while (tail.is_text()) tail.text();  // rsvId, jobGroup, sla ..., where they are used
  tail.skip(3);                        // warningTimePeriod, SLArunLimit, options3
  const std::string_view app = tail.text();
  if (!tail.is_broken()) to.app = app;
}

/// `17`, or `17[2-5]`.
void read_job_text(LsbWords& words, LsbEvent& to) {
  const std::string_view text = words.text();
  const auto [behind, error] = std::from_chars(text.data(), text.data() + text.size(), to.job);
  const auto digits = static_cast<std::size_t>(behind - text.data());
  const bool is_job = error == std::errc{} && (digits == text.size() || text[digits] == '[');
  if (!is_job) return words.give_up();
  to.elements = text.substr(digits);
}

/// What bmod may set, to the limits. `has_all`: each string is there, also where its bit is not
/// set. Broken words: the record is not of that shape.
void read_settings(LsbWords& words, LsbEvent& to, bool has_all) {
  const auto has = [&](std::int64_t option) { return has_all || (to.options & option) != 0; };
  if (has(SubmitOption::name)) to.name = words.text();
  if (has(SubmitOption::queue)) to.queue = words.text();
  to.asked_hosts.clear();
  if (has(SubmitOption::hosts)) words.texts(to.asked_hosts);
  if (has(SubmitOption::res_req)) to.res_req = words.text();
  for (int at = 0; at < limits; ++at) {
    const std::int64_t limit = words.number();
    if (at == run_limit_place) to.run_limit = limit;
  }
  if (has(host_spec)) words.text();
  if (has(SubmitOption::depends)) to.depends = words.text();
  LsbWords ahead = words;
  ahead.text();  // timeEvent, or subHomeDir
  if (ahead.is_broken()) words.give_up();
}

/// The user's priority stands behind all that bmod has set. Only the Lava family is known to write
/// it so.
void read_modified_priority(LsbWords words, std::int64_t options2, LsbEvent& to) {
  const auto has = [&](std::int64_t option) { return (to.options & option) != 0; };
  words.text();  // subHomeDir
  if (has(in_file) || (options2 & in_file_spool) != 0) words.text();
  if (has(out_file)) words.text();
  if (has(err_file)) words.text();
  if ((options2 & command) != 0) words.text();
  if (has(checkpoint_period)) words.pass_number();
  if (has(checkpoint_dir)) words.text();
  if (has(other_files)) words.skip(3 * words.number());
  for (int at = 0; at < 3; ++at) words.text();  // jobFile, fromHost, cwd
  if (has(pre_exec)) words.text();
  if (has(mail_user)) words.text();
  if (has(project)) words.text();
  words.pass_number();  // niosPort
  words.pass_number();  // maxNumProcessors
  if (has(login_shell)) words.text();
  words.text();         // schedHostType
  words.pass_number();  // delOptions2
  if ((options2 & in_file_spool) != 0) words.text();
  if ((options2 & command_spool) != 0) words.text();
  const std::int64_t asked = words.number();
  if (!words.is_broken()) to.user_priority = asked;
}

/// JOB_MODIFY2. The Lava family writes a string only where its bit is set, and LSF's reference
/// lists them all, with delOptions2 before the user: both are tried.
void read_modify(LsbWords& words, LsbEvent& to) {
  read_job_text(words, to);
  to.options = words.number();
  const std::int64_t options2 = words.number();
  to.deleted = words.number();
  words.pass_number();                        // user id, or delOptions2
  if (!words.is_text()) words.pass_number();  // user id
  to.user = words.text();
  words.skip(2);  // submitTime, umask
  const std::int64_t processors = words.number();
  to.begin = words.number();
  words.skip(3);  // termTime, sigValue, restartPid
  // Source: lsbatch.h, DEFAULT_NUMPRO: as before; DEL_NUMPRO: one.
  constexpr std::int64_t one_again = 0x7FFFFFFF;
  if (processors > 0 && processors < one_again - 1) to.processors = processors;
  if (processors == one_again) to.processors = 1;
  LsbWords some = words;
  read_settings(some, to, false);
  if (some.is_broken()) return read_settings(words, to, true);
  words = some;
  if ((options2 & priority) != 0) read_modified_priority(words, options2, to);
}

void read_start(LsbWords& words, LsbEvent& to) {
  to.job = words.number();
  words.skip(4);  // jStatus, pid, pgid, hostFactor
  words.texts(to.hosts);
  words.text();         // queuePreCmd
  words.text();         // queuePostCmd
  words.pass_number();  // jFlags
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
  const std::int64_t exit_status = tail.number();
  const std::int64_t element = tail.number();
  if (tail.is_broken()) return;
  to.exit_status = exit_status;
  to.element = element;
}

void read_fields(LsbWords& words, LsbEvent& to) {
  switch (to.kind) {
    case Kind::job_new:
      return read_new(words, to);
    case Kind::job_modify:
      return read_modify(words, to);
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
    case Kind::job_clean:
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
      words.pass_number();  // its number there
      return;
    case Kind::job_accept:
      to.job = words.number();
      words.pass_number();  // its number there
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

RecordMistake unknown_kind(std::string_view kind) {
  const bool is_known = std::ranges::binary_search(all_kinds, kind);
  return is_known ? RecordMistake{} : RecordMistake{"a kind of record that is not known", 1};
}

RecordMistake read_event(LsbWords& words, LsbEvent& to) {
  std::vector<std::string_view> asked = std::move(to.asked_hosts);
  std::vector<std::string_view> hosts = std::move(to.hosts);
  to = {};
  (to.asked_hosts = std::move(asked)).clear();
  (to.hosts = std::move(hosts)).clear();
  to.kind = kind_of(words.text());
  if (to.kind == Kind::other) return {};
  to.is_lava = is_lava_version(words.text());
  to.at = words.number();
  read_fields(words, to);
  to.element = std::max<std::int64_t>(0, to.element);
  return words.is_broken() ? RecordMistake{"expected the fields of its kind", words.column()}
                           : RecordMistake{};
}

}  // namespace mcsim::trace
