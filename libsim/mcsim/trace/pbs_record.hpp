// A record of an accounting log of PBS Pro, OpenPBS or Torque:
// `MM/DD/YYYY HH:MM:SS;KIND;ID;key=value key=value ...`.
// Source: Altair PBS Professional 2022.1 Administrator's Guide, Accounting; Torque 6.1
// Administrator Guide, Job accounting.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/trace/finish_texts.hpp"
#include "mcsim/trace/lsb_finish.hpp"

namespace mcsim::trace {

/// One line taken apart. Texts are parts of it.
struct PbsRecord {
  std::int64_t at = 0;  ///< local time of the log, as if it were UTC
  char kind = ' ';      ///< Q queued, S started, E ended, D deleted, A aborted, R run again
  std::string_view id;  ///< 12.server, 12[3].server
  std::int64_t job = 0;
  std::int64_t element = 0;     ///< index of a job array; 0: none
  bool is_whole_array = false;  ///< 12[].server
  std::map<std::string_view, std::string_view> values;

  std::string_view value(std::string_view key) const {
    const auto found = values.find(key);
    return found == values.end() ? std::string_view{} : found->second;
  }
};

/// Reads a line; one of another kind only as far as its kind.
RecordMistake read_pbs_record(std::string_view line, PbsRecord& to);

/// Makes a job of what a record says: of E a job that ended, of others one whose times are still to
/// be found. Texts of `to` are parts of the record's line or of `texts`.
class PbsReader {
 public:
  RecordMistake read(const PbsRecord& record, FinishRecord& to);

  /// When the last job became eligible; 0: nothing says it.
  std::int64_t eligible() const { return eligible_; }
  /// Whether the record says how many slots it had, or asked for.
  bool has_size() const { return has_size_; }

 private:
  RecordMistake read_times(const PbsRecord& record, FinishRecord& to);
  void read_size(const PbsRecord& record, FinishRecord& to);
  bool read_hosts(std::string_view list, FinishRecord& to);

  std::int64_t eligible_ = 0;
  bool has_size_ = false;
  FinishTexts texts_;
};

}  // namespace mcsim::trace
