// A real scheduler of the family as judge: what daemons of two open forks of Platform Lava did.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/lava_replay.hpp"

namespace mcsim::testing::lava_histories_test {

namespace {

/// Jobs of a history that start otherwise here, and why.
struct Known {
  std::vector<std::int64_t> jobs;
  std::string why;
};

const std::map<std::string, Known> known_differences = {
    {"exclusive",
     {{13},
      "the fork locks the LIM of a host with an exclusive job, and hears with the next exchange of "
      "load that it is open again"}},
    {"limits",
     {{21, 22},
      "the fork starts nothing on h2 from 25 s on: its LIM may have been silent, of which the "
      "record "
      "has nothing"}},
    {"ol_preempt",
     {{101, 102, 104, 105, 106},
      "the fork kills and requeues victims: who preempts waits two seconds for that, and victims "
      "start again after two minutes; here they are suspended at once"}},
    {"parallel", {{8, 12, 13}, "job 8 takes 2 to 4 slots, which is not simulated"}},
    {"requeue",
     {{6},
      "the fork looks for hosts once for all jobs that ask the same, so job 6 waits with job 4, "
      "which may not use the free host"}},
};

/// Histories that need what is being mended.
const std::map<std::string, std::string> pending = {
    {"btop", "bbot, positions, and a user's own btop, which moves his own jobs only"},
    {"licence2", "select[] sees shared resources less what is reserved"},
    {"userprio2", "a job without -sp has half of MAX_USER_PRIORITY"},
};
/// The same, of which there is no scenario either.
const std::map<std::string, std::string> unplayed = {
    {"elimthr2", "pending: sbatchd reads its own host's LIM"},
    {"lim_and_hosts", "pending: mbatchd lives and dies with the LIM of its host"},
    {"array", "job arrays are not simulated"},
    {"ol_deps2", "dependency conditions are not simulated"},
    {"fairshare", "fairshare of users is not simulated"},
    {"ol_fairshare", "fairshare of users is not simulated"},
    {"ol_roundrobin", "ROUND_ROBIN_POLICY is not simulated"},
};

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& one : all) text += one + "\n";
  return text;
}

/// The folder of all histories; empty: there is none, which is said.
std::string histories() {
  const char* const oracle = std::getenv("MCSIM_ORACLE");
  if (oracle == nullptr) {
    WARN("skipped: MCSIM_ORACLE is not set");
    return {};
  }
  return std::string(oracle) + "/lava";
}

LavaDifferences differences_of(const std::string& folder, const std::vector<std::int64_t>& known) {
  const LavaHistory history = read_lava_history(folder);
  REQUIRE(!history.jobs.empty());
  return differences(history, replay(history), known);
}

}  // namespace

TEST_CASE("jobs start where and when a real scheduler of the family starts them") {
  const std::string folder = histories();
  if (folder.empty()) return;
  const std::string name = GENERATE("accept", "backfill4", "equalprio", "exclusive", "limits",
                                    "ol_preempt", "parallel", "prio", "rejections", "requeue",
                                    "reserve", "runlimit", "span", "susplimits", "userlimits");
  INFO(name);
  const auto known = known_differences.find(name);
  const auto found = differences_of(folder + "/" + name, known == known_differences.end()
                                                             ? std::vector<std::int64_t>{}
                                                             : known->second.jobs);
  CHECK(lines(found.starts) == "");
  CHECK(lines(found.inversions) == "");
  // The jobs of `rejections` take the host with the lower load, which was that of the machine.
  if (name != "rejections") CHECK(lines(found.hosts) == "");
}

TEST_CASE("histories of a real scheduler that are not played yet are said") {
  const std::string folder = histories();
  if (folder.empty()) return;
  for (const auto& [name, why] : pending) {
    const auto found = differences_of(folder + "/" + name, {});
    const std::size_t count = found.starts.size();
    WARN("pending: " << name << ": " << why << " (" << count << " jobs differ)");
  }
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (std::filesystem::exists(entry.path() / "lsb.events"))
      names.insert(entry.path().filename().string());
  for (const auto& [name, why] : unplayed) names.erase(name);
  for (const auto& [name, why] : pending) names.erase(name);
  CHECK(names == std::set<std::string>{"accept", "backfill4", "equalprio", "exclusive", "limits",
                                       "ol_preempt", "parallel", "prio", "rejections", "requeue",
                                       "reserve", "runlimit", "span", "susplimits", "userlimits"});
}

}  // namespace mcsim::testing::lava_histories_test
