// Jobs of PBS and Torque, by their accounting logs.
#pragma once

#include <map>
#include <string>

#include "mcsim/app/history/foreign_counts.hpp"
#include "mcsim/app/history/history_records.hpp"
#include "mcsim/trace/pbs_record.hpp"

namespace mcsim::app {

class PbsRecords final : public HistoryRecords {
 public:
  explicit PbsRecords(const ImportRequest& request) : request_(request) {}

  Diagnostics read(RecordFiles& files, const Take& take) override;
  std::string source() const override { return "accounting logs"; }
  std::vector<std::string> told() const override;

 private:
  /// By the clock of the log, which jumps where summer begins and ends.
  struct LocalTime {
    std::int64_t at = 0;                  ///< 0: never
    std::optional<std::int64_t> ahead{};  ///< s by which it was before UTC; none: not known by then
  };
  /// A job that has been queued, and neither started nor ended.
  struct Waiting {
    std::string line;  ///< its last record of kind Q
    LocalTime queued{};
    LocalTime deleted{};
  };

  RecordAnswer take_line(const RecordLine& line, const Take& take);
  RecordAnswer take_end(const Take& take);
  void note_clock();
  std::int64_t in_utc(LocalTime time) const;
  std::optional<Diagnostic> take_deleted(const Take& take);

  const ImportRequest& request_;
  trace::PbsRecord parts_;
  trace::PbsReader reader_;
  trace::FinishRecord record_;
  std::map<std::string, Waiting, std::less<>> waiting_;
  std::optional<std::int64_t> ahead_;  ///< s by which the log's clock is before UTC now
  std::optional<std::int64_t> first_ahead_;
  std::uint64_t arrays_ = 0;     ///< ends of whole arrays
  std::uint64_t run_again_ = 0;  ///< runs of jobs that were run again
  std::uint64_t deleted_ = 0;    ///< jobs that were deleted and of which too little is known
  std::uint64_t left_ = 0;       ///< jobs that have not ended
  ForeignCounts foreign_;
};

}  // namespace mcsim::app
