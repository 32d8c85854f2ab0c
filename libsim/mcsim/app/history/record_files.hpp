// The records of files of lsb.acct and lsb.events, and those that are not understood.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/trace/lsb_finish.hpp"
#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::app {

/// Records by what became of them.
struct RecordCounts {
  std::map<std::string, std::uint64_t> others;    ///< of other kinds, by kind
  std::map<std::string, std::uint64_t> mistaken;  ///< not understood, by what is wrong
};

/// What a visitor makes of a record.
struct RecordAnswer {
  trace::RecordMistake mistake{};
  bool is_of_use = true;
  std::optional<Diagnostic> failure{};  ///< reading cannot go on
};

/// Reads files one after the other, and calls visit(words) for each line that is no comment, its
/// first word not yet handed out. Lines that are not understood go to `rejected`, which is made
/// when the first one comes: FILE:LINE:COLUMN: what is wrong, and the line.
class RecordFiles {
 public:
  using Visit = std::function<RecordAnswer(trace::LsbWords&)>;

  explicit RecordFiles(std::string rejected) : rejected_path_(std::move(rejected)) {}

  /// Errors: a file that cannot be read or unpacked to its end, and those of the disk.
  Diagnostics read(const std::vector<std::string>& files, const Visit& visit);
  const RecordCounts& counts() const { return counts_; }
  /// Closes the file of what was not understood.
  std::optional<Diagnostic> close();

 private:
  Diagnostics read(const std::string& file, const Visit& visit);
  std::optional<Diagnostic> reject(const std::string& place, trace::RecordMistake mistake,
                                   std::string_view line);

  std::string rejected_path_;
  std::optional<OutputFile> rejected_;
  RecordCounts counts_;
};

}  // namespace mcsim::app
