// Jobs of Slurm, by what sacct prints.
#pragma once

#include <array>

#include "mcsim/app/history/foreign_counts.hpp"
#include "mcsim/app/history/history_records.hpp"
#include "mcsim/trace/sacct_row.hpp"

namespace mcsim::app {

class SacctRecords final : public HistoryRecords {
 public:
  explicit SacctRecords(const ImportRequest& request) : request_(request) {}

  Diagnostics read(RecordFiles& files, const Take& take) override;
  std::string source() const override { return "sacct"; }
  std::string cluster() const override { return cluster_; }
  std::vector<std::string> told() const override;

 private:
  RecordAnswer take_line(const RecordLine& line, const Take& take);

  const ImportRequest& request_;
  trace::SacctReader reader_;
  trace::FinishRecord record_;
  std::string cluster_;
  std::array<std::uint64_t, static_cast<std::size_t>(trace::SacctKind::count)> of_kind_{};
  std::uint64_t spread_ = 0;  ///< jobs of several hosts
  ForeignCounts foreign_;
};

}  // namespace mcsim::app
