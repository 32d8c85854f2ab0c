// `mcsim validate`: scenarios, traces and directories of LSF configuration.
#include "mcsim/app/command/validate_command.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "mcsim/app/run/run_command.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::validate_command_test {

namespace {

struct Answer {
  ExitCode code;
  std::string out;
  std::string err;
};

Answer validate(std::vector<std::string> files, bool json = false) {
  std::ostringstream out;
  std::ostringstream err;
  const Console console{.out = out, .err = err};
  const ExitCode code = validate_command(files, json, default_registry(), console);
  return {code, out.str(), err.str()};
}

/// A directory of the smallest LSF configuration.
std::string write_conf(const TempFolder& folder, const std::string& queues) {
  std::filesystem::create_directory(folder.path("conf"));
  folder.write("conf/lsf.shared", "Begin Cluster\nClusterName\nhome\nEnd Cluster\n");
  folder.write("conf/lsf.cluster.home",
               "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nEnd Host\n");
  folder.write("conf/lsb.params", "Begin Parameters\nEnd Parameters\n");
  folder.write("conf/lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 8\nEnd Host\n");
  folder.write("conf/lsb.queues", queues);
  return folder.path("conf");
}

const std::string good_queue = "Begin Queue\nQUEUE_NAME = normal\nEnd Queue\n";

}  // namespace

TEST_CASE("a good directory of LSF configuration is told in a line") {
  const TempFolder folder;
  const std::string conf = write_conf(folder, good_queue);
  const Answer answer = validate({conf});
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.out == conf + ": good LSF configuration: home: 1 host, 8 slots, 1 queue\n");
  CHECK(answer.err.empty());
}

TEST_CASE("all that is wrong with a directory is told, with files and lines") {
  const TempFolder folder;
  const std::string conf = write_conf(
      folder, "Begin Queue\nQUEUE_NAME = normal\nPRIORITY = x\nHOSTS = nowhere\nEnd Queue\n");
  folder.write("conf/lsb.users", "Begin User\n");
  const Answer answer = validate({conf, conf});
  CHECK(answer.code == ExitCode::bad_input);
  const std::string queue = " /clusters/0/lsb.queues/0/";
  for (const std::string& told :
       std::vector<std::string>{"/lsb.users:1:7: section \"User\" is not ended",
                                "/lsb.queues:3:12" + queue + "PRIORITY: warning: expected",
                                "/lsb.queues:4:9" + queue + "HOSTS: warning: unknown"})
    CHECK(answer.err.find(conf + told) != std::string::npos);
  const Answer json = validate({conf}, true);
  CHECK(json.code == ExitCode::bad_input);
  CHECK(json.out.find("\"kind\": \"LSF configuration\"") != std::string::npos);
}

TEST_CASE("a directory without hosts, or without a cluster, is told so in its own words") {
  const TempFolder folder;
  const std::string conf =
      write_conf(folder, "Begin Queue\nQUEUE_NAME = normal\nHOSTS = h2\nEnd Queue\n");
  folder.write("conf/lsf.cluster.home", "Begin Host\nHOSTNAME server\nh1 0\nEnd Host\n");
  CHECK(validate({conf}).err ==
        conf +
            "/lsf.cluster.home:1:7 /clusters/0/lsf.cluster/Host: section Host names no execution "
            "host\n");
  std::filesystem::remove(folder.path("conf/lsf.cluster.home"));
  CHECK(validate({conf}).err == conf + ": no file lsf.cluster.NAME\n");
}

TEST_CASE("files of a scenario's directory are called as one can open them from here") {
  const TempFolder folder;
  write_conf(folder, "Begin Queue\nQUEUE_NAME = normal\nPRIORITY = 0\nEnd Queue\n");
  folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "home", "conf": "conf"}]})");
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(std::filesystem::path(folder.path("x")).parent_path());
  const Answer near = validate({"s.json"});
  std::filesystem::current_path(here);
  const std::string lost = ": warning: changes who waits: 1 queue loses PRIORITY\n";
  CHECK(near.err.starts_with("s.json" + lost + "conf/lsb.queues:3:12 "));
  CHECK(validate({folder.path("s.json")})
            .err.starts_with(folder.path("s.json") + lost + folder.path("conf/lsb.queues") +
                             ":3:12"));
}

// No run time, no slots, no time of submission; job 4 can be replayed.
TEST_CASE("rows that are skipped are told with their reasons, and refused by --strict") {
  const TempFolder folder;
  const std::string rows =
      "1 5 -1 -1 3 -1 -1 3 10 -1 0 1 1 -1 1 -1 -1 -1\n"
      "2 5 3 5 -1 -1 -1 -1 10 -1 1 1 1 -1 1 -1 -1 -1\n"
      "3 -1 -1 5 3 -1 -1 3 10 -1 1 1 1 -1 1 -1 -1 -1\n"
      "4 6 -1 5 3 -1 -1 3 10 -1 1 1 1 -1 1 -1 -1 -1\n";
  const std::string trace = folder.write("t.swf", "; MaxProcs: 4\n" + rows);
  const std::string why = "no_run_time 1, no_slots 1, no_submit_time 1";
  const Answer told = validate({trace});
  CHECK(told.code == ExitCode::done);
  CHECK(told.out == trace + ": good trace: 4 rows, 3 rows skipped (" + why +
                        "), 1 job can be replayed on 4 slots\n");
  CHECK(told.err == trace + ": warning: changes who waits: 3 rows are skipped\n" + trace +
                        ":2: warning: 3 rows are skipped, without what a job needs: " + why +
                        " (first here)\n");
  const std::string bare = folder.write("bare.swf", rows);
  CHECK(validate({bare}).out.find("4 rows, 3 rows skipped (" + why + "), 1 job can be") !=
        std::string::npos);
  folder.write("t.csv", "job_id,submit_time,run_time\n1,0,5\n2,,5\n3,0,\n");
  const std::string table = folder.write(
      "s.json",
      R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
          "workloads": [{"file": "t.csv"}]})");
  const Answer of_table = validate({table});
  CHECK(of_table.out.find("1 job, 2 rows skipped (no_run_time 1, no_submit_time 1); ") !=
        std::string::npos);
  CHECK(of_table.err.find(folder.path("t.csv") +
                          ":3: warning: 2 rows are skipped, without what a job needs: no_run_time "
                          "1, no_submit_time 1 (first here)\n") != std::string::npos);
  RunRequest request;
  request.strict = true;
  for (const auto& [file, skipped] :
       {std::pair(trace, ": 3 rows are skipped"), std::pair(table, ": 2 rows are skipped")}) {
    request.input = file;
    std::ostringstream out;
    std::ostringstream err;
    CHECK(run_command(request, default_registry(), Console{.out = out, .err = err}) ==
          ExitCode::bad_input);
    CHECK(err.str().find(skipped) != std::string::npos);
  }
}

// Job 3 may never start, since its user may have no slots; neither may job 4, but PROCLIMIT of its
// queue has it refused. Jobs 1 and 2 may.
TEST_CASE("a job that will be refused is not counted as one that can never start, too") {
  const TempFolder folder;
  folder.write("t.csv",
               "job_id,submit_time,run_time,slots,user,submit_queue\n1,0,10,1,bob,low\n"
               "2,1,10,1,alice,normal\n3,2,10,4,guest,normal\n4,3,10,8,guest,low\n");
  const std::string file = folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "c",
      "hosts": [{"name": "h", "ncpus": 16}],
      "lsb.queues": [{"QUEUE_NAME": "normal"}, {"QUEUE_NAME": "low", "PROCLIMIT": "4"}],
      "lsb.users": {"User": [{"USER_NAME": "guest", "MAX_JOBS": 0}]}}],
      "workloads": [{"file": "t.csv"}]})");
  const Answer told = validate({file});
  CHECK(told.err ==
        file + ": warning: changes who waits: 1 job can never start, 1 job will be refused\n" +
            folder.path("t.csv") +
            ":4 /queue: warning: 4 job slots are wanted; MAX_JOBS of its user is 0: the job can "
            "never start (job 3)\n" +
            file +
            ": warning: job 4 of queue low of c will be refused, since PROCLIMIT does not allow "
            "that many, or that few, slots\n");
}

TEST_CASE("what is only warned of is refused by --strict, in validate and in run") {
  const TempFolder folder;
  const std::string conf =
      write_conf(folder, "Begin Queue\nQUEUE_NAME = normal\nUSERS\nRUN_WINDOW\nEnd Queue\n");
  CHECK(validate({conf}).code == ExitCode::done);
  std::ostringstream out;
  std::ostringstream err;
  const Console console{.out = out, .err = err};
  const std::vector<std::string> files{conf};
  CHECK(validate_command(files, false, default_registry(), console, true) == ExitCode::bad_input);
  CHECK(err.str() == conf +
                         "/lsb.queues:3:1: expected KEYWORD = value, got \"USERS\"; this line is "
                         "ignored\n" +
                         conf +
                         "/lsb.queues:4:1: expected KEYWORD = value, got \"RUN_WINDOW\"; "
                         "this line is ignored\n");
  RunRequest request;
  request.input =
      folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "home", "conf": "conf"}]})");
  CHECK(run_command(request, default_registry(), console) == ExitCode::done);
  request.strict = true;
  CHECK(run_command(request, default_registry(), console) == ExitCode::bad_input);
}

TEST_CASE("a directory and a scenario begin with one line that says what changes who waits") {
  const TempFolder folder;
  const std::string conf =
      write_conf(folder,
                 "Begin Queue\nQUEUE_NAME = normal\nCHUNK_JOB_SIZE = 4\n"
                 "SUCCESS_EXIT_VALUES = 5\nEnd Queue\nBegin Queue\nQUEUE_NAME = night\n"
                 "GPU_REQ = num=1\nCHUNK_JOB_SIZE = 2\nEnd Queue\n");
  folder.write("conf/lsb.resources",
               "Begin Limit\nPER_HOST = all\nSLOTS = 4\nEnd Limit\n"
               "Begin Limit\nPER_HOST = all\nSLTOS = 4\nEnd Limit\n");
  folder.write("conf/lsb.serviceclasses", "Begin ServiceClass\nNAME = a\nEnd ServiceClass\n");
  const std::string says =
      ": warning: changes who waits: 1 of 2 Limits is left out, 1 file is not read, 2 queues lose "
      "job chunks, 1 queue loses GPUs\n";
  CHECK(
      validate({conf}).err ==
      conf + says + conf +
          "/lsb.resources:7:1: warning: unknown keyword \"SLTOS\"; nearest: SLOTS; this Limit is "
          "ignored\n" +
          conf +
          "/lsb.serviceclasses:1:7: warning: file lsb.serviceclasses (service classes): known, not "
          "simulated; ignored\n" +
          conf +
          "/lsb.queues:3:1: warning: keyword CHUNK_JOB_SIZE: planned, not in this version; "
          "ignored\n" +
          conf + "/lsb.queues:8:1: warning: keyword GPU_REQ: known, not simulated; ignored\n" +
          conf +
          "/lsb.queues:4:1: warning: keyword SUCCESS_EXIT_VALUES: planned, not in this version; "
          "ignored\n");
  const std::string json = validate({conf}, true).out;
  CHECK(json.find("\"2 queues lose job chunks\"") > json.find("\"changes_who_waits\""));
  CHECK(json.find("\"2 queues lose job chunks\"") < json.find("\"diagnostics\""));
  RunRequest request;
  request.input =
      folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "home", "conf": "conf"}]})");
  CHECK(validate({request.input}).err.starts_with(request.input + says));
  std::ostringstream out;
  std::ostringstream err;
  const Console console{.out = out, .err = err};
  CHECK(run_command(request, default_registry(), console) == ExitCode::done);
  CHECK(err.str().starts_with(request.input + says));
  err.str("");
  request.warnings = "none";
  CHECK(run_command(request, default_registry(), console) == ExitCode::done);
  CHECK(err.str().empty());
}

// Each line that begins a section of the shipped site, or names its columns, becomes a comment.
TEST_CASE("a header that is a comment is one complaint, and nothing is said of what it was for") {
  const std::string site = source_dir() + "/scenarios/conf/riverside";
  const std::string before = validate({site}).err;
  std::size_t headers = 0;
  for (const auto& entry : std::filesystem::directory_iterator(site)) {
    const std::string name = entry.path().filename().string();
    if (name == "lsf.conf") continue;
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    bool is_table = false;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      const std::string line = text.substr(at, text.find('\n', at) - at);
      const bool begins = line.starts_with("Begin ");
      const bool names_columns = is_table && line.find('=') == std::string::npos;
      is_table = begins;
      if (!begins && !names_columns) continue;
      ++headers;
      INFO(name << ": " << line);
      const TempFolder folder;
      std::filesystem::copy(site, folder.path("site"));
      folder.write("site/" + name, text.substr(0, at) + "# " + text.substr(at));
      std::string err = validate({folder.path("site")}).err;
      CHECK(err.find("is missing, or a comment") < err.find('\n'));
      std::istringstream lines(err);
      std::string one;
      std::getline(lines, one);  // the error
      while (std::getline(lines, one)) {
        INFO(one);
        CHECK(before.find(one.substr(folder.path("site").size())) != std::string::npos);
      }
    }
  }
  CHECK(headers == 28);
}

TEST_CASE("a gate on what no run can have is a mistake of its scenario") {
  const TempFolder folder;
  const std::string file = folder.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}], "jobs": [{"id": 1, "run": "1h"}],
    "gates": [{"metric": "wait_tiem.mean", "op": "<", "value": 1}]})");
  const Answer answer = validate({file});
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(answer.out.empty());
  CHECK(answer.err == file +
                          ":3:26 /gates/0/metric: no run has such a result: \"wait_tiem.mean\"; "
                          "nearest: wait_time.mean\n");
}

TEST_CASE("one job is one job") {
  const TempFolder folder;
  const std::string file = folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "h"}]}], "jobs": [{"id": 1, "run": "1s"}]})");
  CHECK(validate({file}).out == file +
                                    ": good scenario: 1 cluster, 1 job, 0 rows skipped; C: 1 "
                                    "host, 1 slot, 1 queue\n");
}

// B has three hosts of its own; a1, which A lends it, is A's.
TEST_CASE("the hosts and slots of a scenario are told by cluster, as those of a directory") {
  const TempFolder folder;
  const std::string file = folder.write("s.json", R"s({"mcsim": 1, "clusters": [
    {"name": "A", "hosts": [{"name": "a[1-2]", "ncpus": 4}],
     "lsb.resources": {"HostExport": [
       {"PER_HOST": "a1", "SLOTS": 2, "DISTRIBUTION": "([B, 1])"}]}},
    {"name": "B", "hosts": [{"name": "b[1-2]"}, {"name": "c"}],
     "lsb.hosts": {"Host": [{"HOST_NAME": "c", "MXJ": 8}]},
     "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "all allremote"}, {"QUEUE_NAME": "r"}]}]})s");
  CHECK(validate({file}).out ==
        file +
            ": good scenario: 2 clusters, 0 jobs, 0 rows skipped; A: 2 hosts, 8 slots, 1 queue; "
            "B: 3 hosts, 10 slots, 2 queues\n");
}

TEST_CASE("one file of an LSF configuration is called what it is") {
  const TempFolder folder;
  const Answer answer = validate({folder.write("lsb.queues", good_queue)});
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(answer.err.find("is one file of an LSF configuration") != std::string::npos);
}

TEST_CASE("a trace whose header says how many slots there are is replayed on them") {
  const TempFolder folder;
  const std::string rows =
      "1 0 -1 10 8 -1 -1 8 10 -1 1 1 1 1 1 1 -1 -1\n2 0 -1 10 4 -1 -1 4 10 -1 1 1 1 1 1 1 -1 -1\n";
  const std::string sized = folder.write("sized.swf", "; MaxProcs: 4\n" + rows);
  const std::string bare = folder.write("bare.swf", rows);
  const Answer answer = validate({sized, bare});
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.out ==
        sized +
            ": good trace: 2 rows, 1 row skipped (too_many_slots 1), 1 job can be replayed on 4 "
            "slots\n" +
            bare +
            ": good trace: 2 rows, 2 jobs can be replayed where they fit: its header "
            "does not tell how many slots there are\n");
  CHECK(answer.err.find("too_many_slots 1") != std::string::npos);
}

}  // namespace mcsim::testing::validate_command_test
