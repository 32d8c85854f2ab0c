// Jobs that can never start, by cause: each cause is told once, at the first of its jobs, with how
// many there are. Those of which that is told elsewhere, such as refused ones, are none of them.
//
// Of jobs of traces and tables, of which there may be millions, only the first is kept, and how
// many there are. The scenario's own jobs are read before all settings are known by which that may
// be told elsewhere.
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

  /// The cause of this name. If it is new, `text` tells it, at the member `key` of its first job.
  Cause cause(const std::string& name, std::string_view key, std::string text);
  /// The same of jobs that want too many slots: which are told with how many they want.
  Cause too_wide(const std::string& name, std::string_view key, std::string text);
  /// A cause that the complaint of this number has told, if it was kept.
  Cause told(std::optional<std::size_t> complaint);
  /// Why, in words; empty: it was told elsewhere.
  const std::string& text_of(Cause cause) const { return entries_[index_of(cause)].text; }
  /// Counts a job of a trace or a table of which nothing is told elsewhere. Each is counted once,
  /// by one cause.
  void add(Cause cause, ClusterId cluster, const TraceJob& job, const JsonAt& at);
  /// Counts one of the scenario's own jobs, or so many elements of an array, if tell() finds that
  /// it is not told elsewhere.
  void add_own(Cause cause, ClusterId cluster, const TraceJob& job, const JsonAt& at,
               std::size_t count);

  using IsToldElsewhere = std::function<bool(ClusterId, const TraceJob&)>;
  struct Where {
    JsonPlace place{};
    std::string pointer{};
  };
  /// Where a job is told of whose kind of job is told of at this place.
  using WhereOf = std::function<Where(ClusterId, const TraceJob&, const Where&)>;

  /// Warns of all causes that have jobs.
  void tell(TreeComplaints& complaints, const IsToldElsewhere& is_told,
            const WhereOf& where_of) const;

 private:
  struct Jobs {
    std::size_t count = 0;
    ClusterId cluster{};  ///< of the first
    TraceJob first{};     ///< of workload 0: one of the scenario's own
    Where where{};
    Slots least{};
    Slots most{};

    void add(const Jobs& others);
  };
  struct Entry {
    bool is_told = false;
    std::optional<std::size_t> complaint{};  ///< of what is told
    std::string_view key{};
    std::string text{};
    std::vector<Jobs> own{};  ///< one each
    Jobs others{};
    bool is_of_slots = false;
  };

  static Jobs one_job(const Entry& entry, ClusterId cluster, const TraceJob& job, const JsonAt& at);
  static std::string told_of_jobs(const Entry& entry, const Jobs& jobs);

  std::vector<Entry> entries_;  ///< by Cause
  std::map<std::string, Cause, std::less<>> causes_;
  std::map<std::optional<std::size_t>, Cause> told_;
};

}  // namespace mcsim::config
