// What Slurm and PBS say of jobs otherwise than LSF does, with how often it was so.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/app/history/guessed_hosts.hpp"
#include "mcsim/app/history/told_counts.hpp"
#include "mcsim/trace/lsb_finish.hpp"
#include "mcsim/trace/scheduler_values.hpp"

namespace mcsim::app {

class ForeignCounts {
 public:
  /// A job that has ended. `eligible`: from when on it could have started, in seconds since 1970.
  /// One that ran nobody knows where gets a host; `record` is valid until the next call.
  void note(trace::FinishRecord& record, std::int64_t eligible) {
    if (put_on_pool(record, pool_)) ++no_hosts_;
    if (record.job >= trace::apart_of_index_0) ++index_0_;
    if (eligible > record.submitted) ++held_;
    if (record.max_memory > 0) ++memory_;
  }
  /// `hosts` and `memory`: the fields that say on which hosts a job ran, and how much memory it
  /// asked for.
  void tell(ToldCounts& told, const std::string& hosts, const std::string& memory) const {
    told.count(no_hosts_,
               "jobs without " + hosts + ": they are put on one host, pool, that has room for all");
    told.count(
        index_0_,
        "elements of job arrays with index 0, which LSF does not have: jobs by themselves, with " +
            std::to_string(trace::apart_of_index_0) + " added to their numbers");
    told.count(held_,
               "jobs that became eligible after their submission: here they wait from it on");
    told.count(memory_,
               "jobs with " + memory + ": here they use (mem) as much memory as they asked for");
  }

 private:
  std::string pool_;
  std::uint64_t no_hosts_ = 0;  ///< jobs that ran, nobody says where
  std::uint64_t index_0_ = 0;   ///< elements of arrays
  std::uint64_t held_ = 0;      ///< jobs that became eligible later
  std::uint64_t memory_ = 0;    ///< jobs that asked for memory
};

}  // namespace mcsim::app
