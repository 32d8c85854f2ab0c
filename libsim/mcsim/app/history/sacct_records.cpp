// Reads what sacct -P printed, file by file.
#include "mcsim/app/history/sacct_records.hpp"

#include "mcsim/app/history/guessed_hosts.hpp"
#include "mcsim/app/history/told_counts.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/trace/scheduler_values.hpp"

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
  if (put_on_pool(record_, pool_)) ++no_hosts_;
  if (record_.job >= trace::apart_of_index_0) ++index_0_;
  if (reader_.eligible() > record_.submitted) ++held_;
  if (record_.max_memory > 0) ++memory_;
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
  told.count(no_hosts_,
             "jobs without a NodeList: they are put on one host, pool, that has room for all");
  told.count(
      index_0_,
      "elements of job arrays with index 0, which LSF does not have: jobs by themselves, with " +
          std::to_string(trace::apart_of_index_0) + " added to their numbers");
  told.count(held_, "jobs that became eligible after their submission: here they wait from it on");
  told.count(memory_, "jobs with ReqMem: here they use (mem) as much memory as they asked for");
  return told.take();
}

}  // namespace mcsim::app
