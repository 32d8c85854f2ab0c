// The targets keep their promises on all inputs that fuzzers have found interesting.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "fuzz/targets.hpp"
#include "support/catch.hpp"
#include "support/lsf_content.hpp"
#include "support/mutation.hpp"
#include "support/places.hpp"

namespace mcsim::testing::corpora_test {

namespace {

/// The files in a target's folder, by name; the inputs that fuzzers have found are in found/.
std::map<std::string, std::string> corpus_of(const FuzzTarget& target) {
  std::map<std::string, std::string> inputs;
  const auto folder = std::filesystem::path(source_dir()) / "tests/fuzz" / target.name;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      inputs[entry.path().lexically_relative(folder).string()] = bytes_of(entry.path());
  return inputs;
}

}  // namespace

TEST_CASE("what a fuzzer begins with, or found of interest, breaks no promise") {
  const FuzzTarget target = GENERATE(from_range(fuzz_targets));
  const auto inputs = corpus_of(target);
  for (const auto& [name, bytes] : inputs) {
    INFO(target.name << "/" << name);
    REQUIRE_NOTHROW(target.run(bytes));
  }
  CHECK(inputs.size() >= 3);
}

TEST_CASE("no damage to what a fuzzer begins with breaks a promise", "[property]") {
  const FuzzTarget target = GENERATE(from_range(fuzz_targets));
  const auto inputs = corpus_of(target);
  // The more inputs, the fewer mutations of each.
  const std::uint64_t times = std::max<std::uint64_t>(5, 1000 / inputs.size());
  for (std::uint64_t seed = 1; seed <= times; ++seed)
    for (const auto& [name, bytes] : inputs) {
      INFO(target.name << "/" << name << ", seed " << seed);
      REQUIRE_NOTHROW(target.run(mutated(bytes, RngStream{seed, "test/corpora"})));
    }
}

}  // namespace mcsim::testing::corpora_test
