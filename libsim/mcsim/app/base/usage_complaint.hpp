// The complaint about a command line that cannot be parsed.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace mcsim::app {

/// What is wrong with the command line, with the nearest known name.
std::string usage_complaint(const CLI::App& app, const CLI::ParseError& error, int argc,
                            const char* const* argv);

}  // namespace mcsim::app
