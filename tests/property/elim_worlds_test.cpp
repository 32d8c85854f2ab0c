// Random clusters with ELIMs of all kinds, and faults: results must not depend on when load is
// read.
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/same_results.hpp"
#include "support/temp_folder.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::elim_worlds_test {

namespace {

/// Draws the text of a scenario.
class ElimWorld {
 public:
  explicit ElimWorld(std::uint64_t seed) : dice_(seed, "test/elim worlds") {}

  /// A record of a program that ends now and then, for ELIMs of the world.
  std::string record() {
    std::string text = R"({"mcsim_elim": 1})";
    bool is_running = false;
    for (std::int64_t at = 0; at < 3'000'000; at += number(1, 60'000)) {
      text += "\n{\"time\": " + std::to_string(at / 1'000) + "." +
              std::to_string(1'000 + at % 1'000).substr(1) + ", ";
      if (!is_running || number(0, 9) == 0) {
        text += is_running ? R"("event": "exited", "status": 1})" : R"("event": "started"})";
        is_running = !is_running;
        continue;
      }
      text += R"("values": {)";
      for (const char* name : {"nio", "lic", "r1m", "it", "mem"})
        text += std::string(text.ends_with('{') ? "\"" : ", \"") + name +
                "\": " + (number(0, 5) == 0 ? "null" : std::to_string(number(0, 3) * 30));
      text += "}}";
    }
    return text + "\n{\"time\": 3000, \"event\": \"end\"}\n";
  }

  std::string text() {
    hosts_ = number(1, 4);
    return R"({"mcsim": 1, "until": "1h", "model": {"load": "lim")" + flag("lim_send_on_change") +
           flag("lava_elim") + flag("elim_keep_values_on_exit") + maybe(R"(, "load_noise": 0.3)") +
           maybe(R"(, "host_down": "silence")") + maybe(R"(, "mbatchd_start": "0s")") +
           R"(}, "lsf.shared": {"Resource": [)"
           R"({"RESOURCENAME": "nio", "TYPE": "Numeric", "INTERVAL": 15, "INCREASING": "Y"},)"
           R"({"RESOURCENAME": "os", "TYPE": "String", "INTERVAL": 20},)"
           R"({"RESOURCENAME": "lic", "TYPE": "Numeric", "INTERVAL": 30, "INCREASING": "N"}]},)"
           R"("clusters": [{"name": "C", "hosts": [{"name": "a[1-)" +
           std::to_string(hosts_) + R"(]", "ncpus": 2, "maxmem": 1000}], "lsf.cluster": {)" +
           R"("Parameters": {"EXINTERVAL": )" + one_of({"15", "10", "7"}) +
           maybe(R"(, "ELIM_POLL_INTERVAL": 3)") + maybe(R"(, "LSF_ELIM_BLOCKTIME": 4)") +
           maybe(R"(, "LSF_ELIM_RESTARTS": 1)") +
           R"(}, "ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": ")" +
           one_of({"[all]", "[a1]"}) + R"("}]}, "lsb.params": {"JOB_ACCEPT_INTERVAL": 0,)" +
           R"("JOB_SCHEDULING_INTERVAL": )" + one_of({"0", "5", "10"}) + R"(, "SBD_SLEEP_TIME": )" +
           one_of({"30", "7"}) + R"(}, "lsb.queues": [)" + queue("q0") + ", " + queue("q1") +
           R"(]}], "elim": [)" + elims() + R"(], "faults": [)" + faults() + R"(], "jobs": [)" +
           jobs() + "]}";
  }

 private:
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(dice_.below(static_cast<std::uint64_t>(most - least + 1)));
  }
  std::string one_of(std::initializer_list<const char*> texts) {
    return *(texts.begin() + number(0, static_cast<std::int64_t>(texts.size()) - 1));
  }
  std::string maybe(const std::string& text) { return number(0, 3) == 0 ? text : ""; }
  std::string flag(const std::string& key) { return maybe(", \"" + key + "\": true"); }
  std::string seconds(std::int64_t most) { return "\"" + std::to_string(number(0, most)) + "s\""; }
  std::string host() { return "\"a" + std::to_string(number(1, hosts_)) + "\""; }

  std::string queue(const std::string& name) {
    return R"({"QUEUE_NAME": ")" + name + R"(", "PRIORITY": )" + one_of({"20", "30"}) +
           maybe(R"(, "nio": "50/80")") + maybe(R"(, "lic": "2/1")") +
           maybe(R"(, "r1m": "0.5/1")") + maybe(R"(, "r15m": "0.3/0.5")") +
           maybe(R"(, "mem": "300/100")") + maybe(R"(, "it": "5/1")") +
           maybe(R"(, "RERUNNABLE": "Y")") + "}";
  }
  /// Words, at times unknown, and an index that is asked for by them.
  std::string words() {
    std::string steps;
    for (std::int64_t at = number(0, 200); at < 3'000; at += number(1, 700))
      steps += std::string(steps.empty() ? "" : ", ") + R"({"at": ")" + std::to_string(at) + "s\"" +
               (number(0, 5) == 0 ? "" : R"(, "text": ")" + one_of({"six", "seven"}) + "\"") + "}";
    return R"({"resource": "os", "steps": [)" + steps + "]}";
  }
  std::string value() {
    const std::string what =
        R"({"resource": ")" + one_of({"nio", "lic", "r1m", "it", "mem"}) + "\", ";
    if (number(0, 2) == 0) return what + R"("value": )" + std::to_string(number(0, 99)) + "}";
    if (number(0, 2) == 0) return what + R"("record": "rec"})";
    if (number(0, 1) == 0) return what + R"("walk": {"start": 50, "step": 9, "highest": 100}})";
    std::string steps;
    for (std::int64_t at = number(0, 200); at < 3'000; at += number(1, 700))
      steps += std::string(steps.empty() ? "" : ", ") + R"({"at": ")" + std::to_string(at) + "s\"" +
               (number(0, 5) == 0 ? "" : ", \"value\": " + std::to_string(number(0, 99))) + "}";
    return what + R"("steps": [)" + steps + "]}";
  }
  std::string fault() {
    const std::string does =
        one_of({"exits", "hangs", "half_line", "garbage", "wrong_count", "floods"});
    return R"({"at": )" + seconds(1'500) + R"(, "does": ")" + does + "\"" +
           maybe(R"(, "every": "300s")") + (does == "wrong_count" ? ", \"by\": 1" : "") +
           (does == "floods" ? ", \"reports\": 100" : "") + "}";
  }
  std::string elims() {
    std::string text;
    for (const char* name : {"elim.one", "elim.two"}) {
      std::string all_faults;
      for (std::int64_t left = number(0, 2); left > 0; --left)
        all_faults += (all_faults.empty() ? "" : ", ") + fault();
      text += std::string(text.empty() ? "" : ", ") + R"({"name": ")" + name + R"(", "values": [)" +
              value() + maybe(", " + words()) + R"(], "start_up": )" + seconds(25) +
              flag("on_change") + maybe(R"(, "interval": "7s")") + R"(, "faults": [)" + all_faults +
              "]}";
    }
    return text;
  }
  std::string faults() {
    std::string text;
    for (std::int64_t left = number(0, 3); left > 0; --left)
      text += std::string(text.empty() ? "" : ", ") + R"({"at": )" + seconds(2'000) + ", \"" +
              one_of({"host", "lim", "sbatchd"}) + "\": " + host() + R"(, "down_for": )" +
              seconds(600).insert(1, "1") + "}";
    return text;
  }
  std::string jobs() {
    std::string text;
    for (std::int64_t id = 1; id <= 8; ++id)
      text += std::string(text.empty() ? "" : ", ") + R"({"id": )" + std::to_string(id) +
              R"(, "submit": )" + seconds(2'000) + R"(, "run": )" + seconds(900) +
              R"(, "queue": ")" + one_of({"q0", "q1"}) + R"(", "slots": )" +
              one_of({"1", "1", "2"}) +
              maybe(R"(, "res_req": ")" +
                    one_of({"rusage[lic=1]", "select[nio<60]", "order[nio]",
                            "select[defined(nio)] order[ut]", "select[os==six]"}) +
                    "\"") +
              "}";
    return text;
  }

  RngStream dice_;
  std::int64_t hosts_ = 1;
};

/// The configuration of a scenario; none: it is refused, for example since it names an index that
/// no ELIM reports.
std::optional<GridConfig> world(const TempFolder& folder, const std::string& text) {
  const auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  return scenario ? std::optional(scenario->config) : std::nullopt;
}

}  // namespace

TEST_CASE("what ELIMs report does not hang on who looks when", "[property][elim]") {
  const std::uint64_t worlds =
      fewer_by_environment(number_from_environment("MCSIM_ELIM_WORLDS", 600));
  const TempFolder folder;
  std::uint64_t played = 0;
  for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
    ElimWorld drawn(seed);
    const std::string text = drawn.text();
    folder.write("rec", drawn.record());
    INFO("seed " << seed << "\n" << text);
    const std::optional<GridConfig> grid = world(folder, text);
    if (!grid) continue;
    ++played;
    const RunResults results = run_until(*grid, *grid->until);
    REQUIRE(difference(*grid, results, run_every_session(*grid, *grid->until)) == "");
    const std::vector<Time> stops = {at(100s), at(451s), at(1'000s), at(1'001s)};
    REQUIRE(difference(*grid, results, run_in_steps(*grid, stops, *grid->until)) == "");
  }
  CHECK(played > worlds * 9 / 10);
}

}  // namespace mcsim::testing::elim_worlds_test
