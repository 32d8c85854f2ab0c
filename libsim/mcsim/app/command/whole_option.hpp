// Options whose values are whole numbers in decimal digits: 010 and 0x10, numbers in C, are errors.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>

#include "mcsim/text/complaints.hpp"

namespace mcsim::app {

inline CLI::Validator whole_between(int least, int most) {
  const std::string range = std::to_string(least) + " to " + std::to_string(most);
  const auto complaint = [=](const std::string& typed) {
    int number = 0;
    const char* const end = typed.data() + typed.size();
    const auto [stop, error] = std::from_chars(typed.data(), end, number);
    const bool is_plain = std::to_string(number) == typed;
    return error == std::errc{} && stop == end && is_plain && number >= least && number <= most
               ? std::string()
               : "expected a whole number from " + range + ", got " + in_quotes(typed);
  };
  return CLI::Validator(complaint,
                        "INT in [" + std::to_string(least) + " - " + std::to_string(most) + "]");
}

}  // namespace mcsim::app
