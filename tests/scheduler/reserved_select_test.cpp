// select[] and order[] see numeric resources of the site's own less what jobs have reserved.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::reserved_select_test {

namespace {

enum : std::uint16_t { lic = builtin::count };

/// Hosts of four slots and a numeric resource; each job asks for what stands at its place in
/// `asked`.
struct World {
  World(std::size_t hosts, const std::vector<JobRow>& rows, const std::vector<std::string>& asked)
      : cluster(machine(std::vector<std::int32_t>(hosts, 4), "lsf", rows)) {
    cluster.resources.push_back({.name = "lic", .kind = ResourceKind::numeric});
    ask_each(cluster, asked);
  }
  World& share(Amount whole, std::vector<std::uint32_t> hosts) {
    cluster.shared_resources.push_back(
        {.resource = resource(lic), .amount = whole * amount_unit, .hosts = std::move(hosts)});
    return *this;
  }
  World& own(double number, std::size_t host) {
    cluster.hosts[host].resources = {{.resource = resource(lic), .number = number}};
    return *this;
  }
  std::vector<Time> starts() const { return start_times(cluster); }
  std::vector<HostId> first_hosts() const {
    const RunResults results = run_all(grid_of(cluster));
    std::vector<HostId> hosts;
    for (std::uint32_t job = 0; job < cluster.trace.size(); ++job)
      hosts.push_back(
          hosts_of(results.clusters[0], cluster.trace, static_cast<JobIndex>(job)).front().host);
    return hosts;
  }

  ClusterConfig cluster;
};

const std::vector<JobRow> two_jobs = {{.id = 1, .run = 20s}, {.id = 2, .submit = 2s, .run = 5s}};

}  // namespace

// As with real daemons: while all three licences are reserved, `select[lic>1]` is not satisfied.
TEST_CASE("select sees what jobs leave of what hosts share") {
  const auto second_of = [](Amount whole, const std::string& held, const std::string& wish) {
    return World(1, two_jobs, {held, wish}).share(whole, {0}).starts()[1];
  };
  CHECK(second_of(3, "rusage[lic=3]", "select[lic>1]") == at(20s));
  CHECK(second_of(5, "rusage[lic=3]", "select[lic>1]") == at(2s));
  CHECK(second_of(4, "rusage[lic=3]", "select[lic>1]") == at(20s));
  CHECK(second_of(4, "rusage[lic=3]", "select[lic>0.5]") == at(2s));
  CHECK(second_of(3, "rusage[lic=3:duration=10s]", "select[lic>1]") == at(10s));
  // What is told less than that, a job that takes some may make true.
  CHECK(second_of(3, "rusage[lic=2]", "select[lic<2]") == at(2s));
}

TEST_CASE("select waits until a job takes what it wants to be gone") {
  const std::vector<JobRow> rows = {{.id = 1, .run = 5s}, {.id = 2, .submit = 7s, .run = 5s}};
  World world(1, rows, {"select[lic<2]", "rusage[lic=2]"});
  CHECK(world.share(3, {0}).starts() == std::vector{at(7s), at(7s)});
}

TEST_CASE("a job on several hosts takes of what they share once") {
  const std::vector<JobRow> rows = {{.id = 1, .slots = 8, .run = 20s},
                                    {.id = 2, .submit = 2s, .run = 5s}};
  CHECK(World(3, rows, {"rusage[lic=2]", "select[lic>0.5]"}).share(3, {0, 1, 2}).starts()[1] ==
        at(2s));
  CHECK(World(3, rows, {"rusage[lic=2]", "select[lic>1]"}).share(3, {0, 1, 2}).starts()[1] ==
        at(20s));
}

TEST_CASE("so it is with what a host has for itself") {
  World world(2, two_jobs, {"rusage[lic=3]", "select[lic>1]"});
  CHECK(world.own(3, 0).own(3, 1).first_hosts() == std::vector{HostId{0}, HostId{1}});
  CHECK(World(1, two_jobs, {"rusage[lic=3]", "select[lic>1]"}).own(3, 0).starts()[1] == at(20s));
}

// Of the first instance one is left, of the second one two.
TEST_CASE("an order sees what jobs leave, too") {
  World world(4, two_jobs, {"rusage[lic=2]", "order[lic]"});
  world.share(3, {0, 1}).share(2, {2, 3});
  CHECK(world.first_hosts() == std::vector{HostId{0}, HostId{2}});
  World before(4, two_jobs, {"", "order[lic]"});
  CHECK(before.share(3, {0, 1}).share(2, {2, 3}).first_hosts()[1] == HostId{0});
}

// Two instances of three each: hosts with the same number of licences go together, whatever is
// left.
TEST_CASE("same sees all that there is") {
  const std::vector<JobRow> rows = {{.id = 1, .run = 20s}, {.id = 2, .submit = 2s, .slots = 15}};
  World world(4, rows, {"rusage[lic=2]", "same[lic]"});
  CHECK(world.share(3, {0, 1}).share(3, {2, 3}).starts()[1] == at(2s));
}

}  // namespace mcsim::testing::reserved_select_test
