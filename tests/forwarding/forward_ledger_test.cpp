// Which of its forwards a submission cluster adds to the last report.
#include "mcsim/forwarding/forward_ledger.hpp"

#include <cstdint>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::forward_ledger_test {

namespace {

constexpr QueueId in{0};
constexpr QueueId other{3};

/// Jobs 10, 11 and 12 go to `in`, with 1, 2 and 4 slots, job 13 goes to `other`, with 8.
ForwardLedger four_forwards() {
  ForwardLedger ledger;
  ledger.add(JobSlotId{10}, in, Slots{1});
  ledger.add(JobSlotId{11}, in, Slots{2});
  ledger.add(JobSlotId{12}, in, Slots{4});
  ledger.add(JobSlotId{13}, other, Slots{8});
  return ledger;
}

/// Slots, pending slots, pending jobs.
using Counts = std::vector<std::int64_t>;
Counts counts(const ForwardLedger::Sum& sum) {
  return {sum.slots, sum.pending_slots, sum.pending_jobs};
}

}  // namespace

TEST_CASE("a forward is added to reports until one counts it") {
  ForwardLedger ledger = four_forwards();
  CHECK(counts(ledger.uncovered(in)) == Counts{7, 7, 3});
  CHECK(counts(ledger.uncovered(other)) == Counts{8, 8, 1});
  CHECK(counts(ledger.uncovered(QueueId{9})) == Counts{0, 0, 0});
  CHECK(ledger.cover(ForwardId{2}, ReturnId{}));
  CHECK(counts(ledger.uncovered(in)) == Counts{4, 4, 1});
  CHECK(counts(ledger.unstarted(in)) == Counts{7, 7, 3});
  CHECK_FALSE(ledger.cover(ForwardId{2}, ReturnId{}));
  CHECK_FALSE(ledger.cover(ForwardId{1}, ReturnId{}));
  CHECK(ledger.any_uncovered());
  CHECK(ledger.cover(ForwardId{4}, ReturnId{}));
  CHECK_FALSE(ledger.any_uncovered());
  ledger.add(JobSlotId{14}, in, Slots{16});
  CHECK(counts(ledger.uncovered(in)) == Counts{16, 16, 1});
}

TEST_CASE("a job that has started gives its room back, and counts until a report has it") {
  ForwardLedger ledger = four_forwards();
  ledger.set_pending(ForwardId{2}, false);
  CHECK(counts(ledger.uncovered(in)) == Counts{7, 5, 2});
  CHECK(counts(ledger.unstarted(in)) == Counts{5, 5, 2});
  ledger.cover(ForwardId{2}, ReturnId{});
  CHECK(counts(ledger.uncovered(in)) == Counts{4, 4, 1});
  ledger.set_pending(ForwardId{2}, true);
  CHECK(counts(ledger.uncovered(in)) == Counts{4, 4, 1});
  CHECK(counts(ledger.unstarted(in)) == Counts{7, 7, 3});
}

TEST_CASE("a job that came back or has ended is not added any more") {
  ForwardLedger ledger = four_forwards();
  ledger.close(ForwardId{2});
  CHECK(counts(ledger.uncovered(in)) == Counts{5, 5, 2});
  CHECK(counts(ledger.unstarted(in)) == Counts{5, 5, 2});
  CHECK(ledger.cover(ForwardId{2}, ReturnId{}));
  CHECK(counts(ledger.uncovered(in)) == Counts{4, 4, 1});
  ledger.close(ForwardId{1});
  ledger.close(ForwardId{3});
  CHECK(counts(ledger.uncovered(in)) == Counts{0, 0, 0});
  CHECK(counts(ledger.unstarted(in)) == Counts{0, 0, 0});
  CHECK_FALSE(ledger.cover(ForwardId{3}, ReturnId{}));
}

// The report counts jobs 10 and 11. Job 11, of 2 slots, comes back, and so does job 12, which no
// report has counted: it takes nothing off. A later report was made before job 12 went back.
TEST_CASE("a job that came back is taken off the report that counts it, until one says so") {
  ForwardLedger ledger = four_forwards();
  ledger.cover(ForwardId{2}, ReturnId{});
  ledger.come_back(ForwardId{2}, ReturnId{1});
  CHECK(counts(ledger.uncovered(in)) == Counts{4 - 2, 4 - 2, 1 - 1});
  ledger.come_back(ForwardId{3}, ReturnId{2});
  CHECK(counts(ledger.uncovered(in)) == Counts{-2, -2, -1});
  CHECK(ledger.any_uncovered());
  CHECK(ledger.cover(ForwardId{3}, ReturnId{1}));
  CHECK(counts(ledger.uncovered(in)) == Counts{-4, -4, -1});
  CHECK(ledger.cover(ForwardId{4}, ReturnId{2}));
  CHECK(counts(ledger.uncovered(in)) == Counts{0, 0, 0});
  CHECK_FALSE(ledger.any_uncovered());
}

// Messages overtake each other: the report without job 11 is here before job 11 is.
TEST_CASE("a job that came back is not taken off a report that was made after it had gone") {
  ForwardLedger ledger = four_forwards();
  ledger.cover(ForwardId{4}, ReturnId{1});
  ledger.come_back(ForwardId{2}, ReturnId{1});
  CHECK(counts(ledger.uncovered(in)) == Counts{0, 0, 0});
  CHECK_FALSE(ledger.any_uncovered());
}

TEST_CASE("the number of a forward is not given again, and no message may be about a closed one") {
  ForwardLedger ledger = four_forwards();
  ledger.close(ForwardId{1});
  ledger.close(ForwardId{3});
  CHECK_FALSE(ledger.is_open(ForwardId{1}));
  CHECK(ledger.is_open(ForwardId{2}));
  CHECK_FALSE(ledger.is_open(ForwardId{3}));
  CHECK_THROWS_AS(ledger.set_pending(ForwardId{3}, false), InvariantBroken);
  ledger.close(ForwardId{2});
  ledger.close(ForwardId{4});
  CHECK(ledger.last() == ForwardId{4});
  CHECK(ledger.add(JobSlotId{10}, in, Slots{1}) == ForwardId{5});
  CHECK(ledger.of(JobSlotId{10}) == ForwardId{5});
  CHECK_THROWS_AS(ledger.of(JobSlotId{11}), InvariantBroken);
}

TEST_CASE("forwards after a number are those that are open, go to the queue, and came later") {
  ForwardLedger ledger = four_forwards();
  CHECK(counts(ledger.after(ForwardId{1}, in)) == Counts{6, 6, 2});
  CHECK(counts(ledger.after(ForwardId{3}, in)) == Counts{0, 0, 0});
  CHECK(counts(ledger.after(ForwardId{3}, other)) == Counts{8, 8, 1});
  ledger.close(ForwardId{1});
  ledger.close(ForwardId{3});
  CHECK(counts(ledger.after(ForwardId{}, in)) == Counts{2, 2, 1});
  CHECK(counts(ledger.after(ForwardId{2}, in)) == Counts{0, 0, 0});
}

TEST_CASE("bresume undoes bstop, and nothing undoes bkill") {
  ForwardLedger ledger = four_forwards();
  ledger.note_action(ForwardId{2}, RemoteAction::stop);
  ledger.note_action(ForwardId{3}, RemoteAction::kill);
  CHECK(ledger[ForwardId{2}].is_stopped);
  CHECK_FALSE(ledger[ForwardId{2}].is_killed);
  CHECK_FALSE(ledger[ForwardId{3}].is_stopped);
  ledger.note_action(ForwardId{2}, RemoteAction::resume);
  ledger.note_action(ForwardId{3}, RemoteAction::resume);
  CHECK_FALSE(ledger[ForwardId{2}].is_stopped);
  CHECK(ledger[ForwardId{3}].is_killed);
}

}  // namespace mcsim::testing::forward_ledger_test
