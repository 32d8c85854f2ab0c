// Memory, swap space and shared resources of leases: only the consumer has them.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/leasing/export_dealing.hpp"
#include "support/catch.hpp"
#include "support/lease_worlds.hpp"

namespace mcsim::testing::lease_amounts_test {

namespace {

constexpr Amount mega = amount_unit;

/// The grid, each host with `megabytes` of memory; jobs of both clusters reserve 100 MB each.
GridConfig with_memory(GridConfig grid, double megabytes) {
  for (ClusterConfig& cluster : grid.clusters) {
    for (HostConfig& host : cluster.hosts)
      host.resources = {{.resource = resource(builtin::maxmem), .number = megabytes}};
    cluster.queues[0].rules.res_req.rusage = {
        {.resource = resource(builtin::mem), .amount = 100 * mega}};
  }
  return grid;
}

std::int32_t requeues(const RunResults& results, std::uint32_t place) {
  const JobHistory* history =
      results.clusters[index_of(consumer)].history_of(static_cast<JobIndex>(place));
  return history == nullptr ? 0 : history->requeues;
}

}  // namespace

TEST_CASE("exported memory is a limit for the consumer, and the provider does not have it") {
  GridConfig grid = with_memory(
      lender_and_borrower({8}, {{.id = 1, .run = 60s}, {.id = 2, .run = 60s}},
                          {{.id = 1, .run = 60s}, {.id = 2, .run = 60s}, {.id = 3, .run = 60s}}),
      300);
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  SECTION("not exported: all compete") {
    const RunResults results = run_all(grid);
    CHECK((job(results, provider, 1).start == at(0s)));
    CHECK((job(results, consumer, 2).start == at(2s)));
  }
  SECTION("exported") {
    grid.clusters[0].exports[0].mem = 199 * mega;
    const RunResults results = run_all(grid);
    CHECK((job(results, provider, 0).start == at(0s)));
    CHECK((job(results, provider, 1).start == at(60s)));
    CHECK((job(results, consumer, 1).start == at(2s)));
    // Not 62 s: the consumer's own slot and memory are free earlier.
    CHECK((job(results, consumer, 2).start == at(60s)));
  }
}

TEST_CASE("where less memory is exported the latest jobs that hold it are killed") {
  GridConfig grid = with_memory(
      lender_and_borrower(
          {8}, {{.id = 1, .submit = 90s, .run = 60s}},
          {{.id = 1, .run = 500s}, {.id = 2, .run = 200s}, {.id = 3, .submit = 10s, .run = 200s}}),
      300);
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].mem = 250 * mega;
  std::vector<HostExport> less = grid.clusters[0].exports;
  less[0].mem = 150 * mega;
  export_later(grid, 100s, less);
  const RunResults results = run_all(grid);
  CHECK(requeues(results, 1) == 0);
  CHECK(requeues(results, 2) == 1);
  CHECK((job(results, consumer, 2).finish == at(402s)));
  // The provider has it again when the consumer reports that it no longer uses it.
  CHECK((job(results, provider, 0).start == at(102s)));
}

namespace {

/// h1 has ten licences, of which `exported` are for the consumer; each job of its queue takes one.
GridConfig with_licences(std::int64_t exported) {
  GridConfig grid = lender_and_borrower(
      {8}, {{.id = 1, .run = 60s}},
      {{.id = 1, .run = 60s}, {.id = 2, .run = 60s}, {.id = 3, .run = 60s}, {.id = 4, .run = 60s}});
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.resources.push_back({.name = "AppX", .kind = ResourceKind::numeric});
    cluster.shared_resources = {{.resource = static_cast<ResourceId>(cluster.resources.size() - 1),
                                 .amount = 3 * amount_unit,
                                 .hosts = {0}}};
  }
  SharedResource& borrowed = grid.clusters[1].shared_resources[0];
  borrowed.amount = 0;
  borrowed.hosts = {1};
  borrowed.home = InstanceHome{provider, 0};
  const ResourceId licence = borrowed.resource;
  grid.clusters[1].queues[0].rules.res_req.rusage = {{.resource = licence, .amount = amount_unit}};
  grid.clusters[0].queues[0].rules.res_req.rusage = {
      {.resource = licence, .amount = 2 * amount_unit}};
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].resource_exports = {
      {.resource = licence, .amount = exported * amount_unit, .distribution = {{consumer, 1}}}};
  return grid;
}

}  // namespace

TEST_CASE("exported licences are used on borrowed hosts, and the provider does not have them") {
  GridConfig grid = with_licences(2);
  grid.until = at(10min);
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 0).start == at(2s)));
  CHECK((job(results, consumer, 1).start == at(2s)));
  CHECK((job(results, consumer, 2).start == at(62s)));
  CHECK((job(results, provider, 0).start == never));
}

TEST_CASE("licences that are taken back are the provider's once their jobs are killed") {
  GridConfig grid = with_licences(2);
  ClusterSettings settings = grid.clusters[0];
  settings.resource_exports[0].amount = amount_unit;
  grid.clusters[0].timeline = {reconfigure(30s, settings)};
  const RunResults results = run_all(grid);
  CHECK(requeues(results, 0) + requeues(results, 1) == 1);
  CHECK((job(results, provider, 0).start == at(32s)));
}

// All start at 2 s, one on each host: the last one in the order of submission counts as the latest.
TEST_CASE("of jobs that hold licences the latest ones die, whichever hosts they are on") {
  GridConfig grid = with_licences(3);
  ClusterConfig& lender = grid.clusters[0];
  ClusterConfig& borrower = grid.clusters[1];
  borrower.hosts[0].mxj = Slots{};
  for (const std::uint32_t host : {1U, 2U}) {
    HostConfig another = lender.hosts[0];
    another.name = "h" + std::to_string(host + 1);
    lender.hosts.push_back(another);
    another.name += "@C1";
    another.mxj = Slots{};
    another.home = HostHome{provider, static_cast<HostId>(host)};
    borrower.hosts.push_back(another);
  }
  lender.exports = {named({HostId{0}, HostId{1}, HostId{2}}, 1)};
  lender.shared_resources[0].hosts = {0, 1, 2};
  borrower.shared_resources[0].hosts = {1, 2, 3};
  ClusterSettings settings = lender;
  settings.resource_exports[0].amount = 2 * amount_unit;
  lender.timeline = {reconfigure(30s, settings)};
  const RunResults results = run_all(grid);
  CHECK(requeues(results, 0) == 0);
  CHECK(requeues(results, 1) == 0);
  CHECK(requeues(results, 2) == 1);
}

TEST_CASE("licences are not exported by default") {
  GridConfig grid = with_licences(2);
  grid.clusters[0].resource_exports.clear();
  grid.until = at(10min);
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 0).start == never));
  CHECK((job(results, provider, 0).start == at(0s)));
}

// The provider has three of the four slots, and memory for one job.
TEST_CASE("memory of a shared lease is the consumer's alone, while its slots are shared") {
  GridConfig grid =
      with_memory(lender_and_borrower({4}, {{.id = 1, .run = 60s}, {.id = 2, .run = 60s}},
                                      {{.id = 1, .run = 60s}, {.id = 2, .run = 60s}}),
                  300);
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  CHECK((job(run_all(grid), provider, 1).start == at(0s)));
  grid.clusters[0].exports[0].mem = 200 * mega;
  CHECK((job(run_all(grid), provider, 1).start == at(60s)));
}

// The consumer's own slot has memory for one job, the host for two.
TEST_CASE("all memory of a host that is selected goes with it") {
  GridConfig grid = with_memory(lender_and_borrower({4}, {},
                                                    {{.id = 1, .run = 60s},
                                                     {.id = 2, .run = 60s},
                                                     {.id = 3, .run = 60s},
                                                     {.id = 4, .run = 60s}}),
                                200);
  grid.clusters[0].exports = {selected(1)};
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 2).start == at(2s)));
  CHECK((job(results, consumer, 3).start == at(60s)));
}

// Policy 1 exports 200 of 300 MB: policy 2, for another consumer, gets 100 of its 200.
TEST_CASE("policies that name one host export what memory earlier ones leave of it") {
  GridConfig grid = with_memory(lender_and_borrower({8}, {}, {}), 300);
  const ClusterConfig& lender = grid.clusters[0];
  HostExport first = named({HostId{0}}, 1);
  first.mem = 200 * mega;
  grid.clusters[0].exports = {first, first};
  const auto dealt = dealt_leases(lender, ClusterHosts(lender), AnyDeal(DealByDeficit{}), {});
  REQUIRE(dealt.size() == 2);
  CHECK(dealt[0].parts.at(0).mem == 200 * mega);
  CHECK(dealt[1].parts.at(0).mem == 100 * mega);
}

}  // namespace mcsim::testing::lease_amounts_test
