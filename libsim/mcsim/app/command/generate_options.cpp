// Adds a subcommand for each workload model, with an option for each of its parameters.
#include "mcsim/app/command/generate_options.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "mcsim/app/command/command_help.hpp"
#include "mcsim/app/command/run_options.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

std::string value_name(const ModelParameter& row) {
  switch (row.kind) {
    case ModelParameter::Kind::whole:
      return row.unit == "s" ? "SECONDS" : "N";
    case ModelParameter::Kind::decimal:
      return "X";
    case ModelParameter::Kind::choice:
      return "WHICH";
    case ModelParameter::Kind::text:
      return row.name == "rates" ? "NUMBERS" : "TABLE";
  }
  return "";
}

std::string about_of(const ModelParameter& row) {
  const std::string_view fallback = row.fallback.empty() ? row.fallback_rule : row.fallback;
  std::string about(row.about);
  if (about.ends_with('.')) about.pop_back();
  return about + "; by default " + std::string(fallback);
}

void add_parameter(CLI::App& command, const ModelParameter& row, ParameterTexts& to,
                   Offers& offers) {
  CLI::Option* const option =
      command
          .add_option_function<std::string>(
              option_of(row.name),
              [&to, key = std::string(row.name)](const std::string& typed) { to[key] = typed; },
              about_of(row))
          ->type_name(value_name(row));
  if (row.allowed.empty()) return;
  std::vector<std::string> names;
  for (const std::string_view name : split_words(row.allowed)) names.emplace_back(name);
  offers.push_back({option, std::move(names)});
}

void add_model(CLI::App& generate, const WorkloadModel& model, GenerateRequest& to,
               Offers& offers) {
  const std::string name(model.name);
  CLI::App& command = *generate.add_subcommand(name, std::string(model.about));
  command.callback([&to, name] { to.model = name; });
  if (model.trace == TraceUse::must)
    command.add_option("TRACE", to.trace, "A trace (SWF), plain, .gz, .zst or .xz")
        ->type_name("FILE")
        ->required();
  for (const ModelParameter& row : model.parameters)
    add_parameter(command, row, to.parameters, offers);
  if (model.trace == TraceUse::may) {
    command
        .add_option("--from", to.trace,
                    "A trace (SWF) of a week or more, from which comes what is not given")
        ->type_name("FILE");
    command.add_flag("--entry", to.entry,
                     "Prints an entry for `workloads` of a scenario, with the tables, in place of "
                     "the trace");
  }
  add_repeated(command, "--set", to.sets,
               "A parameter by its name in a scenario, the same as its option", "NAME=VALUE");
  command.add_option("--seed", to.seed, "Of all random numbers; by default 1")->type_name("N");
  command
      .add_option("-o,--output", to.output,
                  "Where to write the trace, by its ending packed: .gz, .zst or .xz; by default "
                  "standard output")
      ->type_name("FILE");
  command.footer("\nSource: " + std::string(model.source) + ".\n\n" + exit_codes);
}

}  // namespace

void add_generate(CLI::App& app, GenerateRequest& to, Offers& offers) {
  CLI::App& generate = *app.add_subcommand(
      "generate", "Makes a trace (SWF) by a workload model, the same for the same seed.");
  generate.require_subcommand(1);
  for (const WorkloadModel& model : workload_models()) add_model(generate, model, to, offers);
  generate.footer(R"(
  mcsim generate lublin --jobs 10000 --procs 256 -o made.swf.gz
  mcsim run made.swf.gz

In a scenario: an entry of `workloads` with `model` in place of `file`.

)" + std::string(exit_codes));
}

}  // namespace mcsim::app
