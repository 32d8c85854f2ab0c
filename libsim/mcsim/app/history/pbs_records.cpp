// Reads accounting logs of the PBS family: jobs by their end, and those that were deleted while
// they waited by what they had asked for.
#include "mcsim/app/history/pbs_records.hpp"

#include <cstdlib>

#include "mcsim/app/history/told_counts.hpp"

namespace mcsim::app {

/// The log has local times, its values seconds since 1970: both say when a job started or ended.
void PbsRecords::note_clock() {
  constexpr std::int64_t quarter = 900;  // zones differ by quarters of an hour
  constexpr std::int64_t furthest = 15 * 3600;
  const std::int64_t known = parts_.kind == 'E' ? record_.ended : record_.started;
  if (known == 0) return;
  const std::int64_t ahead = parts_.at - known;
  if (std::abs(ahead) > furthest) return;
  const std::int64_t quarters = (ahead + furthest + quarter / 2) / quarter;
  ahead_ = quarters * quarter - furthest;
  if (!first_ahead_) first_ahead_ = ahead_;
}

RecordAnswer PbsRecords::take_end(const Take& take) {
  RecordAnswer answer;
  if (const auto found = waiting_.find(parts_.id); found != waiting_.end()) waiting_.erase(found);
  if (parts_.is_whole_array) {
    ++arrays_;
    return answer;
  }
  foreign_.note(record_, reader_.eligible());
  answer.failure = take(record_);
  return answer;
}

RecordAnswer PbsRecords::take_line(const RecordLine& line, const Take& take) {
  RecordAnswer answer{.mistake = trace::read_pbs_record(line.text, parts_)};
  if (answer.mistake) return answer;
  switch (parts_.kind) {
    case 'Q':
      waiting_[std::string(parts_.id)] = {
          .line = std::string(line.text), .queued = {parts_.at, ahead_}, .deleted = {}};
      return answer;
    case 'S':
    case 'E':
      answer.mistake = reader_.read(parts_, record_);
      if (answer.mistake) return answer;
      note_clock();
      if (parts_.kind == 'E') return take_end(take);
      // One that is deleted from now on was no job that waited.
      if (const auto found = waiting_.find(parts_.id); found != waiting_.end())
        found->second.line.clear();
      return answer;
    case 'D':
    case 'A':
      // One that runs has an end, too.
      if (const auto found = waiting_.find(parts_.id); found != waiting_.end())
        found->second.deleted = {parts_.at, ahead_};
      return answer;
    case 'R':
      ++run_again_;
      return answer;
    default:
      answer.is_of_use = false;
      answer.kind = line.text.substr(line.text.find(';') + 1, 1);
      return answer;
  }
}

/// Before the first record that says how the clock goes it went as that one says.
std::int64_t PbsRecords::in_utc(LocalTime time) const {
  return time.at - time.ahead.value_or(*first_ahead_);
}

/// Jobs that were deleted while they waited, where what Q said of them is enough.
std::optional<Diagnostic> PbsRecords::take_deleted(const Take& take) {
  for (auto& [id, job] : waiting_) {
    if (job.deleted.at == 0) {
      ++left_;
      continue;
    }
    const bool is_read = !trace::read_pbs_record(job.line, parts_) && !parts_.is_whole_array &&
                         !reader_.read(parts_, record_);
    if (!is_read || record_.user.empty() || !reader_.has_size() || !first_ahead_) {
      ++deleted_;
      continue;
    }
    if (record_.submitted == 0) record_.submitted = in_utc(job.queued);
    record_.started = 0;
    record_.hosts.clear();
    record_.ended = in_utc(job.deleted);
    record_.status = 32;
    if (auto failure = take(record_)) return failure;
  }
  return std::nullopt;
}

Diagnostics PbsRecords::read(RecordFiles& files, const Take& take) {
  Diagnostics why = files.read("FILE", request_.acct,
                               [&](const RecordLine& line) { return take_line(line, take); });
  if (why.has_errors()) return why;
  if (auto failure = take_deleted(take)) why.add(*std::move(failure));
  return why;
}

std::vector<std::string> PbsRecords::told() const {
  ToldCounts told;
  told.count(arrays_,
             "ends of job arrays as a whole, of whose elements each has its own, left out");
  told.count(run_again_, "runs of jobs that were run again, left out");
  told.count(
      deleted_,
      "jobs that were deleted before they started, and of which the logs do not say who asked "
      "for how much, left out");
  told.count(left_, "jobs that were queued and have no end in these logs, left out");
  foreign_.tell(told, "exec_host", "Resource_List.mem");
  return told.take();
}

}  // namespace mcsim::app
