// What LSF's files say and is left out: who loses what, and what is said of it.
#include <filesystem>
#include <string>

#include "mcsim/config/lsf/conf_directory.hpp"
#include "mcsim/config/lsf/conf_files.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::left_out_test {

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

/// What is said of a directory with these files and no others.
Diagnostics said_of(const Files& files) {
  const TempFolder folder;
  for (const auto& [name, text] : files) {
    std::filesystem::create_directories(std::filesystem::path(folder.path(name)).parent_path());
    folder.write(name, text);
  }
  return read_conf_directory(folder.path(), "conf").diagnostics;
}

/// Likewise of the smallest directory with these files, too.
Diagnostics said_of_small(const Files& more) {
  Files files{{"lsf.shared", ""},
              {"lsf.cluster.c1", ""},
              {"lsb.params", ""},
              {"lsb.queues", ""},
              {"lsb.hosts", ""}};
  files.insert(files.end(), more.begin(), more.end());
  return said_of(files);
}

/// "3 queue loses fairshare", "1/3 Limit is left out"; empty: nothing is lost; `-`: it is minor.
Texts losses(const Diagnostics& diagnostics) {
  Texts result;
  for (const Diagnostic& one : diagnostics.list) {
    const Loss& loss = one.loss;
    std::string text = one.is_minor ? "-" : "";
    if (loss.count > 0)
      text += std::to_string(loss.count) + (loss.of > 0 ? "/" + std::to_string(loss.of) : "") +
              " " + loss.who + " " + loss.what;
    result.push_back(text);
  }
  return result;
}

const std::string end = ": known, not simulated; ignored";

}  // namespace

TEST_CASE("what LSF knows and is not simulated is told apart from what nobody knows") {
  const Diagnostics said =
      said_of_small({{"lsb.params",
                      "Begin Parameters\nALLOCATION_PLANNER=Y\nALLOCATION_PLANT=Y\n"
                      "PERFORMANCE_THRESHOLD_FILE=x\nEnd Parameters\n"},
                     {"lsb.queues", "Begin Queue\nQUEUE_NAME=a\nrc_hosts=all\nEnd Queue\n"},
                     {"lsf.conf", "LSB_GPU_NEW_SYNTAX=extend\nLSF_DCGM_PORT=5555\nMY_OWN=1\n"}});
  CHECK(texts(said) ==
        Texts{"conf/lsf.conf:1:1: warning: keyword LSB_GPU_NEW_SYNTAX" + end,
              "conf/lsf.conf:3:1: warning: unknown keyword \"MY_OWN\" is ignored",
              "conf/lsb.params:2:1: warning: keyword ALLOCATION_PLANNER" + end,
              "conf/lsb.params:3:1: warning: unknown keyword \"ALLOCATION_PLANT\" is ignored",
              "conf/lsb.queues:3:1: warning: keyword RC_HOSTS" + end});
  CHECK(losses(said) == Texts{"1 parameter is left out", "", "1 parameter is left out", "",
                              "1 queue loses hosts of the resource connector"});
}

TEST_CASE("a queue that loses one thing by several keywords loses it once") {
  const std::string a = "Begin Queue\nQUEUE_NAME=a\nAPS_PRIORITY=x\nQUEUE_GROUP=b\nEnd Queue\n";
  const std::string b = "Begin Queue\nQUEUE_NAME=b\nQUEUE_GROUP=c\nGPU_REQ=x\nEnd Queue\n";
  const std::string c =
      "Begin Queue\nQUEUE_NAME=c\nAPS_PRIORITY=\nSUCCESS_EXIT_VALUES=1\nEnd Queue\n";
  const Diagnostics said = said_of_small({{"lsb.queues", a + b + c}});
  CHECK(losses(said) ==
        Texts{"2 queue loses absolute priority (APS)", "", "1 queue loses GPUs", "-"});
}

TEST_CASE("a mistyped keyword that drops a whole Limit says so, each time") {
  const auto limit = [](const std::string& lines) {
    return "Begin Limit\nPER_HOST=all\n" + lines + "End Limit\n";
  };
  const Diagnostics said = said_of_small(
      {{"lsb.resources", limit("SLTOS=3\n") + limit("SLOTS=3\n") + limit("SLTOS=4\nCLUSTERS=b\n") +
                             limit("SLOTS=5\nFWD_SLOTS=x\n")}});
  CHECK(texts(said) == Texts{"conf/lsb.resources:3:1: warning: unknown keyword \"SLTOS\"; nearest: "
                             "SLOTS; this Limit is ignored",
                             "conf/lsb.resources:11:1: warning: unknown keyword \"SLTOS\"; "
                             "nearest: SLOTS; this Limit is ignored",
                             "conf/lsb.resources:12:10: warning: CLUSTERS: known, not "
                             "simulated; this Limit is ignored",
                             "conf/lsb.resources:17:11: warning: FWD_SLOTS: known, not simulated; "
                             "this Limit is ignored"});
  CHECK(losses(said) ==
        Texts{"1/4 Limit is left out", "1/4 Limit is left out", "", "1/4 Limit is left out"});
}

TEST_CASE("the lines of a table of limits are left out one by one, each at its place") {
  const Diagnostics said = said_of_small(
      {{"lsb.resources", "Begin Limit\nPER_HOST SLOTS SLTOS\na 1 -\nb 2 3\nc 4 5\nEnd Limit\n"}});
  CHECK(texts(said) == Texts{"conf/lsb.resources:4:5: warning: unknown keyword \"SLTOS\"; nearest: "
                             "SLOTS; this Limit is ignored",
                             "conf/lsb.resources:5:5: warning: unknown keyword \"SLTOS\"; nearest: "
                             "SLOTS; this Limit is ignored"});
  CHECK(losses(said) == Texts{"1/3 Limit is left out", "1/3 Limit is left out"});
}

TEST_CASE("sections that are planned or not simulated are counted by what they say") {
  const Diagnostics said = said_of_small(
      {{"lsb.resources",
        "Begin GuaranteedResourcePool\nNAME=a\nEnd GuaranteedResourcePool\n"
        "Begin GuaranteedResourcePool\nNAME=b\nEnd GuaranteedResourcePool\n"
        "Begin PowerPolicy\nNAME=c\nEnd PowerPolicy\n"
        "Begin ResourceReservation\nEnd ResourceReservation\n"},
       {"lsb.hosts", "Begin ComputeUnit\nNAME TYPE\nx rack\ny rack\nEnd ComputeUnit\n"}});
  CHECK(texts(said) ==
        Texts{"conf/lsb.hosts:1:7: warning: section ComputeUnit: planned, not in this version; "
              "ignored",
              "conf/lsb.resources:1:7: warning: section GuaranteedResourcePool: planned, not in "
              "this version; ignored",
              "conf/lsb.resources:7:7: warning: section PowerPolicy" + end});
  CHECK(losses(said) == Texts{"2 ComputeUnit is left out", "2 GuaranteedResourcePool is left out",
                              "1 PowerPolicy is left out"});
}

TEST_CASE("lines and sections that LSF ignores are counted, and names that are reserved") {
  const std::string queue = "Begin Queue\nQUEUE_NAME = ";
  const Diagnostics said =
      said_of_small({{"lsb.queues", "Begin Queue\nPRIORITY = 3\nEnd Queue\n" + queue +
                                        "a\nUSERS all\nEnd Queue\n" + queue + "a\nEnd Queue\n"},
                     {"lsb.hosts", "Begin Host\nHOST_NAME MXJ\nh 1 2\nEnd Host\n"}});
  CHECK(losses(said) == Texts{"1/3 queue is left out", "1 line is ignored", "1/3 queue is left out",
                              "1 line is ignored"});
}

// ---- files ----

TEST_CASE("a file that LSF reads and this version does not is told, if it says anything") {
  const std::string classes = "# none\nBegin ServiceClass\nNAME = a\nEnd ServiceClass\n";
  const Diagnostics said =
      said_of_small({{"lsb.serviceclasses", classes},
                     {"lsbatch/c1/configdir/lsb.globalpolicies",
                      "Begin GlobalFairshare\nNAME = g\nEnd GlobalFairshare\n"},
                     {"lsf.licensescheduler", "# Begin Parameters\n"}});
  CHECK(
      texts(said) ==
      Texts{"conf/lsb.serviceclasses:2:7: warning: file lsb.serviceclasses (service classes)" + end,
            "conf/lsbatch/c1/configdir/lsb.globalpolicies:1:7: warning: file lsb.globalpolicies "
            "(global policies)" +
                end});
  CHECK(losses(said) == Texts{"1 file is not read", "1 file is not read"});
  CHECK(said_of_small({{"lsb.serviceclasses", "Begin ServiceClass\nEnd ServiceClass\n"}})
            .list.empty());
}

TEST_CASE("of lsb.modules it is told which plugins make a difference") {
  const auto modules = [](const std::string& plugins) {
    return "Begin PluginModule\nSCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES\n" + plugins +
           "End PluginModule\n";
  };
  const std::string usual =
      "schmod_default () ()\nschmod_fcfs () ()\nschmod_fairshare () ()\nschmod_limit () ()\n"
      "schmod_parallel () ()\nschmod_reserve () ()\nschmod_mc () ()\nschmod_advrsv () ()\n";
  CHECK(
      said_of_small({{"lsb.modules", modules(usual + "schmod_preemption () ()\n")}}).list.empty());
  const Diagnostics said = said_of_small({{"lsb.modules", modules(usual + "schmod_ours () ()\n")}});
  CHECK(texts(said) ==
        Texts{"conf/lsb.modules:1:7: warning: not loaded here, and simulated all the same: "
              "schmod_preemption",
              "conf/lsb.modules:11:1: warning: plugin schmod_ours of the scheduler is not "
              "simulated"});
  CHECK(losses(said) == Texts{"1 plugin counts as loaded", "1 plugin is left out"});
}

TEST_CASE("a file whose name is like one that is not there may be that one") {
  const std::string queue = "Begin Queue\nQUEUE_NAME=a\nEnd Queue\n";
  Files files{{"lsf.shared", ""}, {"lsf.cluster.c1", ""}};
  files.emplace_back("lsb.quues", queue);
  files.emplace_back("lsb.queues.old", queue);
  const auto unknown = [](const std::string& name) {
    return "conf/" + name + ": warning: unknown file \"" + name +
           "\" is ignored; nearest: lsb.queues";
  };
  CHECK(texts(said_of(files)) == Texts{unknown("lsb.queues.old") + ", which is not there",
                                       unknown("lsb.quues") + ", which is not there"});
  CHECK(losses(said_of(files)) == Texts{"1 file is not read", "1 file is not read"});
  files.emplace_back("lsb.queues", queue);
  const Diagnostics said = said_of(files);
  CHECK(texts(said) ==
        Texts{unknown("lsb.quues"),
              "conf: warning: these files are ignored, since they change nothing here or are "
              "copies: lsb.queues.old"});
  CHECK(losses(said) == Texts{"", "-"});
}

TEST_CASE("copies of lsf.cluster.NAME are no clusters, unless lsf.shared lists them") {
  const auto clusters = [](const std::string& listed) {
    const TempFolder folder;
    for (const char* name : {"c1", "c1.old", "c1~", "c1-2", "c2"})
      folder.write("lsf.cluster." + std::string(name), "");
    folder.write("lsf.shared", "Begin Cluster\nClusterName\nc1\n" + listed + "End Cluster\n");
    return clusters_in(folder.path());
  };
  CHECK(clusters("c2\n") == Texts{"c1", "c2"});
  CHECK(clusters("c1-2\nc2\n") == Texts{"c1", "c1-2", "c2"});
  const Diagnostics said = said_of_small({{"lsf.cluster.c1.rpmsave", ""}});
  CHECK(texts(said) == Texts{"conf: warning: these files are ignored, since they change nothing "
                             "here or are copies: lsf.cluster.c1.rpmsave"});
  const TempFolder folder;
  for (const char* name : {"lsf.shared", "lsf.cluster.c1", "lsf.cluster.c1.old"})
    folder.write(name, "");
  CHECK(read_conf_directory(folder.path(), "conf", "c1.old").cluster == "c1.old");  // if asked for
}

TEST_CASE("clusters that lsf.shared does not list are left out, if it lists another with files") {
  const auto clusters = [](const std::string& shared) {
    const TempFolder folder;
    for (const char* name : {"c1", "cold"}) folder.write("lsf.cluster." + std::string(name), "");
    if (!shared.empty()) folder.write("lsf.shared", shared);
    return clusters_in(folder.path());
  };
  const auto listed = [](const std::string& name) {
    return "Begin Cluster\nClusterName\n" + name + "\nEnd Cluster\n";
  };
  CHECK(clusters(listed("c1")) == Texts{"c1"});
  CHECK(clusters(listed("c9")) == Texts{"c1", "cold"});
  CHECK(clusters("Begin HostType\nTYPENAME\nT\nEnd HostType\n") == Texts{"c1", "cold"});
  CHECK(clusters("") == Texts{"c1", "cold"});
}

// Of another cluster's folder nothing is said.
TEST_CASE("each file that looks like one of LSF's is read, or told once") {
  const std::string rows = "Begin A\nB = c\nEnd A\n";
  const Diagnostics said = said_of_small({{"lsb.queue", rows},
                                          {"lsf.datamanager.c1", rows},
                                          {"lsb.threshold", rows},
                                          {"lsb.nqsmaps", rows},
                                          {"lsb.foreign", rows},
                                          {"lfs.conf", "A=b\n"},
                                          {"ego.conf", "A=b\n"},
                                          {"lsf.task.c1", rows},
                                          {"hosts", "1.2.3.4 a\n"},
                                          {"lsb.params~", rows},
                                          {"lsb.modules.bak", rows},
                                          {"notes.txt", "x\n"},
                                          {"ghosts", "x\n"},
                                          {"lsbatch/c1/configdir/lsb.queues", ""},
                                          {"lsbatch/c2/configdir/lsb.quues", rows}});
  const auto unknown = [](const std::string& name) {
    return "conf/" + name + ": warning: unknown file \"" + name + "\" is ignored";
  };
  CHECK(texts(said) ==
        Texts{unknown("lfs.conf") + "; nearest: lsf.conf, which is not there",
              unknown("lsb.foreign"), unknown("lsb.queue") + "; nearest: lsb.queues",
              "conf: warning: these files are ignored, since they change nothing here or are "
              "copies: ego.conf, hosts, lsb.modules.bak, lsb.params~, lsf.task.c1",
              "conf/lsbatch/c1/configdir/lsb.queues: warning: this file is ignored: "
              "conf/lsb.queues is read",
              "conf/lsb.nqsmaps:1:7: warning: file lsb.nqsmaps (hosts and users of NQS)" + end,
              "conf/lsb.threshold:1:7: warning: file lsb.threshold (energy policies, by which jobs "
              "run longer)" +
                  end,
              "conf/lsf.datamanager.c1:1:7: warning: file lsf.datamanager (data that jobs wait "
              "for)" +
                  end});
  CHECK(losses(said) == Texts{"1 file is not read", "", "", "-", "1 file is not read",
                              "1 file is not read", "1 file is not read", "1 file is not read"});
}

TEST_CASE("a file that must have sections and has no Begin is warned of, at its first line") {
  const std::string outside =
      ":2:1: warning: text outside of sections is ignored; expected Begin SECTION";
  const std::string text = "# classes\nNAME = a\nGOALS = x\n";
  const Diagnostics said = said_of_small({{"lsb.serviceclasses", text},
                                          {"lsb.modules", text},
                                          {"lsb.queues", text},
                                          {"lsb.hosts", text}});
  CHECK(texts(said) == Texts{"conf/lsb.queues" + outside, "conf/lsb.hosts" + outside,
                             "conf/lsb.modules" + outside, "conf/lsb.serviceclasses" + outside});
  CHECK(losses(said) == Texts(4, "1 file has text outside of sections"));
}

TEST_CASE("an unknown keyword that another file has is told as misplaced") {
  const Diagnostics said = said_of_small(
      {{"lsb.params", "Begin Parameters\nRC_HOSTS = all\nCLEAN_PERIOD = 3600\nEnd Parameters\n"},
       {"lsb.queues", "Begin Queue\nQUEUE_NAME=a\nLSF_LOGDIR=/tmp\nEnd Queue\n"}});
  CHECK(texts(said) == Texts{"conf/lsb.params:2:1: warning: unknown keyword \"RC_HOSTS\" is "
                             "ignored; lsb.queues has one of this name",
                             "conf/lsb.queues:3:1: warning: unknown keyword \"LSF_LOGDIR\" is "
                             "ignored; lsf.conf has one of this name"});
  CHECK(losses(said) == Texts{"1 misplaced keyword is ignored", ""});
}

TEST_CASE("a keyword is not taken for a mistyped one of its section that is there, too") {
  const auto losses_with = [](const std::string& more) {
    return losses(said_of_small(
        {{"lsb.params", "Begin Parameters\nCLEAN_PERIODS = 9\n" + more + "End Parameters\n"}}));
  };
  CHECK(losses_with("") == Texts{"1 mistyped keyword is ignored"});
  CHECK(losses_with("CLEAN_PERIOD = 3600\n") == Texts{""});
}

TEST_CASE("a keyword alone asks for nothing, and so nobody loses anything without it") {
  const Diagnostics said = said_of_small(
      {{"lsb.queues", "Begin Queue\nQUEUE_NAME=a\nPRE_EXEC\nUSERS all\nEnd Queue\n"}});
  CHECK(texts(said) == Texts{"conf/lsb.queues:3:1: warning: expected KEYWORD = value, got "
                             "\"PRE_EXEC\"; this line is ignored",
                             "conf/lsb.queues:4:1: warning: expected KEYWORD = value, got \"USERS "
                             "all\"; this line is ignored"});
  CHECK(losses(said) == Texts{"-", "1 line is ignored"});
}

// Of published configurations, or known by name alone: not all were found in a reference.
TEST_CASE(
    "keywords of daemons, reports and logs change nobody's wait, and are left out in silence") {
  const Diagnostics said = said_of_small(
      {{"lsf.conf",
        "LSB_DEBUG_EBROKERD=LC2_RC\nLSF_LSLOAD_FORMAT=\"HOST_NAME:20\"\n"
        "LSF_NIOS_PORT_RANGE=11000-11019\nLSF_LIVE_CONFDIR=/w/live_confdir\n"
        "DAEMON_SHUTDOWN_DELAY=180\nEGO_ENABLE_AUTO_DAEMON_SHUTDOWN=Y\n"
        "EGO_ENABLE_AUTO_DAEMON_RESTART=Y\nLIM_COMPUTE_ONLY=y\nLSF_IP_VERSION=4\n"},
       {"lsb.params",
        "Begin Parameters\nJOB_ARRAY_EVENTS_COMBINE = Y\nRC_MAX_REQUESTS = 5000\n"
        "INCLUDE_DETAIL_REASONS = y\nGROUP_PEND_JOBS_BY = QUEUE & USERNAME\nEnd Parameters\n"}});
  CHECK(texts(said) == Texts{});
}

// ---- a line that is missing, or a comment ----

TEST_CASE("a table without the line that names its columns is one error, at its first line") {
  const std::string wanted = "expected the names of the columns of section ";
  const std::string comment = ": the line that names them is missing, or a comment";
  const Diagnostics said =
      said_of_small({{"lsf.cluster.c1",
                      "Begin Host\n# HOSTNAME model type server r1m mem swp RESOURCES\n"
                      "h1 Xeon LINUX 1 () () () (front)\nh2 Xeon LINUX 1 () () () ()\nEnd Host\n"},
                     {"lsf.shared",
                      "Begin Resource\nfront Boolean () () (Login and master hosts)\n"
                      "big Boolean () () (Large)\nEnd Resource\n"},
                     {"lsb.hosts",
                      "Begin Host\nh1 80 () ()\nh2 - 20 ()\nEnd Host\n"
                      "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (h1)\nEnd HostGroup\n"}});
  CHECK(texts(said) == Texts{"conf/lsf.shared:2:1: " + wanted + "Resource, got \"front\"" + comment,
                             "conf/lsf.cluster.c1:3:1: " + wanted + "Host, got \"h1\"" + comment,
                             "conf/lsb.hosts:2:1: " + wanted + "Host, got \"h1\"" + comment});
}

TEST_CASE("a section without its Begin is one error, at its first line") {
  const Diagnostics said =
      said_of_small({{"lsb.queues",
                      "# Begin Queue\nQUEUE_NAME = a\nPRIORITY = 1\nEnd Queue\n"
                      "Begin Queue\nQUEUE_NAME = b\nEnd Queue\n"
                      "QUEUE_NAME = c\nEnd Queue\nEnd Queue\n"}});
  const std::string wanted = ": expected Begin Queue, which End in line ";
  const std::string comment = " belongs to: it is missing, or a comment";
  CHECK(texts(said) == Texts{"conf/lsb.queues:2:1" + wanted + "4" + comment,
                             "conf/lsb.queues:8:1" + wanted + "9" + comment,
                             "conf/lsb.queues:10:1: warning: End without a Begin is ignored"});
}

}  // namespace mcsim::testing::left_out_test
