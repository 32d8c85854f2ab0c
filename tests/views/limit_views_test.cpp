// What blimits shows of sections Limit, and how bjobs and explain name the one that a job waits
// for. docs/rules/limits.md, section 5
#include <string>
#include <utility>

#include "mcsim/app/explain/views_command.hpp"
#include "support/explain_once.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::limit_views_test {

namespace {

using Command = ViewsRequest::Command;

/// Of a and b three slots run together, of c two; c has 30 MB on each of his slots.
constexpr const char* limited = R"json({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [
      {"name": "h1", "ncpus": 4, "maxmem": 1000}, {"name": "h2", "ncpus": 4, "maxmem": 1000}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
    "lsb.queues": [{"QUEUE_NAME": "normal"}],
    "lsb.resources": {"Limit": [
      {"NAME": "nights", "USERS": "a b", "SLOTS": 3},
      {"NAME": "memory", "PER_USER": "c", "MEM": 70},
      {"NAME": "unused", "PROJECTS": "p", "JOBS": 5},
      {"PER_HOST": "all", "QUEUES": "normal", "JOBS": 4}]}}],
  "workloads": [], "jobs": [
    {"id": 1, "user": "a", "run": "1h"}, {"id": 2, "user": "b", "run": "1h"},
    {"id": 3, "user": "a", "run": "1h"}, {"id": 4, "user": "b", "run": "1h"},
    {"id": 5, "user": "c", "run": "1h", "res_req": "rusage[mem=30]"},
    {"id": 6, "user": "c", "run": "1h", "res_req": "rusage[mem=30]"},
    {"id": 7, "user": "c", "run": "1h", "res_req": "rusage[mem=30]"}]})json";

struct LimitedRun {
  TempFolder room;
  std::string folder = run_folder(room, room.write("limited.json", limited), "run", {});

  ViewsRequest request(Command command) const {
    ViewsRequest request;
    request.command = command;
    request.replay.folder = folder;
    request.replay.at = "10min";
    return request;
  }
};

Answer view(const ViewsRequest& request) {
  return answer_of(
      [&](const Console& console) { return views_command(request, default_registry(), console); });
}

}  // namespace

TEST_CASE("blimits has what is in use under each counter of a section") {
  const LimitedRun run;
  ViewsRequest request = run.request(Command::blimits);
  request.fields = "name users hosts slots mem jobs delimiter=','";
  CHECK(view(request).out ==
        "NAME,USERS,HOSTS,SLOTS,MEM,JOBS\n"
        "nights,a b,-,3/3,-,-\n"
        "memory,c,-,-,60/70,-\n"
        "-,-,h1,-,-,3/4\n"
        "-,-,h2,-,-,2/4\n");
  request.all = true;
  request.names = {"unused"};
  CHECK(view(request).out == "NAME,USERS,HOSTS,SLOTS,MEM,JOBS\nunused,-,-,-,-,0/5\n");
}

TEST_CASE("blimits says what is limited in LSF's table, and how it is configured with -c") {
  const LimitedRun run;
  ViewsRequest request = run.request(Command::blimits);
  request.names = {"nights"};
  CHECK(view(request).out ==
        "INTERNAL RESOURCE LIMITS:\n\n"
        " NAME    USERS  QUEUES  HOSTS  PROJECTS  SLOTS  MEM  TMP  SWP  JOBS\n"
        " nights  a b    -       -      -         3/3    -    -    -    -\n");
  request.configured = true;
  CHECK(view(request).out == "Begin Limit\nNAME = nights\nUSERS = a b\nSLOTS = 3\nEnd Limit\n");
  request.names = {"days"};
  const Answer unknown = view(request);
  CHECK(unknown.code == ExitCode::usage);
  CHECK(unknown.err.find("unknown limit \"days\"") != unknown.err.npos);
}

TEST_CASE("blimits shows what counts for a host, a queue, a user or a project") {
  const LimitedRun run;
  const auto shown = [&](LimitFilter filter) {
    ViewsRequest request = run.request(Command::blimits);
    request.fields = "name users hosts delimiter=','";
    request.no_header = true;
    request.limits = std::move(filter);
    return view(request);
  };
  CHECK(shown({.hosts = {"h2"}}).out == "nights,a b,-\nmemory,c,-\n-,-,h2\n");
  CHECK(shown({.users = {"c"}}).out == "memory,c,-\n-,-,h1\n-,-,h2\n");
  CHECK(shown({.hosts = {"h1"}, .users = {"a", "b"}}).out == "nights,a b,-\n-,-,h1\n");
  CHECK(shown({.queues = {"normal"}, .projects = {"default"}}).out ==
        "nights,a b,-\nmemory,c,-\n-,-,h1\n-,-,h2\n");
  const Answer unknown = shown({.hosts = {"h3"}, .users = {"d"}});
  CHECK(unknown.code == ExitCode::usage);
  CHECK(unknown.err.find("unknown host \"h3\"") != unknown.err.npos);
  CHECK(unknown.err.find("unknown user \"d\"") != unknown.err.npos);
}

TEST_CASE("a job that waits for a limit says which one, and its numbers") {
  const LimitedRun run;
  ViewsRequest request = run.request(Command::bjobs);
  request.pending = true;
  const std::string pending = view(request).out;
  CHECK(pending.find(" Resource (slot) limit defined on user has been reached;") != pending.npos);
  CHECK(pending.find(" Resource (mem) limit defined on user has been reached;") != pending.npos);
  const std::string story = explain_job(run.folder, "4", "10min").out;
  INFO(story);
  CHECK(story.find("Resource (slot) limit defined on user has been reached (SLOTS of nights 3, 3 "
                   "used, 1 wanted)") != story.npos);
  const std::string other = explain_job(run.folder, "7", "10min").out;
  INFO(other);
  CHECK(other.find("(mem of memory 70, 60 used, 30 wanted)") != other.npos);
}

/// Two hosts of two slots each by `hosts`, where each user has one job on each host by `jobs`.
constexpr const char* by_host = R"json({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h[1-2]", "ncpus": 4, "maxmem": 1000}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
    "lsb.queues": [{"QUEUE_NAME": "normal"}],
    "lsb.resources": {"Limit": [
      {"NAME": "hosts", "PER_HOST": "all", "SLOTS": 2},
      {"NAME": "jobs", "PER_USER": "a", "PER_HOST": "all", "JOBS": 1},
      {"NAME": "tenth", "PER_HOST": "all", "MEM": "10%"}]}}],
  "workloads": [], "jobs": [
    {"id": 1, "user": "a", "run": "1h"}, {"id": 2, "user": "a", "run": "1h"},
    {"id": 3, "user": "a", "run": "1h"}, {"id": 4, "user": "b", "run": "1h", "res_req": "rusage[mem=60]"},
    {"id": 5, "user": "b", "run": "2min", "res_req": "rusage[mem=101]"},
    {"id": 6, "user": "b", "submit": "60s", "run": "1h"},
    {"id": 7, "user": "b", "submit": "90s", "run": "1h"}]})json";

TEST_CASE("a limit of single hosts is named with its resource and numbers") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("by_host.json", by_host));
  const auto story = [&](const char* job) { return explain_job(folder, job, "10min").out; };
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != text.npos);
  };
  // For a minute h2 has a slot left, but a has a job there.
  has(story("3"),
      "Resource (job) limit defined on user, host has been reached: 1 host (h2; JOBS of jobs 1, 1 "
      "used, 1 wanted)");
  has(story("5"), "mem of tenth 100, ");
  has(story("7"),
      "Resource (slot) limit defined on host has been reached: 2 hosts (h1, h2; each SLOTS of "
      "hosts 2, 2 used; 1 wanted)");
}

/// Stopped, and resumed after the limit was lowered: one of the four that are left must end first.
TEST_CASE("a suspended job says which limit keeps it from going on") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("resume.json", R"json({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h1", "ncpus": 8}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
    "lsb.queues": [{"QUEUE_NAME": "normal"}],
    "lsb.resources": {"Limit": [{"NAME": "two", "QUEUES": "normal", "JOBS": 2}]}}],
  "changes": [{"at": "5min", "set": {"lsb.resources": {"Limit": [
    {"NAME": "two", "QUEUES": "normal", "JOBS": 1}]}}}],
  "actions": [{"at": "1min", "do": "bstop", "job": 1}, {"at": "6min", "do": "bresume", "job": 1}],
  "workloads": [], "jobs": [
    {"id": 1, "user": "a", "run": "1h"}, {"id": 2, "user": "b", "run": "30min"}]})json"));
  const std::string story = explain_job(folder, "1").out;
  INFO(story);
  CHECK(story.find("stays suspended: Resource (job) limit defined on queue has been reached (JOBS "
                   "of two 1, 1 used, 1 wanted)") != story.npos);
  ViewsRequest request;
  request.command = Command::bjobs;
  request.replay.folder = folder;
  request.replay.at = "10min";
  request.is_long = true;
  const std::string told = view(request).out;
  INFO(told);
  CHECK(
      told.find(" SUSPENDING REASONS:\n Resource (job) limit defined on queue has been reached;") !=
      told.npos);
}

}  // namespace mcsim::testing::limit_views_test
