// The folder of a comparison: what it keeps, and how a comparison that was cut short goes on.
#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "mcsim/kernel/rounds.hpp"
#include "support/compare_once.hpp"

namespace mcsim::testing::compare_folder_test {

namespace {

using Names = std::vector<std::string>;

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// A policy that starts no job, but calls `act` once.
struct Trap {
  static constexpr std::string_view name = "trap";
  static constexpr bool predicts_ends = false;
  std::shared_ptr<std::atomic<bool>> sprung = std::make_shared<std::atomic<bool>>(false);
  void (*act)() = nullptr;

  bool per_event() const { return false; }
  std::int32_t line_key(const QueueConfig&) const { return 0; }
  DispatchDecision next(const DispatchView&) const {
    if (!sprung->exchange(true)) act();
    return {};
  }
  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::not_enough_slots;
  }
};
static_assert(DispatchPolicy<Trap>);

Registry registry_with(const Trap& trap) {
  Registry registry = default_registry();
  registry.dispatch.push_back(
      {"trap", true, [trap](const ModelConfig&) { return AnyDispatch(trap); }});
  return registry;
}

Names cells_in(const TempFolder& room, const std::string& folder) {
  Names found;
  for (const auto& entry : std::filesystem::directory_iterator(room.path(folder + "/cells")))
    found.push_back(entry.path().filename().string());
  return found;
}

/// The name of the cell of a variant, from compare.csv; its labels hold no commas.
std::string cell_of(const std::string& csv, const std::string& variant, int columns) {
  auto from = csv.find("\n" + variant + ",");
  REQUIRE(from != std::string::npos);
  for (int column = 0; column < columns; ++column) from = csv.find(',', from) + 1;
  return csv.substr(from, 16);
}

}  // namespace

TEST_CASE("a comparison gives the same bytes however many runs go on at the same time") {
  const TempFolder room;
  CompareRequest request = request_for(room.write("s.json", eventful),
                                       {"clusters.C1.lsb.params.MBD_SLEEP_TIME=[5, 10, 20]",
                                        "clusters.C1.lsb.queues.urgent.UJOB_LIMIT=[null, 4]"});
  request.outputs = "jobs";
  std::string first;
  for (const std::size_t jobs : {1U, 2U, 7U}) {
    request.jobs = jobs;
    request.run.folder = room.path(std::to_string(jobs));
    request.run.json = true;
    const Answer answer = compare(request);
    CHECK(answer.code == ExitCode::done);
    CHECK(answer.err == "");
    if (first.empty()) first = answer.out;
    CHECK(answer.out == first);
    CHECK(room.read(std::to_string(jobs) + "/compare.json") == first);
    const std::string csv = room.read(std::to_string(jobs) + "/compare.csv");
    CHECK(csv == room.read("1/compare.csv"));
    for (const char* variant :
         {"1_MBD_SLEEP_TIME=5,_UJOB_LIMIT=null", "6_MBD_SLEEP_TIME=20,_UJOB_LIMIT=4"})
      for (const char* file : {"/summary.json", "/jobs.csv", "/scenario.json"}) {
        // The name of a variant holds a comma, and so its quotes one more.
        const std::string cell =
            "/cells/" + cell_of(csv, '"' + std::string(variant) + '"', 4) + file;
        CHECK(room.read("1" + cell) != "");
        CHECK(room.read(std::to_string(jobs) + cell) == room.read("1" + cell));
      }
  }
}

TEST_CASE("the folder of a comparison holds a cell of each variant, for all commands") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["easy", "fcfs"])"});
  request.run.folder = room.path("deep/out");
  request.outputs = "jobs";
  const Answer answer = compare(request);
  INFO(answer.err);
  CHECK(answer.code == ExitCode::done);
  CHECK(holds(answer.out, "\nresults in: " + room.path("deep/out") + "\n"));
  CHECK(room.names() == Names{"deep", "s.json"});
  const std::string table = room.read("deep/out/compare.csv");
  CHECK(table.starts_with("variant,model.dispatch,cell,complete,jobs.total,jobs.DONE,"));
  CHECK(holds(table, ",by_cluster.C.utilization.whole_span,"));
  CHECK_FALSE(holds(table, "by_user"));
  const std::string cell = "deep/out/cells/" + cell_of(table, "2_dispatch=fcfs", 2);
  CHECK(holds(table, ",true,3,3,"));

  RunRequest again;
  again.input = room.path(cell + "/scenario.json");
  again.folder = room.path("again");
  const Answer run = answer_of(
      [&](const Console& console) { return run_command(again, default_registry(), console); });
  CHECK(run.code == ExitCode::done);
  CHECK(room.read("again/jobs.csv") == room.read(cell + "/jobs.csv"));
}

TEST_CASE("a comparison keeps to its folder, and a folder to its comparison") {
  const TempFolder room;
  CompareRequest request = request_for(room.write("s.json", three_jobs), {"seed=[1, 2, 3]"});
  request.run.folder = room.path("out");
  REQUIRE(compare(request).code == ExitCode::done);
  const std::string older = room.read("out/compare.csv");
  request.vary = {"seed=[4, 5]"};
  const Answer other = compare(request);
  CHECK(other.code == ExitCode::run_failed);
  CHECK(holds(other.err, room.path("out") + ": holds the cells of another plan: 3 of its 3 cells "
                                            "are not in this one, the first is "));
  CHECK(room.read("out/compare.csv") == older);

  request.run.folder = run_folder(room, room.path("s.json"), "single");
  const Answer answer = compare(request);
  CHECK(answer.code == ExitCode::run_failed);
  CHECK(holds(answer.err, "is not replaced"));
  CHECK(room.read("single/jobs.csv") != "");
}

TEST_CASE("after Ctrl-C the variants that are complete keep their numbers, and only they") {
  const TempFolder room;
  const Trap trap{.act = [] { std::raise(SIGINT); }};
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["fcfs", "trap", "easy"])"});
  request.run.folder = room.path("out");
  const Answer answer = compare(request, registry_with(trap));
  CHECK(answer.code == ExitCode::interrupted);
  CHECK(holds(answer.out, "\nfcfs       56.3s   "));
  CHECK(holds(answer.out, "\ntrap           -   "));
  CHECK(holds(answer.out, "\neasy           -   "));
  CHECK(answer.err == "mcsim: warning: interrupted: 1 of 3 runs are complete and stay in " +
                          room.path("out") + "; the same command goes on with the others\n");
  CHECK(holds(room.read("out/compare.json"), "\"complete\": false"));
  CHECK(holds(room.read("out/compare.csv"), ",true,"));
  CHECK(holds(room.read("out/compare.csv"), ",false,"));
  CHECK(cells_in(room, "out").size() == 1);
  // The trap has sprung: the same command goes on, and the whole is what it would have been.
  CHECK(compare(request, registry_with(trap)).code == ExitCode::done);
  request.run.folder = room.path("at once");
  CHECK(compare(request, registry_with(trap)).code == ExitCode::done);
  CHECK(room.read("out/compare.json") == room.read("at once/compare.json"));
}

TEST_CASE("after Ctrl-C before any variant is complete, that is all there is to say") {
  const TempFolder room;
  const Trap trap{.act = [] { std::raise(SIGINT); }};
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["trap", "easy"])"});
  request.metrics = "makespan, jobs.DONE";
  request.run.folder = room.path("out");
  const Answer answer = compare(request, registry_with(trap));
  CHECK(answer.code == ExitCode::interrupted);
  CHECK(answer.out == "");
  CHECK(answer.err == "mcsim: warning: interrupted: 0 of 2 runs are complete\n");
}

TEST_CASE(
    "a variant that cannot come to its end stops no other one, and those that are done stay") {
  const TempFolder room;
  const Trap trap{.act = [] { throw RunFailed("no end in sight"); }};
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["fcfs", "trap", "easy"])"});
  for (const std::size_t jobs : {1U, 3U}) {
    *trap.sprung = false;
    request.jobs = jobs;
    request.run.folder = room.path("out" + std::to_string(jobs));
    const Answer answer = compare(request, registry_with(trap));
    CHECK(answer.code == ExitCode::run_failed);
    CHECK(answer.err ==
          "dispatch=trap: no end in sight\nmcsim: warning: not all can be run: 2 of 3 "
          "runs are complete and stay in " +
              *request.run.folder + "; the same command goes on with the others\n");
    CHECK(holds(answer.out, "\nfcfs       56.3s   "));
    CHECK(holds(answer.out, "\ntrap           -   "));
    const std::string folder = "out" + std::to_string(jobs);
    CHECK(holds(room.read(folder + "/compare.json"), "\"complete\": false"));
    CHECK(cells_in(room, folder).size() == 2);
    // It has sprung: the same command goes on, and nothing is left of the failure.
    CHECK(compare(request, registry_with(trap)).code == ExitCode::done);
    CHECK_FALSE(std::filesystem::exists(room.path(folder + "/failed")));
  }
}

TEST_CASE("a finished cell that was edited is refused, and what to do is said") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["fcfs", "easy"])"});
  request.run.folder = room.path("out");
  request.outputs = "jobs";
  REQUIRE(compare(request).code == ExitCode::done);
  const std::string cell = "out/cells/" + cells_in(room, "out").front();
  const auto edited = [&](const std::string& name, const std::string& from, const std::string& to) {
    const std::string before = room.read(cell + "/" + name);
    std::string text = before;
    REQUIRE(text.find(from) != text.npos);
    room.write(cell + "/" + name, text.replace(text.find(from), from.size(), to));
    const Answer answer = compare(request);
    room.write(cell + "/" + name, before);
    return answer;
  };
  for (const Answer& answer :
       {edited("summary.json", "\"DONE\": 3", "\"DONE\": 2"), edited("jobs.csv", "ann", "eve")}) {
    CHECK(answer.code == ExitCode::bad_input);
    CHECK(holds(answer.err, room.path(cell)));
    CHECK(holds(answer.err, "has changed since its run wrote it"));
    CHECK(
        holds(answer.err, "; remove the folder of this cell, and the same command runs it again"));
  }
  CHECK(compare(request).code == ExitCode::done);
}

TEST_CASE("other gates are judged on the cells that are there") {
  const TempFolder room;
  CompareRequest request =
      request_for(room.write("s.json", three_jobs), {R"(model.dispatch=["fcfs", "easy"])"});
  request.run.folder = room.path("out");
  REQUIRE(compare(request).code == ExitCode::done);
  const std::string log = room.read("out/log.tsv");
  for (const char* const value : {"1", "2", "1000"}) {
    request.run.sets = {R"(gates=[{"metric": "makespan", "op": "<", "value": )" +
                        std::string(value) + "}]"};
    const Answer answer = compare(request);
    INFO(answer.err);
    CHECK((answer.code == ExitCode::gate) == (std::string(value) != "1000"));
  }
  CHECK(room.read("out/log.tsv") == log);
}

}  // namespace mcsim::testing::compare_folder_test
