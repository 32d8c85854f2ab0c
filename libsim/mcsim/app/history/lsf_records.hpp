// Records of lsb.acct and lsb.events.
#pragma once

#include "mcsim/app/history/history_records.hpp"

namespace mcsim::app {

class LsfRecords final : public HistoryRecords {
 public:
  explicit LsfRecords(const ImportRequest& request) : request_(request) {}

  Diagnostics read_events(RecordFiles& files, HiddenRecords* hidden, EventBook& to) override;
  Diagnostics read(RecordFiles& files, const Take& take) override;
  std::string source() const override { return "lsb.acct"; }

 private:
  const ImportRequest& request_;
};

}  // namespace mcsim::app
