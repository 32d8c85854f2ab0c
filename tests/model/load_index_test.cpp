// Run queues: raw, normalized and effective lengths.
#include "mcsim/model/load_index.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::load_index_test {

namespace {

struct Row {
  double length;
  std::int32_t processors;
  double cpu_factor;
  double normalized;
};

}  // namespace

// By hand from normalizeRq(raw, cpuf, n) of docs/rules/lsf.md, 4.1.
TEST_CASE("a run queue is what a job that comes would find, per processor of factor 1") {
  const Row rows[] = {
      {0, 1, 1, 1},      // the next job would run alone
      {1, 1, 1, 2},      // the next job would share the processor
      {3, 1, 2, 2},      // twice as fast
      {0, 4, 1, 1},      //
      {2, 4, 1, 1.125},  // k1 1/2, f 0.75 x 0.5 / 0.5 = 0.75: 0.25 x 0.5 + 1
      {4, 4, 1, 2},      // each processor has one
      {5, 4, 1, 2.0625}, {-1, 4, 1, 0},
  };
  for (const Row& row : rows) {
    INFO(row.length << " on " << row.processors);
    CHECK(normalized_run_queue(row.length, row.processors, row.cpu_factor) ==
          Approx(row.normalized));
  }
  CHECK(normalized_run_queue(infinite_load, 4, 2) == infinite_load);
}

TEST_CASE("an effective run queue leaves out the job that comes and the CPU factor") {
  CHECK(effective_run_queue(0, 4) == 0);
  CHECK(effective_run_queue(3, 1) == Approx(3));
  CHECK(effective_run_queue(2, 4) == Approx(0.125));
  CHECK(effective_run_queue(infinite_load, 1) == infinite_load);
}

}  // namespace mcsim::testing::load_index_test
