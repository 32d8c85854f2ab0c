// What `mcsim explain` refuses to answer, and what it warns of.
#include <stdexcept>
#include <string>

#include "mcsim/app/explain/explain_command.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "support/explain_once.hpp"
#include "support/run_once.hpp"
#include "support/summaries.hpp"

namespace mcsim::testing::explain_refusals_test {

namespace {

/// Answers nothing.
struct Unwilling {
  static constexpr std::string_view name = "unwilling";
  ForwardAnswer choose(const ForwardView&) const { throw std::logic_error("was asked"); }
};

}  // namespace

TEST_CASE("an id that no forwarded job can have is refused without playing the run") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1, "clusters": [
    {"name": "C1", "hosts": [{"name": "a"}],
     "lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"},
     "lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "r@C2", "HOSTS": "none"}]},
    {"name": "C2", "hosts": [{"name": "b"}],
     "lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 1},
     "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C1"}]}],
    "jobs": [{"id": 1, "cluster": "C1", "run": "10s"}, {"id": 7, "cluster": "C2", "run": "1s"}]})"));
  Registry registry = default_registry();
  for (Registry::Forward& policy : registry.forward)
    policy.make = [](const PolicyValues&) { return AnyForward(Unwilling{}); };
  const auto ask = [&](const std::string& job) {
    ExplainRequest request;
    request.replay.folder = folder;
    request.job = job;
    return answer_of(
        [&](const Console& console) { return explain_command(request, registry, console); });
  };
  CHECK(ask("9@C2").err == "--job: the run has no job \"9@C2\"\n");
  CHECK(ask("5@C2").err == "--job: the run has no job \"5@C2\"\n");
  CHECK_THROWS_AS(ask("8@C2"), PolicyMistake);
  CHECK(explain_job(folder, "8@C2").out.starts_with("job 1@C1\n"));
}

TEST_CASE("what cannot be explained is refused: unknown names are usage, other folders are input") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", eventful));
  CHECK(explain_job(folder, "9").code == ExitCode::usage);
  CHECK(explain_job(folder, "9").err == "--job: the run has no job \"9\"\n");
  CHECK(explain_job(folder, "1@C2").err.find("unknown cluster \"C2\"") != std::string::npos);
  CHECK(explain_job(folder, "one").code == ExitCode::usage);
  CHECK(explain_job(folder, "1", "5").code == ExitCode::usage);
  CHECK(explain_job(room.path(), "1").code == ExitCode::bad_input);
  ExplainRequest nothing;
  nothing.replay.folder = folder;
  CHECK(explain(nothing).code == ExitCode::usage);
}

TEST_CASE("a name that several clusters have is answered with all that could be meant") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1, "clusters": [
    {"name": "C", "hosts": [{"name": "a"}], "lsb.queues": [{"QUEUE_NAME": "q"}]},
    {"name": "D", "hosts": [{"name": "a"}], "lsb.queues": [{"QUEUE_NAME": "q"}]}],
    "jobs": [{"id": 1, "cluster": "C", "run": "1s"}, {"id": 1, "cluster": "D", "run": "1s"}]})"));
  CHECK(explain_job(folder, "1").err ==
        "--job: several clusters have a job 1; say which: 1@C, 1@D\n");
  ExplainRequest request;
  request.replay.folder = folder;
  request.host = "a";
  CHECK(explain(request).err ==
        "--host: several clusters have a host \"a\"; say which: a@C, a@D\n");
  request.host = "";
  request.queue = "q";
  CHECK(explain(request).err ==
        "--queue: several clusters have a queue \"q\"; say which: q@C, q@D\n");
}

TEST_CASE("a folder whose inputs have changed, or whose run was interrupted, is refused") {
  const TempFolder room;
  room.write("t.swf", "; MaxProcs: 4\n1 0 -1 60 2 -1 -1 2 60 -1 1 7 1 -1 1 -1 -1 -1\n");
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
    "workloads": [{"file": "t.swf"}]})"));
  CHECK(explain_job(folder, "1").code == ExitCode::done);
  std::string summary = room.read("run/summary.json");
  summary.replace(summary.find("\"complete\": true"), 16, "\"complete\": false");
  room.write("run/summary.json", sealed_again(summary));
  const Answer partial = explain_job(folder, "1");
  CHECK(partial.code == ExitCode::bad_input);
  CHECK(partial.err.find("was interrupted; --partial takes it") != std::string::npos);
  ExplainRequest request;
  request.replay.folder = folder;
  request.replay.partial = true;
  request.job = "1";
  CHECK(explain(request).code == ExitCode::done);

  room.write("t.swf", "; MaxProcs: 4\n1 0 -1 61 2 -1 -1 2 61 -1 1 7 1 -1 1 -1 -1 -1\n");
  const Answer changed = explain(request);
  CHECK(changed.code == ExitCode::bad_input);
  CHECK(changed.err.find("the file is another one") != std::string::npos);
}

TEST_CASE("results of another run than the scenario makes now are told apart by a warning") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", eventful));
  std::string summary = room.read("run/summary.json");
  const auto at = summary.find("\"fingerprint\": \"");
  summary.replace(at + 16, 4, "0000");
  room.write("run/summary.json", sealed_again(summary));
  const Answer answer = explain_job(folder, "1");
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err.find("warning: its results are of another run") != std::string::npos);
  CHECK(explain_job(folder, "1", "20s").err == "");
}

}  // namespace mcsim::testing::explain_refusals_test
