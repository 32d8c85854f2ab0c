// `mcsim generate`: what it writes, and what it refuses.
#include "mcsim/app/command/generate_command.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/text/input.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::generate_command_test {

namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Answer generate(const GenerateRequest& request) {
  return answer_of([&](const Console& console) { return generate_command(request, console); });
}

GenerateRequest lublin(ParameterTexts parameters) {
  return {.model = "lublin", .parameters = std::move(parameters)};
}

GenerateRequest cyclic() {
  return {.model = "cyclic",
          .parameters = {{"rates", "3"},
                         {"days", "8"},
                         {"run_times", "0:60 1:600"},
                         {"widths", "0:1 0.5:1 0.5:4 1:4"}}};
}

/// The jobs.csv of a run, without the column that names the workload.
std::string jobs_without_names(const TempFolder& room, const std::string& input,
                               const std::string& name) {
  run_folder(room, input, name);
  std::string jobs = room.read(name + "/jobs.csv");
  for (const std::string known : {"made.swf", "lublin", "cyclic", "recorded.swf"})
    for (auto at = jobs.find("," + known + ","); at != std::string::npos;
         at = jobs.find("," + known + ","))
      jobs.replace(at, known.size() + 2, ",*,");
  return jobs;
}

std::string scenario_with(const std::string& workload) {
  return R"({"mcsim": 1, "seed": 9,
    "clusters": [{"name": "C1", "hosts": [{"name": "h[1-16]", "ncpus": 8}]}],
    "workloads": [)" +
         workload + "]}";
}

}  // namespace

TEST_CASE("a generated trace says what made it, and has as many jobs as it says") {
  const Answer made = generate(lublin({{"jobs", "3"}, {"procs", "64"}}));
  CHECK(made.code == ExitCode::done);
  CHECK(made.err.empty());
  CHECK(made.out.starts_with("; Version: 2.2\n; Conversion: mcsim "));
  CHECK(holds(made.out, ", generate lublin, seed 1\n; Information: Lublin, Feitelson, "));
  CHECK(holds(made.out,
              "\n; MaxJobs: 3\n; MaxRecords: 3\n; MaxProcs: 64\n; Note: batch jobs: umed 4, "
              "uhi 6, serial_prob 0.2927, pow2_prob 0.6686, ulow 1.2, "));
  CHECK(holds(made.out, "\n3 "));
  CHECK(!holds(made.out, "\n4 "));
}

TEST_CASE("the same seed makes the same bytes, packed or not, another seed others") {
  const TempFolder room;
  GenerateRequest request = cyclic();
  const std::string plain = generate(request).out;
  CHECK(generate(request).out == plain);
  for (const char* const ending : {"", ".gz", ".xz", ".zst"}) {
    request.output = room.path("made.swf") + ending;
    const Answer made = generate(request);
    CHECK(made.code == ExitCode::done);
    CHECK(made.out.starts_with(*request.output + ": "));
    CHECK(read_file(*request.output, "made", 1 << 24).value() == plain);
  }
  request.output.reset();
  request.seed = "2";
  CHECK(generate(request).out != plain);
}

TEST_CASE("all wrong options of generate are told with exit code 2, and nothing is written") {
  const TempFolder room;
  GenerateRequest request = lublin({{"jobs", "many"}, {"uprob", "2"}});
  request.seed = "-1";
  request.output = room.path("made.swf");
  const Answer refused = generate(request);
  CHECK(refused.code == ExitCode::usage);
  CHECK(refused.out.empty());
  CHECK(refused.err ==
        "--seed: expected a whole number from 0 to 1000000000000000000, got \"-1\"\n"
        "--jobs: expected a whole number from 1 to 100000000, got \"many\"\n"
        "--uprob: expected a number from 0 to 1, got \"2\"\n");
  CHECK(room.names().empty());
}

TEST_CASE("parameters can be set by their names, each once") {
  GenerateRequest request = lublin({{"jobs", "20"}});
  const std::string plain = generate(request).out;
  request.parameters = {};
  request.sets = {"jobs=20"};
  CHECK(generate(request).out == plain);
  request.sets = {"jobs=20", "jobs=30", "jbos=3", "procs"};
  const Answer refused = generate(request);
  CHECK(refused.code == ExitCode::usage);
  CHECK(holds(refused.err, "--set jobs=30: is given twice\n"));
  CHECK(holds(refused.err, "--set jbos=3: lublin has no such parameter; nearest: jobs"));
  CHECK(holds(refused.err, "--set procs: expected NAME=VALUE, as in jobs=200\n"));
}

TEST_CASE("a bad trace is told with exit code 3 and its lines, wrong options with it") {
  const TempFolder room;
  const std::string trace = room.write("t.swf", "1 0 0 ten 1\n");
  GenerateRequest request{.model = "estimates", .trace = trace};
  request.output = room.path("made.swf");
  const Answer refused = generate(request);
  CHECK(refused.code == ExitCode::bad_input);
  CHECK(holds(refused.err, trace + ":1:7: "));
  request.parameters["head_sum"] = "101";
  const Answer both = generate(request);
  CHECK(both.code == ExitCode::usage);
  CHECK(both.err.starts_with("--head-sum: expected a number from 0 to 100, got \"101\"\n"));
  CHECK(holds(both.err, trace + ":1:7: "));
  CHECK(room.names() == std::vector<std::string>{"t.swf"});
}

TEST_CASE("an output that cannot be written is told with exit code 1") {
  GenerateRequest request = lublin({{"jobs", "3"}});
  request.output = "/dev/full";
  CHECK(generate(request).code == ExitCode::run_failed);
  request.output = "/nowhere/made.swf";
  CHECK(generate(request).code == ExitCode::run_failed);
}

TEST_CASE("a generated trace runs to the same jobs as a workload with its model and seed") {
  const TempFolder room;
  GenerateRequest request = lublin({{"jobs", "400"}, {"type", "both"}, {"procs", "128"}});
  request.seed = "9";
  request.output = room.path("made.swf");
  REQUIRE(generate(request).code == ExitCode::done);
  const std::string file = scenario_with(R"({"file": "made.swf"})");
  const std::string by_file = jobs_without_names(room, room.write("file.json", file), "by_file");
  const std::string model =
      scenario_with(R"({"model": "lublin", "jobs": 400, "type": "both", "procs": 128})");
  CHECK(jobs_without_names(room, room.write("model.json", model), "by_model") == by_file);
  // What a run wrote runs to the same once more.
  CHECK(jobs_without_names(room, room.path("by_model/scenario.json"), "again") == by_file);
  CHECK(run_folder(room, room.path("made.swf"), "bare") == room.path("bare"));
}

TEST_CASE("tables of a trace are an entry of a scenario, which has the same jobs") {
  const TempFolder room;
  GenerateRequest request = cyclic();
  request.output = room.path("recorded.swf");
  REQUIRE(generate(request).code == ExitCode::done);
  GenerateRequest from{.model = "cyclic",
                       .parameters = {{"days", "3"}},
                       .seed = "9",
                       .trace = room.path("recorded.swf")};
  from.output = room.path("made.swf");
  REQUIRE(generate(from).code == ExitCode::done);
  const std::string by_file = jobs_without_names(
      room, room.write("file.json", scenario_with(R"({"file": "made.swf"})")), "by_file");
  const std::string recorded =
      scenario_with(R"({"model": "cyclic", "days": 3, "file": "recorded.swf"})");
  CHECK(jobs_without_names(room, room.write("recorded.json", recorded), "by_trace") == by_file);
  from.entry = true;
  const Answer entry = generate(from);
  CHECK(entry.code == ExitCode::done);
  CHECK(holds(entry.out, "\"model\": \"cyclic\""));
  CHECK(holds(entry.out, "\"days\": 3"));
  CHECK(holds(entry.out, "\"widths\": \"0:1 "));
  CHECK(jobs_without_names(room, room.write("entry.json", scenario_with(entry.out)), "by_entry") ==
        by_file);
}

TEST_CASE("a trace with estimates runs to the same jobs as a workload with that model") {
  const TempFolder room;
  GenerateRequest request = cyclic();
  request.output = room.path("recorded.swf");
  REQUIRE(generate(request).code == ExitCode::done);
  GenerateRequest estimates{.model = "estimates",
                            .parameters = {{"max_estimate", "7200"}},
                            .seed = "9",
                            .trace = room.path("recorded.swf")};
  estimates.output = room.path("made.swf");
  REQUIRE(generate(estimates).code == ExitCode::done);
  CHECK(room.read("made.swf").starts_with("; Conversion: mcsim "));
  const std::string by_file = jobs_without_names(
      room, room.write("file.json", scenario_with(R"({"file": "made.swf"})")), "by_file");
  CHECK(holds(by_file, ",7200,"));
  const std::string model =
      scenario_with(R"({"model": "estimates", "max_estimate": 7200, "file": "recorded.swf"})");
  CHECK(jobs_without_names(room, room.write("model.json", model), "by_model") == by_file);
}

TEST_CASE(
    "estimates that would be too short are refused, and a longest one that is exceeded is told") {
  const TempFolder room;
  std::string rows = "; MaxProcs: 4\n";
  for (int job = 1; job <= 40; ++job)
    rows += std::to_string(job) + " " + std::to_string(job) + " -1 7100 1\n";
  GenerateRequest request{.model = "estimates", .trace = room.write("t.swf", rows)};
  const Answer refused = generate(request);
  CHECK(refused.code == ExitCode::usage);
  CHECK(holds(refused.err, "--max-share: too few estimates are long enough: "));
  request.parameters = {
      {"max_estimate", "3600"}, {"max_share", "100"}, {"values", "1"}, {"head_sum", "100"}};
  const Answer made = generate(request);
  CHECK(made.code == ExitCode::done);
  CHECK(holds(made.err, "40 jobs of 40 run longer than max_estimate, 3600 s"));
  CHECK(holds(made.out, "\n40 40 -1 7100 1 -1 -1 -1 3600\n"));
}

}  // namespace mcsim::testing::generate_command_test
