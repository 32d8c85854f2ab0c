// bhosts -e -s: exported shared resources.
#include <filesystem>
#include <string>

#include "mcsim/app/explain/views_command.hpp"
#include "support/places.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::lease_resources_view_test {

namespace {

/// The view in a run of scenarios/lease_licences.json: C1 has 3 of 10 licences, C2 has 7.
std::string exported_resources(const std::string& cluster, const std::string& at) {
  const TempFolder room;
  const std::string scenario =
      (std::filesystem::path(source_dir()) / "scenarios/lease_licences.json").string();
  ViewsRequest request;
  request.command = ViewsRequest::Command::bhosts;
  request.cluster = cluster;
  request.replay.folder = run_folder(room, scenario);
  request.replay.at = at;
  request.exported = true;
  request.shared = true;
  return answer_of([&](const Console& console) {
           return views_command(request, default_registry(), console);
         })
      .out;
}

}  // namespace

TEST_CASE("bhosts -e -s shows what others have of shared resources") {
  const std::string header = "RESOURCE                 TOTAL       RESERVED       LOCATION\n";
  CHECK(exported_resources("P", "0s") ==
        header + "AppX                      10.0            0.0       HostA HostB\n");
  CHECK(exported_resources("P", "10s") ==
        header + "AppX                      10.0           10.0       HostA HostB\n");
  CHECK(exported_resources("P", "70s") ==
        header + "AppX                      10.0            2.0       HostA HostB\n");
  CHECK(exported_resources("C1", "10s") == header);
}

}  // namespace mcsim::testing::lease_resources_view_test
