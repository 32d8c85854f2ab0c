// The inputs with which the fuzzers of scenarios and of LSF's files begin contain leases.
#include <filesystem>
#include <set>
#include <string>

#include "mcsim/config/lsf/lsf_file.hpp"
#include "support/lsf_content.hpp"
#include "support/places.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::lease_seeds_test {

TEST_CASE("the fuzzers begin with leases that are good, and with some that are not") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(source_dir()) / "tests/fuzz";
  std::set<std::string> refused;
  for (const char* name : {"bad_exports", "licences", "named_hosts", "shared_lease"}) {
    const fs::path file = folder / "scenario" / name;
    if (!load_scenario(file.string(), choices_of(default_registry()))) refused.insert(name);
  }
  CHECK(refused == std::set<std::string>{"bad_exports"});
  std::size_t sections = 0;
  for (const char* name : {"lsb.queues", "lsb.resources", "lsf.cluster"}) {
    const auto file = parse_lsf_file(bytes_of(folder / "lsf_conf" / name), "f");
    CHECK(file.is_whole());
    sections += file.sections.size();
  }
  CHECK(sections >= 5);
}

}  // namespace mcsim::testing::lease_seeds_test
