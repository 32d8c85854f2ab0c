// LSF's configuration as the settings of a cluster: hosts, groups, resources, users.
#include <string>

#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::settings_test {

namespace {

std::vector<std::uint32_t> positions(const HostPreferences& hosts) {
  std::vector<std::uint32_t> all;
  for (const auto& entry : hosts.list) all.push_back(static_cast<std::uint32_t>(entry.host));
  return all;
}

/// The hosts of a queue whose HOSTS is `text`, among a1, a2, a3, b1 with groups as and bs.
HostPreferences preferences(const std::string& text) {
  const auto settings = settings_of(R"("hosts": [{"name": "a[1-3]"}, {"name": "b1"}],
    "lsb.hosts": {"HostGroup": [{"GROUP_NAME": "as", "GROUP_MEMBER": "a[1-3]"},
                                {"GROUP_NAME": "bs", "GROUP_MEMBER": "all ~as"}]
},
    "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": ")" +
                                    text + R"("}])");
  return settings.queues[0].hosts;
}

}  // namespace

TEST_CASE("a host has what the scenario says, and the CPU factor of its model") {
  const auto settings = settings_of(R"(
    "lsf.shared": {"HostModel": [{"MODELNAME": "X", "CPUFACTOR": "2.5"}],
                   "Resource": [{"RESOURCENAME": "site", "TYPE": "String"}]},
    "hosts": [{"name": "a", "ncpus": 4, "type": "LINUX", "model": "X", "maxmem": 64000,
               "ndisks": 2, "resources": ["big", "site=north"]},
              {"name": "b", "model": "X", "cpuf": 3.5}])");
  const HostConfig& a = settings.hosts[0];
  CHECK(a.ncpus == 4);
  CHECK(a.mxj == Slots{4});
  CHECK(a.type == "LINUX");
  CHECK(a.cpuf == 2.5);
  const ResourceId site = resource(builtin::count);
  const ResourceId big = resource(builtin::count + 1);
  CHECK(settings.resources[index_of(big)].name == "big");
  CHECK(a.resources == std::vector<ResourceValue>{{resource(builtin::ndisks), 2, ""},
                                                  {resource(builtin::maxmem), 64000, ""},
                                                  {site, 0, "north"},
                                                  {big, 1, ""}});
  CHECK(settings.hosts[1].cpuf == 3.5);
}

TEST_CASE("of a model or resource that one lsf.shared has twice the last counts, with a warning") {
  const Scenario scenario = scenario_of(
      R"("lsf.shared": {"HostModel": [{"MODELNAME": "X", "CPUFACTOR": "2.5"},
 {"MODELNAME": "Y"}, {"MODELNAME": "X", "CPUFACTOR": "4"}]},
"hosts": [{"name": "a", "model": "X"}])",
      R"("lsf.shared": {"HostModel": [{"MODELNAME": "X", "CPUFACTOR": "1"}],
 "Resource": [{"RESOURCENAME": "big", "TYPE": "Numeric"},
  {"RESOURCENAME": "big", "TYPE": "Boolean"}]}, )");
  CHECK(scenario.config.clusters[0].hosts[0].cpuf == 4);
  CHECK(texts_behind("s.json", scenario.warnings) ==
        Texts{"3:20 /lsf.shared/Resource/1/RESOURCENAME: warning: \"big\" is given twice, first in "
              "line 2, which does not count",
              "5:36 /clusters/0/lsf.shared/HostModel/2/MODELNAME: warning: \"X\" is given twice, "
              "first in line 4, which does not count"});
}

TEST_CASE("a resource that one lsf.shared has three times is told where it stands first") {
  const Scenario scenario = scenario_of(R"("hosts": [{"name": "a"}])",
                                        R"("lsf.shared": {"Resource": [
  {"RESOURCENAME": "big", "TYPE": "Numeric"},
  {"RESOURCENAME": "big", "TYPE": "Numeric"},
  {"RESOURCENAME": "big", "TYPE": "Numeric"}]}, )");
  const Texts said = texts_behind("s.json", scenario.warnings);
  REQUIRE(said.size() == 2);
  for (const std::string& one : said)
    CHECK(one.ends_with("\"big\" is given twice, first in line 2, which does not count"));
}

TEST_CASE("hosts of lsf.cluster come first, and the scenario's hosts complete them") {
  const auto settings = settings_of(R"(
    "lsf.cluster": {"Host": [{"HOSTNAME": "m1", "server": 0},
                             {"HOSTNAME": "b[1-2]", "model": "!", "type": "LINUX", "nd": 1}]},
    "hosts": [{"name": "a"}, {"name": "b2", "ncpus": 8}],
    "lsb.hosts": {"Host": [{"HOST_NAME": "default", "MXJ": 3}]})");
  REQUIRE(settings.hosts.size() == 3);
  CHECK(settings.hosts[0].name == "b1");
  CHECK(settings.hosts[0].ncpus == 3);  // not given, so it is MXJ
  CHECK(settings.hosts[0].model.empty());
  CHECK(settings.hosts[1].name == "b2");
  CHECK(settings.hosts[1].ncpus == 8);
  CHECK(settings.hosts[1].type == "LINUX");
  CHECK(settings.hosts[1].mxj == Slots{3});
  CHECK(settings.hosts[2].name == "a");
}

TEST_CASE(
    "a host's own line of lsb.hosts goes before its model's, its type's and the default one") {
  const auto settings = settings_of(R"(
    "hosts": [{"name": "a", "type": "T", "model": "M"}, {"name": "b", "type": "T", "model": "M"},
              {"name": "c", "type": "T"}, {"name": "d"}],
    "lsb.hosts": {"Host": [{"HOST_NAME": "default", "MXJ": 1, "JL/U": 9}, {"HOST_NAME": "T", "MXJ": 2},
                           {"HOST_NAME": "M", "MXJ": 3}, {"HOST_NAME": "a", "MXJ": 4}]})");
  CHECK(settings.hosts[0].mxj == Slots{4});
  CHECK(settings.hosts[1].mxj == Slots{3});
  CHECK(settings.hosts[2].mxj == Slots{2});
  CHECK(settings.hosts[3].mxj == Slots{1});
  CHECK(settings.hosts[2].user_limit == no_limit);
  CHECK(settings.hosts[3].user_limit == 9);
}

TEST_CASE("HOSTS names hosts, ranges and groups, with preferences") {
  CHECK(preferences("all") == HostPreferences{});
  CHECK(preferences("as bs").all);
  CHECK(preferences("a[1-2] b1").list.size() == 3);
  CHECK(preferences("a2+3 others+1").list ==
        std::vector<HostPreferences::Entry>{
            {HostId{0}, 1}, {HostId{1}, 3}, {HostId{2}, 1}, {HostId{3}, 1}});
  CHECK(preferences("as+1 a2+5").list[1].level == 5);
}

TEST_CASE("a tilde leaves hosts and groups out") {
  CHECK(positions(preferences("all ~a2")) == std::vector<std::uint32_t>{0, 2, 3});
  CHECK(positions(preferences("~as all")) == std::vector<std::uint32_t>{3});
  CHECK(positions(preferences("as ~a[1-2]")) == std::vector<std::uint32_t>{2});
}

TEST_CASE(
    "an instance of a resource that several hosts share is one, that of a single host is its own") {
  const auto settings = settings_of(R"(
    "hosts": [{"name": "h[1-5]"}],
    "lsf.shared": {"Resource": [{"RESOURCENAME": "lic", "TYPE": "Numeric"}, {"RESOURCENAME": "each", "TYPE": "Numeric"},
                                {"RESOURCENAME": "fast"}]},
    "lsf.cluster": {"ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": "4@[h1 h2] 2.5@[h3] 7@[others]"},
                                    {"RESOURCENAME": "each", "LOCATION": "8@[default]"},
                                    {"RESOURCENAME": "fast", "LOCATION": "[h[1-2]]"}]
})");
  const ResourceId lic = resource(builtin::count);
  const ResourceId each = resource(builtin::count + 1);
  const ResourceId fast = resource(builtin::count + 2);
  REQUIRE(settings.shared_resources.size() == 2);
  CHECK(settings.shared_resources[0] == SharedResource{lic, 4'000, {0, 1}});
  CHECK(settings.shared_resources[1] == SharedResource{lic, 7'000, {3, 4}});
  CHECK(settings.hosts[0].resources == std::vector<ResourceValue>{{each, 8, ""}, {fast, 1, ""}});
  CHECK(settings.hosts[2].resources == std::vector<ResourceValue>{{lic, 2.5, ""}, {each, 8, ""}});
}

TEST_CASE("limits of lsb.users hold for a user, a group as one, or each of a group") {
  auto scenario = scenario_of(R"("hosts": [{"name": "h"}],
    "lsb.users": {"UserGroup": [{"GROUP_NAME": "staff", "GROUP_MEMBER": "ann bob"},
                                {"GROUP_NAME": "all_but_bob", "GROUP_MEMBER": "staff cat ~bob"}],
                  "User": [{"USER_NAME": "ann", "MAX_JOBS": 1}, {"USER_NAME": "staff", "MAX_JOBS": 2},
                           {"USER_NAME": "all_but_bob@", "JL/P": 0.5}, {"USER_NAME": "default", "MAX_JOBS": 0}]
})");
  const auto& limits = scenario.config.clusters[0].user_limits;
  auto& users = scenario.config.users;
  const auto ann = users.id("ann");
  const auto bob = users.id("bob");
  const auto cat = users.id("cat");
  REQUIRE(limits.size() == 4);
  CHECK(limits[0] == UserLimit{.users = {ann}, .max_jobs = 1});
  CHECK(limits[1].users == std::vector{ann, bob});
  CHECK(limits[1].together);
  CHECK(limits[2].users == std::vector{ann, cat});
  CHECK_FALSE(limits[2].together);
  CHECK(limits[2].per_processor.thousandths == 500);
  CHECK(limits[3].is_default);
  CHECK(limits[3].max_jobs == 0);
}

TEST_CASE("a group whose member is all has everybody but those that it leaves out") {
  auto scenario = scenario_of(R"("hosts": [{"name": "h"}],
    "lsb.users": {"UserGroup": [{"GROUP_NAME": "system", "GROUP_MEMBER": "all"},
                                {"GROUP_NAME": "most", "GROUP_MEMBER": "system ~ann ~few"},
                                {"GROUP_NAME": "few", "GROUP_MEMBER": "bob cat"},
                                {"GROUP_NAME": "nobody", "GROUP_MEMBER": "ann ~system"}],
                  "User": [{"USER_NAME": "most", "MAX_JOBS": 2}]
},
    "lsb.queues": [{"QUEUE_NAME": "a", "USERS": "system"}, {"QUEUE_NAME": "b", "USERS": "most"},
                   {"QUEUE_NAME": "c", "USERS": "most cat"}, {"QUEUE_NAME": "d", "USERS": "all ~most"}])");
  const ClusterConfig& cluster = scenario.config.clusters[0];
  auto& users = scenario.config.users;
  const auto ann = users.id("ann");
  const auto bob = users.id("bob");
  const auto cat = users.id("cat");
  std::vector some{ann, bob, cat};
  std::ranges::sort(some);
  CHECK(cluster.queues[0].users == UserList{});
  CHECK(cluster.queues[1].users == UserList{.all = true, .users = some});
  CHECK(cluster.queues[2].users.has(cat));
  CHECK_FALSE(cluster.queues[2].users.has(bob));
  CHECK(cluster.queues[3].users == UserList::only(some));
  CHECK(cluster.user_limits.at(0) ==
        UserLimit{.users = some, .all_but = true, .together = true, .max_jobs = 2});
  REQUIRE(scenario.warnings.list.size() == 1);
  CHECK(scenario.warnings.list[0].message == "no user is in this group");
}

}  // namespace mcsim::testing::settings_test
