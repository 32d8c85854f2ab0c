// Conditions of jobs (bsub -w) about jobs that a history has, and that it has not.
#include "mcsim/app/history/history_conditions.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/imported.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::history_conditions_test {

namespace {

using Loss = JudgedCondition::Loss;

/// A history with jobs 5, called sim, and 7[1-4], called "ens", of ann.
struct Judge {
  std::string left;
  Loss loss{};

  explicit Judge(const std::string& condition, const std::string& user = "ann") {
    HistoryConditions conditions;
    conditions.note(condition);
    conditions.add(5, 0, "ann", "sim");
    for (std::int64_t element = 1; element <= 4; ++element)
      conditions.add(7, element, "ann", "ens[1-9]%2");
    const JudgedCondition judged = conditions.judge(condition, user);
    left = judged.text;
    loss = judged.loss;
  }
};

}  // namespace

TEST_CASE("a condition whose jobs are all there stays as it is written") {
  for (const std::string text :
       {"done(5)", "5 && ended( 7 )", "exit(5, >2)||started('sim')", "done(si*)", "numdone(7, *)",
        "done(7[1-3:2,4])", "done(ens[*])", "!done(\"ens[2]\")", "external(5, \"go\")"}) {
    const Judge judge(text);
    INFO(text);
    CHECK(judge.left == text);
    CHECK(judge.loss == Loss::nothing);
  }
}

TEST_CASE("what is said of jobs that are not there counts as if it were so") {
  struct Wanted {
    std::string text;
    std::string left;
  };
  for (const auto& [text, left] :
       {Wanted{"done(3)", ""},
        {"!exit(3)", ""},
        {"done(3) && done(5)", "done(5)"},
        {"done(5) && ended(3) && exit(7, != 2)", "done(5) && exit(7, != 2)"},
        {"done(3) || done(5)", ""},
        {"(done(3) || done(5)) && started(7)", "started(7)"},
        {"(done(7) || done(5)) && started(3)", "done(7) || done(5)"},
        {"(done(7)||done(5)) && !(ended(5) && 3) && numrun(7,>=2)",
         "(done(7) || done(5)) && !ended(5) && numrun(7, >= 2)"},
        {"(7 || 5) && (7 && 5 || 3 && 5)",
         "(done(7) || done(5)) && (done(7) && done(5) || done(5))"},
        {"!(7 || 5) && 3", "!(done(7) || done(5))"},
        {"numended(7, *) && done(other)", "numended(7, == *)"},
        {"done(s*) && done(x*)", "done(\"s*\")"},
        {"ended(3, 5)", "ended(5)"},
        {"external(5, go) && 3", "external(5, \"\")"},
        {"done(7[2-6,9])", "done(7[2-4])"},
        {"done(ens[3-4,1,8])", "done(\"ens\"[1,3-4])"},
        {"done(7[5-9])", ""},
        {"done(5[1])", ""}}) {
    const Judge judge(text);
    INFO(text);
    CHECK(judge.left == left);
    CHECK(judge.loss == Loss::unknown_job);
    if (!left.empty()) CHECK(Judge(left).left == left);
  }
}

TEST_CASE("names are those of jobs of the same user") {
  CHECK(Judge("done(sim)", "ann").left == "done(sim)");
  CHECK(Judge("done(sim)", "bob").left.empty());
  CHECK(Judge("done(5)", "bob").left == "done(5)");
}

TEST_CASE("a condition that is none is told apart") {
  const Judge judge("finished(5)");
  CHECK(judge.left.empty());
  CHECK(judge.loss == Loss::syntax);
}

TEST_CASE("a number that comes again means the job that had it last") {
  HistoryConditions conditions;
  conditions.note("done(5)");
  conditions.add(5, 0, "ann", "");
  CHECK(conditions.judge("done(5)", "ann").text == "done(5)");
  conditions.add(10'000'000'005, 0, "ann", "");
  const JudgedCondition judged = conditions.judge("done(5)", "ann");
  CHECK(judged.text == "done(10000000005)");
  CHECK(judged.loss == Loss::old_number);
}

namespace {

constexpr std::int64_t t0 = 1'700'000'000;

std::string finish(int job, std::int64_t submit, const std::string& name,
                   const std::string& depends) {
  const std::string start = std::to_string(t0 + submit + 1);
  return R"("JOB_FINISH" "10.108" )" + std::to_string(t0 + submit + 60) + " " +
         std::to_string(job) + " 1 2 1 " + std::to_string(t0 + submit) + " 0 0 " + start +
         R"( "ann" "normal" "" ")" + depends + R"(" "" "n0" "/" "" "" "" "" 0 1 "n1" 64 1.0 ")" +
         name + R"(" "x" 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "" "default" 0 1 "" "" 0 0 0)" +
         "\n";
}

}  // namespace

// A history has begun somewhere: before that, and outside --from, there were jobs, too.
TEST_CASE("jobs that waited for jobs outside the history run") {
  const TempFolder room;
  const std::string acct = finish(10, 100, "", "done(3)") +
                           finish(11, 200, "step", "done(10) && ended(4)") +
                           finish(12, 300, "step", R"x(ended(""step""))x") +
                           finish(13, 400, "", "finished(12)") + finish(14, 500, "", "ended(12)");
  const std::string file = room.write("lsb.acct", acct);
  const Imported site = imported(room, {.acct = {file}});
  REQUIRE(site.answer.code == ExitCode::done);
  CHECK(site.row(",10,,ann").find(",,,0,,DONE,n1") != std::string::npos);
  CHECK(site.row(",11,,ann").find(",step,done(10),0,,DONE,n1") != std::string::npos);
  CHECK(site.row(",12,,ann").find(R"x(,step,"ended(""step"")",0,,DONE,n1)x") != std::string::npos);
  CHECK(site.row(",13,,ann").find(",,,0,,DONE,n1") != std::string::npos);
  CHECK(site.row(",14,,ann").find(",,ended(12),0,,DONE,n1") != std::string::npos);
  CHECK(
      site.says("jobs that waited for jobs that no record is of (bsub -w): they do not wait for "
                "these here: 2"));
  CHECK(
      site.says("jobs whose condition (bsub -w) is none that is known: they do not wait for it "
                "here: 1"));
  CHECK(site.says("jobs that waited for others (bsub -w): they do here, too: 3"));
  CHECK(site.runs());

  const std::string from = "2023-11-14T22:19:00Z";  // job 11 has ended, at 260
  const Imported later = imported(room, {.acct = {file}, .from = from}, "later");
  REQUIRE(later.answer.code == ExitCode::done);
  CHECK(later.row(",12,,ann").find(",step,,0,,DONE,n1") != std::string::npos);
  CHECK(later.runs());
}

}  // namespace mcsim::testing::history_conditions_test
