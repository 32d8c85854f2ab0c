// Reads what sacct -P printed, file by file.
#include "mcsim/app/history/sacct_records.hpp"

#include "mcsim/app/history/told_counts.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {

using trace::SacctKind;

RecordAnswer SacctRecords::take_line(const RecordLine& line, const Take& take) {
  RecordAnswer answer;
  if (line.number == 1) {
    if (const std::string lacks = reader_.read_header(line.text); !lacks.empty()) {
      answer.failure = about_file(
          line.file, "lacks columns of sacct -P in its first line: " + lacks +
                         "; as from: sacct -aPD -o JobID,JobIDRaw,Submit,Eligible,Start,End,State,"
                         "AllocCPUS,Partition,User,Account,Group,Timelimit,NodeList,ReqMem,"
                         "ElapsedRaw,ExitCode,JobName");
      answer.failure->line = 1;
    }
    return answer;
  }
  SacctKind kind{};
  answer.mistake = reader_.read(line.text, kind, record_);
  if (answer.mistake) return answer;
  ++of_kind_[static_cast<std::size_t>(kind)];
  if (kind != SacctKind::ended) return answer;
  if (cluster_.empty()) cluster_ = reader_.cluster();
  if (record_.hosts.size() > 1) ++spread_;
  foreign_.note(record_, reader_.eligible());
  answer.failure = take(record_);
  return answer;
}

Diagnostics SacctRecords::read(RecordFiles& files, const Take& take) {
  return files.read("FILE", request_.acct,
                    [&](const RecordLine& line) { return take_line(line, take); });
}

std::vector<std::string> SacctRecords::told() const {
  const auto of = [&](SacctKind kind) { return of_kind_[static_cast<std::size_t>(kind)]; };
  ToldCounts told;
  told.say(
      "times without a zone are read as if they were in UTC: windows and hours of the day are "
      "those of the site's clock");
  told.count(of(SacctKind::unended), "jobs that wait or run, left out");
  told.count(of(SacctKind::requeued), "runs of jobs that were requeued, left out");
  told.count(spread_, "jobs on several hosts: their CPUs are dealt evenly to these");
  foreign_.tell(told, "a NodeList", "ReqMem");
  return told.take();
}

}  // namespace mcsim::app
