// Factors of user fairshare that change no priority as things are.
#include <string>

#include "support/share_trees.hpp"

namespace mcsim::testing::settings_idle_factors_test {

namespace {

const std::string shared = R"({"QUEUE_NAME": "q", "FAIRSHARE": "USER_SHARES[[default, 1]]"SEND})";

/// The warnings about a cluster with these parameters, without places.
Texts said(const std::string& params, const std::string& model = "", const std::string& more = "",
           const std::string& queue = "") {
  std::string line = shared;
  line.replace(line.find("SEND"), 4, queue);
  const auto scenario = try_scenario(R"("hosts": [{"name": "h"}], "lsb.params": {)" + params +
                                         R"(}, "lsb.queues": [)" + line + "]" + more,
                                     model.empty() ? "" : R"("model": {)" + model + "}, ");
  Texts all;
  for (const Diagnostic& one : (scenario ? scenario->warnings : scenario.error()).list)
    all.push_back(one.pointer.substr(one.pointer.find("ls")) + ": " +
                  one.message.substr(0, one.message.find('\n')));
  return all;
}

const std::string at = "lsb.params/";

}  // namespace

TEST_CASE("an adjustment without a plug-in is warned of") {
  CHECK(said(R"("FAIRSHARE_ADJUSTMENT_FACTOR": 2)") ==
        Texts{at + "FAIRSHARE_ADJUSTMENT_FACTOR: has no effect: a site's own plug-in is not "
                   "simulated, and adjusts by 0"});
  CHECK(said(R"("FAIRSHARE_ADJUSTMENT_FACTOR": 0)").empty());
  CHECK(said("", "", "", R"(, "FAIRSHARE_ADJUSTMENT_FACTOR": 2)") ==
        Texts{"lsb.queues/0/FAIRSHARE_ADJUSTMENT_FACTOR: has no effect: a site's own plug-in is "
              "not simulated, and adjusts by 0"});
}

TEST_CASE("HIST_HOURS is warned of where nothing decays") {
  CHECK(said(R"("HIST_HOURS": 3)").empty());
  CHECK(said(R"("HIST_HOURS": 3, "CPU_TIME_FACTOR": 0)") ==
        Texts{at + "HIST_HOURS: has no effect: nothing that counts decays"});
  CHECK(said(R"("HIST_HOURS": 3, "CPU_TIME_FACTOR": 0, "RUN_TIME_DECAY": "Y")").empty());
  CHECK(said(R"("HIST_HOURS": 3)", R"("fairshare_decay": "none")") ==
        Texts{at + "HIST_HOURS: has no effect: model.fairshare_decay is none"});
}

TEST_CASE("what only changes a term without a factor is warned of") {
  CHECK(said(R"("RUN_TIME_FACTOR": 0, "ENABLE_HIST_RUN_TIME": "Y", "RUN_TIME_DECAY": "Y")") ==
        Texts{at + "ENABLE_HIST_RUN_TIME: has no effect: RUN_TIME_FACTOR is 0",
              at + "RUN_TIME_DECAY: has no effect: RUN_TIME_FACTOR is 0"});
  CHECK(said(R"("CPU_TIME_FACTOR": 1)", R"("fairshare_cpu_per_slot": 0)") ==
        Texts{at + "CPU_TIME_FACTOR: has no effect: model.fairshare_cpu_per_slot is 0, so jobs use "
                   "no CPU time"});
  CHECK(said(R"("RUN_JOB_FACTOR": 1)", R"("fairshare_priority": "slots")") ==
        Texts{at + "RUN_JOB_FACTOR: has no effect: model.fairshare_priority slots counts slots "
                   "only"});
}

TEST_CASE("factors of forwarded jobs are warned of where nothing is forwarded") {
  CHECK(said(R"("FWD_JOB_FACTOR": 3)") ==
        Texts{at + "FWD_JOB_FACTOR: has no effect: no queue whose users it is for has "
                   "SNDJOBS_TO"});
  CHECK(said("", "", R"(, "lsf.conf": {"LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION": 60})") ==
        Texts{"lsf.conf/LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION: has no effect: FWD_JOB_FACTOR is "
              "not defined"});
}

TEST_CASE("run time by slot, which a site has switched off, is warned of") {
  const auto conf = [](const std::string& value) {
    return R"(, "lsf.conf": {"LSB_NCPU_ENFORCE": ")" + value + R"("})";
  };
  const Texts told{
      "lsf.conf/LSB_NCPU_ENFORCE: has no effect: model.fairshare_run says whether run times count "
      "by slot, and is slots; jobs is what this asks for"};
  CHECK(said("", "", conf("0")) == told);
  CHECK(said("", "", conf("n")) == told);
  CHECK(said("", "", conf("1")).empty());
  CHECK(said("", R"("fairshare_run": "jobs")", conf("0")).empty());
}

}  // namespace mcsim::testing::settings_idle_factors_test
