// The records of a history's files, a line each, and those that are not understood.
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

namespace mcsim::app {

/// Records by what became of them.
struct RecordCounts {
  std::map<std::string, std::uint64_t> others;  ///< of other kinds, by kind
  struct Mistakes {
    std::uint64_t count = 0;
    std::string first;  ///< FILE:LINE:COLUMN
  };
  std::map<std::string, Mistakes> mistaken;  ///< not understood, by what is wrong
  std::vector<std::string> unended;          ///< FILE:LINE of last lines that nothing ends
  std::vector<std::string> left_out;         ///< files that others have all of: a sentence each
};

/// A line of a file.
struct RecordLine {
  std::string_view text;
  std::size_t number = 0;  ///< from 1
  const std::string& file;
};

/// What a visitor makes of a record.
struct RecordAnswer {
  trace::RecordMistake mistake{};
  bool is_of_use = true;
  std::string_view kind{};              ///< of one that is of no use
  std::optional<Diagnostic> failure{};  ///< reading cannot go on
};

/// Reads files one after the other, and calls visit(line) for each line that is neither empty nor a
/// comment. Lines that are not understood go to `rejected`, which is made when the first one comes:
/// FILE:LINE:COLUMN: what is wrong, and the line.
class RecordFiles {
 public:
  using Visit = std::function<RecordAnswer(const RecordLine&)>;
  /// How far reading is: lines, and bytes of them.
  using Watch = std::function<void(std::uint64_t lines, std::uint64_t bytes)>;

  explicit RecordFiles(std::string rejected) : rejected_path_(std::move(rejected)) {}

  /// Keeps places, but neither the lines nor what their files are called: their names are nobody's
  /// business.
  void hide_lines() { hides_lines_ = true; }
  void watch(Watch watch) { watch_ = std::move(watch); }
  /// `list`: what the files are called together, where they are hidden: "--acct". Errors: a file
  /// that cannot be read or unpacked to its end, and those of the disk.
  Diagnostics read(const std::string& list, const std::vector<std::string>& files,
                   const Visit& visit);
  /// Likewise, the oldest file first where their names tell: mbatchd calls them FILE, FILE.1,
  /// FILE.2
  /// ..., the newest first; they may be packed. Other files in the order in which they are given.
  Diagnostics read_by_age(const std::string& list, const std::vector<std::string>& files,
                          const Visit& visit);
  const RecordCounts& counts() const { return counts_; }
  /// FILE:LINE of the record that is visited; empty: none is.
  std::string place() const { return line_ == 0 ? "" : shown_ + ":" + std::to_string(line_); }
  /// Closes the file of what was not understood.
  std::optional<Diagnostic> close();

 private:
  Diagnostics read(const std::string& file, const std::string& shown, const Visit& visit);
  Diagnostics read(const std::string& list, const std::vector<std::string>& files,
                   const std::vector<std::size_t>& order, const Visit& visit);
  std::optional<Diagnostic> reject(const std::string& place, trace::RecordMistake mistake,
                                   std::string_view line);

  std::string rejected_path_;
  std::optional<OutputFile> rejected_;
  RecordCounts counts_;
  Watch watch_;
  bool hides_lines_ = false;
  std::string shown_{};   ///< the file that is read
  std::size_t line_ = 0;  ///< of the record that is visited
};

}  // namespace mcsim::app
