// Load update strings that a fuzzer has found interesting: the promises that hold for any of them.
#include "mcsim/lim/load_update.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/load_update_promises.hpp"
#include "support/lsf_content.hpp"
#include "support/mutation.hpp"
#include "support/places.hpp"

namespace mcsim::testing::load_update_test {

namespace {

std::vector<std::string> corpus() {
  std::vector<std::string> inputs;
  const auto folder = std::filesystem::path(source_dir()) / "tests/fuzz/load_update";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) inputs.push_back(bytes_of(entry.path()));
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

}  // namespace

TEST_CASE("what a fuzzer found of interest in an ELIM's output does no harm", "[elim]") {
  const auto inputs = corpus();
  REQUIRE(inputs.size() >= 10);
  for (const std::string& input : inputs) CHECK_NOTHROW(keep_load_update_promises(input));
}

TEST_CASE("no damage to an ELIM's output does more than end the ELIM", "[elim][property]") {
  const auto inputs = corpus();
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/load_update"};
    REQUIRE_NOTHROW(
        keep_load_update_promises(mutated(inputs[stream.below(inputs.size())], stream)));
  }
}

TEST_CASE("a reader keeps the beginning of a word that is too long, and its length is bounded",
          "[elim]") {
  LoadUpdateReader reader;
  const std::string flood(std::size_t{1} << 20, 'x');
  std::size_t used = 0;
  CHECK(reader.next(flood, used) == LoadUpdateReader::Found::nothing);
  CHECK(used == flood.size());
  CHECK(reader.word().size() == LoadUpdateReader::longest_word);
  CHECK(reader.end_of_bytes() == LoadUpdateReader::Found::bad_count);
}

TEST_CASE("a report may promise two thousand million pairs, and is read pair by pair", "[elim]") {
  LoadUpdateReader reader;
  std::size_t used = 0;
  const std::string_view text = "2000000000 a 1 ";
  CHECK(reader.next(text, used) == LoadUpdateReader::Found::pair);
  CHECK((reader.name() == "a" && reader.value() == "1"));
  CHECK(reader.next(text, used) == LoadUpdateReader::Found::nothing);
  CHECK(reader.pairs_left() == 1'999'999'999);
}

}  // namespace mcsim::testing::load_update_test
