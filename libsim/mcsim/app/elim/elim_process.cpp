// Runs an ELIM with the processes, pipes and signals of the operating system.
#include "mcsim/app/elim/elim_process.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <utility>

#include "mcsim/lim/elim_words.hpp"

extern char** environ;  // NOLINT: POSIX

namespace mcsim::app {
namespace {

// Source: the PATH of daemons in Debian's and Red Hat's start scripts.
constexpr const char* daemons_path =
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Why a LIM would not start a program of this name: Lava's LIM starts the program `elim`, LSF 7
/// all programs `elim.application`. Source: docs/rules/lsf.md, 4.4.
std::optional<std::string> name_complaint(const std::string& name, bool lava) {
  constexpr std::string_view beginning = "elim.";
  if (lava) {
    if (name == "elim") return std::nullopt;
    return "Lava starts only a program that is called elim";
  }
  if (name == "elim.user") return "elim.user is a name that LSF keeps for itself";
  if (name.starts_with(beginning) && name.size() > beginning.size()) return std::nullopt;
  return "an ELIM is called elim.application, such as elim.license" +
         std::string(name == "elim" ? "; plain elim is Lava's (--lava)" : "");
}

/// What a daemon has that was started at boot, or the environment of this process, with `changes`,
/// in the form that exec takes.
class EnvironmentBlock {
 public:
  EnvironmentBlock(const std::vector<ElimVariable>& changes, bool keeps_ours) {
    if (!keeps_ours) lines_.emplace_back(daemons_path);
    for (char** at = environ; keeps_ours && at != nullptr && *at != nullptr; ++at)
      if (!is_changed(*at, changes)) lines_.emplace_back(*at);
    for (const ElimVariable& change : changes)
      if (change.value) lines_.push_back(change.name + "=" + *change.value);
    for (std::string& line : lines_) pointers_.push_back(line.data());
    pointers_.push_back(nullptr);
  }
  char* const* data() const { return pointers_.data(); }

 private:
  static bool is_changed(std::string_view line, const std::vector<ElimVariable>& changes) {
    const std::string_view name = line.substr(0, line.find('='));
    return std::any_of(changes.begin(), changes.end(),
                       [&](const ElimVariable& change) { return change.name == name; });
  }

  std::vector<std::string> lines_;
  std::vector<char*> pointers_;
};

/// The interpreter that a script names; empty: none.
std::string interpreter_of(const std::string& path) {
  std::ifstream script(path, std::ios::binary);
  std::string line;
  constexpr std::size_t longest = 4096;
  for (char letter = 0; line.size() < longest && script.get(letter) && letter != '\n';)
    line += letter;
  if (!line.starts_with("#!")) return {};
  constexpr const char* blanks = " \t";
  const std::size_t begin = line.find_first_not_of(blanks, 2);
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_first_of(blanks, begin) - begin);
}

/// Why a start failed. If the interpreter of a script is missing, the system's error only says that
/// the script was not found.
std::string start_error(const std::string& path, int error_number) {
  const std::string interpreter = interpreter_of(path);
  if (interpreter.empty() || ::access(interpreter.c_str(), X_OK) == 0)
    return error_text(error_number);
  return "its interpreter " + shown_word(interpreter) + ": " + error_text(errno) +
         (interpreter.ends_with('\r') ? "; its first line ends with a carriage return" : "");
}

}  // namespace

std::optional<std::string> elim_complaint(const std::string& path, bool lava) {
  if (auto complaint = name_complaint(std::filesystem::path(path).filename().string(), lava))
    return complaint;
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return error_text(errno);
  if (!S_ISREG(status.st_mode)) return "is no file";
  const bool has_run_bit = (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) != 0;
  if (!has_run_bit || ::access(path.c_str(), X_OK) != 0)
    return "is not executable; chmod +x makes it so";
  return std::nullopt;
}

Expected<ElimProcess, std::string> ElimProcess::start(const std::string& path,
                                                      const std::vector<ElimVariable>& variables,
                                                      const ElimSurroundings& around) {
  auto output = Pipe::open();
  if (!output) return Unexpected(error_text(output.error()));
  auto errors = around.errors != nullptr ? Pipe::open() : Pipe{};
  if (!errors) return Unexpected(error_text(errors.error()));
  make_nonblocking(output->reading);
  if (around.errors != nullptr) make_nonblocking(errors->reading);
  const EnvironmentBlock block(variables, around.keeps_environment);
  auto child = ChildProcess::start(
      path, {path}, block.data(),
      {.output = output->writing.descriptor(), .errors = errors->writing.descriptor()});
  if (!child) return Unexpected(start_error(path, child.error()));
  return ElimProcess(std::move(*child), std::move(output->reading), std::move(errors->reading));
}

std::string_view ElimProcess::read(std::span<char> room) {
  if (output_ended() || room.empty()) return {};
  for (;;) {
    const ssize_t count = ::read(output_.descriptor(), room.data(), room.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return {};
    if (count <= 0) break;
    return {room.data(), static_cast<std::size_t>(count)};
  }
  close_output();
  return {};
}

void ElimProcess::read_errors(ElimErrors& to) {
  std::array<char, 4096> buffer;  // NOLINT(*-member-init): filled by read
  while (errors_.is_open()) {
    const ssize_t count = ::read(errors_.descriptor(), buffer.data(), buffer.size());
    if (count > 0) {
      to.add({buffer.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || errno != EINTR) {
      if (count == 0 || errno != EAGAIN) errors_ = {};
      return;
    }
  }
}

void ElimProcess::close_output() { output_ = {}; }

std::optional<ElimExit> ElimProcess::exited() {
  const std::optional<int> status = child_.exited();
  if (!status) return std::nullopt;
  return WIFSIGNALED(*status) ? ElimExit{.by_signal = true, .code = WTERMSIG(*status)}
                              : ElimExit{.by_signal = false, .code = WEXITSTATUS(*status)};
}

}  // namespace mcsim::app
