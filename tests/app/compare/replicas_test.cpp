// `mcsim compare --replicas`: the same luck for all variants, and what is said of it.
#include "mcsim/app/cells/replicas.hpp"

#include <string>

#include "mcsim/app/compare/compare_command.hpp"

#include <algorithm>
#include "mcsim/app/compare/comparison.hpp"
#include "mcsim/app/compare/replica_report.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::replicas_test {

namespace {

/// Two clusters of different size behind a third one; a random policy draws.
constexpr const char* drawn = R"({"mcsim": 1, "name": "drawn", "seed": 5, "clusters": [
  {"name": "A", "hosts": [{"name": "a"}],
   "lsb.queues": [{"QUEUE_NAME": "s", "SNDJOBS_TO": "r@B r@C", "HOSTS": "none"}]},
  {"name": "B", "hosts": [{"name": "b", "ncpus": 3}],
   "lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 15},
   "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "A"}]},
  {"name": "C", "hosts": [{"name": "c"}],
   "lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 15},
   "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "A"}]}],
 "model": {"forward_policy": "random", "dispatch": "fcfs"},
 "jobs": [)";

std::string scenario_of(int jobs) {
  std::string text = drawn;
  for (int id = 1; id <= jobs; ++id)
    text += std::string(id == 1 ? "" : ",") + R"({"id": )" + std::to_string(id) +
            R"(, "cluster": "A", "queue": "s", "run": "100s", "submit": ")" +
            std::to_string(id * 20) + "s\"}";
  return text + "]}";
}

Answer compare(const CompareRequest& request) {
  return answer_of([&](const Console& console) {
    return compare_command(request, default_registry(), console);
  });
}

CompareRequest request_for(const TempFolder& room, std::vector<std::string> vary) {
  CompareRequest request;
  request.run.input = room.write("s.json", scenario_of(30));
  request.vary = std::move(vary);
  request.jobs = 2;
  request.replicas = 6;
  return request;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("variants that are the same differ by exactly 0 in each replica, which is said") {
  const TempFolder room;
  const Answer answer = compare(request_for(room, {"name=[\"x\", \"y\"]"}));
  INFO(answer.out << answer.err);
  CHECK(answer.code == ExitCode::done);
  CHECK(holds(answer.out, "0s \u00B1 0s"));
  CHECK(holds(answer.out, "6 of 6"));
  CHECK(holds(answer.out, "In wait_time.mean all variants are the same in each replica."));
  CHECK_FALSE(holds(answer.out, "nan"));
}

TEST_CASE("a variant that is better beyond chance is named with its interval") {
  const TempFolder room;
  CompareRequest request =
      request_for(room, {"model.forward_policy=[\"random\", \"least-expected-wait\"]"});
  request.run.folder = room.path("out");
  const Answer answer = compare(request);
  INFO(answer.out << answer.err);
  CHECK(answer.code == ExitCode::done);
  CHECK(holds(answer.out, "With forward_policy=least-expected-wait, wait_time.mean is "));
  CHECK(holds(answer.out, "% confidence"));
  CHECK(holds(answer.out, "--replicas 6 --seed 5"));
  // A row for each run; replica r of all variants that draw has the same seed.
  const std::string csv = room.read("out/compare.csv");
  CHECK(holds(csv, "variant,model.forward_policy,replica,seed,cell,complete,"));
  CHECK(holds(csv, "\n1_forward_policy=random_r1,random,1,5,"));
  CHECK(holds(csv, "\n1_forward_policy=random_r6,random,6,10,"));
  CHECK(holds(csv, "\n2_forward_policy=least-expected-wait_r6,least-expected-wait,6,5,"));
  request.jobs = 1;
  request.run.folder = room.path("again");
  CHECK(compare(request).code == ExitCode::done);
  CHECK(room.read("again/compare.json") == room.read("out/compare.json"));
  // Compared with the other one the first is worse.
  request.run.folder.reset();
  request.against = "2";
  CHECK(
      holds(compare(request).out, "no variant is better than forward_policy=least-expected-wait"));
}

TEST_CASE("where nothing is random replicas run once, with a warning") {
  const TempFolder room;
  CompareRequest request = request_for(room, {"model.forward_policy=[\"round-robin\"]"});
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  // There is no trace to draw from.
  CHECK(holds(answer.err, "--replicas: warning: nothing here is random: each variant runs once\n"));
  CHECK_FALSE(holds(answer.out, "\u00B1"));
}

TEST_CASE("options of replicas are refused together") {
  const TempFolder room;
  CompareRequest request = request_for(room, {"seed=[1, 2]"});
  request.against = "seed=3";
  request.confidence = "100%";
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::usage);
  CHECK(answer.err ==
        "--confidence \"100%\": expected a percentage above 50 and below 100, such as 95%\n"
        "--against \"seed=3\": no variant is called so; nearest: seed=1; known: seed=1, "
        "seed=2\n"
        "--replicas 6: gives each replica a seed of its own: leave seed out of --vary\n");
  request = request_for(room, {"name=[\"x\"]"});
  request.run.seed = "9223372036854775803";
  CHECK(holds(compare(request).err,
              "--replicas 6: the seeds go on from the scenario's, beyond 9223372036854775807"));
  request.run.seed.reset();
  request.replicas = 1;
  request.resample = "weeks";
  CHECK(holds(compare(request).err,
              "--resample \"weeks\": needs --replicas of at least 2: one run says nothing about "
              "chance"));
}

// By hand: the differences are 1, 3, 2, the mean 2, the deviation 1, t = 2 sqrt(3) = 3.4641; with
// two degrees of freedom p = 0.0742, and Student's 95 per cent are 4.3027, so +- 2.4841.
TEST_CASE("standings are paired differences from the reference") {
  const Standings all = standings_of("wait_time.mean", {{10, 20, 30}, {11, 23, 32}}, 0, 0.95);
  const Difference& from = all.variants[1].from_reference.value();
  CHECK(from.of.mean == 2);
  CHECK(from.of.half_width.value() == Approx(2.4841).epsilon(1e-4));
  CHECK(all.variants[1].p_value == Approx(0.0742).epsilon(1e-3));
  CHECK_FALSE(all.differs(1));
  CHECK(all.variants[0].times_best == 3);
  CHECK(all.variants[1].times_best == 0);
  CHECK_FALSE(all.is_more_better);
  CHECK(standings_of("utilization.whole_span", {{1}, {2}}, 0, 0.95).variants[1].times_best == 1);
}

TEST_CASE("a gate can ask for a variant that is better than another one by more than chance") {
  const TempFolder room;
  CompareRequest request =
      request_for(room, {"model.forward_policy=[\"random\", \"least-expected-wait\"]"});
  const auto gate = [&](const std::string& variant) {
    request.run.sets = {R"(gates=[{"metric": "wait_time.mean", "better_than": ")" + variant +
                        "\"}]"};
    return compare(request);
  };
  CHECK(gate("forward_policy=random").code == ExitCode::done);
  CHECK(gate("1").code == ExitCode::done);
  const Answer worse = gate("2");
  CHECK(worse.code == ExitCode::gate);
  CHECK(holds(worse.err,
              "/gates/0/better_than: wait_time.mean: forward_policy=random is not better than "
              "forward_policy=least-expected-wait beyond chance: the difference is "));
  const Answer unknown = gate("3");
  CHECK(unknown.code == ExitCode::bad_input);
  CHECK(holds(unknown.err, "no variant is called \"3\""));
  request.run.sets = {R"(gates=[{"metric": "wait_time", "better_than": "1"}])"};
  const Answer several = compare(request);
  CHECK(several.code == ExitCode::bad_input);
  CHECK(holds(several.err,
              "/gates/0/metric: \"wait_time\" is several results; better_than is about one"));
  request.replicas = 1;
  CHECK(holds(gate("1").err, "needs --replicas of at least 2"));
}

TEST_CASE("a gate has a bound or a variant, not both and not neither") {
  const TempFolder room;
  CompareRequest request = request_for(room, {"name=[\"x\"]"});
  request.run.sets = {R"(gates=[{"metric": "makespan", "op": "<"},
                                {"metric": "makespan", "better_than": "1", "value": 3}])"};
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(holds(answer.err, "/gates/0/value: missing: a gate has op and value, or better_than\n"));
  CHECK(
      holds(answer.err, "/gates/1/value: stands beside better_than: expected one or the other\n"));
}

TEST_CASE("replicas are added until means are precise, and no more") {
  const TempFolder room;
  CompareRequest request = request_for(room, {"model.forward_policy=[\"random\"]"});
  request.metrics = "wait_time.mean";
  request.precision = "40%";
  request.replicas = 1;
  request.run.folder = room.path("out");
  const Answer loose = compare(request);
  INFO(loose.err << loose.out);
  CHECK(loose.code == ExitCode::done);
  CHECK(loose.err == "");
  const std::string csv = room.read("out/compare.csv");
  const auto rows = std::ranges::count(csv, '\n') - 1;
  CHECK(rows >= 5);
  CHECK(rows < 100);
  // The same again: all is there.
  const std::string log = room.read("out/log.tsv");
  CHECK(compare(request).code == ExitCode::done);
  CHECK(room.read("out/log.tsv") == log);
  CHECK(room.read("out/compare.csv") == csv);
  // More precise: the same folder, and more replicas, but not more than allowed.
  request.precision = "0.5%";
  request.replicas = static_cast<std::size_t>(rows) + 3;
  const Answer tight = compare(request);
  CHECK(tight.code == ExitCode::done);
  CHECK(holds(tight.err, "--precision 0.5%: warning: not reached with " + std::to_string(rows + 3) +
                             " replicas: the half-width of "
                             "wait_time.mean of forward_policy=random is "));
  CHECK(room.read("out/log.tsv").starts_with(log));
}

// By hand: the differences are -0.04, -0.02 and -0.03: the mean is -0.03, the deviation 0.01, and
// Student's 95 per cent of two degrees of freedom are 4.3027 * 0.01 / sqrt(3) = 0.0248.
TEST_CASE(
    "of shares differences are percentage points, and what is worse is told with its number") {
  std::vector<Variant> variants(2);
  variants[0].title = variants[0].name = "policy=a";
  variants[0].labels = {"a"};
  variants[1].title = variants[1].name = "policy=b";
  variants[1].labels = {"b"};
  const std::vector<std::vector<double>> shares = {{0.54, 0.62, 0.58}, {0.50, 0.60, 0.55}};
  const std::string worse = replica_report(
      {standings_of("utilization.whole_span", shares, 0, 0.95)}, {"policy"}, variants, 200);
  CHECK(holds(worse, "-3.0 pp \u00B1 2.5 pp *"));
  CHECK(holds(worse,
              "In utilization.whole_span no variant is better than policy=a beyond chance; worse: "
              "policy=b (by 3.0 \u00B1 2.5 percentage points)."));
  const std::string better = replica_report(
      {standings_of("utilization.whole_span", shares, 1, 0.95)}, {"policy"}, variants, 200);
  CHECK(holds(better,
              "With policy=a, utilization.whole_span is 3.0 percentage points more than with "
              "policy=b (0.5 to 5.5 percentage points more, at 95 % confidence)"));
  // The same for programs.
  const JsonNode json =
      standings_json({standings_of("utilization.whole_span", shares, 1, 0.95)}, variants);
  CHECK(json.children.front().find("sentence")->text.starts_with("With policy=a, "));
  CHECK(json.children.front().find("replicas_for_5_percent")->is(JsonNode::Kind::null));
}

TEST_CASE("more replicas than there can be are not counted") {
  std::vector<Variant> variants(2);
  variants[0].title = "policy=a";
  variants[0].labels = {"a"};
  variants[1].title = "policy=b";
  variants[1].labels = {"b"};
  const std::string text = replica_report({standings_of("x", {{1, 100, 2}, {90, 1, 2}}, 0, 0.95)},
                                          {"policy"}, variants, 200);
  CHECK(holds(text,
              "; only more than 1000 replicas would find a difference of 5 % in four of five "
              "comparisons."));
}

TEST_CASE("a metric that one replica lacks is told, with what follows") {
  Comparison comparison;
  comparison.variants.resize(1);
  comparison.request.metrics = "wait";
  for (const char* const text : {R"({"wait": 1})", R"({"wait": null})", R"({"wait": 3})"}) {
    Variant run;
    run.title = "replica " + std::to_string(comparison.runs.size() + 1);
    comparison.runs.push_back(std::move(run));
    comparison.results.push_back({.summary = parse_json(text, "")->root, .complete = true});
  }
  CHECK(to_text(without_statistics(comparison).list.at(0)) ==
        "wait: warning: 2 of 3 runs have this result, the first without: replica 2; so there is no "
        "mean of it and no difference; compare.csv has what there is");
  comparison.results[1].summary = parse_json(R"({"wait": 2})", "")->root;
  CHECK(without_statistics(comparison).list.empty());
}

TEST_CASE("a gate that fails in several replicas is told once") {
  const TempFolder room;
  CompareRequest request = request_for(room, {"model.forward_policy=[\"random\"]"});
  request.run.sets = {R"(gates=[{"metric": "makespan", "op": "<", "value": 1}])"};
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::gate);
  CHECK(std::ranges::count(answer.err, '\n') == 1);
  CHECK(holds(answer.err, " in replica 1; it fails in 6 of 6\n"));
}

TEST_CASE("where names of variants leave no room for results, numbers stand for them") {
  std::vector<Variant> variants(2);
  variants[0].title = "policy=random";
  variants[0].labels = {"random"};
  variants[1].title = "policy=" + std::string(40, 'x');
  variants[1].labels = {std::string(40, 'x')};
  const Standings all = standings_of("x", {{10, 20, 30}, {11, 23, 32}}, 0, 0.95);
  const std::string wide = replica_report({all}, {"policy"}, variants, 100);
  CHECK(wide.starts_with("policy  "));
  CHECK(holds(wide, "\n" + std::string(40, 'x') + " "));
  const std::string narrow = replica_report({all}, {"policy"}, variants, 78);
  CHECK(narrow.starts_with("1  policy=random\n2  policy=" + std::string(40, 'x') + "\n\nvariant "));
  CHECK(holds(narrow, "\n2  "));
}

TEST_CASE("variants without luck among others run once, and count as often as they") {
  const TempFolder room;
  CompareRequest request =
      request_for(room, {"model.forward_policy=[\"round-robin\", \"random\"]"});
  request.run.folder = room.path("out");
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(holds(answer.err,
              "--replicas: warning: nothing is random in 1 of 2 variants (the first: "
              "forward_policy=round-robin): these run once, and count as often as the others"));
  const std::string log = room.read("out/log.tsv");
  CHECK(std::ranges::count(log, '\n') == 7);  // once, and six times
  CHECK(holds(answer.out, "round-robin"));
}

}  // namespace mcsim::testing::replicas_test
