// Types of hosts that LSF's LIM finds out, and hosts that only submit jobs.
#include <string>

#include "support/catch.hpp"
#include "support/conf_directory.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::settings_host_types_test {

namespace {

/// A cluster of these hosts, where lsf.shared names these types.
struct TypesDirectory : Directory {
  TypesDirectory(const std::string& types, const std::string& hosts) {
    write("lsf.shared",
          "Begin Cluster\nClusterName\nhome\nEnd Cluster\n"
          "Begin HostType\nTYPENAME\n" +
              types + "End HostType\n");
    write("lsf.cluster.home",
          "Begin Host\nHOSTNAME model type server RESOURCES\n" + hosts + "End Host\n");
    write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 1\nEnd Host\n");
  }
};

Texts types_of(const ClusterConfig& cluster) {
  Texts types;
  for (const HostConfig& host : cluster.hosts) types.push_back(host.type);
  return types;
}

/// The type of the host that the first job is submitted from.
std::string origin_type(const ClusterConfig& cluster) {
  const ProfileId profile = cluster.trace[JobIndex{0}].profile;
  return std::string(cluster.type_of(cluster.profiles[index_of(profile)].from_host));
}

const std::string begins = "conf/lsf.cluster.home:1:7 /clusters/0/lsf.cluster/Host: warning: ";
const std::string ends =
    "; give \"type\" in `hosts` of the scenario, or put what `lshosts -w` prints beside LSF's "
    "files, as lshosts";

}  // namespace

TEST_CASE("a host whose type the LIM finds out is of the type that all others have") {
  const TypesDirectory directory("X86_64\nSPARC\n", "a ! ! 1 ()\nb ! X86_64 1 ()\n");
  const auto scenario = directory.load("");
  CHECK(types_of(cluster_of(scenario)) == Texts{"X86_64", "X86_64"});
  CHECK(directory.said(scenario->warnings) ==
        Texts{begins +
              "the LIM finds out the type of a, and none is here: taken as X86_64, as all "
              "hosts with a type are" +
              ends});
  CHECK(scenario->warnings.list.at(0).loss ==
        Loss{.who = "host", .what = "counts as X86_64", .count = 1});
  const auto again = load_scenario(directory.folder.write("e.json", scenario->effective),
                                   choices_of(default_registry()));
  CHECK(types_of(cluster_of(again)) == Texts{"X86_64", "X86_64"});
  const auto said = directory.load(R"(, "hosts": [{"name": "a", "type": "SPARC"}])");
  CHECK(types_of(cluster_of(said)) == Texts{"SPARC", "X86_64"});
  CHECK(said->warnings.list.empty());
}

TEST_CASE("hosts whose type the LIM finds out are of a type of their own beside several") {
  const TypesDirectory directory("X86_64\nSPARC\n",
                                 "a ! ! 1 ()\nb ! X86_64 1 ()\nc ! SPARC 1 ()\nd ! ! 1 ()\n");
  const auto scenario = directory.load("");
  CHECK(types_of(cluster_of(scenario)) == Texts{"", "X86_64", "SPARC", ""});
  CHECK(directory.said(scenario->warnings) ==
        Texts{begins +
              "the LIM finds out the type of a, d, and none is here: a type of their own, "
              "so jobs that ask for no type (type==local) run there only if they are "
              "submitted from there, and then nowhere else; those with type==any run "
              "anywhere" +
              ends});
  CHECK(scenario->warnings.list.at(0).loss ==
        Loss{.who = "host", .what = "has no type", .count = 2});
}

TEST_CASE("where no host has a type, the only one of lsf.shared is taken") {
  const std::string hosts = "a ! ! 1 ()\nb ! ! 1 ()\n";
  const TypesDirectory one("X86_64\n", hosts);
  const auto scenario = one.load("");
  CHECK(types_of(cluster_of(scenario)) == Texts{"X86_64", "X86_64"});
  CHECK(one.said(scenario->warnings) ==
        Texts{begins +
              "the LIM finds out the type of a, b, and none is here: taken as X86_64, the "
              "only one that lsf.shared names" +
              ends});
  CHECK(scenario->warnings.list.at(0).is_minor);  // whoever names no type runs on all hosts
  const TypesDirectory two("X86_64\nSPARC\n", hosts);
  const auto equal = two.load("");
  CHECK(types_of(cluster_of(equal)) == Texts{"", ""});
  CHECK(equal->warnings.list.empty());
}

TEST_CASE("where only a client has a type, hosts whose type the LIM finds out are of that one") {
  const TypesDirectory directory("DEFAULT\nX86_64\nAARCH64\n",
                                 "master ! ! 1 ()\nsubmit ! X86_64 0 ()\n");
  CHECK(types_of(cluster_of(directory.load(""))) == Texts{"X86_64"});
  const TypesDirectory none("DEFAULT\nX86_64\n", "master ! ! 1 ()\nsubmit ! ! 0 ()\n");
  const auto scenario = none.load("");
  CHECK(types_of(cluster_of(scenario)) == Texts{"X86_64"});
  CHECK(cluster_of(scenario).foreign_hosts.at(0).type == "X86_64");
}

TEST_CASE("jobs may be submitted from clients, which run none, and are of their type") {
  const TypesDirectory directory(
      "X86_64\nSPARC\n",
      "a ! X86_64 1 ()\nb ! SPARC 1 ()\nlogin ! SPARC 0 ()\ndesk ! X86_64 0 ()\n");
  const auto from = [&](const std::string& host) {
    return directory.load(R"(}], "jobs": [{"id": 1, "run": "1s", "from_host": ")" + host + "\"");
  };
  const auto scenario = from("login");
  const ClusterConfig cluster = cluster_of(scenario);
  CHECK(cluster.hosts.size() == 2);
  CHECK(origin_type(cluster) == "SPARC");
  CHECK(origin_type(cluster_of(from("desk"))) == "X86_64");
  const auto again = load_scenario(directory.folder.write("e.json", scenario->effective),
                                   choices_of(default_registry()));
  CHECK(cluster_of(again).foreign_hosts == cluster.foreign_hosts);
  CHECK(origin_type(cluster_of(again)) == "SPARC");
  const auto wrong = from("logout");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().list.at(0).message.starts_with("unknown host \"logout\" in home"));
}

TEST_CASE("hosts of a client's type are missed by its jobs, which is said") {
  const TypesDirectory directory("X86_64\nSPARC\n", "a ! X86_64 1 ()\nlogin ! SPARC 0 ()\n");
  const auto scenario = directory.load(
      R"(}], "jobs": [{"id": 1, "run": "1s", "from_host": "login"}, {"id": 2, "run": "1s")");
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].loss ==
        Loss{.who = "job", .what = "can never start", .count = 1});
  CHECK(scenario->warnings.list[0].message.find("the type of login") != std::string::npos);
}

}  // namespace mcsim::testing::settings_host_types_test
