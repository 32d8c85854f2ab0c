// Jobs that only lsb.events has, as if lsb.acct had a record of each.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "mcsim/app/history/event_book.hpp"
#include "mcsim/trace/lsb_finish.hpp"

namespace mcsim::app {

/// Elements of one array of which a record tells; more are damage.
inline constexpr std::uint32_t most_elements = 1'000'000;

class MissingJobs {
 public:
  using Visit =
      std::function<void(RecordedJob, const JobEvents&, const trace::FinishRecord& record)>;

  /// `end`: of the history, in seconds since 1970: what has not ended then is unended.
  MissingJobs(const EventBook& events, std::int64_t end) : events_(events), end_(end) {}

  /// Calls visit(...) for each job, element by element of arrays. Returns how many there are of
  /// which nobody knows how they were submitted, or that are too many elements of an array.
  std::uint64_t visit(const Visit& visit);

 private:
  void make(RecordedJob job, const JobEvents& known);
  void visit_pending_elements(RecordedJob array, const JobEvents& known, const Visit& visit);
  std::string_view quoted(NameId name);

  const EventBook& events_;
  std::int64_t end_;
  trace::FinishRecord record_;
  std::deque<std::string> texts_;  ///< of the record
  std::uint64_t left_ = 0;
};

}  // namespace mcsim::app
