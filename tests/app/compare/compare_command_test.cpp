// What `mcsim compare` prints, writes and answers.
#include "mcsim/app/compare/compare_command.hpp"

#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "support/compare_once.hpp"
#include "support/places.hpp"

namespace mcsim::testing::compare_command_test {

namespace {

using Names = std::vector<std::string>;

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// The variants of the compare.json that was printed.
std::vector<JsonNode> variants_in(const std::string& text) {
  const auto tree = parse_json(text, "compare.json");
  REQUIRE(tree);
  return tree->root.find("variants")->children;
}

}  // namespace

TEST_CASE("a comparison has a row for each variant, and the line that makes it again") {
  const TempFolder room;
  const Answer answer = compare(
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["fcfs", "easy"])"}));
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err == "");
  CHECK(answer.out ==
        "three jobs\n\n"
        "            wait       wait   slowdown   slowdown\n"
        "dispatch    mean        p95       mean        p95   utilization   preempted\n"
        "fcfs       56.3s   1min 54s       3.21       6.70        71.4 %           0\n"
        "easy       18.3s        55s       1.31       1.92        83.3 %           0\n\n"
        "to reproduce: mcsim compare " +
            room.path("s.json") +
            R"( --vary 'model.dispatch=["fcfs", "easy"]' --seed 1)"
            "\n");
  CHECK(room.names() == Names{"s.json"});
}

TEST_CASE("seeds that change nothing are said to, once") {
  const TempFolder room;
  const std::string plain = room.write("s.json", three_jobs);
  const std::string all =
      "--vary: warning: nothing here is random: whatever their seed is, their results are the "
      "same\n";
  CHECK(compare(request_for(plain, {"seed=[1, 2, 3, 4]"})).err == all);
  CHECK(compare(request_for(plain, {R"(s=[{"label": "a", "set": {"seed": 1}},
                                          {"label": "b", "set": {"seed": 2}}])"}))
            .err == all);
  CHECK(compare(request_for(plain, {"seed=[7]"})).err == "");
  CHECK(compare(request_for(plain, {"seed=[1, 2]", R"(model.daemon_phase=["aligned", "seeded"])"}))
            .err ==
        "--vary: warning: nothing is random in 2 of 4 variants (the first: seed=1, "
        "daemon_phase=aligned): whatever their seed is, their results are the same\n");
  CHECK(compare(request_for(plain, {"seed=[1, 2]", R"(model.daemon_phase=["seeded"])"})).err == "");
}

TEST_CASE("variants that do not differ are said to be the same run, once") {
  const TempFolder room;
  const std::string plain = room.write("s.json", three_jobs);
  CHECK(compare(request_for(plain, {"seed=[1, 1]"})).err ==
        "--vary: warning: 2_seed=1 is the same run as 1_seed=1: nothing differs\n");
  CHECK(compare(request_for(plain, {R"(model.dispatch=["easy", "fcfs", "easy", "fcfs"])"})).err ==
        "--vary: warning: 3_dispatch=easy is the same run as 1_dispatch=easy: nothing differs (and "
        "1 more such)\n");
  CHECK(compare(request_for(plain, {R"(model.daemon_phase=["seeded"])", "seed=[1, 2]"})).err == "");
}

TEST_CASE("a variant's summary is that of a run with the same value set") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["easy", "fcfs"])"});
  request.run.json = true;
  const auto variants = variants_in(compare(request).out);
  REQUIRE(variants.size() == 2);
  CHECK(variants[1].find("name")->text == "2_dispatch=fcfs");
  CHECK(to_compact_json(*variants[1].find("set")) == R"({"model.dispatch": "fcfs"})");

  RunRequest alone = request.run;
  alone.sets = {"model.dispatch=fcfs"};
  const Answer run = answer_of(
      [&](const Console& console) { return run_command(alone, default_registry(), console); });
  CHECK(to_compact_json(*variants[1].find("summary")) == to_compact_json(summary_tree(run.out)));
}

TEST_CASE("of several varied paths all combinations are run, the last one changing fastest") {
  const TempFolder room;
  CompareRequest request = request_for(room.write("s.json", three_jobs),
                                       {R"(model.dispatch=["easy", "fcfs"])", "seed=[7, 8, 9]"});
  request.run.seed = "5";  // the varied seed takes precedence
  request.run.json = true;
  std::string names;
  for (const JsonNode& variant : variants_in(compare(request).out))
    names += variant.find("name")->text + " ";
  CHECK(names ==
        "1_dispatch=easy,_seed=7 2_dispatch=easy,_seed=8 3_dispatch=easy,_seed=9 "
        "4_dispatch=fcfs,_seed=7 5_dispatch=fcfs,_seed=8 6_dispatch=fcfs,_seed=9 ");
}

TEST_CASE("values that go together have a label, and may leave the scenario as it is") {
  const TempFolder room;
  CompareRequest request = request_for(room.write("s.json", three_jobs), {R"(setting=[
    {"label": "as is", "set": {}},
    {"label": "strict", "set": {"model.dispatch": "fcfs", "clusters.*.hosts.h.ncpus": 8}}])"});
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(holds(answer.out, "\nas is     18.3s"));
  CHECK(holds(answer.out, "\nstrict       0s"));
  request.run.json = true;
  const auto variants = variants_in(compare(request).out);
  CHECK(variants[1].find("name")->text == "2_setting=strict");
  CHECK(to_compact_json(*variants[1].find("values")) == R"({"setting": "strict"})");
}

TEST_CASE("all wrong paths and values are told at once, each once, before anything runs") {
  const TempFolder room;
  CompareRequest request = request_for(
      room.write("s.json", three_jobs),
      {R"(model.dispatch=["easy", "esay", 5])", "clusters.D.name=[1, 2]", "seed=[1, -1]"});
  request.run.folder = room.path("out");
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(answer.out == "");
  CHECK(answer.err ==
        "--vary clusters.D.name=1: clusters: \"D\" names nothing; nearest: C; known: C\n"
        "--vary seed=-1 /seed: expected a whole number from 0 to 9223372036854775807, got -1\n"
        "--vary clusters.D.name=2: clusters: \"D\" names nothing; nearest: C; known: C\n"
        "--vary model.dispatch=\"esay\" /model/dispatch: unknown \"esay\"; nearest: easy; known: "
        "lsf, fcfs, easy, conservative, recorded\n"
        "--vary model.dispatch=5 /model/dispatch: expected one of lsf, fcfs, easy, conservative, "
        "recorded, got 5\n");
  CHECK(room.names() == Names{"s.json"});
}

TEST_CASE("a scenario that is bad in one variant only is told with that variant") {
  const TempFolder room;
  const Answer answer = compare(request_for(room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}],
    "jobs": [{"id": 1, "hosts": "h", "run": "1s"}]})"),
                                            {R"(clusters.C.hosts.h.name=["h", "g"])"}));
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(holds(answer.err,
              " /jobs/0/hosts: unknown host \"h\" in C; nearest: g; known: g "
              "(with name=g)\n"));
}

TEST_CASE("how --vary is written is told as a mistake of usage") {
  const TempFolder room;
  const std::string scenario = room.write("s.json", three_jobs);
  const auto complaint = [&](const std::vector<std::string>& vary) {
    const Answer answer = compare(request_for(scenario, vary));
    CHECK(answer.code == ExitCode::usage);
    CHECK(answer.out == "");
    return answer.err;
  };
  const std::string wish = R"(: expected PATH=JSON-ARRAY, as in 'model.dispatch=["fcfs", "easy"]')";
  CHECK(complaint({}) == "--vary: missing; expected PATH=JSON-ARRAY\n");
  CHECK(complaint({"seed", "=[1]", "seed="}) ==
        "--vary seed" + wish + "\n--vary =[1]" + wish + "\n--vary seed=" + wish + "\n");
  CHECK(complaint({"seed=1"}) == "--vary seed=1" + wish + " with at least one value\n");
  CHECK(complaint({"seed=[]"}) == "--vary seed=[]" + wish + " with at least one value\n");
  const std::string bell = R"(seed=[{"label": "\u0007", "set": {"seed": 2}}])";
  CHECK(complaint({bell}) == "--vary " + bell + wish + ", labels without control characters\n");
  CHECK(complaint({"seed=[one]"}).starts_with("--vary seed=[one]" + wish + ": not JSON"));
  CHECK(complaint({"seed=[1]", R"(x=[{"label": "two", "set": {"seed": 2}}])"}) ==
        "--vary x: \"seed\" is varied twice\n");
  std::string many = "seed=[0";
  for (int value = 1; value <= 1000; ++value) many += "," + std::to_string(value);
  CHECK(complaint({many + "]"}) == "--vary: more than 1000 combinations of the values\n");
}

TEST_CASE("what all variants are warned of is said once, other warnings with their variants") {
  const TempFolder room;
  CompareRequest request = request_for(room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}], "jobs": [{"id": 1, "run": "1h"}],
    "actions": [{"at": "10min", "do": "bstop", "job": 1}]})"),
                                       {R"(actions.0.at=["10min", "20min", "2h"])"});
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err ==
        "mcsim: warning: 1 job is suspended and nothing will ever resume it (stalled) (with "
        "at=10min and 1 more variant)\n");

  request.run.sets = {"model.dispatch=easy"};
  CHECK(compare(request).err == room.path("s.json") +
                                    ":2:27 /clusters/0/name: warning: easy looks at slots only, "
                                    "not at bstop\n");
}

TEST_CASE("the columns of a comparison can be chosen by the paths of gates") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["easy", "fcfs"])"});
  request.metrics = "makespan, by_user.*.wait_time.max jobs.exit_reasons.TERM_OWNER";
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err ==
        "--metrics jobs.exit_reasons.TERM_OWNER: warning: no variant has such a result; nearest: "
        "jobs.EXIT\n");
  CHECK(holds(answer.out,
              "dispatch   makespan   by_user.ann.wait_time.max   by_user.bob.wait_time.max\n"
              "easy            120                           0                          55\n"
              "fcfs            140                         114                          55\n"));
  CHECK(holds(answer.out,
              " --metrics 'makespan, by_user.*.wait_time.max "
              "jobs.exit_reasons.TERM_OWNER'"));
}

TEST_CASE("a comparison of which no column is there says so by its exit code, too") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["easy", "fcfs"])"});
  request.metrics = "jobs.exit_reasons.TERM_OWNER";
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::usage);
  CHECK(
      answer.err ==
      "--metrics jobs.exit_reasons.TERM_OWNER: no variant has such a result; nearest: jobs.EXIT\n");
}

TEST_CASE("metrics that no variant can have are refused before anything runs") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["easy", "fcfs"])"});
  request.run.folder = room.path("out");
  request.metrics =
      "makespan wait_tiem.mean by_user.eve.wait_time fingerprint /by_queue/x /makespan";
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::usage);
  CHECK(answer.out.empty());
  CHECK(holds(answer.err,
              "--metrics wait_tiem.mean: no variant has such a result; nearest: wait_time.mean\n"
              "--metrics by_user.eve.wait_time: no variant has such a result"));
  CHECK(holds(answer.err, "\n--metrics fingerprint: no variant has such a result"));
  CHECK(holds(answer.err, "\n--metrics /by_queue/x: no variant has such a result"));
  CHECK_FALSE(holds(answer.err, "makespan: "));
  CHECK(room.names() == std::vector<std::string>{"s.json"});
  for (const char* list : {" , ", ""}) {
    request.metrics = list;
    CHECK(compare(request).code == ExitCode::usage);
    CHECK(compare(request).err ==
          "--metrics: expected paths into summary.json, got \"" + std::string(list) + "\"\n");
  }
}

// Each number that a run has brought is taken before the next one.
TEST_CASE("metrics that some variant has are never refused") {
  const std::string scenario =
      GENERATE("forwarding_bounce", "elim_licence_dies", "launch_pjl_exits",
               "lease_reconfiguration", "lsf_priority", "conf/riverside");
  INFO(scenario);
  CompareRequest request =
      request_for(source_dir() + "/scenarios/" + scenario + ".json", {"seed=[1, 2]"});
  request.run.json = true;
  const auto tree = parse_json(compare(request).out, "compare.json");
  REQUIRE(tree);
  const JsonNode& summary = *tree->root.find("variants")->children.front().find("summary");
  std::string all;
  for (const MetricAt& metric : metrics_at(summary, ""))
    if (metric.path.find_first_of(" ,") == std::string::npos) all += " " + metric.path;
  CHECK(holds(all, " forwarding.by_link.home:") == (scenario == "forwarding_bounce"));
  CHECK(holds(all, " elim.C1.problems.") == (scenario == "elim_licence_dies"));
  CHECK(holds(all, " pjl.C1.launches") == (scenario == "launch_pjl_exits"));
  CHECK(holds(all, " leases.by_lease.") == (scenario == "lease_reconfiguration"));
  request.metrics = all;
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  CHECK_FALSE(holds(answer.err, "--metrics"));
}

TEST_CASE("clusters side by side have their own columns, and so have the jobs between them") {
  const TempFolder room;
  const Answer answer = compare(request_for(room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "A", "hosts": [{"name": "a"}]}, {"name": "B", "hosts": [{"name": "b"}]}],
    "jobs": [{"id": 1, "cluster": "A", "run": "1h"}, {"id": 2, "cluster": "A", "run": "1h"},
             {"id": 3, "cluster": "B", "run": "1h"}]})"),
                                            {"jobs.1.submit=[\"0s\", \"1h\"]"}));
  CHECK(answer.code == ExitCode::done);
  CHECK(holds(answer.out, "slowdown     util.    util.\n"));
  CHECK(holds(answer.out, "   A        B   forwarded   returned   ineffectual   preempted\n"));
  CHECK_FALSE(holds(answer.out, "utilization"));
}

TEST_CASE("counts of jobs stand in the table where they differ") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(jobs.0.limit=["1min", "30s"])"});
  CHECK(holds(compare(request).out, "preempted   DONE   EXIT\n"));
}

TEST_CASE("a gate that does not hold in one variant is told with it, and the results stay") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["easy", "fcfs"])"});
  request.run.sets = {R"(gates=[{"metric": "makespan", "op": "<", "value": 130}])"};
  request.run.folder = room.path("out");
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::gate);
  CHECK(holds(answer.err, "makespan is 140, not < 130 (with dispatch=fcfs)\n"));
  CHECK(room.read("out/compare.csv") != "");
}

TEST_CASE("a bare trace is compared on the machine and from the policy that the options say") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("t.swf", R"(1 0 -1 60 2 -1 -1 2 60 -1 1 7 1 -1 1 -1 -1 -1
2 5 -1 60 4 -1 -1 4 60 -1 1 8 1 -1 1 -1 -1 -1
)"),
                  {"until=[\"30s\", \"1h\"]"});
  request.run.slots = "4";
  request.run.dispatch = "fcfs";
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(holds(answer.out, "preempted   DONE   PEND\n"));
  CHECK(holds(answer.out, "--slots 4 --dispatch fcfs --vary "));
  request.run.input = room.write("s.json", three_jobs);
  CHECK(compare(request).code == ExitCode::usage);
}

TEST_CASE("nothing is printed of a comparison that is to be quiet") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["easy", "fcfs"])"});
  request.run.quiet = true;
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.out == "");
  CHECK(answer.err == "");
}

TEST_CASE("on a terminal the progress of a comparison leaves no trace") {
  const TempFolder room;
  CompareRequest request = request_for(room.write("s.json", three_jobs), {"seed=[1, 2, 3]"});
  request.jobs = 2;
  std::ostringstream out;
  std::ostringstream err;
  CHECK(compare_command(request, default_registry(), Console{out, err, true}) == ExitCode::done);
  CHECK(err.str().ends_with("\r\x1b[K"));
}

}  // namespace mcsim::testing::compare_command_test
