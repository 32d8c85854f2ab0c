// The tree of commands as plain values, from which manual pages and completions are made.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/command/offers.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// What a shell offers for the value of an option, or for an operand.
enum class ValueKind { anything, file, directory, name, list_of_names };

struct OptionPage {
  std::vector<std::string> names;  ///< "-o", "--output"; for an operand: "INPUT"
  std::string value;               ///< "DIR"; empty: it takes no value
  std::string about;
  ValueKind kind = ValueKind::anything;
  std::vector<std::string> known;  ///< the values of the two kinds with names
  bool required = false;
  bool repeated = false;
};

struct CommandPage {
  std::string name;   ///< "check"; for the whole tree: the program's name
  std::string path;   ///< "elim check"; for the whole tree: empty
  std::string about;  ///< a sentence
  std::string notes;  ///< the end of --help, without the exit codes
  std::vector<OptionPage> options;
  std::vector<OptionPage> operands;
  std::vector<CommandPage> commands;
};

/// The tree below `app`, whose program is called `program`.
CommandPage command_page(const CLI::App& app, const Offers& offers, const std::string& program);

}  // namespace mcsim::app
