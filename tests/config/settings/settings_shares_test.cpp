// USER_SHARES lists: the accounts that they make, and mistakes in them.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/text/words.hpp"
#include "support/share_trees.hpp"

namespace mcsim::testing::settings_shares_test {

namespace {

/// What all accounts of a list have together, where these users are there.
std::int64_t total_shares(const std::string& shares, const std::string& users) {
  Scenario scenario = scenario_of(
      R"("hosts": [{"name": "h"}], "lsb.queues": [{"QUEUE_NAME": "q", "FAIRSHARE": "USER_SHARES[)" +
      shares + "]\"}]");
  std::int64_t total = 0;
  for (const ShareRowConfig& row : scenario.config.clusters[0].fairshares.at(0).accounts) {
    const bool is_each = row.kind == ShareRowConfig::Kind::each;
    if (!is_each) total += row.shares;
    for (const std::string_view user : split_words(users))
      if (is_each && row.takes(scenario.config.users.id(user), none<NameId>)) total += row.shares;
  }
  return total;
}

/// The diagnostics about a queue with these shares, without places.
Texts said(const std::string& shares, const std::string& groups = "",
           const std::string& before = "") {
  const auto scenario =
      try_scenario(R"("hosts": [{"name": "h"}], "lsb.users": {"UserGroup": [)" + groups +
                       R"(]}, "lsb.queues": [{"QUEUE_NAME": "q", "FAIRSHARE": ")" + shares + "\"}]",
                   before);
  Texts all;
  for (const Diagnostic& one : (scenario ? scenario->warnings : scenario.error()).list)
    all.push_back(one.pointer.substr(one.pointer.find("lsb.")) + ": " +
                  one.message.substr(0, one.message.find('\n')));
  return all;
}

const std::string devs = user_group("devs", "bob cat");

}  // namespace

// Source: Platform LSF Administration Guide 6.2, "Fairshare Scheduling", share assignments.
TEST_CASE("others share one account, by default each user has one") {
  CHECK(total_shares("[U1, 10] [U2, 9] [others, 8]", "U1 U2 U3") == 27);
  CHECK(total_shares("[U1, 10] [U2, 9] [others, 8]", "U1 U2 U3 U4 U5 U6 U7") == 27);
  CHECK(total_shares("[U1, 10] [U2, 6] [default, 4]", "U1 U2 U3") == 20);
  CHECK(total_shares("[U1, 10] [U2, 6] [default, 4]", "U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12") ==
        56);
}

TEST_CASE("users, groups as one, and each user of a group") {
  CHECK(
      share_rows_of("[ann, 3] [devs, 2] [others, 1]", devs) ==
      Texts{"ann 3 for ann", "devs 2 for bob cat under devs", "others 1 for all but bob cat ann"});
  CHECK(share_rows_of("[devs@, 2] [default, 1]", devs) ==
        Texts{"devs@ 2 for bob cat under devs", "default@ 1 for all but bob cat"});
  CHECK(share_rows_of("[default, 1] [others, 5]") ==
        Texts{"default@ 1 for all", "others 5 for all"});
  CHECK(share_rows_of("").empty());
}

TEST_CASE("a group@ is flat, however its groups lie within each other") {
  const std::string nested = user_group("lab", "devs ann", "([devs, 5] [ann, 1])") + "," +
                             user_group("devs", "bob cat", "([bob, 1] [cat, 2])");
  CHECK(share_rows_of("[lab@, 4]", nested) == Texts{"lab@ 4 for bob cat ann under lab"});
}

TEST_CASE("a group with shares of its own is a tree, three levels deep") {
  const std::string groups = user_group("site", "lab ops dan", "([lab, 2] [ops, 1] [default, 1])") +
                             "," + user_group("lab", "ann bob cat", "([ann, 3] [others, 1])") +
                             "," + user_group("ops", "eve fay");
  CHECK(share_rows_of("[site, 7] [others, 1]", groups) ==
        Texts{"site/ 7 under site", "others 1 for all but ann bob cat eve fay dan",
              "site > lab/ 2 under site lab", "site > ops 1 for eve fay under site ops",
              "site > default@ 1 for dan under site", "lab > ann 3 for ann under site lab",
              "lab > others 1 for bob cat under site lab"});
  CHECK(share_rows_of("[lab, 1]", user_group("lab", "ann", "()")) ==
        Texts{"lab 1 for ann under lab"});
}

TEST_CASE("others and default of a group reach its own users, or all where it has all") {
  CHECK(share_rows_of("[g, 1]", user_group("g", "ann bob", "([ann, 2] [default, 1])")) ==
        Texts{"g/ 1 under g", "g > ann 2 for ann under g", "g > default@ 1 for bob under g"});
  CHECK(share_rows_of("[g, 1]", user_group("g", "all ~bob", "([ann, 2] [others, 1])")) ==
        Texts{"g/ 1 under g", "g > ann 2 for ann under g",
              "g > others 1 for all but bob ann under g"});
}

TEST_CASE("who is named alone and in a group@ has the shares of one of them") {
  const std::string both = "[bob, 9] [devs@, 2] [default, 1]";
  CHECK(share_rows_of(both, devs) ==
        Texts{"devs@ 2 for bob cat under devs", "default@ 1 for all but bob cat"});
  CHECK(share_rows_of(both, devs, R"("model": {"fairshare_duplicate": "named"}, )") ==
        Texts{"bob 9 for bob", "devs@ 2 for cat under devs", "default@ 1 for all but bob cat"});
  CHECK(said("USER_SHARES[" + both + "]", devs) ==
        Texts{"lsb.queues/0/FAIRSHARE: user bob is in devs@, too, and has the shares of that: see "
              "model.fairshare_duplicate"});
  CHECK(said("USER_SHARES[" + both + "]", devs, R"("model": {"fairshare_duplicate": "named"}, )")
            .empty());
  CHECK(share_rows_of("[bob, 9] [devs, 2]", devs).size() == 2);  // he has a part in both
}

TEST_CASE("jobs of a group use the accounts below it only") {
  Scenario scenario = scenario_of(R"("hosts": [{"name": "h"}], "lsb.users": {"UserGroup": [)" +
                                  user_group("g", "ann bob", "([ann, 2] [default, 1])") +
                                  R"(]}, "lsb.queues": [{"QUEUE_NAME": "q",
    "FAIRSHARE": "USER_SHARES[[g, 1] [ann, 1]]"}])");
  const FairshareConfig& tree = scenario.config.clusters[0].fairshares.at(0);
  const NameId ann = scenario.config.users.id("ann");
  const NameId bob = scenario.config.users.id("bob");
  const NameId group = scenario.config.groups.id("g");
  const auto rows_for = [&](NameId user, NameId by) {
    return std::ranges::count_if(tree.accounts,
                                 [&](const ShareRowConfig& row) { return row.takes(user, by); });
  };
  CHECK(rows_for(ann, none<NameId>) == 2);
  CHECK(rows_for(ann, group) == 1);
  CHECK(rows_for(bob, group) == 1);
  CHECK(rows_for(ann, scenario.config.groups.id("other")) == 0);
  CHECK_FALSE(tree.has_account(scenario.config.users.id("cat"), none<NameId>));
}

TEST_CASE("mistakes in FAIRSHARE are told all at once") {
  const std::string key = "lsb.queues/0/FAIRSHARE: ";
  CHECK(said("USER_SHARES[[ann, 0] [bob 1] [all, 2] [~eve, 1] [dev@, 3] [bob, 1]]", devs) ==
        Texts{key + "expected a number of shares from 1 to 2147483647, got \"0\"",
              key + "expected a comma, got \"1\"",
              key + "expected a user, a group, default or others, got \"all\"",
              key + "expected a user, a group, default or others, got \"~eve\"",
              key + "unknown user group \"dev@\"; nearest: devs; known: devs"});
  CHECK(said("[[ann, 1]]") == Texts{key + "expected USER_SHARES[[user, shares] ...], got \"[\""});
  CHECK(said("USER_SHARES") ==
        Texts{key + "expected USER_SHARES[[user, shares] ...], got \"USER_SHARES\""});
  CHECK(said("USER_SHARES[[ann, 1]").size() == 1);
  CHECK(said("USER_SHARES[[ann, 1]] x").size() == 1);
  CHECK(said("USER_SHARES[ann, 1]").size() == 1);
  CHECK(said("USER_SHARES[[ann, 1] [ann, 2]]") == Texts{key + "user ann is given twice"});
  CHECK(said("USER_SHARES[]") == Texts{key + "no user has a share: all jobs are rejected"});
  CHECK(said("USER_SHARES[]", "", R"("model": {"fairshare_no_share": "last"}, )").empty());
}

TEST_CASE("shares of a group are of its own users, and not of the group itself") {
  const std::string key = "lsb.users/UserGroup/";
  CHECK(said("USER_SHARES[[g, 1]]", devs + "," + user_group("g", "ann", "([ann, 1] [devs, 1])")) ==
        Texts{key + "1/USER_SHARES: \"devs\" has users who are not in the group whose shares "
                    "these are"});
  CHECK(said("USER_SHARES[[g, 1]]", user_group("g", "ann", "([eve, 1])")) ==
        Texts{key + "0/USER_SHARES: \"eve\" is not in the group whose shares these are"});
  CHECK(said("USER_SHARES[[g, 1]]", user_group("g", "ann", "([g, 1])")) ==
        Texts{key + "0/USER_SHARES: a group has shares of itself: g > g"});
  CHECK(said("USER_SHARES[[g, 1]]",
             user_group("g", "ann", "([h, 1])") + "," + user_group("h", "ann", "([g, 1])")) ==
        Texts{key + "1/USER_SHARES: a group has shares of itself: g > h > g"});
}

TEST_CASE("groups whose shares lie more than a hundred deep are refused") {
  const auto chain = [](int length) {
    std::string groups = user_group("g0", "ann", "([ann, 1])");
    for (int i = 1; i < length; ++i)
      groups +=
          "," + user_group("g" + std::to_string(i), "ann", "([g" + std::to_string(i - 1) + ", 1])");
    return groups;
  };
  CHECK(said("USER_SHARES[[g99, 1]]", chain(100)).empty());
  CHECK_FALSE(said("USER_SHARES[[g100, 1]]", chain(101)).empty());
}

TEST_CASE("a few lines that make very many accounts are refused") {
  std::string groups =
      user_group("a0", "ann", "([ann, 1])") + "," + user_group("b0", "ann", "([ann, 1])");
  for (int i = 1; i < 30; ++i) {
    const std::string below = std::to_string(i - 1);
    const std::string shares = "([a" + below + ", 1] [b" + below + ", 1])";
    groups += "," + user_group("a" + std::to_string(i), "ann", shares) + "," +
              user_group("b" + std::to_string(i), "ann", shares);
  }
  CHECK(said("USER_SHARES[[a29, 1]]", groups) ==
        Texts{"lsb.queues/0/FAIRSHARE: the shares of this cluster make too many accounts"});
}

TEST_CASE("of LSF's own files a list with a mistake is left out, and the user is told") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path("conf"));
  folder.write("conf/lsf.cluster.C",
               "Begin Host\nHOSTNAME model type server RESOURCES\nh ! ! 1 ()\nEnd Host\n");
  folder.write("conf/lsf.shared", "Begin Resource\nRESOURCENAME TYPE\nbig Boolean\nEnd Resource\n");
  folder.write("conf/lsb.params", "Begin Parameters\nRUN_JOB_FACTOR = 2.5\nEnd Parameters\n");
  folder.write("conf/lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 8\nEnd Host\n");
  folder.write("conf/lsb.users",
               "Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES\n"
               "eng (ann bob) ([ann, 3] [bob, 1])\n"
               "ops (cat dan) ()\nqa (eve) -\nbad (fay) ([fay, 0])\nEnd UserGroup\n");
  folder.write("conf/lsb.queues",
               "Begin Queue\nQUEUE_NAME = q\n"
               "FAIRSHARE = USER_SHARES[[eng, 2] [ops, 1] [qa, 1] [bad, 1]]\nEnd Queue\n"
               "Begin Queue\nQUEUE_NAME = r\nFAIRSHARE = USER_SHARES[[ann 1]]\nEnd Queue\n");
  const auto scenario =
      load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
      "conf": "conf"}]})"),
                    choices_of(default_registry()));
  REQUIRE(scenario);
  const ClusterConfig& cluster = scenario->config.clusters[0];
  REQUIRE(cluster.fairshares.size() == 1);
  CHECK(cluster.fairshares[0].factors.run_job == 2.5);
  CHECK(share_rows(scenario->config, cluster.fairshares[0]) ==
        Texts{"eng/ 2 under eng", "ops 1 for cat dan under ops", "qa 1 for eve under qa",
              "bad 1 for fay under bad", "eng > ann 3 for ann under eng",
              "eng > bob 1 for bob under eng"});
  CHECK(cluster.queues[0].fairshare == FairshareId{0});
  CHECK(cluster.queues[1].fairshare == none<FairshareId>);
  CHECK(std::ranges::count_if(scenario->warnings.list, [](const Diagnostic& one) {
          return one.pointer.find("SHARE") != std::string::npos;
        }) == 2);
}

}  // namespace mcsim::testing::settings_shares_test
