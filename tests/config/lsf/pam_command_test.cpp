// PAM's command line: methods 1 and 2, and invalid commands.
#include "mcsim/config/lsf/pam_command.hpp"

#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::pam_command_test {

namespace {

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

std::string started(const std::string& line) {
  const auto command = read_pam_command(words(line));
  REQUIRE(command);
  std::string text;
  for (const std::string& word : started_words(
           *command,
           {.task_starter = "/lsf/TaskStarter", .address = "hosta:4711", .directory = "/lsf/conf"}))
    text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string mistake(const std::string& line) {
  const auto command = read_pam_command(words(line));
  REQUIRE_FALSE(command);
  std::string text;
  for (const std::string& one : command.error()) text += (text.empty() ? "" : "; ") + one;
  return text;
}

}  // namespace

// Source: Using Platform LSF HPC 7.3, Integration Method 1.
TEST_CASE("with num_args PAM inserts TaskStarter behind so many words", "[pam]") {
  CHECK(started("pam -g 1 no_arg_pjl job -x") ==
        "no_arg_pjl /lsf/TaskStarter -p hosta:4711 -c /lsf/conf job -x");
  CHECK(started("pam -t -v -n 8 -g 4 3_arg_pjl -a -b group_name job -x y") ==
        "3_arg_pjl -a -b group_name /lsf/TaskStarter -p hosta:4711 -c /lsf/conf job -x y");
  const auto command = read_pam_command(words("/usr/bin/pam -t -v -n 8 -g 1 pjl job"));
  REQUIRE(command);
  CHECK(command->inserts);
  CHECK(command->is_quiet);
  CHECK(command->is_verbose);
  CHECK(command->tasks == 8);
  CHECK(command->pjl == words("pjl"));
  CHECK(command->job == words("job"));
}

// Source: the same, Integration Method 2.
TEST_CASE("without num_args PAM starts the words as they are", "[pam]") {
  CHECK(started("pam -g pjl_wrap -a b job -x") == "pjl_wrap -a b job -x");
  const auto command = read_pam_command(words("pam -g pjl_wrap job"));
  REQUIRE(command);
  CHECK_FALSE(command->inserts);
}

TEST_CASE("a num_args that does not fit is refused", "[pam]") {
  CHECK(mistake("pam -g 5 pjl -a job") ==
        "-g 5: the PJL is to have 5 words, but only 3 words follow");
  CHECK(mistake("pam -g 3 pjl -a job") ==
        "-g 3: the PJL takes all 3 words that follow; no job is left");
  CHECK(mistake("pam -g 0 pjl job") == "-g 0: num_args counts the PJL itself, so it is at least 1");
  CHECK(mistake("pam -g -1 pjl job") ==
        "-g -1: num_args counts the PJL itself, so it is at least 1");
  CHECK(mistake("pam -g 1 pjl -a job") ==
        "-g 1: the job would be \"-a\", an option; is num_args too small?");
  CHECK(mistake("pam -g 99999999999999999999 pjl job") ==
        "-g \"99999999999999999999\": expected num_args, at most 1,000,000");
  CHECK(mistake("pam -g 1") == "-g 1: the PJL is to have 1 word, but only 0 words follow");
}

TEST_CASE("all that is wrong before -g comes at once", "[pam]") {
  CHECK(mistake("pam -n 0 -q -g 9 pjl job") ==
        "-n: expected a number of tasks, 1 to 1,000,000, got \"0\"; unknown option \"-q\"; "
        "expected -t, -v, -n "
        "num_tasks "
        "or -g; -g 9: the PJL is to have 9 words, but only 2 words follow");
  CHECK(mistake("pam -n") ==
        "-n: expected a number of tasks, 1 to 1,000,000, got nothing; expected -g, and a PJL "
        "behind it");
  CHECK(mistake("pam -n 1000001 -g 1 pjl job") ==
        "-n: expected a number of tasks, 1 to 1,000,000, got \"1000001\"");
  CHECK(
      mistake("pam mpirun job") ==
      "expected -g before \"mpirun\": all other options of pam come before it, the PJL behind it");
  CHECK(mistake("pam -mpi mpirun job").starts_with("-mpi: a vendor's MPI"));
  CHECK(mistake("pam -g") == "-g: expected num_args, or a PJL wrapper");
  CHECK(mistake("pam -g pjl_wrap") == "expected a job behind the PJL wrapper \"pjl_wrap\"");
  CHECK(mistake("pam -g -a job") ==
        "-g: expected num_args, or a PJL wrapper, got the option \"-a\"");
  CHECK(mistake("mpirun job") == "expected pam and what follows it, got \"mpirun\"");
  CHECK(mistake("") == "expected pam and what follows it, got nothing");
}

}  // namespace mcsim::testing::pam_command_test
