// Values of LSF's configuration from their text.
#include <algorithm>
#include <string>

#include "mcsim/model/time_window.hpp"
#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::settings_values_test {

namespace {

TimeWindows windows(const std::string& text) {
  return queue_of(R"("DISPATCH_WINDOW": ")" + text + R"(")").dispatch_window;
}

/// Whether the window is open at a day's hour and minute.
bool is_open(const TimeWindows& windows, int day, int hour, int minute = 0) {
  return windows.open_at(Time{day * 24h + hour * 1h + minute * 1min}, WeekClock{});
}

}  // namespace

TEST_CASE("a window without days holds every day, also over midnight") {
  const auto night = windows("20:00-6:30");
  for (const int day : {0, 3, 6}) {
    CHECK(is_open(night, day, 20));
    CHECK(is_open(night, day, 23, 59));
    CHECK(is_open(night, day, 0));
    CHECK(is_open(night, day, 6, 29));
    CHECK_FALSE(is_open(night, day, 6, 30));
    CHECK_FALSE(is_open(night, day, 19, 59));
  }
  CHECK(is_open(windows("8-18"), 2, 17, 59));
  CHECK_FALSE(is_open(windows("8-18"), 2, 18));
}

TEST_CASE("a window with days may go over the end of the week, and day 7 is Sunday") {
  const auto weekend = windows("5:18:00-1:8:30");
  CHECK(is_open(weekend, 5, 18));
  CHECK(is_open(weekend, 6, 12));
  CHECK(is_open(weekend, 0, 12));
  CHECK(is_open(weekend, 1, 8, 29));
  CHECK_FALSE(is_open(weekend, 1, 8, 30));
  CHECK_FALSE(is_open(weekend, 5, 17, 59));
  CHECK(windows("6:0:00-7:12:00") == windows("6:0:00-0:12:00"));
  CHECK(is_open(windows("6:0:00-7:12:00"), 0, 11));
}

TEST_CASE("several windows are open where one of them is") {
  const auto both = windows("(20:00-6:00 5:20:00-1:6:00)");
  CHECK(is_open(both, 2, 21));
  CHECK(is_open(both, 6, 12));
  CHECK_FALSE(is_open(both, 2, 12));
}

TEST_CASE("thresholds of load indices are checked, and once it is said that they have no effect") {
  CHECK(
      complaints_of(R"("hosts": [{"name": "h"}], "lsb.queues": [
 {"QUEUE_NAME": "q", "r1m": "0.7/2.0", "mem": "100/10", "ut": "80", "tmp": "/5"},
 {"QUEUE_NAME": "r", "mem": "10/100", "ut": "0.5/60"}],
 "lsb.hosts": {"Host": [{"HOST_NAME": "h", "pg": "5 / 2", "io": 3}]})") ==
      Texts{"s:3:29 /clusters/0/lsb.queues/0/r1m: warning: load thresholds r1m, ut, tmp, mem of 2 "
            "queues are without effect: model.load is \"slots\"",
            "s:4:29 /clusters/0/lsb.queues/1/mem: warning: \"10/100\": jobs are suspended before "
            "they are no longer started; LSF swaps the two",
            "s:5:50 /clusters/0/lsb.hosts/Host/0/pg: warning: \"5 / 2\": jobs are suspended before "
            "they are no longer started; LSF swaps the two",
            "s:5:50 /clusters/0/lsb.hosts/Host/0/pg: warning: load thresholds pg, io of 1 host are "
            "without effect: model.load is \"slots\""});
  CHECK(complaints_of(R"("hosts": [{"name": "h"}], "lsb.queues": [
 {"QUEUE_NAME": "q", "r1m": "/", "it": "-1", "ls": "5/x"}])")
            .size() == 3);
}

TEST_CASE("PROCLIMIT has one, two or three values") {
  CHECK(queue_of(R"("PROCLIMIT": 8)").rules.proc_limit == ProcLimit{1, {}, 8});
  CHECK(queue_of(R"("PROCLIMIT": "2 8")").rules.proc_limit == ProcLimit{2, {}, 8});
  CHECK(queue_of(R"("TASKLIMIT": "2 4 8")").rules.proc_limit == ProcLimit{2, 4, 8});
}

TEST_CASE("of one or two memory limits the last is the maximum") {
  CHECK(queue_of(R"("MEMLIMIT": 5000)").rules.mem_limit == 5000);
  CHECK(queue_of(R"("MEMLIMIT": "100 5000")").rules.mem_limit == 5000);
  CHECK(queue_of(R"("MEMLIMIT": "100 5000")").rules.default_mem_limit == 100);
  CHECK(queue_of(R"("BACKFILL": "N")").rules.mem_limit == -1);
}

TEST_CASE("LSF_UNIT_FOR_LIMITS is the unit of MEMLIMIT, by default KB") {
  const auto limit = [](const std::string& conf) {
    return settings_of(R"("hosts": [{"name": "h"}], "lsf.conf": {)" + conf +
                       R"(}, "lsb.queues": [{"QUEUE_NAME": "q", "MEMLIMIT": "2 3"}])")
        .queues[0]
        .rules.mem_limit;
  };
  CHECK(limit("") == 3);
  CHECK(limit(R"("LSF_UNIT_FOR_LIMITS": "MB")") == 3 * 1024);
  CHECK(limit(R"("LSF_UNIT_FOR_LIMITS": "GB")") == 3 * 1024 * 1024);
  CHECK(limit(R"("LSF_UNIT_FOR_LIMITS": "EB")") == 1'000'000'000'000);  // the largest there is
}

TEST_CASE("DEFAULT_QUEUE may name several queues, the first of which counts") {
  const std::string members = R"("hosts": [{"name": "h"}], "lsb.queues": [
    {"QUEUE_NAME": "a"}, {"QUEUE_NAME": "b"}], "lsb.params": {"DEFAULT_QUEUE": )";
  CHECK(scenario_of(members + R"("b a"})").config.clusters[0].default_queue == QueueId{1});
  CHECK(complaints_of(members + R"("b c"})").size() == 1);
  CHECK(complaints_of(members + R"(""})").size() == 1);
}

TEST_CASE("PREEMPT_FOR may ask for what always holds where queues preempt") {
  const auto settings = settings_of(R"("hosts": [{"name": "h"}],
    "lsb.params": {"PREEMPT_FOR": "GROUP_JLP GROUP_MAX HOST_JLU USER_JLP LEAST_RUN_TIME"})");
  CHECK(settings.params.preempt_least_run_time);
  CHECK_FALSE(settings.params.preempt_few_jobs);
}

TEST_CASE("exit values may exclude the host") {
  CHECK(queue_of(R"("REQUEUE_EXIT_VALUES": "99 EXCLUDE(1 2) 7")").rules.requeue_exit_values ==
        std::vector<RequeueExitValue>{{99, false}, {1, true}, {2, true}, {7, false}});
}

TEST_CASE("all exit values are all but 0 and those that are left out") {
  const auto queue = queue_of(R"v("REQUEUE_EXIT_VALUES": "all ~1 ~7 EXCLUDE(9)")v");
  const auto& list = queue.rules.requeue_exit_values;
  const auto has = [&](std::int32_t code, bool exclude = false) {
    return std::ranges::find(list, RequeueExitValue{code, exclude}) != list.end();
  };
  CHECK(list.size() == 253);
  CHECK(has(2));
  CHECK(has(255));
  CHECK(has(9, true));
  for (const std::int32_t code : {0, 1, 7, 9}) CHECK_FALSE(has(code));
  for (const char* bad : {"~1", "all 256", "99 EXCLUDE(all)", "all ~", "EXCLUDE(~3)"})
    CHECK(complaints_of(R"("hosts": [{"name": "h"}], "lsb.queues": [{"QUEUE_NAME": "q",
      "REQUEUE_EXIT_VALUES": ")" +
                        std::string(bad) + "\"}]")
              .size() == 1);
}

TEST_CASE("times in units of MBD_SLEEP_TIME are as long as it says") {
  const std::string params = R"("JOB_ACCEPT_INTERVAL": 3, "SLOT_RESERVE": "MAX_RESERVE_TIME[5]")";
  const auto queue = queue_of(params);
  CHECK(queue.job_accept_interval == 60s);
  CHECK(queue.max_reserve_time == 100s);
  CHECK(queue_of(R"("NEW_JOB_SCHED_DELAY": 7)").job_accept_interval == 20s);
  CHECK(queue_of(R"("NEW_JOB_SCHED_DELAY": 7)").new_job_sched_delay == 7s);
}

TEST_CASE("a baseline waits for nothing unless it is told to") {
  const std::string easy = R"("model": {"dispatch": "easy"}, )";
  CHECK(queue_of(R"("BACKFILL": "N")", easy).job_accept_interval == 0s);
  CHECK(queue_of(R"("JOB_ACCEPT_INTERVAL": 1)", easy).job_accept_interval == 20s);
  CHECK(settings_of(R"("hosts": [{"name": "h"}])", easy).params.job_scheduling_interval == 0s);
  CHECK(settings_of(R"("hosts": [{"name": "h"}])").params.job_scheduling_interval == 5s);
}

TEST_CASE("a run limit for a host model is as long as on a host of factor 1 where speeds count") {
  const std::string hosts = R"("lsf.shared": {"HostModel": [{"MODELNAME": "M", "CPUFACTOR": 2.5}]},
    "hosts": [{"name": "h", "cpuf": 4}], )";
  const auto limit = [&](const std::string& text, const std::string& model) {
    return settings_of(
               hosts + R"("lsb.queues": [{"QUEUE_NAME": "q", "RUNLIMIT": ")" + text + R"("}])",
               model)
        .queues[0]
        .rules;
  };
  const std::string scaled = R"("model": {"run_time_scaling": "cpuf"}, )";
  CHECK(limit("10 1:00/M", scaled).run_limit == 150min);
  CHECK(limit("10 1:00/M", scaled).default_run_limit == 10min);
  CHECK(limit("20/h", scaled).run_limit == 80min);
  CHECK(limit("20/h", "").run_limit == 20min);
}

TEST_CASE("the options of LSF's scheduler are as usual until the scenario or a cluster says more") {
  const auto model = [](const std::string& of_cluster, const std::string& of_scenario) {
    return scenario_of(R"("hosts": [{"name": "h"}], "model": {)" + of_cluster + "}",
                       R"("model": {)" + of_scenario + "}, ")
        .config.clusters[0]
        .model;
  };
  CHECK(model("", "") == ModelConfig{});
  ModelConfig expected;
  expected.pool_shares = "equal";
  expected.pool_hist_hours = 0.5;
  expected.pool_order = PoolOrder::shares;
  expected.pool_turn = PoolTurn::highest;
  expected.pool_limit = PoolLimit::hard;
  expected.pool_total = PoolTotal::configured;
  expected.pool_leftover = PoolLeftover::passes;
  expected.victim_order = VictimOrder::submitted;
  expected.victim_hosts = VictimHosts::in_order;
  expected.resume_order = ResumeOrder::suspended;
  expected.reservation_backfill = ReservationBackfill::anybody;
  expected.rusage_decay_step = 200ms;
  expected.memlimit_at_once = true;
  CHECK(model(R"("pool_shares": "equal", "pool_hist_hours": 0.5, "pool_order": "shares",
                 "pool_turn": "highest", "pool_limit": "hard", "pool_total": "configured",
                 "pool_leftover": "passes", "victim_order": "submitted")",
              R"("pool_turn": "strict", "victim_hosts": "in_order", "resume_order": "suspended",
                 "reservation_backfill": "always", "rusage_decay_step": "200ms",
                 "memlimit_kill": "at_once")") == expected);
  CHECK((model("", R"("reservation_backfill": "never")").reservation_backfill ==
         ReservationBackfill::nobody));
  CHECK((model("", R"("pool_order": "use", "pool_turn": "strict")").pool_order == PoolOrder::use));
}

TEST_CASE("lsb.params and lsf.conf set the cluster's parameters") {
  const auto params = settings_of(R"("hosts": [{"name": "h"}],
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": "250ms", "MBD_SLEEP_TIME": 10, "SBD_SLEEP_TIME": "7",
      "PREEMPT_FOR": "OPTIMAL_MINI_JOB LEAST_RUN_TIME", "PREEMPT_JOBTYPE": "BACKFILL EXCLUSIVE",
      "NO_PREEMPT_RUN_TIME": "30", "NO_PREEMPT_FINISH_TIME": "20%", "MAX_JOB_PREEMPT": 3,
      "MAX_JOB_REQUEUE": 4, "HIST_HOURS": "2.5", "ABS_RUNLIMIT": "Y"},
    "lsf.conf": {"LSB_MAX_JOB_DISPATCH_PER_SESSION": 9, "LSB_REQUEUE_TO_BOTTOM": 1})")
                          .params;
  ClusterParameters expected;
  expected.job_scheduling_interval = 250ms;
  expected.mbd_sleep_time = 10s;
  expected.sbd_sleep_time = 7s;
  expected.preempt_least_run_time = expected.preempt_few_jobs = expected.preempt_fewest_jobs = true;
  expected.preempt_exclusive = expected.preempt_backfill = true;
  expected.no_preempt_run_time.time = 30min;
  expected.no_preempt_finish_time.percent = 20;
  expected.retries = {
      .max_job_preempt = 3, .max_job_requeue = 4, .local_preexec_retry = default_preexec_retry};
  expected.hist_hours = 2.5;
  expected.abs_runlimit = true;
  expected.max_dispatch_per_session = 9;
  expected.requeue_to_bottom = true;
  CHECK(params == expected);
}

TEST_CASE("a cluster that says nothing has the documented defaults") {
  const auto settings = settings_of(R"("hosts": [{"name": "h"}])");
  CHECK(settings.params == ClusterParameters{});
  QueueConfig normal{.name = "normal"};
  normal.job_accept_interval = 20s;
  normal.rules.rerunnable = false;
  CHECK(settings.queues == std::vector{normal});
}

}  // namespace mcsim::testing::settings_values_test
