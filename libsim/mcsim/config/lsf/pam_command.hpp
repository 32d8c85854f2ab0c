// The command line of PAM: which words are the PJL's, and where TaskStarter goes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcsim/base/expected.hpp"

namespace mcsim::config {

/// `pam [-t] [-v] [-n num_tasks] -g [num_args] pjl [pjl_options] job [job_options]`. Source:
/// docs/rules/lsf.md, 6; Platform LSF 7.3, Using Platform LSF HPC, Integration Methods 1 and 2, and
/// the command pam.
struct PamCommand {
  std::optional<std::int64_t> tasks{};  ///< -n
  bool is_quiet = false;                ///< -t: no table of the tasks at the end
  bool is_verbose = false;              ///< -v
  /// Method 1: PAM inserts TaskStarter behind the words of the PJL. Method 2: the PJL wrapper or
  /// the job script inserts it, wherever it belongs; all words are in `pjl`.
  bool inserts = false;
  std::vector<std::string> pjl;  ///< with its options
  std::vector<std::string> job;  ///< with its options; empty with method 2
};

/// Errors: what is wrong with the words, each in a text of its own.
Expected<PamCommand, std::vector<std::string>> read_pam_command(std::span<const std::string> words);

/// How a TaskStarter finds its PAM.
struct PamCallback {
  std::string task_starter = "TaskStarter";
  std::string address = "HOST:PORT";  ///< where PAM listens
  std::string directory = "$LSF_ENVDIR";
};
/// -p address -c directory: what LSF_TS_OPTIONS holds.
std::vector<std::string> callback_options(const PamCallback& callback);
/// The words that PAM starts.
std::vector<std::string> started_words(const PamCommand& command, const PamCallback& callback);

}  // namespace mcsim::config
