// Makes the jobs of a workload model, and writes them as a trace or as an entry of a scenario.
#include "mcsim/app/command/generate_command.hpp"

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

#include "mcsim/app/base/version.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/packing.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

std::optional<std::uint64_t> read_seed(const std::string& text) {
  const auto number = read_decimal(text);
  const auto value = number && is_whole(*number) ? in_units(*number, 0) : std::nullopt;
  if (!value || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

/// Puts the parameters of --set to the others.
Diagnostics add_sets(const GenerateRequest& request, ParameterTexts& to) {
  Diagnostics wrong;
  std::vector<std::string_view> known;
  for (const ModelParameter& row : find_workload_model(request.model)->parameters)
    known.push_back(row.name);
  for (const std::string& set : request.sets) {
    const auto equals = std::min(set.find('='), set.size());
    const std::string name = set.substr(0, equals);
    const auto refuse = [&](const std::string& why) { wrong.add(about_file("--set " + set, why)); };
    if (equals == set.size())
      refuse("expected NAME=VALUE, as in jobs=200");
    else if (std::ranges::find(known, name) == known.end())
      refuse(request.model + " has no such parameter" + known_names(name, known));
    else if (!to.try_emplace(name, set.substr(equals + 1)).second)
      refuse("is given twice");
  }
  return wrong;
}

/// What is wrong, by option, and whether it is about the recorded trace only.
ExitCode complain(const ModelMistakes& mistakes, const Console& console) {
  Diagnostics said;
  for (const auto& [name, message] : mistakes.parameters)
    said.add(about_file(option_of(name), message));
  append(said, mistakes.file);
  print(console, said);
  return mistakes.parameters.empty() ? ExitCode::bad_input : ExitCode::usage;
}

/// The entry of `workloads` that has the same jobs.
JsonNode workload_entry(const GenerateRequest& request, const MadeWorkload& made) {
  const WorkloadModel& model = *find_workload_model(request.model);
  std::vector<JsonNode> members{json_member("model", json_text(request.model))};
  for (const ModelParameter& row : model.parameters) {
    const auto found = made.parameters.find(row.name);
    if (found == made.parameters.end()) continue;
    const bool is_text = row.kind == ModelParameter::Kind::text;
    members.push_back(json_member(
        found->first, is_text
                          ? json_text(found->second)
                          : json_whole(in_units(read_decimal(found->second).value(), 0).value())));
  }
  return json_object(std::move(members));
}

ExitCode write_output(const std::string& path, const MadeWorkload& made, const MadeHeader& header,
                      const Console& console) {
  auto out = ReplacedFile::create(path, packing_of_name(path));
  if (!out) {
    print(console, out.error());
    return ExitCode::run_failed;
  }
  made.write(header, [&](std::string_view text) { out->file().write(text); });
  if (auto failure = out->commit()) {
    print(console, {{*std::move(failure)}});
    return ExitCode::run_failed;
  }
  console.out << path << ": " << counted(made.jobs, "job") << '\n';
  return ExitCode::done;
}

/// A terminal is shown what it cannot be commanded by; anything else gets the bytes as they are.
void print_trace(const MadeWorkload& made, const MadeHeader& header, const Console& console) {
  made.write(header, [&](std::string_view text) {
    if (console.out_is_terminal)
      console.out << text;
    else
      put_command(console.out, text);
  });
}

}  // namespace

std::string option_of(std::string_view parameter) {
  std::string option = "--" + std::string(parameter);
  std::ranges::replace(option, '_', '-');
  return option;
}

ExitCode generate_command(const GenerateRequest& request, const Console& console) {
  ModelRequest wanted{.model = request.model,
                      .parameters = request.parameters,
                      .file = request.trace,
                      .shown_name = request.trace};
  if (const Diagnostics wrong = add_sets(request, wanted.parameters); wrong.has_errors()) {
    print(console, wrong);
    return ExitCode::usage;
  }
  const auto seed = read_seed(request.seed);
  wanted.seed = seed.value_or(1);
  auto made = make_workload(wanted);
  ModelMistakes mistakes = made ? ModelMistakes{} : made.error();
  if (!seed)
    mistakes.parameters.insert(
        mistakes.parameters.begin(),
        {"seed",
         "expected a whole number from 0 to 1000000000000000000, got " + in_quotes(request.seed)});
  if (!made || !seed) return complain(mistakes, console);
  print(console, made->of_trace);
  print(console, made->warnings);
  if (request.entry) {
    console.out << to_pretty_json(workload_entry(request, *made));
    return ExitCode::done;
  }
  const MadeHeader header = header_of(wanted, *made, "mcsim " + std::string(version()));
  if (request.output) return write_output(*request.output, *made, header, console);
  print_trace(*made, header, console);
  return ExitCode::done;
}

}  // namespace mcsim::app
