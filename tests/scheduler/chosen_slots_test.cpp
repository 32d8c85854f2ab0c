// Jobs of few to many slots: bsub -n min,max.
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::chosen_slots_test {

namespace {

/// Hosts of so many slots; the last job may have up to `most`.
ClusterConfig world(const std::vector<std::int32_t>& hosts, const std::vector<JobRow>& rows,
                    std::int32_t most, const std::string& res_req = "") {
  ClusterConfig cluster = machine(hosts, "lsf", rows);
  std::vector<std::string> asked(rows.size());
  asked.back() = res_req;
  ask_each(cluster, asked);
  const JobIndex last{static_cast<std::uint32_t>(rows.size() - 1)};
  cluster.profiles[index_of(cluster.trace[last].profile)].most_slots = most;
  return cluster;
}

/// Where the last job runs: `slots*host`, hosts counted from 0.
std::string place_of_last(const ClusterConfig& cluster) {
  const RunResults results = run_all(grid_of(cluster));
  const JobIndex last{static_cast<std::uint32_t>(cluster.trace.size() - 1)};
  std::string text;
  for (const HostSlots& part : hosts_of(results.clusters[0], cluster.trace, last))
    text += (text.empty() ? "" : " ") + std::to_string(part.slots.count()) + "*" +
            std::to_string(index_of(part.host));
  return text;
}

const JobRow wide{.id = 9, .submit = 1s, .slots = 2, .run = 10s};
JobRow busy(std::int32_t slots) { return {.id = 1, .slots = slots, .run = 100s}; }

}  // namespace

TEST_CASE("a job of few to many slots starts with the most that there is, from its least") {
  CHECK(place_of_last(world({4, 4}, {busy(5), wide}, 4)) == "3*1");
  CHECK(place_of_last(world({4, 4}, {busy(2), wide}, 5)) == "4*1 1*0");
  CHECK(place_of_last(world({4, 4}, {wide}, 6)) == "4*0 2*1");
  CHECK(place_of_last(world({4, 4}, {busy(6), wide}, 4)) == "2*1");
}

TEST_CASE("a job of few to many slots waits for its least, and takes what is there then") {
  const JobRow short_one{.id = 2, .slots = 3, .run = 20s};
  const ClusterConfig cluster = world({8}, {{.id = 1, .slots = 4, .run = 30s}, short_one, wide}, 6);
  CHECK(start_times(cluster).back() == at(20s));
  CHECK(place_of_last(cluster) == "4*0");
}

TEST_CASE("span and same hold for the slots that a job of few to many slots gets") {
  // The host with most of them, where one host has to have them all.
  CHECK(place_of_last(world({2, 4}, {wide}, 4, "span[hosts=1]")) == "4*1");
  CHECK(place_of_last(world({3, 3}, {wide}, 4, "span[hosts=1]")) == "3*0");
  CHECK(place_of_last(world({3, 3, 1}, {wide}, 7, "span[ptile=2]")) == "2*0 2*1 1*2");
  CHECK(place_of_last(world({3, 3, 1}, {wide}, 6, "span[ptile=2]")) == "2*0 2*1 1*2");
}

TEST_CASE("limits cut the slots of a job of few to many slots, not below its least") {
  ClusterConfig cluster = world({8}, {wide}, 6);
  cluster.queues[0].qjob_limit = 5;
  CHECK(place_of_last(cluster) == "5*0");
  cluster.queues[0].rules.proc_limit.most = 3;
  CHECK(place_of_last(cluster) == "3*0");
  cluster.queues[0].rules.proc_limit = {.least = 4, .usual = {}, .most = 100};
  CHECK(place_of_last(cluster) == "5*0");
  cluster.queues[0].rules.proc_limit = {.least = 7, .usual = {}, .most = 100};
  CHECK(outcomes(cluster)[0].end_reason == EndReason::processors_out_of_range);
}

TEST_CASE("a job that is requeued may have other slots than before") {
  ClusterConfig cluster = world({8}, {{.id = 1, .slots = 4, .run = 5s}, wide}, 6);
  CHECK(place_of_last(cluster) == "4*0");
  cluster.profiles[index_of(cluster.trace[JobIndex{1}].profile)].exit_codes = {99, 0};
  cluster.queues[0].rules.requeue_exit_values = {{.code = 99}};
  CHECK(place_of_last(cluster) == "6*0");  // from 11 s on
}

}  // namespace mcsim::testing::chosen_slots_test
