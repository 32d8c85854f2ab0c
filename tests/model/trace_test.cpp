// The order of a workload, and the rows of which results consist.
#include "mcsim/model/trace.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::trace_test {

namespace {

TraceJob job_at(Duration submit, std::uint16_t workload, std::int64_t id) {
  TraceJob job;
  job.submit = at(submit);
  job.workload = workload;
  job.id = static_cast<JobId>(id);
  return job;
}

}  // namespace

TEST_CASE("jobs come by time of submission, then workload, then id") {
  TraceBuilder builder;
  builder.add(job_at(5s, 0, 9));
  builder.add(job_at(5s, 1, 1));
  builder.add(job_at(5s, 0, 2));
  builder.add(job_at(1s, 1, 7));
  CHECK_FALSE(builder.in_order());
  const Trace trace = std::move(builder).freeze();
  const std::vector<std::int64_t> expected{7, 2, 9, 1};
  REQUIRE(trace.size() == expected.size());
  for (std::size_t row = 0; row < expected.size(); ++row)
    CHECK(static_cast<std::int64_t>(trace[static_cast<JobIndex>(row)].id) == expected[row]);
}

TEST_CASE("a trace shares the jobs of another one where they are the same, and only then") {
  const auto trace_of = [](std::int64_t last) {
    TraceBuilder builder;
    for (std::int64_t id = 0; id < 10'000; ++id) builder.add(job_at(5s, 0, id));
    builder.add(job_at(6s, 0, last));
    return std::move(builder).freeze();
  };
  const Trace one = trace_of(10'000);
  Trace same = trace_of(10'000);
  Trace other = trace_of(10'001);
  same.share(one);
  other.share(one);
  CHECK(&same[JobIndex{9'000}] == &one[JobIndex{9'000}]);
  CHECK(&other[JobIndex{0}] != &one[JobIndex{0}]);
  CHECK(other[JobIndex{10'000}].id == JobId{10'001});
}

TEST_CASE("a trace of many chunks is sorted through") {
  RngStream stream{1, "test/trace"};
  TraceBuilder builder;
  const std::int64_t size = 3 * static_cast<std::int64_t>(Trace::chunk_size) + 17;
  for (std::int64_t id = 0; id < size; ++id)
    builder.add(job_at(Duration(static_cast<std::int64_t>(stream.below(1000))), 0, id));
  const Trace trace = std::move(builder).freeze();
  REQUIRE(trace.size() == static_cast<std::size_t>(size));
  for (std::size_t row = 1; row < trace.size(); ++row)
    REQUIRE(
        submitted_before(trace[static_cast<JobIndex>(row - 1)], trace[static_cast<JobIndex>(row)]));
}

TEST_CASE("a trace that comes in order stays as it is, and its copies share it") {
  TraceBuilder builder;
  for (std::int64_t id = 0; id < 10'000; ++id) builder.add(job_at(Duration(id), 0, id));
  CHECK(builder.in_order());
  const Trace trace = std::move(builder).freeze();
  const Trace copy = trace;
  CHECK(&copy[JobIndex{9'999}] == &trace[JobIndex{9'999}]);
}

TEST_CASE("an empty trace is empty") {
  const Trace trace = TraceBuilder().freeze();
  CHECK(trace.empty());
  CHECK(Trace().empty());
}

TEST_CASE("allocations give back the hosts that they were given") {
  Allocations allocations;
  const std::vector<HostSlots> one{{HostId{7}, Slots(3)}};
  const std::vector<HostSlots> two{{HostId{2}, Slots(4)}, {HostId{0}, Slots(1)}};
  const AllocationId single = allocations.add(one);
  const AllocationId first = allocations.add(two);
  const AllocationId second = allocations.add(two);
  const auto hosts = [&](AllocationId id, std::int32_t slots) {
    std::vector<HostSlots> found;
    allocations.visit(id, Slots(slots), [&](HostSlots part) { found.push_back(part); });
    return found;
  };
  CHECK((hosts(single, 3) == one));
  CHECK((hosts(first, 5) == two));
  CHECK((hosts(second, 5) == two));
  CHECK(hosts(none<AllocationId>, 5).empty());
}

TEST_CASE("states and reasons have LSF's names") {
  CHECK(name_of(JobStatus::pend) == "PEND");
  CHECK(name_of(JobStatus::ssusp) == "SSUSP");
  CHECK(name_of(JobStatus::rejected) == "REJECTED");
  CHECK(name_of(EndReason::term_runlimit) == "TERM_RUNLIMIT");
  CHECK(name_of(EndReason::queue_closed) == "QUEUE_CLOSED");
  CHECK(text_of(PendReason::new_job) == "New job is waiting for scheduling");
  CHECK(text_of(PendReason::reserved_for_first) == "Job would delay the first waiting job");
}

}  // namespace mcsim::testing::trace_test
