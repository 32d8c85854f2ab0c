// What the command line answers to a line that it does not understand.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace mcsim::app {

/// What is wrong with the line, with the nearest name that is known.
std::string usage_complaint(const CLI::App& app, const CLI::ParseError& error, int argc,
                            const char* const* argv);

}  // namespace mcsim::app
