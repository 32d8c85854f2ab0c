// Prints a digest of the facts and results of each of the swarm's grids. It is the same with every
// compiler and on every machine; tools/check_determinism compares the digests.
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "mcsim/results/jobs_csv.hpp"
#include "support/swarm_worlds.hpp"
#include "support/whole_run.hpp"

using namespace mcsim::testing;

namespace {

constexpr const char* usage = "usage: mcsim_digest FIRST_SEED GRIDS FILE [--every]\n";

struct Arguments {
  std::uint64_t first = 0;
  std::uint64_t grids = 0;
  std::string file;        ///< where jobs.csv is written for a moment; removed at the end
  bool every_one = false;  ///< no session is skipped, and every report is an event
};

bool read_number(const std::string& text, std::uint64_t& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end;
}

bool read(const std::vector<std::string>& words, Arguments& read) {
  if (words.size() < 3 || words.size() > 4) return false;
  read.file = words[2];
  read.every_one = words.size() == 4;
  if (read.every_one && words[3] != "--every") return false;
  return read_number(words[0], read.first) && read_number(words[1], read.grids);
}

/// The digest of the bytes of jobs.csv.
std::uint64_t digest_of_table(const std::string& path, const GridConfig& grid,
                              const RunResults& results) {
  auto file = OutputFile::create(path);
  MCSIM_CHECK(file.has_value() && !write_jobs_csv(*file, grid, results), "jobs.csv is not written");
  std::ifstream table(path, std::ios::binary);
  Digest digest;
  digest.add(std::string(std::istreambuf_iterator<char>(table), {}));
  return digest.value();
}

void print(std::uint64_t seed, const Arguments& arguments) {
  SwarmWorld world = swarm_world(seed);
  if (!world.grid.until) world.grid.until = Time{} + std::chrono::hours(24);
  if (arguments.every_one)
    for (ClusterConfig& cluster : world.grid.clusters) cluster.model.elide = false;
  const WholeRun run = whole_run(world.grid, *world.grid.until);
  Digest digest;
  digest.add(digest_of(world.grid, run));
  digest.add(run.facts);
  digest.add(digest_of_table(arguments.file, world.grid, run.results));
  std::printf("%llu %s %016llx\n", static_cast<unsigned long long>(seed),
              std::string(name_of(world.kind)).c_str(),
              static_cast<unsigned long long>(digest.value()));
}

}  // namespace

int main(int count, char** words) {
  Arguments arguments;
  if (!read({words + 1, words + count}, arguments)) {
    std::fputs(usage, stderr);
    return 2;
  }
  for (std::uint64_t at = 0; at < arguments.grids; ++at) print(arguments.first + at, arguments);
  std::filesystem::remove(arguments.file);
  return 0;
}
