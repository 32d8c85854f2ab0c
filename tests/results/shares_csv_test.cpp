// shares.csv: how accounts of user fairshare have stood.
#include "mcsim/results/shares_csv.hpp"

#include <string>

#include "support/csv_rows.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::shares_csv_test {

namespace {

/// Two slots: a job of a for 100 s beside one of b for 50 s.
constexpr const char* two_users = R"json({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h1", "ncpus": 2}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
    "lsb.users": {"UserGroup": [
      {"GROUP_NAME": "eng", "GROUP_MEMBER": "a b", "USER_SHARES": "([a, 3] [b, 1])"}]},
    "lsb.queues": [{"QUEUE_NAME": "normal", "FAIRSHARE": "USER_SHARES[[eng, 2] [c, 1]]"}]}],
  "jobs": [{"id": 1, "user": "a", "run": "100s"}, {"id": 2, "user": "b", "run": "50s"}]})json";

}  // namespace

// By hand. With n slots at their start, 3 (1 + n) is what divides shares: 2 / 9, 3 / 6, 1 / 6.
// CPU time decays to a tenth in 18,000 s, so 50 s are 7817.302 x (1 - 10^(-50/18000)) = 49.840 s by
// then; run time of finished jobs does not count.
TEST_CASE("an account has a row whenever its slots have changed, and one at the end") {
  const TempFolder room;
  const std::string path = room.write("s.json", two_users);
  run_folder(room, path, "run", {}, "jobs,shares");
  const std::string text = room.read("run/shares.csv");
  const std::string start =
      "time,cluster,share_info_for,account,shares,priority,started,reserved,forwarded,cpu_time,"
      "run_time\n"
      "0,C,normal,eng,2,0.2222222222222222,2,0,0,0,0\n"
      "0,C,normal,eng/a,3,0.5,1,0,0,0,0\n"
      "0,C,normal,eng/b,1,0.16666666666666666,1,0,0,0,0\n";
  CHECK(text.substr(0, start.size()) == start);
  const auto has = [&](const std::string& part) { return text.find(part) != text.npos; };
  CHECK(has("\n50,C,normal,eng,2,"));
  CHECK(has("\n50,C,normal,eng/b,1,"));
  CHECK(has(",0,0,0,49.840,0\n"));
  CHECK_FALSE(has("\n50,C,normal,eng/a,"));
  CHECK(has("\n100,C,normal,eng/a,3,"));
  CHECK(has("\n100,C,normal,eng/b,1,"));
  CHECK_FALSE(has(",c,"));  // nobody has used it
}

TEST_CASE("who asks for shares.csv changes nothing else") {
  const TempFolder room;
  const std::string path = room.write("s.json", two_users);
  run_folder(room, path, "with", {}, "jobs,shares");
  run_folder(room, path, "without", {}, "jobs");
  CHECK(room.read("with/jobs.csv") == room.read("without/jobs.csv"));
}

}  // namespace mcsim::testing::shares_csv_test
