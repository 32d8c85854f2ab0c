// Reads JOB_FINISH.
#include "mcsim/trace/lsb_finish.hpp"

#include <algorithm>

namespace mcsim::trace {
namespace {

constexpr std::int64_t usage_numbers = 19;  // utime, stime, maxrss ... exutime

/// The hosts that it ran on, with their number before them. Some files lack the number: then the
/// strings stand there by themselves, or the status does.
/// Source: aws-samples/hpc-cost-simulator found such files.
void read_hosts(LsbWords& words, std::vector<std::string_view>& hosts) {
  hosts.clear();
  if (!words.is_text()) {
    LsbWords behind = words;
    const std::int64_t count = behind.number();
    // A status, and a factor with a point behind it: the number of hosts is not there.
    LsbWords factor = behind;
    const bool is_status =
        count != 0 && !factor.is_text() && factor.word().find('.') != std::string_view::npos;
    if (is_status) return;
    words = behind;
    if (count == 0) return;
  }
  while (words.is_text()) hosts.push_back(words.text());
}

/// Which elements of an array a record is about, behind its run time.
void read_elements(LsbWords& words, std::vector<ElementRange>& to) {
  words.text();                    // subcwd
  words.skip(2 * words.number());  // networks: an id and a window each
  words.text();                    // affinity
  words.skip(5);                   // serialEnergy, cpi, gips, gbs, gflops
  for (std::int64_t hosts = words.number(); hosts > 0 && !words.is_broken(); --hosts) words.text();
  words.pass_number();  // ineligiblePendTime
  for (std::int64_t ranges = words.number(); ranges > 0 && !words.is_broken(); --ranges) {
    const ElementRange range{words.number(), words.number(), words.number()};
    if (!words.is_broken()) to.push_back(range);
  }
}

/// From the login shell on. LSF 5.1 and later have timeEvent, a string, before the index.
void read_tail(LsbWords& words, FinishRecord& to) {
  if (words.at_end()) return;
  const bool is_lsf = words.is_text();
  if (is_lsf) words.skip(1);
  LsbWords ahead = words;
  const std::int64_t element = ahead.number();
  const std::int64_t memory = ahead.number();
  ahead.pass_number();  // maxRSwap
  if (ahead.is_broken()) return;
  to.element = element;
  to.max_memory = memory;
  if (!is_lsf) return;
  ahead.text();         // inFileSpool
  ahead.text();         // commandSpool
  ahead.text();         // rsvId
  ahead.text();         // sla
  ahead.pass_number();  // exceptMask
  ahead.text();         // additionalInfo
  const std::int64_t exit_info = ahead.number();
  ahead.text();         // warningAction
  ahead.pass_number();  // warningTimePeriod
  ahead.text();         // chargedSAAP
  ahead.text();         // licenseProject
  const std::string_view app = ahead.text();
  if (ahead.is_broken()) return;
  to.exit_info = exit_info;
  to.app = app;
  ahead.text();         // postExecCmd
  ahead.pass_number();  // runtimeEstimation
  ahead.text();         // jobGroupName
  ahead.text();         // requeueEvalues
  ahead.pass_number();  // options2
  ahead.text();         // resizeNotifyCmd
  ahead.pass_number();  // lastResizeTime
  ahead.text();         // rsvId
  ahead.text();         // jobDescription
  for (std::int64_t pairs = ahead.number(); pairs > 0 && !ahead.is_broken(); --pairs) {
    ahead.pass_number();
    ahead.text();
  }
  for (std::int64_t hosts = ahead.number(); hosts > 0 && !ahead.is_broken(); --hosts) {
    ahead.skip(5);  // host, mem, swap, utime, stime
    for (std::int64_t pairs = ahead.number(); pairs > 0 && !ahead.is_broken(); --pairs)
      ahead.skip(2);
  }
  const std::int64_t run_limit = ahead.number();
  ahead.pass_number();  // options3
  ahead.pass_number();  // avgMem
  ahead.text();         // effectiveResReq
  if (ahead.is_broken()) return;
  to.run_limit = run_limit;
  const std::string_view source = ahead.text();
  ahead.pass_number();  // srcJobId
  const std::string_view destination = ahead.text();
  ahead.pass_number();  // dstJobId
  ahead.pass_number();  // forwardTime
  if (ahead.is_broken()) return;
  to.source_cluster = source;
  to.destination_cluster = destination;
  ahead.text();         // flow id
  ahead.pass_number();  // acJobWaitTime
  ahead.pass_number();  // totalProvisionTime
  ahead.text();         // outdir
  const std::int64_t run_time = ahead.number();
  if (ahead.is_broken()) return;
  to.run_time = run_time;
  if (to.element < 0) read_elements(ahead, to.elements);
}

/// What the words so far are about, for who reads what is wrong.
struct Part {
  LsbWords& words;
  RecordMistake mistake{};

  /// Notes that this part is the first one that is broken.
  void end(const char* what) {
    if (!mistake && words.is_broken()) mistake = {what, words.column()};
  }
};

}  // namespace

RecordMistake read_finish(LsbWords& words, FinishRecord& to) {
  std::vector<std::string_view> asked = std::move(to.asked_hosts);
  std::vector<std::string_view> hosts = std::move(to.hosts);
  std::vector<ElementRange> elements = std::move(to.elements);
  to = {};
  to.asked_hosts = std::move(asked);
  to.hosts = std::move(hosts);
  (to.elements = std::move(elements)).clear();
  Part part{.words = words};
  to.is_lava = is_lava_version(words.text());
  to.ended = words.number();
  part.end("expected the version and the time");
  to.job = words.number();
  words.pass_number();  // user id
  to.options = words.number();
  to.processors = words.number();
  part.end("expected the job's number, options and processors");
  to.submitted = words.number();
  to.begin = words.number();
  words.pass_number();  // termTime
  to.started = words.number();
  part.end("expected the times of submission and start");
  to.user = words.text();
  to.queue = words.text();
  to.res_req = words.text();
  to.depends = words.text();
  words.text();  // preExecCmd
  words.text();  // fromHost
  part.end("expected the user, the queue and the requirements");
  words.text();  // cwd
  words.text();  // inFile
  words.text();  // outFile
  words.text();  // errFile
  words.text();  // jobFile
  part.end("expected the names of files");
  words.texts(to.asked_hosts);
  part.end("expected the hosts that were asked for");
  read_hosts(words, to.hosts);
  to.status = words.number();
  words.pass_number();  // hostFactor
  part.end("expected the hosts and the status");
  to.name = words.text();
  words.text();  // command
  part.end("expected the name and the command");
  words.skip(usage_numbers);
  words.text();  // mailUser
  to.project = words.text();
  to.exit_status = words.number();
  to.most_processors = words.number();
  if (!words.at_end()) words.text();  // loginShell
  part.end("expected the usage, the project and the exit status");
  if (!part.mistake) read_tail(words, to);
  return part.mistake;
}

}  // namespace mcsim::trace
