// The rows of a trace that was read once, for those who read it again: variants and replicas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/trace/swf.hpp"

namespace mcsim::trace {

/// All that SwfReader tells of a file without mistakes.
struct SwfRecording {
  struct Row {
    SwfRow row;
    std::size_t line = 0;        ///< from 1
    std::int64_t memory_mb = 0;  ///< of a processor, where the row has memory
  };

  std::vector<Row> rows;
  SwfHeader before;  ///< the comments before the first row
  SwfHeader header;  ///< all comments
  Diagnostics warnings;
  std::uint64_t hash = 0;  ///< XXH64 of the file's bytes
};

/// Reads a recording as SwfReader reads a file.
class SwfPlayback {
 public:
  SwfPlayback(std::shared_ptr<const SwfRecording> recording, const std::string& shown_name);

  bool next(SwfRow& row) {
    if (played_ == recording_->rows.size()) return false;
    row = recording_->rows[played_++].row;
    return true;
  }
  void sum_up() {}
  void look_at_memory(MemoryField) {}
  std::int64_t memory_mb() const { return last().memory_mb; }
  const SwfHeader& header() const {
    return played_ == recording_->rows.size() ? recording_->header : recording_->before;
  }
  std::size_t line() const { return last().line; }
  std::uint64_t rows() const { return played_; }
  Complaints& complaints() { return complaints_; }
  Expected<std::uint64_t, Diagnostic> hash() const { return recording_->hash; }

 private:
  const SwfRecording::Row& last() const { return recording_->rows[played_ - 1]; }

  std::shared_ptr<const SwfRecording> recording_;
  Complaints complaints_;
  std::size_t played_ = 0;
};

/// Recordings by file. Any thread may ask for one.
class SwfCache {
 public:
  /// The recording of a file, made where there is none yet. Null: the file has mistakes, or cannot
  /// be read; SwfReader tells which.
  std::shared_ptr<const SwfRecording> recording(const std::string& path,
                                                const std::string& shown_name, MemoryField memory);

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, MemoryField>, std::shared_ptr<const SwfRecording>> by_file_;
};

}  // namespace mcsim::trace
