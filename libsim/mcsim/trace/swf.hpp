// Workload traces in the Standard Workload Format, version 2.2, read row by row.
// Source: https://www.cs.huji.ac.il/labs/parallel/workload/swf.html
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/lines.hpp"

namespace mcsim::trace {

/// Memory of a processor.
enum class MemoryField : std::uint8_t {
  none,       ///< nobody asks for it
  requested,  ///< field 10
  used        ///< field 7
};

/// One row: the fields in their order, numbered from 1 as the format does. Negative: not known.
struct SwfRow {
  std::int64_t job = -1;          ///< 1: never negative
  Duration submit{-1};            ///< 2
  Duration wait{-1};              ///< 3
  Duration run{-1};               ///< 4
  std::int64_t allocated = -1;    ///< 5: processors that the job got
  std::int64_t requested = -1;    ///< 8: processors that it asked for
  Duration requested_time{-1};    ///< 9
  bool has_memory = false;        ///< 10, or 7: see SwfReader::look_at_memory()
  std::int64_t status = -1;       ///< 11: 0 failed, 1 completed, 2-4 partial, 5 cancelled
  std::int64_t user = -1;         ///< 12
  std::int64_t group = -1;        ///< 13
  std::int64_t application = -1;  ///< 14
  std::int64_t queue = -1;        ///< 15
  std::int64_t partition = -1;    ///< 16
  std::int64_t preceding = -1;    ///< 17: the job that it comes after; 0 or negative: none
  Duration think{-1};             ///< 18: between that one's end and its own submission

  /// A burst between two swap-outs; the job's summary row stands before it.
  bool is_partial() const { return status >= 2 && status <= 4; }
};

/// What the comments at the top of a trace say. Hints only: they cause an error only where nothing
/// else gives the size of the machine.
struct SwfHeader {
  std::optional<std::int64_t> max_jobs;
  std::optional<std::int64_t> max_procs;
  std::optional<std::int64_t> max_nodes;
  std::optional<std::int64_t> unix_start_time;
  std::optional<std::int64_t> time_zone;  ///< what its clock is ahead of UTC, in seconds
  std::optional<bool> allow_overuse;      ///< jobs may use more than they ask for
};

/// Reads a trace from its first row to its last. Mistakes are noted, and reading goes on.
class SwfReader {
 public:
  static constexpr std::size_t fields = 18;
  static constexpr std::size_t fewest_fields = 5;

  /// `shown_name` is what diagnostics call the file. Errors: it cannot be opened or is a directory.
  static Expected<SwfReader, Diagnostics> open(const std::string& path,
                                               const std::string& shown_name);

  /// The next good row. False: there is none, and all mistakes are noted; not to be called again.
  bool next(SwfRow& row);
  /// Warns of oddities of the rows; to be called once, after the last row.
  void sum_up();

  /// Which memory SwfRow::has_memory and memory_mb() are about: by default what is requested.
  void look_at_memory(MemoryField field) { memory_at_ = field == MemoryField::used ? 6 : 9; }
  /// The memory of a processor of the last row, which has some: whole MB, rounded up. Read only
  /// where it is asked for. Source: the format has it in KB.
  std::int64_t memory_mb() const;

  const SwfHeader& header() const { return header_; }
  std::size_t line() const { return lines_.number(); }  ///< of the last row, from 1
  std::uint64_t rows() const { return rows_; }          ///< read so far, bad ones included

  /// The machine's job slots, as the comments so far tell: MaxProcs, or else MaxNodes. None: the
  /// comments have no size, or one that is no size or contradicts itself; the complaints say which.
  std::optional<std::int64_t> slots();

  /// The caller adds what it finds wrong with a row.
  Complaints& complaints() { return complaints_; }
  /// XXH64 of the file's bytes as they lie on the disk; to be called after the last row.
  Expected<std::uint64_t, Diagnostic> hash() { return lines_.source().hash(); }

 private:
  using Values = std::array<std::int64_t, fields>;
  /// What stands behind `key:`, and the key that is looked for.
  struct HeaderWord {
    std::string_view name, key, text;
    std::size_t column;
  };

  SwfReader(ByteSource source, std::string shown_name)
      : lines_(std::move(source)), complaints_(std::move(shown_name)) {}

  bool read_row(std::string_view line, SwfRow& row);
  bool read_slowly(std::string_view line, Values& values);
  bool read_field(std::string_view text, std::size_t field, std::size_t column, Values& values);
  void read_header(std::string_view line, std::size_t start);
  void check_size(const HeaderWord& word, std::optional<std::int64_t> number,
                  std::optional<std::int64_t> before, std::optional<Diagnostic>& wrong);
  void read_time_zone(std::string_view text, std::size_t column);
  void note_zone_name(std::string_view text, std::size_t column);
  void read_overuse(std::string_view text, std::size_t column);
  void check_hidden_row(std::string_view line);
  const std::optional<Diagnostic>& wrong_size() const;

  LineReader lines_;
  std::string_view text_;      ///< the last line
  std::size_t memory_at_ = 9;  ///< which field has_memory is about, from 0
  Complaints complaints_;
  SwfHeader header_;
  std::optional<Diagnostic> wrong_procs_;  ///< what is wrong with MaxProcs
  std::optional<Diagnostic> wrong_nodes_;
  std::optional<Diagnostic> zone_name_;  ///< what is not known where there is no TimeZone
  std::uint64_t rows_ = 0;
  std::uint64_t short_rows_ = 0;
  std::uint64_t long_rows_ = 0;
};

/// The comments before a trace's first row: its size, before anything is simulated.
Expected<SwfHeader, Diagnostics> read_swf_header(const std::string& path,
                                                 const std::string& shown_name);

/// The job slots of the machine that a trace was recorded on, as the comments before its first row
/// tell. Errors: they do not; then all mistakes in its rows are reported as well.
Expected<std::int64_t, Diagnostics> read_swf_slots(const std::string& path,
                                                   const std::string& shown_name);

}  // namespace mcsim::trace
