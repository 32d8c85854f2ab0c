// Jobs that can never start, by cause: each cause is told once, at the first of its jobs, with how
// many there are. Those that are refused when they are submitted are none of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/model/trace.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::config {

/// How the end of a text begins that tells of a cluster as a whole.
inline constexpr std::string_view said_once_begins = "(said once";

/// What whoever waits loses by jobs that can never start.
Loss never_start(std::size_t jobs = 1);

class ImpossibleJobs {
 public:
  /// One reason why jobs can never start.
  enum class Cause : std::uint32_t {};

  /// The cause of this name. If it is new, `text` tells it, at the member `key` of the object `at`.
  Cause cause(const std::string& name, const JsonAt& at, std::string_view key, std::string text);
  /// The same of jobs that want too many slots: which are told with how many they want.
  Cause too_wide(const std::string& name, const JsonAt& at, std::string_view key, std::string text);
  /// A cause that the complaint of this number has told, if it was kept.
  Cause told(std::optional<std::size_t> complaint);
  /// Why, in words; empty: it was told elsewhere.
  const std::string& text_of(Cause cause) const { return entries_[index_of(cause)].text; }
  /// Counts a job. Each is counted once, by one cause.
  void add(Cause cause, ClusterId cluster, const TraceJob& job);

  /// A job as it is counted.
  struct Job {
    ClusterId cluster{};
    TraceJob asked{};  ///< of workload 0: one of the scenario's own
  };
  using IsRefused = std::function<bool(const Job&)>;
  /// In which line of its table a job stands; 0: it is of none.
  using LineOf = std::function<std::size_t(const Job&)>;

  /// Warns of all causes that have jobs that are not refused.
  void tell(TreeComplaints& complaints, const IsRefused& is_refused, const LineOf& line_of) const;

 private:
  struct Entry {
    bool is_told = false;
    std::optional<std::size_t> complaint{};  ///< of what is told
    JsonPlace place{};
    std::string pointer{};
    std::string text{};
    std::vector<Job> jobs{};
    bool is_of_slots = false;
  };

  static std::string told_of_jobs(const Entry& entry, const std::vector<Job>& jobs);

  std::vector<Entry> entries_;  ///< by Cause
  std::map<std::string, Cause, std::less<>> causes_;
  std::map<std::optional<std::size_t>, Cause> told_;
};

}  // namespace mcsim::config
