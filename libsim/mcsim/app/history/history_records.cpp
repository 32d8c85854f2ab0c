// Chooses the readers of a kind of history.
#include "mcsim/app/history/history_records.hpp"

#include "mcsim/app/history/lsf_records.hpp"
#include "mcsim/app/history/pbs_records.hpp"
#include "mcsim/app/history/sacct_records.hpp"

namespace mcsim::app {

Diagnostics HistoryRecords::read_events(RecordFiles&, HiddenRecords*, EventBook&) { return {}; }

std::unique_ptr<HistoryRecords> history_records(const ImportRequest& request) {
  switch (request.kind) {
    case HistoryKind::slurm:
      return std::make_unique<SacctRecords>(request);
    case HistoryKind::pbs:
      return std::make_unique<PbsRecords>(request);
    case HistoryKind::lsf:
      break;
  }
  return std::make_unique<LsfRecords>(request);
}

}  // namespace mcsim::app
