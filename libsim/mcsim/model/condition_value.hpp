// What a condition of a job is worth: one of three values, of the states of the jobs that it names.
#pragma once

#include <cstdint>

#include "mcsim/base/time.hpp"
#include "mcsim/model/condition.hpp"
#include "mcsim/model/job.hpp"

namespace mcsim::model {

constexpr Truth both(Truth a, Truth b) {
  if (a == Truth::never || b == Truth::never) return Truth::never;
  return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::no;
}
constexpr Truth either(Truth a, Truth b) {
  if (a == Truth::never) return b;
  if (b == Truth::never) return a;
  return a == Truth::yes || b == Truth::yes ? Truth::yes : Truth::no;
}
constexpr Truth negation(Truth a) { return a == Truth::yes ? Truth::no : Truth::yes; }

constexpr bool compares(std::int64_t left, CompareSign how, std::int64_t right) {
  switch (how) {
    case CompareSign::any:
      return true;
    case CompareSign::eq:
      return left == right;
    case CompareSign::ne:
      return left != right;
    case CompareSign::lt:
      return left < right;
    case CompareSign::le:
      return left <= right;
    case CompareSign::gt:
      return left > right;
    case CompareSign::ge:
      return left >= right;
  }
  return false;
}

/// What conditions look at of a job that some job waits for.
struct ParentState {
  Time ended = never;
  std::int32_t code = 0;                      ///< of its last end: 0 if a signal ended it
  JobStatus status = JobStatus::unsubmitted;  ///< pend, psusp, run (also SSUSP, USUSP), done, exit
  JobStatus last_run =
      JobStatus::unsubmitted;  ///< done or exit: how the run ended that requeued it
  bool was_started = false;

  constexpr bool has_ended() const { return ended != never; }
};

/// Whether a leaf holds for one of its jobs. A job that waits again after a run that
/// REQUEUE_EXIT_VALUES names counts as that run ended, where `last_run` is set.
constexpr Truth truth_of(const ConditionStep& leaf, const ParentState& job) {
  using Kind = ConditionStep::Kind;
  const bool over = job.has_ended();
  const JobStatus status = over ? job.status : job.last_run;
  const bool is_over = status == JobStatus::done || status == JobStatus::exit;
  const auto answer = [&](bool holds) {
    return holds ? Truth::yes : over ? Truth::never : Truth::no;
  };
  switch (leaf.kind) {
    case Kind::done:
      return answer(status == JobStatus::done);
    case Kind::ended:
      return answer(is_over);
    case Kind::exited:
      return answer(status == JobStatus::exit && compares(job.code, leaf.how, leaf.code));
    case Kind::started:
      return answer(job.was_started);
    case Kind::post_done:
      return answer(over);
    case Kind::post_err:
      return answer(false);
    default:
      return Truth::no;
  }
}

/// How many elements of an array are in which state, as conditions count them.
struct ElementCounts {
  std::uint32_t size = 0;
  std::uint32_t pend = 0;
  std::uint32_t hold = 0;
  std::uint32_t run = 0;
  std::uint32_t done = 0;
  std::uint32_t exited = 0;

  constexpr std::uint32_t ended() const { return done + exited; }
  constexpr std::uint32_t submitted() const { return pend + hold + run + ended(); }
  constexpr std::uint32_t* of(JobStatus status) {
    switch (status) {
      case JobStatus::pend:
        return &pend;
      case JobStatus::psusp:
        return &hold;
      case JobStatus::run:
        return &run;
      case JobStatus::done:
        return &done;
      case JobStatus::exit:
        return &exited;
      default:
        return nullptr;
    }
  }
};

/// Whether a number in [least, most] compares so.
constexpr bool can_compare(std::int64_t least, std::int64_t most, CompareSign how,
                           std::int64_t right) {
  switch (how) {
    case CompareSign::any:
      return true;
    case CompareSign::eq:
      return least <= right && right <= most;
    case CompareSign::ne:
      return least != right || most != right;
    case CompareSign::lt:
    case CompareSign::le:
      return compares(least, how, right);
    case CompareSign::gt:
    case CompareSign::ge:
      return compares(most, how, right);
  }
  return false;
}

/// Whether a leaf num_... holds. It never does when no number that is still possible compares so.
constexpr Truth truth_of(const ConditionStep& leaf, const ElementCounts& array) {
  using Kind = ConditionStep::Kind;
  const std::int64_t open = std::int64_t{array.size} - array.ended();
  std::int64_t now = 0;
  std::int64_t least = 0;
  std::int64_t most = open;
  switch (leaf.kind) {
    case Kind::num_done:
      now = least = array.done;
      most = now + open;
      break;
    case Kind::num_exit:
      now = least = array.exited;
      most = now + open;
      break;
    case Kind::num_ended:
      now = least = array.ended();
      most = array.size;
      break;
    case Kind::num_start:
      now = std::int64_t{array.run} + array.ended();
      least = array.ended();
      most = array.size;
      break;
    case Kind::num_hold:
      now = array.hold;
      break;
    case Kind::num_pend:
      now = array.pend;
      break;
    case Kind::num_run:
      now = array.run;
      break;
    default:
      return Truth::no;
  }
  if (compares(now, leaf.how, leaf.code)) return Truth::yes;
  return can_compare(least, most, leaf.how, leaf.code) ? Truth::no : Truth::never;
}

}  // namespace mcsim::model
