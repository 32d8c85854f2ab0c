// Asks callgrind for its counts.
#include "mcsim/app/bench/instruction_meter.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "mcsim/base/check.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/file_handle.hpp"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#define MCSIM_HAS_VALGRIND 1
#else
#define MCSIM_HAS_VALGRIND 0
#endif

namespace mcsim::app {
namespace {

constexpr const char* log_variable = "MCSIM_CALLGRIND_LOG";

bool is_under_valgrind() {
#if MCSIM_HAS_VALGRIND
  return RUNNING_ON_VALGRIND != 0;
#else
  return false;
#endif
}

/// Makes callgrind write into its log how many instructions there were: a line `events-1: N`.
void ask_callgrind() {
#if MCSIM_HAS_VALGRIND
  VALGRIND_MONITOR_COMMAND("status internal");
#endif
}

/// The numbers in the lines `events-1: N`, in their order.
std::vector<std::uint64_t> counts_in(std::string_view text) {
  constexpr std::string_view before = "events-1: ";
  std::vector<std::uint64_t> counts;
  for (std::size_t at = text.find(before); at != std::string_view::npos;
       at = text.find(before, at + 1)) {
    std::uint64_t count = 0;
    const char* const start = text.data() + at + before.size();
    std::from_chars(start, text.data() + text.size(), count);
    counts.push_back(count);
  }
  return counts;
}

/// Where a program of PATH lies; empty: nowhere.
std::string found_in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, end)) + "/" + program;
    if (end > 0 && ::access(file.c_str(), X_OK) == 0) return file;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

}  // namespace

InstructionMeter::InstructionMeter(int log) : log_(log) {
  ::fcntl(log_, F_SETFL, O_NONBLOCK);
  read_log();  // what callgrind says when it begins
  text_.clear();
}

/// What is read is read at the end, so that it does not count.
void InstructionMeter::begin() { ask_callgrind(); }

Meter::Readings InstructionMeter::end() {
  ask_callgrind();
  read_log();
  const std::vector<std::uint64_t> counts = counts_in(text_);
  MCSIM_CHECK(counts.size() == 2 && counts[0] <= counts[1], "callgrind's log has no two counts");
  text_.clear();
  return {counts[1] - counts[0], 0};
}

void InstructionMeter::read_log() {
  std::array<char, 4096> room;
  ssize_t count = 0;
  while ((count = ::read(log_, room.data(), room.size())) > 0)
    text_.append(room.data(), static_cast<std::size_t>(count));
}

std::optional<int> callgrind_log() {
  const char* const named = std::getenv(log_variable);
  if (named == nullptr || !is_under_valgrind()) return std::nullopt;
  return std::atoi(named);
}

std::string under_callgrind(const std::vector<std::string>& words) {
  if (MCSIM_HAS_VALGRIND == 0)
    return "cannot count instructions: it was built without valgrind's headers";
  const std::string valgrind = found_in_path("valgrind");
  if (valgrind.empty()) return "cannot count instructions: PATH has no valgrind";
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  int log[2];
  if (error || ::pipe(log) != 0) return "cannot count instructions: " + error_text(errno);
  constexpr int room_for_deep_stacks = 1 << 20;
  ::fcntl(log[1], F_SETPIPE_SZ, room_for_deep_stacks);
  ::setenv(log_variable, std::to_string(log[0]).c_str(), 1);
  std::vector<std::string> line{valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null",
                                "--log-fd=" + std::to_string(log[1]), self};
  line.insert(line.end(), words.begin() + (words.empty() ? 0 : 1), words.end());
  std::vector<char*> pointers;
  for (std::string& word : line) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(valgrind.c_str(), pointers.data());
  return "cannot count instructions: valgrind cannot be run: " + error_text(errno);
}

}  // namespace mcsim::app
