// Jobs that wait for others (bsub -w), in runs of scenarios. Right times by hand, from
// docs/rules/dependencies.md.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::dependencies_test {

namespace {

/// What the jobs and more keys of a scenario with ten slots come to; there are sessions whenever
/// something changes.
class Played {
 public:
  explicit Played(const std::string& jobs, const std::string& more = "",
                  const std::string& params = "", const std::string& of_queue = "")
      : Played(text_of(jobs, more, params, of_queue)) {}

  static Played of_text(const std::string& text) { return Played(Text{text}); }

  /// `PEND`, `DONE 5..15`, `EXIT -..7 TERM_OWNER`, `REJECTED DEPENDENCY_UNKNOWN`.
  std::string job(std::int64_t id, std::size_t cluster = 0) const {
    const Trace& trace = config_.clusters[cluster].trace;
    std::size_t row = 0;
    while (static_cast<std::int64_t>(trace[static_cast<JobIndex>(row)].id) != id) ++row;
    const JobOutcome& job = results_.clusters[cluster].jobs[row];
    const auto seconds = [](Time when) {
      return when == never ? std::string("-")
                           : std::to_string(when.time_since_epoch().count() / 1000);
    };
    std::string text(model::name_of(job.status));
    if (job.status == JobStatus::done || job.status == JobStatus::exit)
      text += " " + seconds(job.start) + ".." + seconds(job.finish);
    if (job.end_reason != EndReason::none) text += " " + std::string(name_of(job.end_reason));
    return text;
  }
  std::string reason(std::size_t row) const {
    return std::string(text_of(results_.clusters[0].jobs[row].pend_reason));
  }
  const Texts& warnings() const { return warnings_; }

 private:
  struct Text {
    std::string text;
  };
  static Text text_of(const std::string& jobs, const std::string& more, const std::string& params,
                      const std::string& of_queue) {
    return {R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 10}],
      "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0)j" +
            params + R"j(}, "lsb.queues": [{"QUEUE_NAME": "normal")j" + of_queue + R"j(}]}],
      "jobs": [)j" +
            jobs + "]" + more + "}"};
  }
  static std::string_view text_of(PendReason reason) { return model::text_of(reason); }

  explicit Played(const Text& text) {
    const TempFolder folder;
    auto scenario =
        load_scenario(folder.write("s.json", text.text), choices_of(default_registry()));
    if (!scenario)
      for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
    REQUIRE(scenario);
    warnings_ = texts_behind("s.json", scenario->warnings);
    config_ = scenario->config;
    results_ = run_all(config_);
  }

  GridConfig config_;
  RunResults results_;
  Texts warnings_;
};

/// Job 1, with these further keys, waits for job 9's slots until 2 s and runs for 10 s; job 2 is
/// submitted at 1 s with the condition.
std::string with_parent(const std::string& parent, const std::string& condition) {
  return R"j({"id": 9, "run": "2s", "slots": 10}, {"id": 1, "submit": "500ms", "run": "10s",
    "slots": 10)j" +
         parent + R"j(}, {"id": 2, "submit": "1s", "run": "3s", "depends": ")j" + condition + "\"}";
}

}  // namespace

TEST_CASE("a job starts when what it waits for has come to that") {
  struct Row {
    const char* parent;  ///< more keys of job 1, which runs from 2 to 12 s on all slots
    const char* condition;
    const char* child;
  };
  const char* const none = "";
  const char* const exits_3 = R"(, "exit_codes": "3")";
  const char* const is_killed = R"(, "cancel_at": "4s")";
  const char* const never_runs = R"(, "cancel_at": "1500ms")";
  const char* const is_too_long = R"(, "limit": "5s")";
  const Row rows[] = {
      {none, "done(1)", "DONE 12..15"},
      {none, "1", "DONE 12..15"},
      {none, "ended(1)", "DONE 12..15"},
      {none, "post_done(1)", "DONE 12..15"},
      {none, "started(1)", "DONE 12..15"},  // there is no slot before
      {none, "exit(1)", "PEND"},
      {none, "post_err(1)", "PEND"},
      {none, "!exit(1)", "DONE 12..15"},  // holds at once; all slots are taken at 2 s
      {exits_3, "done(1)", "PEND"},
      {exits_3, "ended(1)", "DONE 12..15"},
      {exits_3, "exit(1)", "DONE 12..15"},
      {exits_3, "exit(1, 3)", "DONE 12..15"},
      {exits_3, "exit(1, > 3)", "PEND"},
      {exits_3, "exit(1, >= 3)", "DONE 12..15"},
      {is_killed, "exit(1, 0)", "DONE 4..7"},  // a signal has no code
      {is_killed, "exit(1, 130)", "PEND"},
      {never_runs, "ended(1)", "DONE 2..5"},
      {never_runs, "started(1)", "PEND"},
      {is_too_long, "done(1)", "PEND"},
      {is_too_long, "exit(1, 0)", "DONE 7..10"},
      {none, "done(9) && done(1)", "DONE 12..15"},
      {none, "exit(1) || done(1)", "DONE 12..15"},
      {none, "exit(9) && done(1)", "PEND"},
      {none, "!(exit(9) || exit(1)) && done(9, 1)", "DONE 12..15"},
      {none, "external(1, 'x')", "PEND"},
  };
  for (const Row& row : rows) {
    INFO(row.parent << " " << row.condition);
    CHECK(Played(with_parent(row.parent, row.condition)).job(2) == row.child);
  }
}

TEST_CASE("started holds while the other job runs, from the next session on") {
  const Played played(R"j({"id": 1, "submit": "2s", "run": "10s"},
    {"id": 2, "submit": "2s", "run": "3s", "depends": "started(1)"})j");
  CHECK(played.job(2) == "DONE 2..5");
}

TEST_CASE("on a raster the condition that a session makes true counts in the next session") {
  const Played played = Played::of_text(R"j({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "h", "ncpus": 10}],
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 5, "JOB_ACCEPT_INTERVAL": 0}}],
    "jobs": [{"id": 1, "submit": "2s", "run": "11s"},
             {"id": 2, "submit": "3s", "run": "1s", "depends": "started(1)"},
             {"id": 3, "submit": "3s", "run": "1s", "depends": "done(1)"}]})j");
  CHECK(played.job(1) == "DONE 5..16");
  CHECK(played.job(2) == "DONE 10..11");
  CHECK(played.job(3) == "DONE 20..21");
}

// A run of an open source descendant of LSF (oracle/lava/ol_deps2), without its job array. Its
// sessions came at 14, 17 and 20 s: here all is 1 s later, on a raster of 3 s, and A and B begin at
// 3 s and end when they did.
TEST_CASE(
    "jobs that wait for others start in the sessions in which a real scheduler started them") {
  const Played played = Played::of_text(R"j({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "h1", "ncpus": 12}],
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 3, "JOB_ACCEPT_INTERVAL": 0}}],
    "jobs": [
      {"id": 101, "submit": "1s", "user": "alice", "name": "A", "run": "13s"},
      {"id": 102, "submit": "1s", "user": "alice", "name": "B", "run": "9500ms", "exit_codes": "3"},
      {"id": 103, "submit": "4s", "user": "alice", "name": "C", "run": "5s", "depends": "done(A)"},
      {"id": 104, "submit": "4s", "user": "alice", "name": "D", "run": "5s", "depends": "exit(B)"},
      {"id": 105, "submit": "4s", "user": "alice", "name": "E", "run": "4s", "depends": "done(B)",
       "cancel_at": "46s"},
      {"id": 106, "submit": "5s", "user": "alice", "name": "F", "run": "4s",
       "depends": "ended(B) && ended(A)"},
      {"id": 107, "submit": "5s", "user": "alice", "name": "G", "run": "3s",
       "depends": "started(C)"},
      {"id": 108, "submit": "5s", "user": "alice", "name": "H", "run": "3s",
       "depends": "exit(B,3)"},
      {"id": 109, "submit": "5s", "user": "alice", "name": "I", "run": "3s",
       "depends": "exit(B,>5)", "cancel_at": "46s"},
      {"id": 113, "submit": "8s", "user": "bob", "name": "N", "run": "4s",
       "depends": "done(101) || done(102)"}]})j");
  CHECK(played.job(101) == "DONE 3..16");
  CHECK(played.job(102) == "EXIT 3..12");
  CHECK(played.job(103) == "DONE 18..23");
  CHECK(played.job(104) == "DONE 15..20");
  CHECK(played.job(105) == "EXIT -..46 TERM_OWNER");
  CHECK(played.job(106) == "DONE 18..22");
  CHECK(played.job(107) == "DONE 21..24");
  CHECK(played.job(108) == "DONE 15..18");
  CHECK(played.job(109) == "EXIT -..46 TERM_OWNER");
  CHECK(played.job(113) == "DONE 18..22");
}

TEST_CASE("a job that waits for others says so, and whether that is in vain") {
  const Played played(R"j({"id": 1, "run": "10s", "exit_codes": "1"},
    {"id": 2, "run": "3s", "depends": "done(1)"}, {"id": 3, "run": "3s", "depends": "done(2)"})j");
  CHECK(played.reason(1) == "Dependency condition invalid or never satisfied");
  CHECK(played.reason(2) == "Job dependency condition not satisfied");
}

TEST_CASE("a held job keeps its place: it goes before jobs that came later") {
  const Played played(R"j({"id": 1, "run": "10s", "slots": 10},
    {"id": 2, "submit": "1s", "run": "3s", "slots": 10, "depends": "done(1)"},
    {"id": 3, "submit": "2s", "run": "3s", "slots": 10})j");
  CHECK(played.job(2) == "DONE 10..13");
  CHECK(played.job(3) == "DONE 13..16");
}

TEST_CASE("a job that names an unknown one is refused") {
  const Played played(R"j({"id": 1, "submit": "5s", "run": "1s"},
    {"id": 2, "run": "1s", "depends": "done(1)"}, {"id": 3, "run": "1s", "depends": "done(77)"},
    {"id": 4, "run": "1s", "depends": "done(2)"}, {"id": 5, "run": "1s", "depends": "nobody"},
    {"id": 6, "run": "1s", "depends": "done(1[2])", "submit": "6s"},
    {"id": 7, "run": "1s", "depends": "numdone(1)", "submit": "6s"})j");
  for (const std::int64_t id : {2, 3, 4, 5, 6, 7})
    CHECK(played.job(id) == "REJECTED DEPENDENCY_UNKNOWN");
  REQUIRE(played.warnings().size() == 6);
  CHECK(played.warnings()[0].find("job 1 is not submitted before it: LSF refuses that") !=
        std::string::npos);
}

TEST_CASE("a job that has ended is forgotten after CLEAN_PERIOD, unless a waiting one names it") {
  const std::string jobs = R"j({"id": 1, "run": "10s"}, {"id": 9, "run": "200s"},
    {"id": 2, "run": "1s", "submit": "1s", "depends": "done(1) && done(9)"},
    {"id": 3, "run": "1s", "submit": "70s", "depends": "done(1)"},
    {"id": 4, "run": "1s", "submit": "71s", "depends": "done(1)"})j";
  const Played played(jobs, "", R"j(, "CLEAN_PERIOD": 60)j");
  CHECK(played.job(2) == "DONE 200..201");
  CHECK(played.job(3) == "DONE 70..71");
  CHECK(played.job(4) == "REJECTED DEPENDENCY_UNKNOWN");
  CHECK(Played(jobs).job(4) == "DONE 71..72");  // 3,600 s
}

TEST_CASE("a job in DONE is forgotten after CLEAN_PERIOD_DONE, and others after CLEAN_PERIOD") {
  const std::string jobs = R"j({"id": 1, "run": "10s"}, {"id": 2, "run": "10s", "exit_codes": "3"},
    {"id": 3, "run": "1s", "submit": "30s", "depends": "done(1)"},
    {"id": 4, "run": "1s", "submit": "31s", "depends": "done(1)"},
    {"id": 5, "run": "1s", "submit": "31s", "depends": "exit(2)"},
    {"id": 6, "run": "1s", "submit": "71s", "depends": "exit(2)"})j";
  const Played played(jobs, "", R"j(, "CLEAN_PERIOD": 60, "CLEAN_PERIOD_DONE": 20)j");
  CHECK(played.job(3) == "DONE 30..31");
  CHECK(played.job(4) == "REJECTED DEPENDENCY_UNKNOWN");
  CHECK(played.job(5) == "DONE 31..32");
  CHECK(played.job(6) == "REJECTED DEPENDENCY_UNKNOWN");
}

TEST_CASE("an array is forgotten with its last element, be that in DONE or in EXIT") {
  const auto with = [](const std::string& more) {
    return Played(R"j({"id": 1, "run": "10s", "name": "a[1-2]")j" + more + R"j(},
      {"id": 2, "run": "1s", "submit": "35s", "depends": "ended(1)"})j",
                  "", R"j(, "CLEAN_PERIOD": 60, "CLEAN_PERIOD_DONE": 20)j")
        .job(2);
  };
  CHECK(with("") == "REJECTED DEPENDENCY_UNKNOWN");
  CHECK(with(R"j(, "exit_codes": "3")j") == "DONE 35..36");
}

TEST_CASE("by a name all jobs of the same user count, or with JOB_DEP_LAST_SUB the last one") {
  const std::string jobs = R"j({"id": 1, "run": "30s", "name": "a", "user": "ann"},
    {"id": 2, "run": "20s", "name": "a", "user": "ann"},
    {"id": 3, "run": "50s", "name": "a", "user": "bob"},
    {"id": 4, "run": "40s", "name": "ab", "user": "ann"},
    {"id": 5, "run": "1s", "user": "ann", "submit": "1s", "depends": "done(a)"},
    {"id": 6, "run": "1s", "user": "ann", "submit": "1s", "depends": "done(\"a*\")"},
    {"id": 7, "run": "1s", "user": "bob", "submit": "1s", "depends": "a"},
    {"id": 8, "run": "90s", "user": "ann", "submit": "2s", "name": "a"})j";
  const Played all(jobs);
  CHECK(all.job(5) == "DONE 30..31");
  CHECK(all.job(6) == "DONE 40..41");
  CHECK(all.job(7) == "DONE 50..51");
  const Played last(jobs, "", R"j(, "JOB_DEP_LAST_SUB": 1)j");
  CHECK(last.job(5) == "DONE 20..21");
  CHECK(last.job(6) == "DONE 40..41");  // not for patterns
}

TEST_CASE("orphans end after the grace period, or at once, and theirs with them") {
  const std::string jobs = R"j({"id": 1, "run": "10s", "exit_codes": "1"},
    {"id": 2, "run": "3s", "depends": "done(1)"}, {"id": 3, "run": "3s", "depends": "done(2)"},
    {"id": 4, "run": "3s", "depends": "done(1)", "terminate_orphan": true},
    {"id": 5, "run": "3s", "depends": "ended(4)"})j";
  const Played off(jobs);
  CHECK(off.job(2) == "PEND");
  CHECK(off.job(3) == "PEND");
  CHECK(off.job(4) == "EXIT -..10 TERM_ORPHAN_SYSTEM");
  CHECK(off.job(5) == "DONE 10..13");
  const Played graced(jobs, "", R"j(, "ORPHAN_JOB_TERM_GRACE_PERIOD": 60)j");
  CHECK(graced.job(2) == "EXIT -..70 TERM_ORPHAN_SYSTEM");
  CHECK(graced.job(3) == "EXIT -..130 TERM_ORPHAN_SYSTEM");
  CHECK(graced.job(4) == "EXIT -..10 TERM_ORPHAN_SYSTEM");
  const Played at_once(jobs, "", R"j(, "ORPHAN_JOB_TERM_GRACE_PERIOD": 0)j");
  CHECK(at_once.job(3) == "EXIT -..10 TERM_ORPHAN_SYSTEM");
}

TEST_CASE("bmod gives a waiting job another condition, or none") {
  const std::string jobs = R"j({"id": 1, "run": "10s", "exit_codes": "1"}, {"id": 9, "run": "50s"},
    {"id": 2, "run": "3s", "depends": "done(1)"}, {"id": 3, "run": "3s", "depends": "done(1)"},
    {"id": 4, "run": "3s", "depends": "done(1)"}, {"id": 5, "run": "3s", "depends": "done(9)"})j";
  const Played played(jobs, R"j(, "actions": [
    {"at": "20s", "do": "bmod", "job": 2, "depends": ""},
    {"at": "20s", "do": "bmod", "job": 3, "depends": "exit(1) && done(9)"},
    {"at": "20s", "do": "bmod", "job": 4, "depends": "done(9)"},
    {"at": "30s", "do": "bmod", "job": 4, "depends": "done(99)"}])j");
  CHECK(played.job(2) == "DONE 20..23");
  CHECK(played.job(3) == "DONE 50..53");
  CHECK(played.job(4) == "DONE 50..53");  // the second bmod was refused
  const Played saved(jobs, R"j(, "actions": [
    {"at": "30s", "do": "bmod", "job": 3, "depends": "done(9)"}])j",
                     R"j(, "ORPHAN_JOB_TERM_GRACE_PERIOD": 25)j");
  CHECK(saved.job(2) == "EXIT -..35 TERM_ORPHAN_SYSTEM");
  CHECK(saved.job(3) == "DONE 50..53");
}

TEST_CASE("jobs that bmod lets wait for one another are told, and wait for ever") {
  const Played played(
      R"j({"id": 1, "submit": "1s", "run": "1s", "depends": "done(9)"},
    {"id": 9, "run": "10s"}, {"id": 2, "submit": "1s", "run": "1s", "depends": "done(1)"})j",
      R"j(, "actions": [{"at": "5s", "do": "bmod", "job": 1, "depends": "done(2)"}])j");
  CHECK(played.job(1) == "PEND");
  CHECK(played.job(2) == "PEND");
  REQUIRE(played.warnings().size() == 1);
  CHECK(played.warnings()[0].find("jobs 1, 2 wait for one another") != std::string::npos);
}

TEST_CASE("jobs that need one another on one side of || only, or behind !, are no cycle") {
  const auto played = [](const std::string& condition) {
    return Played(R"j({"id": 1, "submit": "1s", "run": "1s", "depends": "done(9)"},
    {"id": 9, "run": "10s"}, {"id": 2, "submit": "1s", "run": "1s", "depends": "done(1)"})j",
                  R"j(, "actions": [{"at": "5s", "do": "bmod", "job": 1, "depends": ")j" +
                      condition + R"j("}])j");
  };
  const Played either = played("done(2) || done(9)");
  CHECK(either.warnings().empty());
  CHECK(either.job(1) == "DONE 10..11");
  const Played negated = played("!done(2)");
  CHECK(negated.warnings().empty());
  CHECK(negated.job(1) == "DONE 5..6");
  CHECK(played("done(9) && (done(2) || exit(2))").warnings().size() == 1);
}

TEST_CASE("conditions that can never hold are told, and so are those that need such jobs") {
  const Played played(R"j({"id": 1, "run": "1s"},
    {"id": 2, "run": "1s", "depends": "done(1) && exit(1)"},
    {"id": 3, "run": "1s", "depends": "done(2)"}, {"id": 4, "run": "1s", "depends": "ended(2)"},
    {"id": 5, "run": "1s", "depends": "!done(1) || started(3)"})j");
  REQUIRE(played.warnings().size() == 2);
  CHECK(played.warnings()[0].find("/jobs/1/depends: warning: the condition can never hold") !=
        std::string::npos);
  CHECK(played.warnings()[1].find("/jobs/2/depends: warning: the condition can never hold") !=
        std::string::npos);
  CHECK(played.job(5) == "DONE 0..1");
}

TEST_CASE("a held job can be stopped, killed and moved, and its delay counts from submission") {
  const std::string jobs = R"j({"id": 1, "run": "10s", "slots": 10},
    {"id": 2, "run": "3s", "depends": "done(1)"}, {"id": 3, "run": "3s", "depends": "done(1)"},
    {"id": 4, "run": "3s", "depends": "done(1)", "slots": 10})j";
  const Played played(jobs, R"j(, "actions": [
    {"at": "2s", "do": "bstop", "job": 2}, {"at": "20s", "do": "bresume", "job": 2},
    {"at": "3s", "do": "bkill", "job": 3}])j");
  CHECK(played.job(2) == "DONE 20..23");
  CHECK(played.job(3) == "EXIT -..3 TERM_OWNER");
  CHECK(played.job(4) == "DONE 10..13");
  const Played early(jobs, R"j(, "actions": [
    {"at": "2s", "do": "bstop", "job": 2}, {"at": "4s", "do": "bresume", "job": 2}])j");
  CHECK(early.job(2) == "DONE 10..13");
  const Played delayed(jobs, "", "", R"j(, "NEW_JOB_SCHED_DELAY": 5)j");
  CHECK(delayed.job(1) == "DONE 5..15");
  CHECK(delayed.job(2) == "DONE 15..18");
}

TEST_CASE("a requeued job counts as its last run ended, or as one that has not ended") {
  // It exits with 99 at 10 s, is requeued behind job 9, and succeeds from 30 to 40 s.
  const std::string jobs = R"j({"id": 1, "run": "10s", "slots": 10, "exit_codes": "99 0"},
    {"id": 9, "run": "20s", "slots": 9, "submit": "1s", "queue": "high"},
    {"id": 2, "run": "3s", "submit": "1s", "depends": "exit(1, 99)"},
    {"id": 3, "run": "3s", "submit": "1s", "depends": "done(1)"})j";
  const auto text = [&](const std::string& model) {
    return R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 10}],
      "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0,
                     "DEFAULT_QUEUE": "normal"},
      "lsb.queues": [{"QUEUE_NAME": "high", "PRIORITY": 90},
        {"QUEUE_NAME": "normal", "PRIORITY": 30, "REQUEUE_EXIT_VALUES": "99"}]}],
      "model": {)j" +
           model + R"j(}, "jobs": [)j" + jobs + "]}";
  };
  const Played last_run = Played::of_text(text(""));
  CHECK(last_run.job(1) == "DONE 30..40");
  CHECK(last_run.job(2) == "DONE 10..13");
  CHECK(last_run.job(3) == "DONE 40..43");
  const Played new_run = Played::of_text(text(R"j("dep_requeued": "new_run")j"));
  CHECK(new_run.job(2) == "PEND");
  CHECK(new_run.job(3) == "DONE 40..43");
}

TEST_CASE("a job is forwarded only when its condition holds, and a forwarded one is waited for") {
  const Played played = Played::of_text(R"j({"mcsim": 1,
    "links_default": {"latency": "1s"},
    "clusters": [
      {"name": "A", "hosts": [{"name": "a", "ncpus": 1}],
       "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0},
       "lsb.queues": [{"QUEUE_NAME": "out", "HOSTS": "none", "SNDJOBS_TO": "in@B"},
                      {"QUEUE_NAME": "own"}]},
      {"name": "B", "hosts": [{"name": "b", "ncpus": 4}],
       "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0},
       "lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "A"}]}],
    "jobs": [
      {"id": 1, "cluster": "A", "queue": "out", "run": "10s", "exit_codes": "7"},
      {"id": 2, "cluster": "A", "queue": "own", "run": "1s", "depends": "started(1)"},
      {"id": 3, "cluster": "A", "queue": "own", "run": "1s", "depends": "exit(1, 7)"},
      {"id": 4, "cluster": "A", "queue": "out", "run": "10s", "depends": "exit(1)"}]})j");
  CHECK(played.job(1) == "EXIT 1..11");
  CHECK(played.job(2) == "DONE 2..3");    // A hears of the start at 2 s
  CHECK(played.job(3) == "DONE 12..13");  // and of the end at 12 s
  CHECK(played.job(4) == "DONE 13..23");
}

TEST_CASE("dispatch policies keep to conditions, too") {
  for (const std::string dispatch : {"fcfs", "easy", "conservative"}) {
    const Played played(R"j({"id": 1, "run": "10s"}, {"id": 2, "run": "3s", "depends": "done(1)"},
      {"id": 3, "run": "3s", "slots": 10, "submit": "1s"})j",
                        R"j(, "model": {"dispatch": ")j" + dispatch + "\"}");
    INFO(dispatch);
    // Job 3 has reserved its slots from 10 s on before the condition of job 2 holds.
    const bool keeps_promise = dispatch == "conservative";
    CHECK(played.job(2) == (keeps_promise ? "DONE 13..16" : "DONE 10..13"));
    CHECK(played.job(3) == (keeps_promise ? "DONE 10..13" : "DONE 13..16"));
  }
}

}  // namespace mcsim::testing::dependencies_test
