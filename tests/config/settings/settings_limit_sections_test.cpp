// Section Limit as it is read. docs/rules/limits.md, section 1
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/settings/settings_limits.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::settings_limit_sections_test {

namespace {

const std::string site = R"("hosts": [{"name": "h[1-2]", "ncpus": 4}, {"name": "h3", "ncpus": 6}],
  "lsf.shared": {"Resource": [{"RESOURCENAME": "tape", "TYPE": "Numeric"}]},
  "lsb.hosts": {"HostGroup": [{"GROUP_NAME": "g", "GROUP_MEMBER": "h1 h2"}]},
  "lsb.users": {"UserGroup": [{"GROUP_NAME": "ug", "GROUP_MEMBER": "ann bob"},
                              {"GROUP_NAME": "all_ug", "GROUP_MEMBER": "ug cem"}]},
  "lsb.applications": [{"NAME": "wrf"}, {"NAME": "ocean"}],
  "lsb.queues": [{"QUEUE_NAME": "short"}, {"QUEUE_NAME": "long"}],
  "lsb.resources": {"Limit": [)";

Scenario scenario_with(const std::string& rows, const std::string& before = "") {
  return scenario_of(site + rows + "]}", before);
}

LimitSection limit(const std::string& members, const std::string& before = "") {
  const Scenario scenario = scenario_with("{" + members + "}", before);
  REQUIRE(scenario.config.clusters[0].limits.size() == 1);
  return scenario.config.clusters[0].limits[0];
}

Texts said(const std::string& members) { return complaints_of(site + "{" + members + "}]}"); }

/// `ann bob`, in the order of the names' first appearance; `~` before those that are left out.
std::string users_of(const std::string& members, const std::string& before = "") {
  const Scenario scenario = scenario_with("{" + members + R"(, "SLOTS": 1})", before);
  const LimitConsumers<NameId>& users = scenario.config.clusters[0].limits.at(0).users;
  std::string text = users.each ? "each" : "together";
  for (const NameId user : users.listed)
    text += (users.all ? " ~" : " ") + std::string(scenario.config.users.name(user));
  return text + (users.all ? " all" : "");
}

template <class T>
LimitConsumers<T> only(std::vector<T> listed, bool each = false) {
  return {.all = false, .listed = std::move(listed), .each = each};
}

constexpr HostId h1{0};
constexpr HostId h2{1};
constexpr HostId h3{2};
constexpr Amount mb = amount_unit;

}  // namespace

TEST_CASE("users of a limit are listed with the members of their groups, together or each") {
  CHECK(users_of(R"("USERS": "ug")") == "together ann bob");
  CHECK(users_of(R"("PER_USER": "all_ug ~bob dan")") == "each ann cem dan");
  CHECK(users_of(R"("USERS": "all ~ug ~eve")") == "together ~ann ~bob ~eve all");
  CHECK(users_of(R"("PER_USER": "all")") == "each all");
  CHECK(users_of(R"("QUEUES": "short")") == "together all");
}

TEST_CASE("USERS=all is all users together, or by an option each user") {
  CHECK(users_of(R"("USERS": "all")") == "together all");
  const std::string each = R"("model": {"limit_users_all": "each"}, )";
  CHECK(users_of(R"("USERS": "all ~ann")", each) == "each ~ann all");
  CHECK(users_of(R"("USERS": "ann")", each) == "together ann");
}

TEST_CASE("queues, hosts and application profiles of a limit are numbers, hosts without groups") {
  const LimitSection one = limit(
      R"("NAME": "n", "PER_QUEUE": "all ~long", "HOSTS": "g h3", "APPS": "ocean", "JOBS": 3)");
  CHECK(one.name == "n");
  CHECK(one.queues == LimitConsumers<QueueId>{.all = true, .listed = {QueueId{1}}, .each = true});
  CHECK(one.hosts == only<HostId>({h1, h2, h3}));
  CHECK(one.applications == only<ApplicationId>({ApplicationId{1}}));
  CHECK(one.jobs == 3);
  CHECK(one.slots == no_limit);
  CHECK(limit(R"("PER_HOST": "all ~g", "USERS": "ann", "SLOTS": 1)").hosts ==
        only<HostId>({h3}, true));
}

TEST_CASE("any name is a project, and the default one is that of lsb.params") {
  const Scenario scenario = scenario_of(site + R"({"PROJECTS": "p default", "SLOTS": 1}]},
    "lsb.params": {"DEFAULT_PROJECT": "p"})",
                                        R"("jobs": [{"id": 1, "run": "1s", "project": "q"},
                                                    {"id": 2, "run": "1s"}], )");
  const ClusterConfig& cluster = scenario.config.clusters[0];
  const auto project = [&](std::uint32_t job) {
    return cluster.profiles[index_of(cluster.trace[JobIndex{job}].profile)].project;
  };
  CHECK(scenario.config.projects.name(project(0)) == "q");
  CHECK(project(1) == none<NameId>);
  CHECK(scenario.config.projects.name(cluster.params.default_project) == "p");
  CHECK(cluster.limits.at(0).projects.listed ==
        std::vector{NameId{0}, cluster.params.default_project});
  CHECK(scenario_with(R"({"USERS": "ann", "SLOTS": 1})")
            .config.projects.name(ClusterParameters{}.default_project) == "default");
}

TEST_CASE("an exclamation mark in SLOTS stands for processors") {
  const LimitSection each = limit(R"("PER_HOST": "all", "USERS": "ann", "SLOTS": "!")");
  CHECK(each.slots_on(4) == 4);
  CHECK(each.slots_on(6) == 6);
  CHECK(limit(R"("HOSTS": "g h3", "SLOTS": "!")").slots == 14);
  const Texts texts = said(R"("USERS": "ann", "SLOTS": "!")");
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].ends_with("Limit/0/SLOTS: SLOTS=! needs PER_HOST or HOSTS"));
}

TEST_CASE("SLOTS_PER_PROCESSOR is rounded up, and holds only with PER_HOST") {
  const LimitSection half =
      limit(R"("PER_HOST": "all", "QUEUES": "short", "SLOTS_PER_PROCESSOR": 0.5, "SLOTS": 2)");
  CHECK(half.slots_on(1) == 1);
  CHECK(half.slots_on(4) == 2);
  CHECK(half.slots_on(6) == 2);
  for (const std::string consumer : {R"("HOSTS": "h1")", R"("USERS": "ann")"}) {
    const Texts texts = said(consumer + R"(, "SLOTS_PER_PROCESSOR": 1)");
    REQUIRE(texts.size() == 1);
    CHECK(texts[0].ends_with("SLOTS_PER_PROCESSOR needs PER_HOST"));
  }
}

TEST_CASE("memory of a limit is in MB or a larger LSF_UNIT_FOR_LIMITS, or per cent of a host's") {
  const auto amounts = [](const std::string& members, const std::string& unit) {
    return settings_of(site + "{" + members + "}]}, \"lsf.conf\": {" + unit + "}")
        .limits.at(0)
        .amounts;
  };
  using Amounts = std::vector<LimitedResource>;
  constexpr ResourceId mem = resource(builtin::mem);
  CHECK(amounts(R"("USERS": "ann", "MEM": 1000)", "") == Amounts{{mem, 1000 * mb, 0}});
  CHECK(amounts(R"("USERS": "ann", "MEM": 2)", R"("LSF_UNIT_FOR_LIMITS": "GB")") ==
        Amounts{{mem, 2048 * mb, 0}});
  CHECK(amounts(R"("PER_HOST": "h1", "SWP": "10%", "MEM": 5, "TMP": 7)", "") ==
        Amounts{{resource(builtin::tmp), 7 * mb, 0},
                {resource(builtin::swp), 0, 10},
                {mem, 5 * mb, 0}});
  const Texts texts = said(R"("HOSTS": "h1", "MEM": "10%")");
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].ends_with("a percentage needs PER_HOST: it is of each host's maximum"));
}

TEST_CASE("10 % of 249 MB are 25 MB") {
  CHECK(LimitedResource{.percent = 10}.on(249 * mb) == 25 * mb);
  CHECK(LimitedResource{.percent = 10}.on(244 * mb) == 24 * mb);
  CHECK(LimitedResource{.percent = 100}.on(7 * mb) == 7 * mb);
  CHECK(LimitedResource{.most = 3 * mb}.on(249 * mb) == 3 * mb);
}

TEST_CASE("numbers of limits and lists of named ones are read, or refused as a whole") {
  CHECK(config::read_limit_number("12.5", 1) == config::LimitNumber{.most = 12'500});
  CHECK(config::read_limit_number("3", 1024) == config::LimitNumber{.most = 3'072'000});
  CHECK(config::read_limit_number("10%", 1024) == config::LimitNumber{.percent = 10});
  for (const char* const wrong : {"", "-1", "%", "101%", "10.5%", "many", "1e300"})
    CHECK(!config::read_limit_number(wrong, 1));
  using Named = std::vector<config::NamedLimit>;
  CHECK(config::read_named_limits("[a, 3] [b,0]") == Named{{"a", 3 * mb}, {"b", 0}});
  CHECK(config::read_named_limits("([a,3])") == Named{{"a", 3 * mb}});
  for (const char* const wrong : {"", "a, 3", "[a]", "[a, 3", "[a, x]", "[, 3]", "[a, 3] b"})
    CHECK(!config::read_named_limits(wrong));
}

TEST_CASE("RESOURCE and LICENSE name numeric resources") {
  const LimitSection one =
      limit(R"("PER_USER": "all", "RESOURCE": "[tape, 3]", "LICENSE": "[tape, 2]")");
  REQUIRE(one.amounts.size() == 1);
  CHECK(one.amounts[0].most == 2 * mb);
  const Texts unknown = said(R"("PER_USER": "all", "RESOURCE": "[disc, 3]")");
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].ends_with("unknown resource \"disc\""));
}

TEST_CASE("a column and its PER_ twin, no consumer, or no resource make a limit of nothing") {
  const auto end_of = [](const std::string& members) {
    const Texts texts = said(members);
    REQUIRE(texts.size() == 1);
    return texts[0].substr(texts[0].rfind(": ") + 2);
  };
  CHECK(end_of(R"("QUEUES": "short", "PER_QUEUE": "all", "SLOTS": 1)") ==
        "a limit has either PER_QUEUE or QUEUES");
  CHECK(end_of(R"("SLOTS": 1)") == "a limit needs a consumer, such as USERS or PER_HOST");
  CHECK(end_of(R"("USERS": "ann")") == "a limit needs a resource, such as SLOTS or MEM");
}

TEST_CASE("only limits of hosts and slots alone are in MXJ") {
  const auto in_mxj = [](const std::string& members) { return limit(members).in_mxj; };
  CHECK(in_mxj(R"("PER_HOST": "all", "SLOTS": 1)"));
  CHECK(in_mxj(R"("HOSTS": "h1", "SLOTS": 1)"));
  CHECK(in_mxj(R"("PER_HOST": "g", "SLOTS_PER_PROCESSOR": 0.5)"));
  CHECK_FALSE(in_mxj(R"("HOSTS": "g", "SLOTS": 1)"));
  CHECK_FALSE(in_mxj(R"("PER_HOST": "g", "SLOTS": 1, "JOBS": 1)"));
  CHECK_FALSE(in_mxj(R"("PER_HOST": "g", "SLOTS": 1, "USERS": "all")"));
  const auto hosts =
      settings_of(site + R"({"PER_HOST": "all", "SLOTS_PER_PROCESSOR": 0.5}]})").hosts;
  CHECK(hosts[0].mxj == Slots{2});
  CHECK(hosts[2].mxj == Slots{3});
}

TEST_CASE("limits keep the order of the file, in MXJ or not") {
  const Scenario scenario = scenario_with(
      R"({"NAME": "a", "USERS": "ann", "SLOTS": 1}, {"NAME": "b", "PER_HOST": "h1", "SLOTS": 1},
         {"NAME": "c", "QUEUES": "short", "JOBS": 1})");
  std::string names;
  for (const LimitSection& one : scenario.config.clusters[0].limits) names += one.name;
  CHECK(names == "abc");
}

TEST_CASE("suspended jobs count for limits of queues and groups, not of hosts and single users") {
  const PreemptForLimits nothing;
  const auto counts = [&](const std::string& members, const PreemptForLimits& spared) {
    return limit(members).counts_suspended(true, spared);
  };
  CHECK(limit(R"("PER_USER": "all", "SLOTS": 1)").counts_suspended(false, nothing));
  CHECK(counts(R"("QUEUES": "short", "PER_USER": "all", "SLOTS": 1)", nothing));
  CHECK_FALSE(counts(R"("PER_USER": "all", "SLOTS": 1)", nothing));
  CHECK_FALSE(counts(R"("USERS": "ann", "SLOTS": 1)", nothing));
  CHECK_FALSE(counts(R"("HOSTS": "g", "SLOTS": 1)", nothing));
  CHECK(counts(R"("USERS": "all", "SLOTS": 1)", nothing));
  CHECK(counts(R"("USERS": "ug", "SLOTS": 1)", nothing));
  CHECK_FALSE(counts(R"("USERS": "ug", "SLOTS": 1)", {.group_max = true}));
  CHECK(counts(R"("USERS": "ug", "PER_HOST": "g", "SLOTS": 1)", {.group_max = true}));
  CHECK_FALSE(counts(R"("USERS": "ug", "PER_HOST": "g", "SLOTS": 1)", {.host_jlu = true}));
  CHECK_FALSE(
      counts(R"("USERS": "ug", "PER_HOST": "g", "SLOTS_PER_PROCESSOR": 1)", {.group_jlp = true}));
}

TEST_CASE("a job that no limit ever lets start is warned of") {
  const std::string jobs = R"("jobs": [{"id": 1, "run": "1s", "slots": 5, "queue": "short"},
    {"id": 2, "run": "1s", "slots": 5, "queue": "long"}], )";
  const Texts texts = complaints_of(
      site + R"({"NAME": "four", "PER_USER": "all ~root", "QUEUES": "short", "SLOTS": 4}]})", jobs);
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].find("5 job slots are wanted; SLOTS of Limit four is 4") != std::string::npos);
}

TEST_CASE("a limit that is for nobody is warned of by its name") {
  const auto has = [](const Texts& texts, const std::string& part) {
    return std::ranges::any_of(
        texts, [&](const std::string& text) { return text.find(part) != text.npos; });
  };
  CHECK(has(said(R"("NAME": "few", "USERS": "", "SLOTS": 1)"),
            "no user is left: Limit few is for nobody"));
  CHECK(has(said(R"("QUEUES": "", "SLOTS": 1)"), "no queue is left: this Limit is for nobody"));
}

}  // namespace mcsim::testing::settings_limit_sections_test
