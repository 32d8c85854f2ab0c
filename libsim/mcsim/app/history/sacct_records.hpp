// Jobs of Slurm, by what sacct prints.
#pragma once

#include <array>

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
  std::uint64_t spread_ = 0;    ///< jobs of several hosts
  std::uint64_t no_hosts_ = 0;  ///< jobs that ran, nobody says where
  std::uint64_t index_0_ = 0;   ///< elements of arrays
  std::uint64_t held_ = 0;      ///< jobs that became eligible later
  std::uint64_t memory_ = 0;    ///< jobs that asked for memory
  std::string pool_;
};

}  // namespace mcsim::app
