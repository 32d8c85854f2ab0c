// A real ELIM: a program with its output on a pipe and a process group of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_watch.hpp"
#include "mcsim/text/file_handle.hpp"

namespace mcsim::app {

/// Why a LIM would not start `path`: its name, its kind or its mode. None: it would.
std::optional<std::string> elim_complaint(const std::string& path, bool lava);

/// One that was started. It is killed with its process group and waited for when this goes away, so
/// that nothing is left.
class ElimProcess {
 public:
  /// Starts `path` as a LIM does: standard input is empty, signals are as usual, no file but the
  /// standard ones is open. Errors: the system's words.
  static Expected<ElimProcess, std::string> start(const std::string& path,
                                                  const std::vector<ElimVariable>& environment);
  ElimProcess(const ElimProcess&) = delete;
  ElimProcess& operator=(const ElimProcess&) = delete;
  ElimProcess(ElimProcess&& other) noexcept;
  ElimProcess& operator=(ElimProcess&& other) noexcept;
  ~ElimProcess();

  /// What has come, as far as there is room, without waiting.
  std::string_view read(std::span<char> room);
  /// Nobody can write any more, or nobody wants to read.
  bool output_ended() const { return !output_.is_open(); }
  void close_output();

  void terminate() const;  ///< SIGTERM, to the program itself, as a LIM does it
  void kill_all() const;   ///< SIGKILL, to its process group
  /// Whether it has ended, and how. The rest of its process group is killed then.
  std::optional<ElimExit> exited();

  /// For wait_for(): what says that there is output, and that it has ended. -1: nothing does.
  int output_descriptor() const { return output_.descriptor(); }
  int end_descriptor() const { return end_.descriptor(); }

 private:
  ElimProcess(int id, FileHandle output);

  int id_ = 0;  ///< 0: it has been waited for, or moved away
  FileHandle output_;
  FileHandle end_;  ///< a pidfd, where the system has such
  std::optional<ElimExit> exit_;
};

/// Waits until one of `descriptors` can be read or was hung up on, a signal comes, or the time is
/// over. Negative ones are left out.
void wait_for(const std::vector<int>& descriptors, Duration at_most);

/// While one lives, children that end can be waited for, whatever this process was started with.
class ChildrenCanBeWaitedFor {
 public:
  ChildrenCanBeWaitedFor();
  ~ChildrenCanBeWaitedFor();
  ChildrenCanBeWaitedFor(const ChildrenCanBeWaitedFor&) = delete;
  ChildrenCanBeWaitedFor& operator=(const ChildrenCanBeWaitedFor&) = delete;

 private:
  void (*before_)(int);
};

}  // namespace mcsim::app
