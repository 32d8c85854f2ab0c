// Directories of LSF's configuration files become the same tree as a cluster of a scenario.
#include "mcsim/config/lsf/conf_directory.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>

#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "support/catch.hpp"
#include "support/lsf_content.hpp"
#include "support/mutation.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::conf_directory_test {
namespace fs = std::filesystem;

namespace {

const std::string riverside = source_dir() + "/scenarios/conf/riverside";

ConfDirectory loaded(const std::string& path, const std::optional<std::string>& cluster = {}) {
  const ConfDirectory conf = read_conf_directory(path, "conf", cluster);
  if (conf.diagnostics.has_errors()) FAIL(to_text(conf.diagnostics.list.front()));
  return conf;
}

Texts refusals(const std::string& path, const std::optional<std::string>& cluster = {}) {
  const ConfDirectory conf = read_conf_directory(path, "conf", cluster);
  return conf.diagnostics.has_errors() ? texts(conf.diagnostics) : Texts{};
}

/// The required files, empty, and others.
class SmallConf {
 public:
  SmallConf(std::initializer_list<std::pair<std::string, std::string>> files) {
    for (const char* name :
         {"lsf.shared", "lsf.cluster.c1", "lsb.params", "lsb.queues", "lsb.hosts"})
      folder_.write(name, "");
    for (const auto& [name, text] : files) folder_.write(name, text);
  }
  std::string path() const { return folder_.path(); }
  ConfDirectory load() const { return loaded(path()); }
  std::string json() const { return to_compact_json(load().tree.root); }
  Texts warnings() const { return texts(load().diagnostics); }

 private:
  TempFolder folder_;
};

/// "file:line:column" of a value.
std::string place(const ConfDirectory& conf, const JsonNode& node) {
  const JsonPlace where = node.place;
  return conf.tree.sources.at(where.source) + ":" + std::to_string(where.line) + ":" +
         std::to_string(where.column);
}

/// Calls visit(section, row) for the rows of the sections that LSF's files have.
template <class Visit>
void for_each_lsf_row(Visit&& visit) {
  for (const VocabularySection& section : vocabulary())
    if (section.is_lsf() && !section.name.starts_with("changes"))
      for (const VocabularyRow& row : section.rows) visit(section, row);
}

void for_each_node(const JsonNode& node, const std::function<void(const JsonNode&)>& visit) {
  visit(node);
  for (const JsonNode& child : node.children) for_each_node(child, visit);
}

}  // namespace

TEST_CASE("a site's directory becomes the tree that a cluster of a scenario is") {
  const ConfDirectory conf = loaded(riverside);
  CHECK(conf.cluster == "riverside");
  CHECK_FALSE(conf.diagnostics.has_errors());
  const JsonNode& root = conf.tree.root;
  CHECK(root.find("lsb.params")->find("DEFAULT_QUEUE")->text == "normal");
  const auto& queues = root.find("lsb.queues")->children;
  REQUIRE(queues.size() == 3);
  CHECK(queues[0].find("PRIORITY")->text == "60");
  CHECK(queues[0].find("DESCRIPTION") == nullptr);
  CHECK(queues[1].find("RUNLIMIT")->text == "2:00 24:00");
  CHECK(place(conf, *queues[1].find("RUNLIMIT")) == "conf/lsb.queues:17:18");
  CHECK(place(conf, queues[2]) == "conf/lsb.queues:22:7");
  const auto& slots = root.find("lsb.hosts")->find("Host")->children;
  REQUIRE(slots.size() == 3);
  CHECK(slots[0].find("MXJ")->text == "80");
  CHECK(place(conf, slots[1]) == "conf/lsb.hosts:5:1");
}

TEST_CASE("hosts, types and resources of a directory have the columns of their files") {
  const ConfDirectory conf = loaded(riverside);
  const JsonNode& shared = *conf.tree.root.find("lsf.shared");
  CHECK(to_compact_json(*shared.find("HostType")) ==
        R"([{"TYPENAME": "LINUX64"}, {"TYPENAME": "ARM64"}])");
  CHECK(shared.find("HostModel")->children[1].find("CPUFACTOR")->text == "18.5");
  CHECK(to_compact_json(shared.find("Resource")->children[2]) ==
        R"({"RESOURCENAME": "scratch", "TYPE": "Numeric", "INTERVAL": "30", "INCREASING": "N"})");
  const auto& hosts = conf.tree.root.find("lsf.cluster")->find("Host")->children;
  REQUIRE(hosts.size() == 5);
  CHECK(
      to_compact_json(hosts[0]) ==
      R"({"HOSTNAME": "login1", "model": "Xeon6148", "type": "LINUX64", "server": "0", "RESOURCES": "front"})");
  CHECK(to_compact_json(hosts[4]) ==
        R"({"HOSTNAME": "altra[1-8]", "model": "Altra", "type": "ARM64", "server": "1"})");
}

TEST_CASE("a batch file may lie where LSF has it, and the directory itself comes first") {
  const TempFolder folder;
  const fs::path deeper = fs::path(folder.path()) / "lsbatch/riverside/configdir";
  fs::create_directories(deeper);
  for (const auto& entry : fs::directory_iterator(riverside)) {
    const std::string name = entry.path().filename().string();
    const bool is_batch = name.starts_with("lsb.");
    fs::copy_file(entry.path(), (is_batch ? deeper : fs::path(folder.path())) / name);
  }
  const ConfDirectory conf = loaded(folder.path());
  CHECK(to_pretty_json(conf.tree.root) == to_pretty_json(loaded(riverside).tree.root));
  CHECK(std::ranges::count(conf.tree.sources, "conf/lsbatch/riverside/configdir/lsb.queues") == 1);
  folder.write("lsb.queues", "Begin Queue\nQUEUE_NAME = near\nEnd Queue\n");
  CHECK(to_compact_json(*loaded(folder.path()).tree.root.find("lsb.queues")) ==
        R"([{"QUEUE_NAME": "near"}])");
}

TEST_CASE("all files that are missing are told in one go") {
  const TempFolder folder;
  CHECK(refusals(folder.path()) ==
        Texts{"conf: no file lsf.cluster.NAME", "conf/lsf.shared: no such file"});
  folder.write("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = a\n");
  CHECK(refusals(folder.path(), "c1") ==
        Texts{"conf/lsf.cluster.c1: no such file", "conf/lsf.shared: no such file",
              "conf/lsb.params:1:7: section \"Parameters\" is not ended; expected End Parameters"});
  CHECK(refusals(folder.path("none")) == Texts{"conf: no such directory"});
  CHECK(refusals(folder.path("lsb.params")) == Texts{"conf: expected a directory"});
  std::filesystem::create_symlink("circle", folder.path("circle"));
  CHECK(refusals(folder.path("circle")) == Texts{"conf: Too many levels of symbolic links"});
}

TEST_CASE("a file that is there and cannot be opened is told with its error, and not as missing") {
  const TempFolder folder;
  fs::create_symlink("lsf.shared", folder.path("lsf.shared"));
  folder.write("lsf.cluster.c1", "Begin Host\nHOSTNAME model type server\nh1 ! ! 1\nEnd Host\n");
  CHECK(refusals(folder.path()) ==
        Texts{"conf/lsf.shared: cannot be opened: Too many levels of symbolic links"});
}

TEST_CASE("files that LSF has defaults for are told apart from those that it needs") {
  const TempFolder folder;
  folder.write("lsf.shared", "");
  folder.write("lsf.cluster.c1", "");
  folder.write("lsb.hosts", "");
  const ConfDirectory conf = loaded(folder.path());
  CHECK(conf.incomplete.empty());
  Texts absent;
  for (const ConfFile* file : conf.absent) absent.emplace_back(file->key);
  CHECK(absent == Texts{"lsb.params", "lsb.queues"});
}

// What `lsf 10.1 lshosts -w` prints: words, `-` where LIM does not know, and groups of resources.
TEST_CASE("a table that lshosts prints is a section without its Begin and End") {
  const SmallConf conf{{"lshosts",
                        "HOST_NAME  type  model cpuf ncpus maxmem maxswp server RESOURCES\n"
                        "a1       X86_64 Intel 15.1     4   7.8G      -    Yes (mg big)\n"
                        "begin         -     -  1.0     -      -      -     No ()\n"}};
  CHECK(conf.warnings().empty());
  CHECK(to_compact_json(*conf.load().tree.root.find("lshosts")) ==
        R"([{"HOST_NAME": "a1", "type": "X86_64", "model": "Intel", "cpuf": "15.1", "ncpus": "4", )"
        R"("maxmem": "7.8G", "server": "Yes", "RESOURCES": "mg big"}, )"
        R"({"HOST_NAME": "begin", "cpuf": "1.0", "server": "No"}])");
}

TEST_CASE("of several lsf.cluster files the cluster's name chooses one") {
  const SmallConf conf{{"lsf.cluster.c2", "Begin Host\nHOSTNAME\na\nEnd Host\n"}};
  CHECK(refusals(conf.path()) ==
        Texts{"conf: several files lsf.cluster.NAME, and nothing says which cluster is meant: "
              "lsf.cluster.c1, lsf.cluster.c2"});
  CHECK(refusals(conf.path(), "c3") ==
        Texts{"conf/lsf.cluster.c3: no such file; there: lsf.cluster.c1, lsf.cluster.c2"});
  CHECK(loaded(conf.path(), "c1").tree.root.find("lsf.cluster")->children.empty());
  const ConfDirectory second = loaded(conf.path(), "c2");
  CHECK(second.cluster == "c2");
  CHECK(second.tree.root.find("lsf.cluster")->find("Host")->children.size() == 1);
}

TEST_CASE("files that may be missing leave no trace, and empty ones ask for nothing") {
  CHECK(
      SmallConf{}.json() ==
      R"({"lsf.shared": {}, "lsf.cluster": {}, "lsb.params": {}, "lsb.queues": [], "lsb.hosts": {}})");
}

TEST_CASE("names of sections and keywords count whatever their capitals are") {
  const SmallConf conf{{"lsb.params", "begin PARAMETERS\ndefault_QUEUE = a\nend parameters\n"},
                       {"lsb.queues", "begin queue\nqueue_name=a\nrunLimit=5\nend queue\n"},
                       {"lsb.hosts", "BEGIN HOST\nhost_name mxj R1M\ndefault 4 -\nEND HOST\n"},
                       {"lsf.cluster.c1", "Begin Host\nhostname TYPE\na b\nEnd Host\n"}};
  CHECK(conf.warnings().empty());
  CHECK(
      conf.json() ==
      R"({"lsf.shared": {}, "lsf.cluster": {"Host": [{"HOSTNAME": "a", "type": "b"}]}, )"
      R"("lsb.params": {"DEFAULT_QUEUE": "a"}, "lsb.queues": [{"QUEUE_NAME": "a", "RUNLIMIT": "5"}], )"
      R"("lsb.hosts": {"Host": [{"HOST_NAME": "default", "MXJ": "4"}]}})");
}

TEST_CASE("a keyword that stands in three sections is told where it stands first") {
  const SmallConf conf{{"lsb.params",
                        "Begin Parameters\nDEFAULT_QUEUE=a\nDEFAULT_QUEUE=b\nEnd Parameters\n"
                        "Begin Parameters\nDEFAULT_QUEUE=c\nEnd Parameters\n"
                        "Begin Parameters\nDEFAULT_QUEUE=d\nEnd Parameters\n"}};
  const std::string twice =
      ":1: warning: DEFAULT_QUEUE is given twice, first in line 2, which does not count";
  CHECK(conf.warnings() == Texts{"conf/lsb.params:3" + twice, "conf/lsb.params:6" + twice,
                                 "conf/lsb.params:9" + twice});
}

TEST_CASE("sections of one name add up: lists grow, and of keywords the last one counts") {
  const SmallConf conf{{"lsb.params",
                        "Begin Parameters\nDEFAULT_QUEUE=a\nEnd Parameters\n"
                        "Begin Parameters\nDEFAULT_QUEUE=b\nEnd Parameters\n"},
                       {"lsb.hosts",
                        "Begin Host\nHOST_NAME MXJ\na 1\nEnd Host\n"
                        "Begin Host\nHOST_NAME=b\nMXJ=2\nEnd Host\n"}};
  CHECK(conf.warnings() ==
        Texts{"conf/lsb.params:5:1: warning: DEFAULT_QUEUE is given twice, first in line 2, "
              "which does not count"});
  const ConfDirectory loaded_conf = conf.load();
  CHECK(to_compact_json(*loaded_conf.tree.root.find("lsb.params")) == R"({"DEFAULT_QUEUE": "b"})");
  CHECK(to_compact_json(*loaded_conf.tree.root.find("lsb.hosts")->find("Host")) ==
        R"([{"HOST_NAME": "a", "MXJ": "1"}, {"HOST_NAME": "b", "MXJ": "2"}])");
}

TEST_CASE("what nobody knows is left out, with one warning for each file and name") {
  const SmallConf conf{{"lsf.conf", "LSF_LOGDIRR=/tmp\n"},
                       {"lsb.queues",
                        "Begin Queue\nQUEUE_NAME=a\nPRIORTY=3\nEnd Queue\n"
                        "Begin Queue\nQUEUE_NAME=b\nPRIORTY=4\nXYZZY=1\nEnd Queue\n"},
                       {"lsb.hosts",
                        "Begin Hosts\nA B\n1 2\nEnd Hosts\n"
                        "Begin Host\nHOST_NAME plugh MXJ\na 1 2\nb 3 4\nEnd Host\n"
                        "Begin Hosts\nEnd Hosts\n"}};
  CHECK(conf.warnings() ==
        Texts{"conf/lsf.conf:1:1: warning: unknown keyword \"LSF_LOGDIRR\" is ignored; nearest: "
              "LSF_LOGDIR",
              "conf/lsb.queues:3:1: warning: unknown keyword \"PRIORTY\" is ignored; nearest: "
              "PRIORITY",
              "conf/lsb.queues:8:1: warning: unknown keyword \"XYZZY\" is ignored",
              "conf/lsb.hosts:1:7: warning: unknown section \"Hosts\" is ignored; nearest: Host",
              "conf/lsb.hosts:6:11: warning: unknown keyword \"plugh\" is ignored; OpenLava and "
              "Lava ignore the whole section for an unknown column"});
  CHECK(to_compact_json(*conf.load().tree.root.find("lsb.hosts")) ==
        R"({"Host": [{"HOST_NAME": "a", "MXJ": "2"}, {"HOST_NAME": "b", "MXJ": "4"}]})");
}

TEST_CASE("an external load index of lsf.shared is a known keyword where thresholds stand") {
  const SmallConf conf{
      {"lsf.shared",
       "Begin Resource\nRESOURCENAME TYPE INTERVAL\nscratch Numeric 30\nstill Numeric ()\n"
       "End Resource\n"},
      {"lsb.hosts", "Begin Host\nHOST_NAME scratch still\na 7/3 9\nEnd Host\n"},
      {"lsb.params", "Begin Parameters\nscratch = 1\nEnd Parameters\n"},
      {"lsb.queues", "Begin Queue\nQUEUE_NAME = a\nscratch = 10/5\nEnd Queue\n"}};
  CHECK(conf.warnings() ==
        Texts{"conf/lsb.params:2:1: warning: unknown keyword \"scratch\" is ignored",
              "conf/lsb.hosts:2:19: warning: unknown keyword \"still\" is ignored; OpenLava and "
              "Lava ignore the whole section for an unknown column"});
  CHECK(to_compact_json(*conf.load().tree.root.find("lsb.queues")) ==
        R"([{"QUEUE_NAME": "a", "scratch": "10/5"}])");
  CHECK(to_compact_json(*conf.load().tree.root.find("lsb.hosts")) ==
        R"({"Host": [{"HOST_NAME": "a", "scratch": "7/3"}]})");
}

TEST_CASE("a section of keywords with columns is refused, and a foreign section is not read") {
  const SmallConf conf{{"lsb.params", "Begin Parameters\nDEFAULT_QUEUE X\na b\nEnd Parameters\n"},
                       {"lsb.queues", "Begin Host\nQUEUE_NAME=a\nEnd Host\n"}};
  CHECK(refusals(conf.path()) ==
        Texts{"conf/lsb.params:1:7: section \"Parameters\" has KEYWORD = value lines, not columns",
              "conf/lsb.queues:1:7: warning: unknown section \"Host\" is ignored"});
}

TEST_CASE("a planned keyword of a queue is left out with one warning, unless it says nothing") {
  std::string first;
  std::string second;
  Texts expected;
  for (const VocabularyRow& row : find_section("lsb.queues")->rows) {
    if (row.planned == 0) continue;
    expected.push_back("conf/lsb.queues:" + std::to_string(expected.size() + 3) +
                       ":1: warning: keyword " + std::string(row.key) +
                       ": planned, not in this version; ignored");
    first += std::string(row.key) + " = 1\n";
    second += std::string(row.key) + " = 2\n";
  }
  const std::string begin = "Begin Queue\nQUEUE_NAME = ";
  const SmallConf conf{{"lsb.queues", begin + "a\n" + first + "End Queue\n" + begin + "b\n" +
                                          second + "End Queue\n"}};
  Texts warnings = conf.warnings();
  CHECK((warnings == expected || expected.size() > Complaints::most));
  CHECK(to_compact_json(*conf.load().tree.root.find("lsb.queues")) ==
        R"([{"QUEUE_NAME": "a"}, {"QUEUE_NAME": "b"}])");
  std::string silent = first;
  for (std::size_t at = 0; (at = silent.find("= 1", at)) != std::string::npos;)
    silent[at + 2] = '-';
  const SmallConf quiet{{"lsb.queues", begin + "a\n" + silent + "End Queue\n"}};
  CHECK(quiet.warnings().empty());
}

// ---- keywords without effect ----

TEST_CASE("a keyword without effect is neither planned nor required, and has no default value") {
  std::size_t count = 0;
  for_each_lsf_row([&](const VocabularySection& section, const VocabularyRow& row) {
    if (!row.no_effect) return;
    INFO(section.name << " " << row.key);
    ++count;
    CHECK(row.planned == 0);
    CHECK_FALSE(row.required);
    CHECK(row.fallback.empty());
    CHECK(std::ranges::count(supported_keys(section), row.key) == 0);
  });
  CHECK(count > 200);
}

TEST_CASE("no two keywords of LSF differ in their capitals alone") {
  for_each_lsf_row([&](const VocabularySection& section, const VocabularyRow& row) {
    INFO(section.name << " " << row.key);
    CHECK(std::ranges::count_if(section.rows, [&](const VocabularyRow& other) {
            return edit_distance(row.key, other.key) == 0;
          }) == 1);
  });
}

TEST_CASE("LSF files may use every keyword that has no effect, and nothing comes of it") {
  std::string queue = "Begin Queue\nQUEUE_NAME = a\n";
  for (const VocabularyRow& row : find_section("lsb.queues")->rows)
    if (row.no_effect) queue += std::string(row.key) + " = x\n";
  std::string lines;
  for (const VocabularyRow& row : find_section("lsf.conf")->rows)
    if (row.no_effect) lines += std::string(row.key) + "=x\n";
  const SmallConf conf{{"lsb.queues", queue + "End Queue\n"},
                       {"lsf.conf", lines},
                       {"lsf.cluster.c1",
                        "Begin ClusterAdmins\nAdministrators = lsfadmin\n"
                        "End ClusterAdmins\n"}};
  CHECK(conf.warnings().empty());
  CHECK(to_compact_json(*conf.load().tree.root.find("lsb.queues")) == R"([{"QUEUE_NAME": "a"}])");
  CHECK(conf.load().tree.root.find("lsf.conf")->children.empty());
}

TEST_CASE("a scenario may use keywords without effect too, and the others are not written") {
  const TempFolder folder;
  ScenarioChoices choices;
  choices.dispatch = {"lsf"};
  const auto scenario = load_scenario(
      folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "c", "hosts": [{"name": "h"}],
        "lsf.conf": {"LSF_LOGDIR": "/tmp"},
        "lsb.queues": [{"QUEUE_NAME": "q", "NICE": 20, "DESCRIPTION": "none"}]}]})"),
      choices);
  REQUIRE(scenario);
  CHECK(scenario->warnings.list.empty());
  CHECK(scenario->effective.find("\"NICE\": 20") != std::string::npos);
  CHECK(scenario->effective.find("PRE_EXEC") == std::string::npos);
}

// ---- real and damaged files ----

TEST_CASE("an installation's sample files are a configuration without errors") {
  const auto samples = lsf_samples();
  if (samples.empty()) {
    WARN("skipped: MCSIM_SAMPLES names no folder with sample files");
    return;
  }
  const TempFolder folder;
  for (const auto& [name, text] : samples)
    folder.write(name == "lsf.cluster" ? "lsf.cluster.openlava" : name, text);
  const ConfDirectory conf = loaded(folder.path());
  std::string warnings;
  for (const std::string& warning : texts(conf.diagnostics)) warnings += "\n" + warning;
  WARN(conf.diagnostics.list.size() << " warnings" << warnings);
  CHECK(conf.tree.root.find("lsf.shared")->find("HostModel")->children.size() == 1);
  CHECK(conf.tree.root.find("lsb.params")->find("DEFAULT_QUEUE")->text == "normal");
  CHECK(conf.tree.root.find("lsb.queues")->children[0].find("PRIORITY")->text == "30");
  CHECK(conf.tree.root.find("lsb.hosts")->find("Host")->children[0].find("MXJ")->text == "!");
}

TEST_CASE("whatever happens to a site's files, there is an answer", "[property]") {
  const TempFolder folder;
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& entry : fs::directory_iterator(riverside))
    files.emplace_back(entry.path().filename().string(), bytes_of(entry.path()));
  std::ranges::sort(files);
  for (const auto& [name, text] : files) folder.write(name, text);
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    RngStream stream{seed, "test/conf_directory"};
    const auto& [name, text] = files[stream.below(files.size())];
    INFO("seed " << seed << " " << name);
    folder.write(name, mutated(text, stream));
    const ConfDirectory conf = read_conf_directory(folder.path(), "conf");
    folder.write(name, text);
    for_each_node(conf.tree.root, [&](const JsonNode& node) {
      REQUIRE(node.place.source < conf.tree.sources.size());
      REQUIRE((!node.is(JsonNode::Kind::text) || node.place.line > 0));
    });
  }
}

}  // namespace mcsim::testing::conf_directory_test
