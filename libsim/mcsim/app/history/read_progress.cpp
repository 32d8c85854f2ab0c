// Draws how far an import is.
#include "mcsim/app/history/read_progress.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string_view>

namespace mcsim::app {
namespace {

constexpr std::string_view wipe_line = "\r\x1b[K";
constexpr double seconds_between_draws = 0.1;
constexpr std::uint64_t growth_of_packed = 8;

}  // namespace

std::string read_progress_line(std::uint64_t records, std::uint64_t bytes, std::uint64_t all_bytes,
                               double seconds, std::size_t width) {
  const std::size_t most = width - std::min<std::size_t>(width, 1);  // the cursor stands behind it
  const double part =
      all_bytes == 0 ? 0
                     : std::min(1.0, static_cast<double>(bytes) / static_cast<double>(all_bytes));
  const std::string parts[] = {
      all_bytes == 0 ? "" : std::to_string(static_cast<int>(part * 100)) + " %  ",
      std::to_string(records) + " records",
      "  " + std::to_string(static_cast<std::uint64_t>(static_cast<double>(records) / seconds)) +
          " records/s",
      part <= 0 ? ""
                : "  " + std::to_string(static_cast<std::uint64_t>(seconds / part - seconds)) +
                      " s to go"};
  std::string words;
  for (const std::string& one : parts) {
    if (words.size() + one.size() > most) break;
    words += one;
  }
  constexpr std::size_t widest = 24;
  constexpr std::size_t narrowest = 6;
  constexpr std::size_t around = 3;  // the brackets, and a blank
  const std::size_t room = most - words.size();
  if (all_bytes == 0 || room < narrowest + around) return words;
  const std::size_t bar = std::min(widest, room - around);
  const auto filled = std::min(bar, static_cast<std::size_t>(part * static_cast<double>(bar)));
  return "[" + std::string(filled, '#') + std::string(bar - filled, '.') + "] " + words;
}

std::uint64_t bytes_to_read(const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code failed;
    const std::uint64_t size = std::filesystem::file_size(file, failed);
    if (failed) return 0;  // a pipe: nobody knows
    const bool is_packed = file.ends_with(".gz") || file.ends_with(".zst") || file.ends_with(".xz");
    bytes += is_packed ? size * growth_of_packed : size;
  }
  return bytes;
}

void ReadProgress::add(std::uint64_t records, std::uint64_t bytes) {
  records_ += records;
  bytes_ += bytes;
  if (!console_.err_is_terminal) return;
  const double spent = watch_.wall_seconds();
  if (spent - drawn_at_ < seconds_between_draws) return;
  drawn_at_ = spent;
  say(read_progress_line(records_, bytes_, all_bytes_, spent, terminal_width(console_.err_file)));
}

void ReadProgress::say(const std::string& words) {
  if (!console_.err_is_terminal) return;
  put_command(console_.err, wipe_line);
  console_.err << words << std::flush;
  is_drawn_ = true;
}

void ReadProgress::clear() {
  if (!is_drawn_) return;
  put_command(console_.err, wipe_line);
  console_.err << std::flush;
  is_drawn_ = false;
}

}  // namespace mcsim::app
