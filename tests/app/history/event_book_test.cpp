// What lsb.events adds to lsb.acct.
#include "mcsim/app/history/event_book.hpp"

#include <string>

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
  CHECK(b.book.missing().running == 1);
  b.status(170, 1, 64);
  CHECK(b.book.find({1, 0})->suspended == 10);
  CHECK(b.book.missing().ended == 1);
  b.book.note_record({1, 0});
  CHECK(b.book.missing().ended == 0);
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
  CHECK(b.book.find({1, 1})->group == "physics");
  CHECK(b.book.find({1, 1})->suspended == 4);
  CHECK(b.book.find({1, 2})->suspended == 0);
  CHECK(b.book.find({1, 3})->group == "physics");
  CHECK(b.book.find({2, 0}) == nullptr);
}

TEST_CASE("forwards and returns are counted, and what people did is kept in its order") {
  Book b;
  b.add({.kind = Kind::mbd_start, .at = 90, .cluster = "west"});
  b.submit(100, 1);
  b.add({.kind = Kind::job_forward, .at = 101, .job = 1, .cluster = "east"});
  b.add({.kind = Kind::job_acceptack, .at = 102, .job = 1, .remote_job = 7, .cluster = "east"});
  b.status(300, 1, 1, 2903);
  CHECK(b.book.forwards() == 1);
  CHECK(b.book.accepted() == 1);
  CHECK(b.book.returns() == 1);
  CHECK(b.book.cluster() == "west");

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

}  // namespace mcsim::testing::event_book_test
