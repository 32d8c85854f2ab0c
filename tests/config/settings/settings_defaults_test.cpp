// Defaults that depend on what else a scenario says: LSF's version, and presets of the model.
#include <string>

#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::settings_defaults_test {

namespace {

constexpr const char* one_host = R"("hosts": [{"name": "h"}])";

ClusterParameters params_of(const std::string& members, const std::string& before = "") {
  return settings_of(one_host + (members.empty() ? "" : ", " + members), before).params;
}

ModelConfig model_of(const std::string& members, const std::string& before = "") {
  return scenario_of(one_host + (members.empty() ? "" : ", " + members), before)
      .config.clusters[0]
      .model;
}

}  // namespace

TEST_CASE("LSF 10 holds a session each second, and MBD_SLEEP_TIME is 10 s") {
  const auto silent = params_of("");
  CHECK(silent.job_scheduling_interval == 5s);
  CHECK(silent.mbd_sleep_time == 20s);
  for (const std::string version : {"7.0.6", "8.0", "9.1.3"}) {
    const auto old = params_of(R"("lsf_version": ")" + version + "\"");
    CHECK(old.job_scheduling_interval == 5s);
    CHECK(old.mbd_sleep_time == 20s);
  }
  for (const std::string version : {"10.1", "10.1.0.14"}) {
    const auto recent = params_of(R"("lsf_version": ")" + version + "\"");
    CHECK(recent.job_scheduling_interval == 1s);
    CHECK(recent.mbd_sleep_time == 10s);
  }
}

TEST_CASE("what lsb.params says goes before the defaults of a version, and null asks for them") {
  const auto own = params_of(
      R"("lsf_version": "10.1", "lsb.params": {"MBD_SLEEP_TIME": 7, "JOB_SCHEDULING_INTERVAL": 3})");
  CHECK(own.job_scheduling_interval == 3s);
  CHECK(own.mbd_sleep_time == 7s);
  const auto null = params_of(
      R"("lsf_version": "10.1", "lsb.params": {"MBD_SLEEP_TIME": null, "JOB_ACCEPT_INTERVAL": 2})");
  CHECK(null.mbd_sleep_time == 10s);
}

TEST_CASE("a baseline decides at once whatever the version of LSF") {
  const auto params = params_of(R"("lsf_version": "10.1")", R"("model": {"dispatch": "fcfs"}, )");
  CHECK(params.job_scheduling_interval == 0s);
}

TEST_CASE("sessions of the open source descendants come each MBD_SLEEP_TIME") {
  const std::string lava = R"("model": {"preset": "lava"}, )";
  CHECK(params_of("", lava).job_scheduling_interval == 20s);
  CHECK(params_of(R"("lsb.params": {"MBD_SLEEP_TIME": 1})", lava).job_scheduling_interval == 1s);
  CHECK(params_of(R"("lsb.params": {"MBD_SLEEP_TIME": 1, "JOB_SCHEDULING_INTERVAL": 2})", lava)
            .job_scheduling_interval == 2s);
  CHECK(params_of(R"("lsb.params": {"MBD_SLEEP_TIME": 1}, "model": {"session_interval": "lsf"})",
                  lava)
            .job_scheduling_interval == 5s);
}

TEST_CASE("a preset stands for what its model leaves out, and for one cluster alone") {
  ModelConfig expected;
  CHECK(model_of("") == expected);
  expected.session_interval = SessionInterval::mbd_sleep_time;
  expected.victim_order = VictimOrder::submitted;
  expected.lim_send_on_change = true;
  expected.host_down = HostDown::silence;
  expected.lava_elim = true;
  expected.fairshare.no_share = FairshareOptions::NoShare::last;
  expected.fairshare.run = FairshareOptions::Run::jobs;
  expected.fairshare.decay = "steps";
  CHECK(model_of("", R"("model": {"preset": "lava"}, )") == expected);
  CHECK(model_of(R"("model": {"preset": "lava"})") == expected);
  expected.victim_order = VictimOrder::started;
  CHECK(model_of("", R"("model": {"preset": "lava", "victim_order": "started"}, )") == expected);
  CHECK(model_of(R"("model": {"victim_order": "started"})", R"("model": {"preset": "lava"}, )") ==
        expected);
}

TEST_CASE("a run's own scenario has what its preset and its version stood for") {
  const std::string effective = scenario_of(std::string(R"("lsf_version": "10.1", )") + one_host,
                                            R"("model": {"preset": "lava"}, )")
                                    .effective;
  for (const std::string text : {R"("victim_order": "submitted")", R"("lava_elim": true)",
                                 R"("MBD_SLEEP_TIME": 10)", R"("JOB_SCHEDULING_INTERVAL": 10)"}) {
    INFO(text);
    CHECK(effective.find(text) != std::string::npos);
  }
}

}  // namespace mcsim::testing::settings_defaults_test
