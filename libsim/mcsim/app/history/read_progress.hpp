// How far the reading of a history is, on a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/stopwatch.hpp"

namespace mcsim::app {

/// `[######....] 60 %  1234567 records  300000 records/s  4 s to go`, in less than `width` columns:
/// the bar becomes shorter first, then words are left out from the right.
std::string read_progress_line(std::uint64_t records, std::uint64_t bytes, std::uint64_t all_bytes,
                               double seconds, std::size_t width);

/// How many bytes the lines of these files have, as far as their sizes tell; packed ones are taken
/// to be eight times as large.
std::uint64_t bytes_to_read(const std::vector<std::string>& files);

/// Draws one line at most ten times a second if standard error is a terminal, otherwise nothing.
class ReadProgress {
 public:
  ReadProgress(const Console& console, std::uint64_t all_bytes)
      : console_(console), all_bytes_(all_bytes) {}
  ReadProgress(const ReadProgress&) = delete;
  ReadProgress& operator=(const ReadProgress&) = delete;
  ~ReadProgress() { clear(); }

  /// So many more have been read.
  void add(std::uint64_t records, std::uint64_t bytes);
  /// Shows `words` instead, until something else is drawn.
  void say(const std::string& words);
  /// Takes the line away, so that something else can be printed.
  void clear();

 private:
  const Console& console_;
  std::uint64_t all_bytes_;
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;
  Stopwatch watch_;
  double drawn_at_ = 0;  ///< wall seconds
  bool is_drawn_ = false;
};

}  // namespace mcsim::app
