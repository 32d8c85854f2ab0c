// The cluster of an import: LSF's files, what lshosts printed, and what jobs name beside.
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/finish_record.hpp"
#include "support/imported.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::import_site_test {

namespace {

/// A site without queues: conf in the room.
void write_south(const TempFolder& room) {
  std::filesystem::create_directory(room.path("conf"));
  room.write("conf/lsf.cluster.south", "Begin Host\nHOSTNAME model type server\nEnd Host\n");
  room.write("conf/lsf.shared", "Begin Cluster\nClusterName\nsouth\nEnd Cluster\n");
}

}  // namespace

TEST_CASE("LSF's files go along as they are, with what lshosts has printed") {
  const TempFolder room;
  const std::string acct =
      room.write("lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 30}));
  write_south(room);
  room.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = normal\nEnd Queue\n");
  room.write("conf/notes.txt", "not LSF's");
  for (const char* record : {"lsb.acct", "lsb.acct.1", "lsb.events", "lsb.stream"})
    room.write(std::string("conf/") + record, "what happened");
  const std::string hosts =
      room.write("hosts.txt", "HOST_NAME type model cpuf ncpus\nn1 X86_64 - 1.0 8\n");
  const Imported site = imported(room, {.acct = {acct}, .hosts = hosts, .conf = room.path("conf")});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(std::filesystem::exists(room.path("site/conf/lsb.queues")));
  CHECK(std::filesystem::exists(room.path("site/conf/lshosts")));
  for (const char* other : {"notes.txt", "lsb.acct", "lsb.acct.1", "lsb.events", "lsb.stream"})
    CHECK(!std::filesystem::exists(room.path(std::string("site/conf/") + other)));
  CHECK(site.scenario.find(R"("name": "south")") != std::string::npos);
  CHECK(site.scenario.find("ncpus") == std::string::npos);
  CHECK(site.scenario.find("lsb.queues") == std::string::npos);
}

TEST_CASE("no file of LSF's goes along in part") {
  const TempFolder room;
  const std::string acct =
      room.write("lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 30}));
  write_south(room);
  room.write("conf/lsb.modules", std::string((std::size_t{64} << 20) + 1, '#'));
  const Imported site = imported(room, {.acct = {acct}, .conf = room.path("conf")});
  CHECK(site.answer.code == ExitCode::bad_input);
  CHECK(site.says("conf/lsb.modules: larger than 64 MiB"));
  CHECK(!std::filesystem::exists(site.folder));
}

TEST_CASE("what is lost of an imported configuration is said, and where one finds it") {
  const TempFolder room;
  const std::string acct =
      room.write("lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 30}));
  write_south(room);
  const auto import_with = [&](const std::string& priority, const std::string& to) {
    room.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = normal\n" + priority + "End Queue\n");
    return imported(room, {.acct = {acct}, .conf = room.path("conf")}, to);
  };
  const Imported bad = import_with("PRIORITY = high\n", "bad");
  REQUIRE(bad.answer.code == ExitCode::done);
  CHECK(bad.says("changes who waits: 1 queue loses PRIORITY (mcsim validate " + bad.folder +
                 "/scenario.json says where, and what else)"));
  CHECK(bad.runs());
  CHECK_FALSE(import_with("PRIORITY = 3\n", "good").says("changes who waits"));
}

TEST_CASE("what lshosts has printed makes hosts of a cluster without LSF's files") {
  const TempFolder room;
  const std::string acct = room.write(
      "lsb.acct",
      finish_record(
          {.job = 1, .submit = 0, .start = 1, .end = 9, .hosts = R"(1 "2*n1")", .slots = 2}) +
          finish_record(
              {.job = 2, .submit = 1, .start = 1, .end = 9, .hosts = R"(1 "3*n2")", .slots = 3}) +
          finish_record({.job = 3, .submit = 2, .start = 2, .end = 9, .hosts = R"(1 "n4")"}));
  const std::string hosts =
      room.write("hosts.txt",
                 "HOST_NAME type model cpuf ncpus maxmem maxswp server RESOURCES\n"
                 "n1 X86_64 Xeon 60.0 16 7.8G 2G Yes (mg)\n"
                 "n2 X86_64 UNKNOWN 1.0 2 - - Yes ()\n"
                 "n3 X86_64 Xeon 60.0 4 512M - Yes ()\n"
                 "login X86_64 Xeon 60.0 4 512M - No ()\n");
  const Imported site = imported(room, {.acct = {acct}, .hosts = hosts});
  INFO(site.answer.err);
  REQUIRE(site.answer.code == ExitCode::done);
  for (
      const char* const host :
      {R"("ncpus": 16,)", R"("maxmem": 7987,)", R"("maxswp": 2048)",
       R"({"name": "n2", "ncpus": 3, "type": "X86_64", "cpuf": 1.0})",
       R"({"name": "n3", "ncpus": 4, "type": "X86_64", "model": "Xeon", "cpuf": 60.0, "maxmem": 512})",
       R"({"name": "n4", "ncpus": 1})"}) {
    INFO(site.scenario);
    CHECK(site.scenario.find(host) != std::string::npos);
  }
  CHECK(site.scenario.find("login") == std::string::npos);
  CHECK(!std::filesystem::exists(site.folder + "/conf"));
  CHECK(site.says("hosts that lshosts does not name: 1: their processors are guessed"));
  CHECK(site.says("than lshosts says processors: 1: here they have as many processors"));
  CHECK(site.runs());
  // Without names the hosts of both are still the same.
  const Imported hidden = imported(room, {.acct = {acct}, .hosts = hosts, .anonymise = true}, "h");
  REQUIRE(hidden.answer.code == ExitCode::done);
  CHECK(hidden.says("; 4 hosts"));
  CHECK(hidden.runs());
}

TEST_CASE("files that make no cluster are refused with their places before records are read") {
  const TempFolder room;
  const std::string acct = room.write("lsb.acct", "not read\n");
  const auto refused = [&](ImportRequest request, const std::string& why) {
    request.acct = {acct};
    const Imported site = imported(room, std::move(request), "none");
    INFO(site.answer.err);
    CHECK(site.answer.code == ExitCode::bad_input);
    CHECK(site.says(why));
    CHECK(!site.says("not understood"));
    CHECK(!std::filesystem::exists(site.folder));
  };
  refused({.hosts = room.write("h1", "HOST_NAME type model cpuf ncpus\nn1 - - - many\n")},
          "h1:2:10: ncpus: expected a whole number of 1 or more, got \"many\"");
  refused({.hosts = room.write("h2", "HOST_NAME ncpus maxmem\nn1 1 much\n")},
          "h2:2:6: maxmem: expected a size such as 7.8G, got \"much\"");
  refused({.hosts = room.write("h3", std::string("\0\x80\n", 3))}, "h3:1:1: ");
  refused({.hosts = room.write("h4", "HOST_NAME ncpus\n")}, "names no host that runs jobs");
  std::filesystem::create_directory(room.path("conf"));
  refused({.conf = room.path("conf")}, "lsf.cluster");
  room.write("conf/lsf.cluster.south",
             "Begin Host\nHOSTNAME model type server\nn1 ! ! 1\nEnd Host\n");
  room.write("conf/lsf.shared", "Begin Cluster\nClusterName\nsouth\nEnd Cluster\n");
  room.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = normal\nPRIORITY = \xFF\nEnd Queue\n");
  refused({.conf = room.path("conf")}, "lsb.queues:3:12");
}

// LSF keeps lsb.* away from lsf.*.
TEST_CASE("the batch system's files may lie where LSF has them") {
  const TempFolder room;
  std::filesystem::create_directories(room.path("conf/lsbatch/south/configdir"));
  room.write("conf/lsf.cluster.south",
             "Begin Host\nHOSTNAME model type server\nn1 ! ! 1\nEnd Host\n");
  room.write("conf/lsf.shared", "Begin Cluster\nClusterName\nsouth\nEnd Cluster\n");
  room.write("conf/lsbatch/south/configdir/lsb.queues",
             "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 7\nEnd Queue\n");
  const std::string acct = room.write(
      "lsb.acct", finish_record({.job = 1, .submit = 0, .start = 1, .end = 9, .queue = "night"}));
  const Imported site = imported(room, {.acct = {acct}, .conf = room.path("conf") + "/"});
  INFO(site.answer.err);
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(std::filesystem::exists(site.folder + "/conf/lsb.queues"));
  CHECK(site.runs());
}

// A job may have asked for a group of hosts, or for a host on which none ran.
TEST_CASE("without LSF's files jobs ask for hosts that ran some") {
  const TempFolder room;
  const std::string acct = room.write(
      "lsb.acct",
      finish_record({.job = 1, .submit = 0, .start = 1, .end = 2, .asked = R"(1 "fast")"}) +
          finish_record(
              {.job = 2, .submit = 0, .start = 1, .end = 2, .asked = R"(2 "fast" "n1+1")"}) +
          finish_record({.job = 3, .submit = 0, .start = 1, .end = 2, .asked = R"(1 "n1")"}));
  const Imported site = imported(room, {.acct = {acct}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",1,,ann") == "0,,,1,2,1,,ann,,normal,default,,,1,1,,,,,,,,,0,,DONE,n1");
  CHECK(site.row(",2,,ann") == "0,,,1,2,2,,ann,,normal,default,,,1,1,,,,n1+1,,,,,0,,DONE,n1");
  CHECK(site.row(",3,,ann") == "0,,,1,2,3,,ann,,normal,default,,,1,1,,,,n1,,,,,0,,DONE,n1");
  CHECK(site.says("that nobody knows (bsub -m): they do not ask for these here: 2"));
  CHECK(site.runs());
}

// Queues, hosts and resources go while a history grows.
TEST_CASE("what jobs name and the configuration lacks keeps nobody from running") {
  const TempFolder room;
  std::filesystem::create_directory(room.path("conf"));
  room.write("conf/lsf.cluster.south",
             "Begin Host\nHOSTNAME model type server RESOURCES\nn1 ! ! 1 (gpu)\nn2 ! ! 1 ()\nEnd "
             "Host\n");
  room.write("conf/lsf.shared",
             "Begin Cluster\nClusterName\nsouth\nEnd Cluster\nBegin Resource\nRESOURCENAME TYPE "
             "INTERVAL INCREASING DESCRIPTION\ngpu Boolean () () ()\nEnd Resource\n");
  room.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = normal\nEnd Queue\n");
  room.write("conf/lsb.hosts",
             "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nfast (n1)\nEnd HostGroup\n");
  const std::string acct = room.write(
      "lsb.acct",
      finish_record({.job = 1, .submit = 0, .start = 1, .end = 2, .queue = "old"}) +
          finish_record(
              {.job = 2, .submit = 1, .start = 2, .end = 3, .asked = R"(2 "fast" "gone")"}) +
          finish_record({.job = 3, .submit = 2, .start = 3, .end = 4, .res_req = "select[poe]"}) +
          finish_record({.job = 4, .submit = 3, .start = 4, .end = 5, .res_req = "select[gpu]"}));
  for (const bool anonymise : {false, true}) {
    const Imported site =
        imported(room, {.acct = {acct}, .conf = room.path("conf"), .anonymise = anonymise},
                 anonymise ? "hidden" : "site");
    INFO(site.answer.err << site.table);
    REQUIRE(site.answer.code == ExitCode::done);
    CHECK(site.says("queues that jobs name and --conf does not have: old: with LSF's defaults"));
    CHECK(site.says("that nobody knows (bsub -m): they do not ask for these here: 1"));
    CHECK(site.says("resources that nobody knows: they require none: 1"));
    CHECK(site.runs());
    if (anonymise) continue;
    CHECK(site.row(",2,,ann").find(",fast,") != std::string::npos);
    CHECK(site.row(",4,,ann").find(",select[gpu],") != std::string::npos);
    CHECK(site.scenario.find(R"("lsb.queues": [{"QUEUE_NAME": "old"}])") != std::string::npos);
  }
}

}  // namespace mcsim::testing::import_site_test
