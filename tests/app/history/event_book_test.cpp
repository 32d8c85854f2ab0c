// What lsb.events adds to lsb.acct.
#include "mcsim/app/history/event_book.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::event_book_test {

namespace {

using Kind = trace::LsbEvent::Kind;
using Did = RecordedAction::Kind;

struct Book {
  EventBook book;

  void add(trace::LsbEvent event) { book.take(event); }
  void submit(std::int64_t at, std::int64_t job, const char* group = "") {
    add({.kind = Kind::job_new,
         .at = at,
         .job = job,
         .submitted = at,
         .run_limit = 60,
         .user = "ann",
         .group = group,
         .queue = "normal"});
  }
  void start(std::int64_t at, std::int64_t job, std::int64_t element = 0) {
    add({.kind = Kind::job_start, .at = at, .job = job, .element = element});
  }
  /// Jobs of which lsb.acct has no record.
  std::vector<RecordedJob> missing() const {
    std::vector<RecordedJob> jobs;
    book.visit_missing([&](RecordedJob job, const JobEvents&) { jobs.push_back(job); });
    return jobs;
  }
  std::string_view group(RecordedJob job) const { return book.name(book.find(job)->group); }
  void status(std::int64_t at, std::int64_t job, std::int64_t status, std::int64_t reason = 0,
              std::int64_t element = 0) {
    add({.kind = Kind::job_status,
         .at = at,
         .job = job,
         .element = element,
         .status = status,
         .reason = reason});
  }
};

}  // namespace

TEST_CASE("time that a job was suspended counts from its last start on") {
  Book b;
  b.submit(100, 1);
  b.start(110, 1);
  b.status(120, 1, 8);  // SSUSP
  b.status(125, 1, 4);
  b.status(130, 1, 1);  // requeued
  CHECK(b.book.find({1, 0})->suspended == 5);
  b.start(140, 1);
  CHECK(b.book.find({1, 0})->suspended == 0);
  b.status(150, 1, 16);  // USUSP
  b.status(157, 1, 8);
  b.status(160, 1, 4);
  CHECK(b.book.find({1, 0})->ended == 0);
  b.status(170, 1, 64);
  CHECK(b.book.find({1, 0})->suspended == 10);
  CHECK(b.book.find({1, 0})->ended == 170);
  CHECK(b.missing().size() == 1);
  b.book.note_record({1, 0});
  CHECK(b.missing().empty());
  CHECK(b.book.starts() == 2);
}

TEST_CASE("a job that was held while it waited was not suspended") {
  Book b;
  b.submit(100, 1);
  b.status(105, 1, 2);  // PSUSP
  b.status(115, 1, 1);
  b.start(120, 1);
  b.status(130, 1, 64);
  CHECK(b.book.find({1, 0})->suspended == 0);
}

TEST_CASE("elements have what their array was submitted with, and times of their own") {
  Book b;
  b.submit(100, 1, "physics");
  b.start(110, 1, 1);
  b.status(112, 1, 16, 0, 1);
  b.start(115, 1, 2);
  b.status(116, 1, 4, 0, 1);
  CHECK(b.group({1, 1}) == "physics");
  CHECK(b.book.find({1, 1})->suspended == 4);
  CHECK(b.book.find({1, 2})->suspended == 0);
  CHECK(b.group({1, 3}) == "physics");
  CHECK(b.book.find({2, 0}) == nullptr);
}

TEST_CASE("forwards and returns are counted, and what people did is kept in its order") {
  Book b;
  b.add({.kind = Kind::mbd_start, .at = 90, .cluster = "west"});
  b.submit(100, 1);
  b.add({.kind = Kind::job_forward, .at = 101, .job = 1, .cluster = "east"});
  b.add({.kind = Kind::job_acceptack, .at = 102, .job = 1, .cluster = "east"});
  b.status(300, 1, 1, 2903);
  CHECK(b.book.forwards() == 1);
  CHECK(b.book.returns() == 1);
  CHECK(b.book.clusters() == std::vector<std::string>{"west"});

  b.add({.kind = Kind::job_switch, .at = 310, .job = 1, .queue = "long"});
  b.add(
      {.kind = Kind::job_move, .at = 311, .job = 1, .position = 2, .to_top = true, .user = "ann"});
  b.add({.kind = Kind::job_move, .at = 312, .job = 1, .position = 1, .user = "root"});
  b.add({.kind = Kind::job_signal, .at = 313, .job = 1, .signal = "STOP"});
  b.add({.kind = Kind::job_signal, .at = 314, .job = 1, .signal = "CONT"});
  b.add({.kind = Kind::job_signal, .at = 315, .job = 1, .signal = "KILL"});  // lsb.acct has its end
  b.add({.kind = Kind::queue_ctrl, .at = 316, .operation = 4, .queue = "long"});
  b.add({.kind = Kind::host_ctrl, .at = 317, .operation = 2, .host = "n1"});
  const auto& did = b.book.actions();
  REQUIRE(did.size() == 7);
  CHECK(did[0].kind == Did::bswitch);
  CHECK(did[0].name == "long");
  CHECK(did[1].kind == Did::btop);
  CHECK(did[1].position == 2);
  CHECK(!did[1].by_admin);
  CHECK(did[2].kind == Did::bbot);
  CHECK(did[2].by_admin);
  CHECK(did[3].kind == Did::bstop);
  CHECK(did[4].kind == Did::bresume);
  CHECK(did[5].kind == Did::qinact);
  CHECK(did[6].kind == Did::hclose);
  CHECK(did[6].name == "n1");
}

TEST_CASE("a number that comes again is another job, whose records and actions are its own") {
  Book b;
  b.start(50, 1);  // of a job that was submitted before lsb.events begins
  b.status(60, 1, 64);
  b.submit(100, 1, "first");
  b.add({.kind = Kind::job_signal, .at = 110, .job = 1, .signal = "STOP"});
  b.submit(200, 1, "second");
  b.start(205, 1, 3);
  b.add({.kind = Kind::job_signal, .at = 210, .job = 1, .element = 3, .signal = "STOP"});
  CHECK(b.book.life_of(1, 100, 150) == 1);
  CHECK(b.book.life_of(1, 200, 250) == 2);
  CHECK(b.book.life_of(1, 40, 60) == 0);  // it ended behind the first record of it
  CHECK(!b.book.life_of(1, 30, 45));      // it ended before
  CHECK(!b.book.life_of(2, 100, 150));
  CHECK(b.group({1, 0, 1}) == "first");
  CHECK(b.group({1, 3, 2}) == "second");
  REQUIRE(b.book.actions().size() == 2);
  CHECK(b.book.actions()[0].job == RecordedJob{1, 0, 1});
  CHECK(b.book.actions()[1].job == RecordedJob{1, 3, 2});
  b.book.note_record({1, 3, 2});
  CHECK(b.missing() == std::vector<RecordedJob>{{1, 0, 0}, {1, 0, 1}, {1, 0, 2}});
}

TEST_CASE("exit codes of runs that were requeued are kept, and brequeue makes a job wait") {
  Book b;
  b.submit(100, 1);
  b.start(110, 1);
  b.add({.kind = Kind::job_status, .at = 120, .job = 1, .status = 1, .exit_status = 99 << 8});
  b.start(130, 1);
  b.add({.kind = Kind::job_status, .at = 140, .job = 1, .status = 1, .exit_status = 98 << 8});
  b.start(150, 1);
  b.status(155, 1, 1);  // requeued by something else: it has no exit code
  CHECK(b.book.name(b.book.find({1, 0})->exit_codes) == "99 98");
  b.start(160, 1);
  b.add({.kind = Kind::job_status, .at = 170, .job = 1, .status = 32, .exit_status = 130 << 8});
  CHECK(b.book.find({1, 0})->ended == 170);
  b.add({.kind = Kind::job_requeue, .at = 170, .job = 1});
  CHECK(b.book.find({1, 0})->ended == 0);
  CHECK(b.book.find({1, 0})->started == 0);
  CHECK(b.book.name(b.book.find({1, 0})->exit_codes) == "99 98");
  CHECK(b.book.brequeued() == 1);
  b.start(180, 1);
  b.add({.kind = Kind::job_signal, .at = 185, .job = 1, .signal = "REQUEUE_PEND"});
  b.add({.kind = Kind::job_status, .at = 186, .job = 1, .status = 1, .exit_status = 130 << 8});
  CHECK(b.book.name(b.book.find({1, 0})->exit_codes) == "99 98");
  CHECK(b.book.brequeued() == 2);
}

TEST_CASE("what bmod changes is an action where one can say it, and else counted") {
  using Option = trace::SubmitOption;
  Book b;
  b.submit(100, 1);
  b.add({.kind = Kind::job_modify,
         .at = 105,
         .job = 1,
         .options = Option::queue | Option::depends,
         .deleted = Option::hosts,
         .begin = 4000,
         .run_limit = 600,
         .queue = "night",
         .depends = "done(\"\"a\"\")"});
  b.add({.kind = Kind::job_modify, .at = 106, .job = 1, .options = Option::name, .name = "%7"});
  CHECK(b.book.actions().size() == 2);  // it is no array
  b.add({.kind = Kind::job_new, .at = 107, .job = 2, .submitted = 107, .name = "a[1-5]"});
  b.add({.kind = Kind::job_modify,
         .at = 108,
         .job = 2,
         .options = Option::name,
         .name = "%7",
         .elements = "[2-3]"});
  const auto& did = b.book.actions();
  REQUIRE(did.size() == 3);
  CHECK(did[0].kind == Did::bswitch);
  CHECK(did[0].name == "night");
  CHECK(did[1].kind == Did::bmod);
  CHECK(did[1].hosts == "");
  CHECK(did[1].depends == "done(\"a\")");
  CHECK(did[1].begin == 4000);
  CHECK(did[2].array == "%7");
  CHECK(did[2].elements.empty());  // a limit is one of the whole array
  const JobEvents& job = *b.book.find({1, 0});
  CHECK(b.book.name(job.queue) == "normal");
  CHECK(job.is_modified(Option::hosts));
  CHECK(!job.is_modified(Option::queue));
  CHECK(job.is_modified(JobEvents::begin_modified));
  CHECK(job.begin == 0);
  CHECK(job.run_limit == 600);
  CHECK(b.book.other_changes() == 1);
}

// A session starts jobs together: what stands behind them in the file came after it.
TEST_CASE("what stands behind the last start of its second came late in it") {
  Book b;
  const auto add = [&](Kind kind, std::int64_t at, std::int64_t job, std::int64_t status = 0) {
    b.add({.kind = kind, .is_lava = true, .at = at, .job = job, .submitted = at, .status = status});
  };
  add(Kind::job_new, 100, 1);
  add(Kind::job_start, 100, 1);
  add(Kind::job_new, 100, 2);  // behind the start of 1, but before that of 3
  add(Kind::job_new, 100, 3);
  add(Kind::job_start, 100, 3);
  add(Kind::job_new, 100, 4);
  add(Kind::job_new, 101, 5);  // nothing starts in its second
  add(Kind::job_status, 110, 1, 64);
  add(Kind::job_start, 110, 2);
  add(Kind::job_status, 110, 3, 64);
  add(Kind::job_start, 111, 4);
  add(Kind::job_status, 120, 2, 64);
  const auto job = [&](std::int64_t number) { return *b.book.find({number, 0}); };
  CHECK(!job(1).is_submitted_late);
  CHECK(!job(2).is_submitted_late);
  CHECK(!job(3).is_submitted_late);
  CHECK(job(4).is_submitted_late);
  CHECK(!job(5).is_submitted_late);
  CHECK(!job(1).is_ended_late);
  CHECK(job(3).is_ended_late);
  CHECK(job(2).is_ended_late);  // nothing starts in its second
}

// Sessions of LSF may be half a second apart.
TEST_CASE("the order of records of LSF itself says nothing of times within a second") {
  Book b;
  b.submit(100, 1);
  b.start(100, 1);
  b.submit(100, 2);
  b.status(110, 1, 64);
  CHECK(!b.book.find({2, 0})->is_submitted_late);
  CHECK(!b.book.find({1, 0})->is_ended_late);
}

// volclava writes no JOB_SIGNAL for bstop and bresume: oracle/lava/susplimits.
TEST_CASE("a job whose status turns to USUSP and back was stopped and resumed") {
  Book b;
  b.submit(100, 1);
  b.start(100, 1);
  b.status(104, 1, 16);  // USUSP
  b.status(120, 1, 8);   // SSUSP
  b.status(120, 1, 4);
  b.status(140, 1, 64);
  REQUIRE(b.book.actions().size() == 2);
  CHECK(b.book.actions()[0].kind == Did::bstop);
  CHECK(b.book.actions()[0].at == 104);
  CHECK(b.book.actions()[1].kind == Did::bresume);
  CHECK(b.book.actions()[1].at == 120);
}

TEST_CASE("a bstop that has its signal in lsb.events happens once") {
  Book b;
  b.submit(100, 1);
  b.start(100, 1);
  b.add({.kind = Kind::job_signal, .at = 104, .job = 1, .signal = "STOP"});
  b.status(104, 1, 4);  // what it was when the signal came
  b.status(105, 1, 16);
  b.add({.kind = Kind::job_signal, .at = 120, .job = 1, .signal = "CONT"});
  b.status(121, 1, 8);
  b.status(122, 1, 4);
  b.submit(130, 2);
  b.status(131, 2, 2);   // PSUSP
  b.status(132, 2, 32);  // killed while it was stopped
  REQUIRE(b.book.actions().size() == 3);
  CHECK(b.book.actions()[0].kind == Did::bstop);
  CHECK(b.book.actions()[1].kind == Did::bresume);
  CHECK(b.book.actions()[1].at == 120);
  CHECK(b.book.actions()[2].kind == Did::bstop);
  CHECK(b.book.actions()[2].job.job == 2);
}

}  // namespace mcsim::testing::event_book_test
