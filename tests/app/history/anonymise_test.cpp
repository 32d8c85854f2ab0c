// Imports with hidden names: nothing of the folder says what anything was called, and it runs as
// the site's own would.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/app/history/backtest_command.hpp"
#include "mcsim/app/history/import_history.hpp"
#include "mcsim/app/history/told_jobs.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/words.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/rooms.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::anonymise_test {

namespace {

namespace fs = std::filesystem;

/// All bytes and names of files below a folder, unpacked, in small letters.
std::string all_of(const std::string& folder) {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    all += fs::relative(entry.path(), folder).string() + "\n";
    if (!entry.is_regular_file()) continue;
    const auto text = read_file(entry.path().string(), "x", std::size_t{1} << 24);
    REQUIRE(text);
    all += *text;
  }
  return small_letters(all);
}

void check_without(const std::string& folder, const std::vector<std::string>& names) {
  const std::string all = all_of(folder);
  CHECK(all.size() > 500);
  for (const std::string& name : names) {
    INFO(name);
    const auto at = all.find(small_letters(name));
    INFO(all.substr(at == std::string::npos ? 0 : at - std::min<std::size_t>(at, 40), 100));
    CHECK(at == std::string::npos);
  }
}

Answer imported(const ImportRequest& request) {
  return answer_of([&](const Console& console) { return import_history(request, console); });
}

/// A history with a name of each kind: an `acme` in each of them is one that must not be seen.
constexpr const char* acct =
    R"~("JOB_FINISH" "10.1" 1700000100 1 34 33816640 2 1700000000 0 0 1700000010 "acmeann" "normal" )~"
    R"~("select[acmelic && hname==""acme001""] rusage[mem=10]" "done(""acmejob"") && ended(acmesim)" )~"
    R"~("acmepre" "acmelogin1" "/home/acmeann" "" "acmeout" "" "acmejobfile" 1 "acmegroup+2" )~"
    R"~(1 "2*acme001" 64 1.0 "acmesim[3]" "acmecommand ""x""" 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 )~"
    R"~("acmemail" "acmeproject" 0 2 "/bin/acmesh" "" 3 -1 -1 "" "" "" "" 0 "" 0 "" -1 "" "" )~"
    R"~("acmeapp" "acmepost" -1 "/acmejobgroup" "" 1040 "" -1 "" "acme description" -1 0 3600 0 -1 )~"
    R"~("select[acmelic]" "" -1 "" -1 0 "" 0 0 "" 90)~"
    "\n"
    R"~("JOB_FINISH" "10.1" 1700000200 2 34 33816640 1 1700000000 acmebroken)~"
    "\n"
    R"~("JOB_FINISH" "10.1" 1700000300 3 34 33816640 1 1700000000 0 0 1700000020 "acmebob" "night" )~"
    R"~("" "done(acmes*)" "" "acmelogin1" "/" "" "" "" "" 0 1 "acme128.acme.org" 64 1.0 "acmejob" "x" )~"
    R"~(0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "" "default" 0 1 "")~"
    "\n";

constexpr const char* events =
    R"("MBD_START" "10.1" 1699999999 "acmemaster" "acmecluster" 2 3)"
    "\n"
    R"("HOST_CTRL" "10.1" 1700000050 2 "acme001" 500 "acmeadmin" "acme reason")"
    "\n"
    R"("QUEUE_CTRL" "10.1" 1700000060 2 "normal" 500 "acmeadmin" "")"
    "\n";

}  // namespace

TEST_CASE("no file of an anonymised import has a name of the site") {
  const TempFolder room;
  fs::create_directory(room.path("acmefiles"));
  ImportRequest request;
  request.acct = {room.write("acmefiles/lsb.acct.acme", acct)};
  request.events = {room.write("acmefiles/lsb.events", events)};
  request.anonymise = true;
  request.anonymise_key = room.write("key", std::string(32, 'k'));
  fs::permissions(room.path("key"), fs::perms::owner_read | fs::perms::owner_write);
  request.folder = room.path("site");
  const Answer answer = imported(request);
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  check_without(room.path("site"), {"acme", "kkkk"});
  // Only the place and the reason are kept of what was not understood.
  CHECK(room.read("site/not_understood.txt") ==
        "--acct 1:2:59: expected the times of submission and start\n");
  const std::string scenario = room.read("site/scenario.json");
  CHECK(scenario.find(R"("name": "site")") != std::string::npos);
  CHECK(scenario.find(R"("QUEUE_NAME": "night")") != std::string::npos);
  CHECK(scenario.find(R"("do": "hclose", "host": "h)") != std::string::npos);
  const auto rows = read_file(room.path("site/jobs.csv.zst"), "rows", 1 << 20);
  REQUIRE(rows);
  CHECK(rows->find("001\n") != std::string::npos);  // 2*h...001
  CHECK(rows->find("128.h") != std::string::npos);  // h...128.h...
  CHECK(rows->find("[3],") != std::string::npos);   // j...[3]
  CHECK(rows->find(",default,") != std::string::npos);
  CHECK(answer.err.find("jobs that waited for names by how these begin (bsub -w 'done(name*)'): "
                        "they wait for none here, since names are hidden: 1\n") !=
        std::string::npos);
  CHECK(answer.err.find("names are hidden by the key of") != std::string::npos);

  // The same key hides the same way, and a new one another way.
  request.folder = room.path("again");
  REQUIRE(imported(request).code == ExitCode::done);
  CHECK(all_of(room.path("again")) == all_of(room.path("site")));
  request.anonymise_key.clear();
  request.folder = room.path("other");
  const Answer other = imported(request);
  REQUIRE(other.code == ExitCode::done);
  CHECK(other.err.find("made for this import, and thrown away") != std::string::npos);
  CHECK(all_of(room.path("other")) != all_of(room.path("site")));
}

TEST_CASE("an anonymised site with its configuration has the same schedule, under other names") {
  const TempFolder room;
  const std::string conf = std::string(source_dir()) + "/scenarios/conf/riverside";
  const std::string run = run_folder(room, conf + ".json", "run", {}, "jobs,acct");
  ImportRequest request;
  request.acct = {run + "/lsb.acct"};
  request.conf = conf;
  request.anonymise = true;
  // A key made by chance would hide a name under letters in which a short name stands by chance.
  request.anonymise_key = room.write("key", std::string(32, 'k'));
  fs::permissions(room.path("key"), fs::perms::owner_read | fs::perms::owner_write);
  request.folder = room.path("site");
  const Answer answer = imported(request);
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  check_without(room.path("site"),
                {"river", "altra", "xeon", "login", "modell", "ann", "carla", "wrf", "guest",
                 "scratch", "bigmem", "front", "lsfadmin", "linux", "arm64", "weather", "intel"});
  const std::string queues = room.read("site/conf/lsb.queues");
  CHECK(queues.find("QUEUE_NAME = priority") != std::string::npos);
  CHECK(queues.find("PREEMPTION = PREEMPTIVE[night]") != std::string::npos);
  CHECK(queues.find("RUNLIMIT = 2:00 24:00") != std::string::npos);
  CHECK(queues.find("DISPATCH_WINDOW = 20:00-6:00 5:20:00-1:6:00") != std::string::npos);
  CHECK(queues.find("DESCRIPTION") == std::string::npos);

  BacktestRequest backtest;
  backtest.input = room.path("site");
  backtest.folder = room.path("backtest");
  const Answer near = answer_of([&](const Console& console) {
    return backtest_command(backtest, default_registry(), console);
  });
  INFO(near.err);
  REQUIRE(near.code == ExitCode::done);
  CHECK(near.out.find("Of 100 jobs, 100 started at the second at which they really started") !=
        std::string::npos);
  const auto told = read_told_jobs(room.path("backtest/jobs.csv"));
  REQUIRE(told);
  CHECK(told->jobs.size() == 6);
}

TEST_CASE("a key that is none is refused, and nothing is left behind") {
  const TempFolder room;
  ImportRequest request;
  request.acct = {room.write("lsb.acct", acct)};
  request.anonymise = true;
  request.folder = room.path("site");
  request.anonymise_key = room.write("key", "short");
  const Answer answer = imported(request);
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(answer.err.find("a key has at least 16 bytes") != std::string::npos);
  request.anonymise_key = room.write("long", std::string((std::size_t{1} << 16) + 1, 'k'));
  CHECK(imported(request).err.find("long: larger than 64 KiB") != std::string::npos);
  request.anonymise_key = room.path("none");
  CHECK(imported(request).code == ExitCode::bad_input);
  CHECK(!fs::exists(room.path("site")));
  request.anonymise_key = room.write("open", std::string(16, 'k'));
  fs::permissions(room.path("open"), fs::perms::owner_read | fs::perms::others_read);
  CHECK(imported(request).err.find("others may read this key") != std::string::npos);
}

}  // namespace mcsim::testing::anonymise_test
