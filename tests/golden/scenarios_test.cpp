// Every file in scenarios/ is an example and a test: it carries what it expects.
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include "mcsim/experiment/run_command.hpp"
#include "support/catch.hpp"

using namespace mcsim;

TEST_CASE("each scenario of the project comes to what it expects, with no warning") {
  namespace fs = std::filesystem;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(MCSIM_SOURCE_DIR) / "scenarios"))
    if (entry.path().extension() == ".json") files.insert(entry.path());
  REQUIRE(files.size() >= 10);
  for (const fs::path& file : files) {
    std::ostringstream out;
    std::ostringstream err;
    RunRequest request;
    request.input = file.string();
    request.check = true;
    const ExitCode code = run_command(request, default_registry(), Console{out, err});
    CHECK(err.str() == "");
    INFO(file << "\n" << out.str());
    CHECK(code == ExitCode::done);
    CHECK(out.str().find("expectations: ") != std::string::npos);
  }
}
