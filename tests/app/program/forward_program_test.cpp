// Forwarding policies that are programs: what they are asked, what they may answer, and that one
// in Python decides as the one in C++ does.
#include "mcsim/app/program/forward_program.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/app/explain/replay.hpp"
#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/base/run_failed.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/forward_question.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/random_grid.hpp"
#include "support/random_tables.hpp"
#include "support/run_files.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::forward_program_test {

namespace {

/// As the command line does.
const auto before = std::signal(SIGPIPE, SIG_IGN);

/// A view of queues q0@east, q1@east ... with numbers of `table`.
struct NamedTable {
  explicit NamedTable(ForwardTable drawn) : table(std::move(drawn)) {
    for (std::size_t at = 0; at < table.queues.size(); ++at)
      names.push_back("q" + std::to_string(at));
  }
  ForwardView view() {
    ForwardView seen = table.as_view();
    for (std::size_t at = 0; at < names.size(); ++at) {
      table.histories[at].queue_name = names[at];
      table.histories[at].cluster_name = "east";
    }
    seen.job = &job;
    return seen;
  }
  ForwardTable table;
  std::vector<std::string> names;
  JobToForward job{.id = JobId{7}, .user = "ann", .queue = "send", .cluster = "west"};
};

/// Two queues of which the second one accepts the job.
NamedTable two_queues() {
  ForwardTable table;
  table.queues = {{.total = Slots(8), .accepts = false},
                  {.total = Slots(4), .accepts = true, .satisfies = true}};
  table.view.slots = Slots(2);
  return NamedTable(std::move(table));
}

/// What becomes of an answer: the position, "none", or why the run fails.
std::string becomes_of(const std::string& answer) {
  const ForwardProgram program(
      {.name = "mine", .command = "while read -r q; do echo '" + answer + "'; done"});
  NamedTable queues = two_queues();
  try {
    const ForwardAnswer chosen = program.choose(queues.view());
    if (chosen) return std::to_string(chosen.position);
    return chosen.again == never
               ? "none"
               : "again at " + std::to_string(chosen.again.time_since_epoch() / 1ms);
  } catch (const RunFailed& failed) {
    const std::string what = failed.what();
    return what.substr(0, what.find(": \"while"));
  }
}

std::vector<PolicyCommand> programs_of(const PolicyOptions& options) {
  return read_policies(options, default_registry()).value();
}

}  // namespace

TEST_CASE("an answer is a candidate that accepts the job, or none and perhaps when to ask again") {
  CHECK(becomes_of(R"({"choice": "q1@east"})") == "1");
  CHECK(becomes_of(R"({"choice": "q1@east", "reason": "x", "ranking": []})") == "1");
  CHECK(becomes_of(R"({"choice": null})") == "none");
  CHECK(becomes_of(R"({"again": 12.5, "choice": null})") == "again at 12500");
}

TEST_CASE("any other answer stops the run with the program's name and what it has answered") {
  const std::string mine = "policy mine: its program ";
  const std::string of = " (asked for job 7 at 0 s)";
  const std::string wish =
      R"(, expected {"choice": "QUEUE@CLUSTER"}, or {"choice": null} and perhaps "again" )"
      "with a number of seconds" +
      of;
  CHECK(becomes_of("yes") == mine + "answers \"yes\"" + wish);
  CHECK(becomes_of("7") == mine + "answers \"7\"" + wish);
  CHECK(becomes_of("{}") == mine + "answers \"{}\"" + wish);
  CHECK(becomes_of(R"({"choice": 1})") == mine + R"(answers "{"choice": 1}")" + wish);
  CHECK(becomes_of(R"({"choice": null, "wait": 3})") ==
        mine + "answers with \"wait\", and an answer has choice and perhaps again" + of);
  CHECK(becomes_of(R"({"choice": "q1"})") == mine + "chooses \"q1\", which is no candidate" + of);
  CHECK(becomes_of(R"({"choice": "q0@east"})") ==
        mine + "chooses \"q0@east\", which does not accept the job" + of);
  CHECK(becomes_of(R"({"choice": null, "again": 0})") ==
        mine + "asks to be asked again at 0 s, which has passed" + of);
}

TEST_CASE("what a program is asked is a question of decide, which answers as the policy would") {
  const Registry registry = default_registry();
  std::size_t chosen = 0;
  for (const std::string name : {"least-expected-wait", "stale-aware", "RESOURCE_ONLY"}) {
    const AnyForward choose = registry.find_forward(name)->make({});
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      RngStream stream(seed, "questions for programs");
      NamedTable queues(random_table(stream));
      queues.table.view.now = Time{20min};
      queues.table.view.slots = Slots(std::max(1, queues.table.view.slots.count()));
      queues.table.view.decision >>= 11;
      ForwardView view = queues.view();
      for (ForwardHistory& seen : queues.table.histories)
        if (seen.reported != never) seen.reported += 20min;
      std::string line;
      write_forward_question(view, name, line);
      INFO(line);
      auto question = parse_json(line, "question");
      REQUIRE(question);
      const auto answer = decide_forward(*question, registry);
      REQUIRE(answer);
      const ForwardAnswer expected = choose(view);
      const JsonNode& choice = *answer->find("choice");
      CHECK((expected ? queues.names[expected.position] + "@east" : "") == choice.text);
      if (expected) ++chosen;
    }
  }
  CHECK(chosen > 200);
}

TEST_CASE("power of two and the least wait decide in Python as in C++, on ten federations") {
  if (std::system("command -v python3 >/dev/null") != 0) {
    WARN("skipped: no python3 (tools/test installs it)");
    return;
  }
  const std::string programs = std::string(source_dir()) + "/scenarios/policies/";
  const Registry registry = with_programs(
      default_registry(), programs_of({.policies = {"two=python3 " + programs + "power_of_two.py",
                                                    "wait=python3 " + programs + "least_wait.py"},
                                       .timeout = "60s"}));
  int federations = 0;
  for (std::uint64_t seed = 1; federations < 10; ++seed) {
    REQUIRE(seed < 100);
    GridConfig grid = random_grid_world(seed).grid;
    std::size_t forwards = 0;
    const auto jobs_with = [&](const std::string& policy) {
      for (ClusterConfig& cluster : grid.clusters) {
        cluster.params.forwarding.policy = cluster.model.forward_policy = policy;
        cluster.model.policy_values.clear();
        cluster.model.stall_after = 1h;  // while jobs come and go for nothing
      }
      const RunResults results = run_all(grid, registry);
      forwards = 0;
      for (const ClusterResults& cluster : results.clusters)
        forwards += cluster.forwarding.forwarded;
      return jobs_csv(grid, results);
    };
    INFO("seed " << seed);
    const std::string two = jobs_with("power-of-d");
    if (forwards < 10) continue;
    ++federations;
    CHECK(jobs_with("two") == two);
    CHECK(jobs_with("wait") == jobs_with("least-expected-wait"));
  }
}

TEST_CASE("options of programs are refused together, each with what is wrong") {
  const auto refused = [](const PolicyOptions& options) {
    const auto programs = read_policies(options, default_registry());
    return programs ? Texts{} : texts(programs.error());
  };
  CHECK(refused({.policies = {"a=x", "b.2=y -z '='"}, .timeout = "500ms"}).empty());
  const std::string wish =
      ": expected NAME='COMMAND', with a name that begins with a letter, of letters, digits, '_', "
      "'-' and '.'; not true, false or null";
  CHECK(refused({.policies = {"a", "=x", "b=", "c= ", "d e=x", "RANDOM=x", "f=x", "f=y", "1=x",
                              "null=x"},
                 .timeout = "soon"}) ==
        Texts{"--policy-timeout \"soon\": expected a duration above 0 of at most 1d, such as "
              "500ms or 10s",
              "--policy \"a\"" + wish, "--policy \"=x\"" + wish, "--policy \"b=\"" + wish,
              "--policy \"c= \"" + wish, "--policy \"d e=x\"" + wish,
              "--policy \"RANDOM=x\": \"RANDOM\" is a policy of this program; take another name",
              "--policy \"f=y\": \"f\" is given twice", "--policy \"1=x\"" + wish,
              "--policy \"null=x\"" + wish});
  CHECK(refused({.policies = {}, .timeout = "1s"}) ==
        Texts{"--policy-timeout \"1s\": there is no --policy"});
  CHECK(refused({.policies = {"f=x"}, .timeout = "25h"}).size() == 1);
}

TEST_CASE("a program that no cluster asks is warned of, and one that the run had not") {
  Scenario scenario;
  scenario.config.clusters.push_back(flat_machine(4, "lsf", {}));
  ClusterConfig& cluster = scenario.config.clusters.front();
  const PolicyOptions two{.policies = {"two=x"}, .timeout = ""};
  const auto warned = [&] { return texts(idle_programs(two, {&scenario, 1})); };
  const Texts idle{
      "--policy \"two=x\": warning: the program is never asked: no cluster decides by it on "
      "forwarding, a slot pool or leases"};
  CHECK(warned() == idle);
  cluster.params.forwarding.policy = "two";
  CHECK(warned() == idle);
  cluster.queues.front().forwarding.targets = {{}};
  CHECK(warned().empty());
  cluster.queues.front().forwarding.targets.clear();
  cluster.model.pool_shares = "two";
  CHECK(warned() == idle);
  cluster.queues.front().pool = PoolId{0};
  CHECK(warned().empty());
  CHECK(texts(other_programs(two, "mcsim run a.json --policy two=x -o a")).empty());
  CHECK(texts(other_programs(two, "mcsim run a.json --policy two=y")) ==
        Texts{"--policy \"two=x\": warning: the run had another program: mcsim run a.json --policy "
              "two=y"});
}

TEST_CASE("a run folder knows with which program it was made") {
  const TempFolder room;
  const PolicyOptions waits{
      .policies = {R"(two=while read -r q; do echo '{"choice": null}'; done)"}, .timeout = "60s"};
  const Registry registry = with_programs(default_registry(), programs_of(waits));
  RunRequest request;
  request.input = room.write("s.json", R"({"mcsim": 1, "until": "30s",
  "model": {"forward_policy": "two"}, "clusters": [
  {"name": "A", "hosts": [{"name": "a"}],
   "lsb.queues": [{"QUEUE_NAME": "s", "SNDJOBS_TO": "r@B", "HOSTS": "none"}]},
  {"name": "B", "hosts": [{"name": "b"}],
   "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "A"}]}],
"jobs": [{"id": 1, "cluster": "A", "queue": "s", "run": "1s"}]})");
  request.folder = room.path("run");
  request.programs = waits;
  request.command_line = "mcsim run s.json --policy " + waits.policies.front();
  const Answer run =
      answer_of([&](const Console& console) { return run_command(request, registry, console); });
  INFO(run.err);
  REQUIRE(run.code == ExitCode::done);
  ReplayRequest replay{.folder = room.path("run"), .programs = waits};
  const auto same = open_replay(replay, registry);
  REQUIRE(same);
  CHECK(texts(same->changed).empty());
  replay.programs.policies = {"two=other"};
  const auto other = open_replay(replay, registry);
  REQUIRE(other);
  CHECK(texts(other->changed) ==
        Texts{"--policy \"two=other\": warning: the run had another program: " +
              request.command_line});
  replay.programs = {};
  const auto none_given = open_replay(replay, default_registry());
  REQUIRE_FALSE(none_given);
  const Texts said = texts(none_given.error());
  REQUIRE(said.size() == 2);
  CHECK(said[0].ends_with("a program of your own needs --policy two='COMMAND'"));
  CHECK(said[1].ends_with("the run was made by: " + request.command_line));
}

TEST_CASE("decide starts a program once for all questions") {
  const PolicyOptions counts{
      .policies = {R"(n=n=0; while read -r q; do n=$((n+1)); echo "{\"choice\": $((n-1))}"; done)"},
      .timeout = "60s"};
  const Registry once = with_programs(default_registry(), programs_of(counts), StartPrograms::once);
  const Registry anew = with_programs(default_registry(), programs_of(counts));
  const std::vector<std::int32_t> shares{1, 1, 1};
  const std::vector<std::int64_t> given{0, 0, 0};
  const auto answer = [&](const Registry& registry) {
    return registry.find_deal("n")->make({})({shares, given});
  };
  CHECK(answer(once) == 0);
  CHECK(answer(once) == 1);
  CHECK(answer(anew) == 0);
  CHECK(answer(anew) == 0);
}

}  // namespace mcsim::testing::forward_program_test
