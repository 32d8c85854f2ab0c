// Conditions of jobs (bsub -w) as far as a history can judge them: it has begun somewhere, and jobs
// wait for others that ended before.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "mcsim/config/values/dependency_text.hpp"

namespace mcsim::app {

/// What a condition asks of jobs that are not there counts as if it were so: of `a && b` the other
/// one is left, of `a || b` nothing.
struct JudgedCondition {
  enum class Loss : std::uint8_t {
    nothing,
    old_number,   ///< nothing, but a job has another number in the table
    unknown_job,  ///< some of it is about jobs that are not there
    syntax        ///< it is no condition that the simulation knows
  };

  std::string text;  ///< what is left; empty: nothing
  Loss loss = Loss::nothing;
};

class HistoryConditions {
 public:
  /// Some job has this condition: the jobs in it are looked out for.
  void note(const std::string& condition);
  /// Whether any job has one.
  bool any() const { return any_; }
  /// A job comes. `number`: that it has in the table; `element`: 0: of no array; `name`: as bsub -J
  /// has it.
  void add(std::int64_t number, std::int64_t element, std::string_view user, std::string_view name);
  /// A condition of a job of this user, by the jobs that have come; with their numbers in the
  /// table.
  JudgedCondition judge(const std::string& condition, std::string_view user) const;

 private:
  using Loss = JudgedCondition::Loss;
  struct Job {
    std::optional<std::int64_t> number;  ///< in the table; none: it has not come
    std::set<std::int64_t> elements;     ///< that have come
  };
  using JobsOfUsers = std::map<std::string, Job, std::less<>>;

  static void come(Job& job, std::int64_t number, std::int64_t element);
  const Job* find(const config::DependencyRef& ref, std::string_view user) const;
  std::optional<std::string> judge(const config::DependencyRef& ref, std::string_view user,
                                   Loss& loss) const;
  std::optional<std::string> judge(const config::DependencyStep& leaf, std::string_view user,
                                   Loss& loss) const;

  bool any_ = false;
  std::map<std::int64_t, Job> numbers_;  ///< of which conditions speak; likewise:
  std::map<std::string, JobsOfUsers, std::less<>> names_;
  std::map<std::string, JobsOfUsers, std::less<>> patterns_;  ///< without their *
};

}  // namespace mcsim::app
