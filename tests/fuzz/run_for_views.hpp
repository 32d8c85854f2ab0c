// A folder of a run that targets look into, and may change.
#pragma once

#include <sstream>
#include <string>

#include "mcsim/app/run/run_command.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {

/// Two clusters, of which one forwards jobs, whose LIMs tell of load, and a job that preempts.
inline constexpr const char* run_for_views = R"({"mcsim": 1, "until": "200s",
  "model": {"load": "lim"},
  "clusters": [{"name": "A", "hosts": [{"name": "a[1-2]", "ncpus": 2}],
    "lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 10},
    "lsb.queues": [{"QUEUE_NAME": "normal", "SNDJOBS_TO": "in@B"},
      {"QUEUE_NAME": "urgent", "PRIORITY": 60, "PREEMPTION": "PREEMPTIVE"}]},
    {"name": "B", "hosts": [{"name": "b", "ncpus": 2}],
    "lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "A"}]}],
  "jobs": [{"id": 1, "cluster": "A", "user": "ann", "slots": 4, "run": "100s"},
    {"id": 2, "cluster": "A", "user": "bob", "slots": 2, "run": "100s"},
    {"id": 3, "cluster": "A", "submit": "9s", "queue": "urgent", "slots": 2, "run": "20s"},
    {"id": 4, "cluster": "B", "submit": "9s", "run": "500s"}]})";

/// Made once in a process, and not changed afterwards by anybody but try_run_folder's own copy.
class FolderOfRun {
 public:
  FolderOfRun() {
    std::ostringstream out, err;
    app::RunRequest request;
    request.input = room_.write("s.json", run_for_views);
    request.folder = path();
    const app::ExitCode code =
        app::run_command(request, registry::default_registry(), app::Console{out, err});
    MCSIM_CHECK(code == app::ExitCode::done, "the run for views is no run");
  }
  std::string path() const { return room_.path("run"); }
  const TempFolder& room() const { return room_; }

 private:
  TempFolder room_;
};

}  // namespace mcsim::testing
