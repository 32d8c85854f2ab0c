// The readers of the records of one kind of history.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "mcsim/app/history/event_book.hpp"
#include "mcsim/app/history/hidden_records.hpp"
#include "mcsim/app/history/import_request.hpp"
#include "mcsim/app/history/record_files.hpp"

namespace mcsim::app {

/// Reads the files of a history, and hands out how jobs ended.
class HistoryRecords {
 public:
  /// Takes one job; its names may be hidden in it. Returns why it could not: the disk.
  using Take = std::function<std::optional<Diagnostic>(trace::FinishRecord&)>;

  HistoryRecords() = default;
  HistoryRecords(const HistoryRecords&) = delete;
  HistoryRecords& operator=(const HistoryRecords&) = delete;
  virtual ~HistoryRecords() = default;

  /// What must be known of all jobs before the first one is taken. `hidden`: null: names are kept.
  virtual Diagnostics read_events(RecordFiles& files, HiddenRecords* hidden, EventBook& to);
  virtual Diagnostics read(RecordFiles& files, const Take& take) = 0;
  /// The cluster that the records name; empty: none.
  virtual std::string cluster() const { return {}; }
  /// Of what the jobs are, for the scenario's sentence about itself: "lsb.acct".
  virtual std::string source() const = 0;
  /// What was guessed, or left out, a sentence each.
  virtual std::vector<std::string> told() const { return {}; }
};

std::unique_ptr<HistoryRecords> history_records(const ImportRequest& request);

}  // namespace mcsim::app
