// What has no end, no writer, or is not there is refused in words wherever a file is named, by each
// command: nothing hangs, nothing crashes.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "mcsim/app/command/command_line.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/in_child.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::hostile_files_test {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

// What stands where a file is expected.

void put_socket(const std::string& path) {
  const int one = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.size() < sizeof address.sun_path);
  std::copy(path.begin(), path.end(), address.sun_path);
  REQUIRE(::bind(one, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  ::close(one);
}

struct Hostile {
  const char* name;
  std::function<void(const std::string&)> put;  ///< at this path
};

Hostile link_to(const char* target) {
  return {target, [target](const std::string& path) { fs::create_symlink(target, path); }};
}

const std::vector<Hostile> hostile_things = {
    {"a pipe", [](const std::string& path) { REQUIRE(::mkfifo(path.c_str(), 0700) == 0); }},
    {"a socket", put_socket},
    {"a folder", [](const std::string& path) { fs::create_directory(path); }},
    {"a link in circles", [](const std::string& path) { fs::create_symlink(path, path); }},
    link_to("/dev/zero"),
    link_to("/dev/urandom"),
    link_to("/nowhere/at/all")};

// Where files are named.

/// A command line that reads, or writes, what stands at `place` of its folder.
struct Door {
  std::string name;
  std::string place;
  std::function<void(const TempFolder&)> prepare;
  Words words;            ///< `@` is the folder
  bool may_pass = false;  ///< what stands there may be passed over with a word, or replaced
};

const std::string one_cluster =
    R"("clusters": [{"name": "c1", "hosts": [{"name": "h1", "ncpus": 2}]}])";

void nothing_else(const TempFolder&) {}

std::function<void(const TempFolder&)> with_scenario(const std::string& members) {
  return [members](const TempFolder& room) {
    room.write("s.json", "{\"mcsim\": 1, " + members + "}");
  };
}

/// LSF's files, all but the one at the door.
void put_site(const TempFolder& room) {
  fs::create_directory(room.path("conf"));
  room.write("conf/lsf.shared", "Begin Cluster\nClusterName\nc1\nEnd Cluster\n");
  room.write("conf/lsf.cluster.c1",
             "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nEnd Host\n");
  room.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = normal\nEnd Queue\n");
  room.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "c1", "conf": "conf"}],
                          "jobs": [{"id": 1, "run": "1s"}]})");
}

int exit_code_of(const TempFolder& room, Words words) {
  std::vector<const char*> arguments = {"mcsim"};
  for (std::string& word : words) {
    for (std::size_t at = word.find('@'); at != std::string::npos; at = word.find('@'))
      word.replace(at, 1, room.path());
    arguments.push_back(word.c_str());
  }
  return app::run_command_line(static_cast<int>(arguments.size()), arguments.data(),
                               default_registry());
}

/// A run folder of a trace, whose files may then be replaced.
void put_run(const TempFolder& room) {
  room.write("t.swf", "; MaxProcs: 4\n1 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n");
  room.write("s.json", "{\"mcsim\": 1, " + one_cluster + R"(, "workloads": [{"file": "t.swf"}]})");
  REQUIRE(in_child(
              [&] {
                return std::to_string(
                    exit_code_of(room, {"run", "@/s.json", "-o", "@/run", "--quiet"}));
              },
              20s) == "0");
}

void add_doors_of_commands(std::vector<Door>& doors) {
  const auto add = [&](const char* name, const char* place, const Words& words) {
    doors.push_back({name, place, nothing_else, words});
  };
  add("run", "x.json", {"run", "@/x.json"});
  add("run of a trace", "x.swf", {"run", "@/x.swf", "--slots", "4"});
  add("run of a packed trace", "x.swf.gz", {"run", "@/x.swf.gz", "--slots", "4"});
  add("run of what has no extension", "x", {"run", "@/x"});
  add("compare", "x.json", {"compare", "@/x.json", "--vary", "seed=[1, 2]"});
  add("validate", "x.json", {"validate", "@/x.json"});
  add("validate of a trace", "x.swf", {"validate", "@/x.swf"});
  add("convert a trace", "x.swf", {"convert", "@/x.swf", "@/o.csv"});
  add("convert a table", "x.csv", {"convert", "@/x.csv", "@/o.swf"});
  add("convert what is packed", "x.swf.xz", {"convert", "@/x.swf.xz", "@/o.csv"});
  add("generate estimates", "x.swf", {"generate", "estimates", "@/x.swf", "-o", "@/o.swf"});
  add("generate from a trace", "x.swf", {"generate", "cyclic", "--from", "@/x.swf"});
  for (const char* const family : {"forward", "reclaim", "distribute", "slot-pool"})
    doors.push_back(
        {"decide " + std::string(family), "x.json", nothing_else, {"decide", family, "@/x.json"}});
  add("elim check", "x", {"elim", "check", "@/x", "--for", "1s"});
  add("elim run", "x", {"elim", "run", "@/x", "--for", "1s"});
  add("elim record", "x", {"elim", "record", "@/x", "--for", "1s", "-o", "@/record"});
  for (const char* const view : {"bjobs", "bhosts", "bqueues", "bclusters", "lsload"})
    add(view, "x", {view, "@/x"});
  add("explain", "x", {"explain", "@/x", "--job", "1"});
}

void add_doors_of_scenarios(std::vector<Door>& doors) {
  const auto add = [&](const char* name, const char* place, const std::string& members) {
    for (const char* const command : {"run", "validate"})
      doors.push_back({std::string(name) + ", " + command,
                       place,
                       with_scenario(members),
                       {command, "@/s.json"}});
  };
  add("a workload", "x.swf", one_cluster + R"(, "workloads": [{"file": "x.swf"}])");
  add("a packed workload", "x.swf.zst", one_cluster + R"(, "workloads": [{"file": "x.swf.zst"}])");
  add("a model's trace", "x.swf",
      one_cluster + R"(, "workloads": [{"model": "estimates", "file": "x.swf"}])");
  add("a record", "x", R"("model": {"load": "lim"}, "lsf.shared": {"Resource": [
    {"RESOURCENAME": "tmp2", "TYPE": "Numeric", "INTERVAL": 40}]}, "clusters": [{"name": "c1",
    "hosts": [{"name": "h1"}], "lsf.cluster": {"ResourceMap": [
    {"RESOURCENAME": "tmp2", "LOCATION": "[default]"}]}}],
    "elim": [{"name": "elim.x", "values": [{"resource": "tmp2", "record": "x"}]}])");
  add("a directory of LSF's files", "conf", R"("clusters": [{"name": "c1", "conf": "conf"}])");
  doors.push_back({"--set",
                   "x.swf",
                   with_scenario(one_cluster),
                   {"run", "@/s.json", "--set", R"(workloads=[{"file": "x.swf"}])"}});
  doors.push_back({"--vary",
                   "x.swf",
                   with_scenario(one_cluster),
                   {"compare", "@/s.json", "--vary", R"(workloads=[[{"file": "x.swf"}], []])"}});
}

void add_doors_of_sites(std::vector<Door>& doors) {
  for (const char* const file :
       {"lsf.conf", "lsf.shared", "lsf.cluster.c1", "lsb.params", "lsb.queues", "lsb.hosts",
        "lsb.users", "lsb.resources", "lsb.applications", "lshosts"}) {
    const auto prepare = [file](const TempFolder& room) {
      put_site(room);
      fs::remove(room.path("conf/" + std::string(file)));
    };
    for (const Words& words : {Words{"run", "@/s.json"}, Words{"validate", "@/conf"}})
      doors.push_back({"conf, " + words[0], "conf/" + std::string(file), prepare, words, false});
  }
  const auto including = [](const TempFolder& room) {
    put_site(room);
    room.write("conf/lsb.queues",
               "#INCLUDE \"" + room.path("x") + "\"\nBegin Queue\nQUEUE_NAME = q\nEnd Queue\n");
  };
  doors.push_back({"#INCLUDE", "x", including, {"run", "@/s.json"}, true});
}

void add_doors_of_run_folders(std::vector<Door>& doors) {
  for (const char* const place : {"run/scenario.json", "run/summary.json", "t.swf"}) {
    const auto prepare = [place](const TempFolder& room) {
      put_run(room);
      fs::remove(room.path(place));
    };
    // The summary says of a whole run only that it is one.
    const bool may_pass = place == std::string("run/summary.json");
    doors.push_back({place + std::string(", bjobs"), place, prepare, {"bjobs", "@/run"}, may_pass});
    doors.push_back({place + std::string(", explain"),
                     place,
                     prepare,
                     {"explain", "@/run", "--job", "1"},
                     may_pass});
    doors.push_back({place + std::string(", run over it"),
                     place,
                     prepare,
                     {"run", "@/s.json", "-o", "@/run"},
                     false});
  }
}

void add_doors_of_outputs(std::vector<Door>& doors) {
  const auto prepare = [](const TempFolder& room) {
    with_scenario(one_cluster + R"(, "jobs": [{"id": 1, "run": "1s"}])")(room);
    room.write("t.swf", "1 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n");
  };
  const auto add = [&](const char* name, const Words& words) {
    doors.push_back({name, "x", prepare, words, true});
  };
  add("run -o", {"run", "@/s.json", "-o", "@/x"});
  add("compare -o", {"compare", "@/s.json", "--vary", "seed=[1, 2]", "-o", "@/x"});
  add("convert to", {"convert", "@/t.swf", "@/x", "--to", "jobs.csv"});
  add("generate -o", {"generate", "lublin", "--jobs", "9", "-o", "@/x"});
  add("man -o", {"man", "-o", "@/x"});
}

std::vector<Door> all_doors() {
  std::vector<Door> doors;
  add_doors_of_commands(doors);
  add_doors_of_scenarios(doors);
  add_doors_of_sites(doors);
  add_doors_of_run_folders(doors);
  add_doors_of_outputs(doors);
  return doors;
}

/// The exit code, and what was printed.
std::string answer_of(const TempFolder& room, const Door& door) {
  const TempFolder said;
  return in_child(
      [&] {
        const int file = ::open(said.path("said").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        for (const int stream : {1, 2}) ::dup2(file, stream);
        const int code = exit_code_of(room, door.words);
        return std::to_string(code) + "\n" + said.read("said");
      },
      1s);
}

/// What is wrong with an answer, in words; empty: nothing.
std::string wrong_with(const std::string& answer, bool may_pass) {
  const std::string code = answer.substr(0, answer.find('\n'));
  if (may_pass && code == "0") return "";
  if (code != "1" && code != "2" && code != "3") return "neither refused nor passed over";
  return answer.size() > code.size() + 10 ? "" : "no words";
}

}  // namespace

TEST_CASE("what has no end, no writer or no place is refused wherever a file is named") {
  std::size_t number = 0;
  for (const Door& door : all_doors())
    for (const Hostile& thing : hostile_things) {
      if (++number % fewer() != 0) continue;
      const TempFolder room;
      door.prepare(room);
      thing.put(room.path(door.place));
      const std::string answer = answer_of(room, door);
      INFO(door.name << ": " << thing.name << ": " << answer);
      CHECK(wrong_with(answer, door.may_pass) == "");
    }
  CHECK(number >= 310);
}

}  // namespace mcsim::testing::hostile_files_test
