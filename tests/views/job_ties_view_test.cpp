// What bjobs shows of what a job is called, belongs to and waits for: bsub -J, -P, -G, -w and -b.
#include <string>

#include "mcsim/app/explain/views_command.hpp"
#include "support/explain_once.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::job_ties_view_test {

namespace {

constexpr const char* tied = R"json({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h1", "ncpus": 1}],
    "lsb.params": {"DEFAULT_PROJECT": "house"}, "lsb.queues": [{"QUEUE_NAME": "normal"}]}],
  "actions": [{"at": "1min", "do": "bmod", "job": 4, "depends": "ended(2)"}],
  "workloads": [], "jobs": [
    {"id": 1, "user": "ann", "run": "1h", "name": "first"},
    {"id": 2, "user": "ann", "run": "1h", "project": "p7", "user_group": "chem",
     "depends": "done(first)", "begin": "2h"},
    {"id": 3, "user": "ann", "run": "1h", "array": "x[1-2]", "depends": "started(2)"},
    {"id": 4, "user": "ann", "run": "1h", "depends": "done(1)"}]})json";

Answer view(const std::string& folder, const std::string& fields, bool is_long) {
  ViewsRequest request;
  request.command = ViewsRequest::Command::bjobs;
  request.replay.folder = folder;
  request.replay.at = "10min";
  if (!fields.empty()) request.fields = fields;
  request.is_long = is_long;
  return answer_of(
      [&](const Console& console) { return views_command(request, default_registry(), console); });
}

}  // namespace

TEST_CASE("bjobs -o has the fields job_name, proj_name, user_group and dependency") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("tied.json", tied));
  CHECK(view(folder, "jobid name proj ugroup dependency delimiter=','", false).out ==
        "JOBID,JOB_NAME,PROJ_NAME,USER_GROUP,DEPENDENCY\n"
        "1,first,house,-,-\n"
        "2,-,p7,chem,done(first)\n"
        "3,x[1],house,-,started(2)\n"
        "3,x[2],house,-,started(2)\n"
        "4,-,house,-,ended(2)\n");
}

TEST_CASE("bjobs -l has them in LSF's places") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("tied.json", tied));
  const std::string out = view(folder, "", true).out;
  INFO(out);
  CHECK(out.find("Job <1>, Job Name <first>, User <ann>, Project <house>, Status <RUN>, Queue "
                 "<normal>\n") != out.npos);
  CHECK(out.find("Job <2>, User <ann>, Project <p7>, User Group <chem>, Status <PEND>, Queue "
                 "<normal>\n") != out.npos);
  CHECK(out.find("Submitted from host <h1>, 1 Task(s), Dependency Condition <done(first)>, "
                 "Specified Start Time <Thu Jan  1 02:00:00>;\n") != out.npos);
}

}  // namespace mcsim::testing::job_ties_view_test
