// Warnings about an input, as the commands that read one begin with them: first one line that says
// what changes who waits, then the warnings that matter most.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// What --warnings takes.
inline constexpr std::string_view warnings_choices[] = {"first", "all", "none"};
inline constexpr const char* warnings_about =
    "Warnings about the input to print: the first ten by what they matter (the default), all, or "
    "none";

/// What is lost to whoever waits, over all warnings: "3 queues lose fairshare", "2 of 3 Limits are
/// left out". What changes most comes first, as among the warnings.
std::vector<std::string> losses_of(const Diagnostics& diagnostics);

/// These in one line, and how many there are beyond `most`.
std::string listed_losses(const std::vector<std::string>& losses, std::size_t most = 8);

/// Prints errors, all of them, and then as many warnings as `choice` says, one of warnings_choices:
/// those that change who waits most come first: jobs that never run, what no host can satisfy, then
/// what is gone as a whole, what queues and users lose, single keywords, those of which nobody
/// knows, and last those that change nothing. Without errors the first line says what is lost;
/// `input` is what it is about.
void print_about_input(const Console& console, const Diagnostics& diagnostics,
                       const std::string& input, std::string_view choice);

/// The same of several variants of an input, of which none has errors: `said` are the warnings of
/// all of them, each once, `of_each` those of each. What variants lose is not added up: the first
/// line says "2 to 3 queues lose fairshare" where they differ.
void print_about_variants(const Console& console, const Diagnostics& said,
                          const std::vector<Diagnostics>& of_each, const std::string& input,
                          std::string_view choice);

}  // namespace mcsim::app
