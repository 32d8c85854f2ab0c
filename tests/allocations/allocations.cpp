// The n-th allocation of a small run, and of a small comparison, fails: it says so, its exit code
// is 1, and it leaves no result that is not whole: a run no file, a comparison no more than its
// plan, cells and tables, each of them whole, from which the same command goes on. What does not
// fail leaves all that a whole one does. A program of its own, since it replaces operator new; what
// C libraries allocate (zlib, zstd) does not fail.
//
// MCSIM_ALLOCATIONS: every how manieth fails (default 151; 1: each), times MCSIM_FEWER.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "mcsim/app/command/command_line.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/environment.hpp"
#include "support/places.hpp"
#include "support/result_files.hpp"
#include "support/temp_folder.hpp"

namespace {

/// The allocation that fails, counted down; below 0: none, or it has failed. Static, since operator
/// new is.
std::atomic<std::int64_t> left = -1;

void* allocated(std::size_t bytes) noexcept {
  if (left.load(std::memory_order_relaxed) >= 0 && left.fetch_sub(1) == 0) return nullptr;
  return std::malloc(bytes == 0 ? 1 : bytes);
}

void* allocated(std::size_t bytes, std::align_val_t alignment) noexcept {
  if (left.load(std::memory_order_relaxed) >= 0 && left.fetch_sub(1) == 0) return nullptr;
  const auto step = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(step, (bytes + step) / step * step);
}

template <class... Arguments>
void* allocated_or_thrown(Arguments... arguments) {
  if (void* const memory = allocated(arguments...)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) { return allocated_or_thrown(bytes); }
void* operator new[](std::size_t bytes) { return allocated_or_thrown(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocated(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocated(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocated_or_thrown(bytes, alignment);
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocated_or_thrown(bytes, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace mcsim::testing {
namespace {

using Words = std::vector<std::string>;

constexpr std::int64_t never_fails = std::int64_t{1} << 60;

/// What a process has left.
struct Outcome {
  int status = 0;         ///< as waitpid has it
  std::int64_t made = 0;  ///< allocations, if it came to its end
  std::string out;
  std::string err;
  Files files;          ///< but the times of cells
  Files files_of_next;  ///< after the same command once more, where the first was refused memory
};

void write_to(const std::string& path, int stream) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, stream);
  ::close(file);
}

/// The text without the place where the folder of this run happens to be.
std::string without(std::string text, const std::string& place) {
  for (std::size_t at = text.find(place); at != text.npos; at = text.find(place))
    text.erase(at, place.size());
  return text;
}

/// As the tool does it.
int exit_code_of(const std::vector<const char*>& arguments) try {
  return app::run_command_line(static_cast<int>(arguments.size()), arguments.data(),
                               default_registry());
} catch (const std::bad_alloc&) {
  std::fputs("mcsim: out of memory\n", stderr);
  return 1;
}

/// What a command has left in the room.
Files files_left_in(const TempFolder& room) {
  Files files = files_in(room, "out");
  files.erase("out/log.tsv");
  for (const std::string& name : room.names())
    if (name != "out") files[name] = "left over";
  return files;
}

/// Runs a command line in a child; its allocation `fails`, from 0, is refused.
Outcome played_in(const TempFolder& room, const Words& words, std::int64_t fails) {
  const TempFolder said;
  std::vector<const char*> arguments = {"mcsim"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const std::string folder = room.path("out");
  arguments.insert(arguments.end(), {"-o", folder.c_str()});
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) std::abort();
  const ::pid_t child = ::fork();
  if (child == 0) {
    write_to(said.path("out"), 1);
    write_to(said.path("err"), 2);
    left = fails;
    const int code = exit_code_of(arguments);
    const std::int64_t made = fails - left.exchange(-1);
    const bool told = ::write(ends[1], &made, sizeof made) == sizeof made;
    ::_exit(told ? code : 99);
  }
  ::close(ends[1]);
  Outcome outcome;
  if (::read(ends[0], &outcome.made, sizeof outcome.made) <= 0) outcome.made = -1;
  ::close(ends[0]);
  ::waitpid(child, &outcome.status, 0);
  outcome.out = without(said.read("out"), room.path(""));
  outcome.err = said.read("err");
  outcome.files = files_left_in(room);
  return outcome;
}

bool is_done(const Outcome& outcome) {
  return WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0;
}

Outcome played(const Words& words, std::int64_t fails) {
  const TempFolder room;
  Outcome outcome = played_in(room, words, fails);
  if (!is_done(outcome)) outcome.files_of_next = played_in(room, words, never_fails).files;
  return outcome;
}

/// Whether a comparison may leave it: its lock, its plan, cells and tables, each as in the whole.
bool is_kept(const Files::value_type& file, const Files& whole) {
  const auto same = whole.find(file.first);
  return same != whole.end() && same->second == file.second;
}

/// What is wrong, in words; empty: nothing.
std::string wrong_with(const Outcome& outcome, const Outcome& whole) {
  if (!WIFEXITED(outcome.status))
    return "it was killed by signal " + std::to_string(WTERMSIG(outcome.status));
  if (is_done(outcome)) {
    if (outcome.files != whole.files) return "it is done, and its files are not whole";
    return outcome.out == whole.out ? "" : "it is done, and has not said all";
  }
  if (WEXITSTATUS(outcome.status) != 1)
    return "its exit code is " + std::to_string(WEXITSTATUS(outcome.status));
  if (outcome.err.find("out of memory") == std::string::npos) return "it does not say why";
  // What fails when the results are in place already was still to be printed.
  if (outcome.files == whole.files) return "";
  for (const auto& file : outcome.files)
    if (!whole.files.contains("out/plan.tsv") || !is_kept(file, whole.files))
      return "it left " + file.first;
  return outcome.files_of_next == whole.files ? "" : "the same command then did not go on";
}

/// Returns how many allocations were refused wrongly.
int try_all(const Words& words) {
  const Outcome whole = played(words, never_fails);
  if (!is_done(whole) || whole.made < 100) {
    std::printf("%s\n%s has no run to try\n", whole.err.c_str(), words[0].c_str());
    return 1;
  }
  const auto step =
      static_cast<std::int64_t>(number_from_environment("MCSIM_ALLOCATIONS", 151) * fewer());
  int wrong = 0;
  std::int64_t tried = 0;
  for (std::int64_t at = step / 2; at < whole.made && wrong < 10; at += step, ++tried) {
    const Outcome outcome = played(words, at);
    const std::string found = wrong_with(outcome, whole);
    if (found.empty()) continue;
    ++wrong;
    std::printf("%s: allocation %lld of %lld refused: %s\n%s\n", words[0].c_str(),
                static_cast<long long>(at), static_cast<long long>(whole.made), found.c_str(),
                outcome.err.c_str());
  }
  std::printf("%s: %lld of %lld allocations refused, %d wrong\n", words[0].c_str(),
              static_cast<long long>(tried), static_cast<long long>(whole.made), wrong);
  return wrong;
}

int try_commands() {
  const std::string scenarios = source_dir() + "/scenarios/";
  return try_all(
             {"run", scenarios + "first.json", "--outputs", "jobs,executions,decisions,counters"}) +
         try_all({"compare", scenarios + "easy_backfill.json", "--vary",
                  R"(model.dispatch=["easy", "fcfs"])", "-j", "2"});
}

}  // namespace
}  // namespace mcsim::testing

int main() { return mcsim::testing::try_commands() == 0 ? 0 : 1; }
