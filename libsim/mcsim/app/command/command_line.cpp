// Parses the command line, runs the command, and returns its exit code.
#include "mcsim/app/command/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "mcsim/app/base/standard_files.hpp"
#include "mcsim/app/base/usage_complaint.hpp"
#include "mcsim/app/command/command_page.hpp"
#include "mcsim/app/command/command_tree.hpp"
#include "mcsim/app/command/pages_command.hpp"
#include "mcsim/app/command/replay_options.hpp"
#include "mcsim/app/command/validate_command.hpp"
#include "mcsim/app/history/import_history.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/kernel/rounds.hpp"

namespace mcsim::app {
namespace {

/// Newer parsers take dashes before a control character for a name of a file.
void refuse_control_characters(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return;
    if (word.size() > 2 && word.starts_with("--") && static_cast<unsigned char>(word[2]) < ' ')
      throw CLI::ExtrasError({word});
  }
}

/// The words of the line in reverse. LSF's -noheader and -json, words behind one dash, get two.
std::vector<std::string> with_lsf_options(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  refuse_control_characters(words);
  if (!words.empty() && is_view(words[0]))
    for (std::string& word : words)
      if (is_one_dash_word(word)) word = "-" + word;
  std::reverse(words.begin(), words.end());  // the order that the parser takes
  return words;
}

std::string joined(int argc, const char* const* argv) {
  std::string line;
  for (int at = 0; at < argc; ++at) line += (at > 0 ? " " : "") + std::string(argv[at]);
  return line;
}

/// The name by which the user called this program; "mcsim" if that cannot stand in a script.
std::string program_name(int argc, const char* const* argv) {
  std::string_view name = argc > 0 ? argv[0] : "";
  name.remove_prefix(name.rfind('/') + 1);  // npos + 1 is 0
  const bool is_plain =
      !name.empty() && name.front() != '-' && std::ranges::all_of(name, [](unsigned char letter) {
        return std::isalnum(letter) || letter == '-' || letter == '_' || letter == '.';
      });
  return is_plain ? std::string(name) : "mcsim";
}

/// What calls this program again; mcsim is found wherever it was installed.
std::string program_as_typed(int argc, const char* const* argv) {
  const std::string name = program_name(argc, argv);
  return name == "mcsim" || argc == 0 ? "mcsim" : shell_word(argv[0]);
}

const PolicyOptions& programs_of(const CLI::App& app, const Typed& typed) {
  if (app.got_subcommand("run")) return typed.run.programs;
  if (app.got_subcommand("compare")) return typed.compare.run.programs;
  if (app.got_subcommand("sweep")) return typed.sweep.request.run.programs;
  if (app.got_subcommand("backtest")) return typed.backtest.programs;
  if (app.got_subcommand("bench")) return typed.bench.run.run.programs;
  return typed.programs;
}

int tell_bug(const std::exception& bug, const std::string& line, const Console& console) {
  console.err << "mcsim: a bug inside: " << bug.what()
              << "\nPlease report it with the scenario, the seed and this line: " << line << '\n';
  return status(ExitCode::broken);
}

ExitCode run_subcommand(const CLI::App& app, const Typed& typed, const Registry& registry,
                        const Offers& offers, const std::string& program, const Console& console) {
  if (app.got_subcommand("run")) return run_command(typed.run, registry, console);
  if (app.got_subcommand("compare")) return compare_command(typed.compare, registry, console);
  if (app.got_subcommand("sweep")) return sweep_command(typed.sweep, registry, console);
  if (app.got_subcommand("bench"))
    return typed.bench.is_diff ? bench_diff_command(typed.bench.diff, console)
                               : bench_run_command(typed.bench.run, registry, console);
  if (app.got_subcommand("validate"))
    return validate_command(typed.files, typed.json, registry, console, typed.strict,
                            typed.warnings);
  if (app.got_subcommand("decide"))
    return decide_command(typed.decide, std::cin, registry, console);
  if (app.got_subcommand("elim")) return elim_command(typed.elim, console);
  if (app.got_subcommand("pjl")) return pjl_cmdline(typed.pjl, console);
  if (app.got_subcommand("explain")) return explain_command(typed.explain, registry, console);
  if (app.got_subcommand("report")) return report_command(typed.report, registry, console);
  if (app.got_subcommand("convert"))
    return convert_command(typed.convert, typed.partial, typed.json, console);
  if (app.got_subcommand("generate")) return generate_command(typed.generate, console);
  if (app.got_subcommand("backtest")) return backtest_command(typed.backtest, registry, console);
  if (app.got_subcommand("import")) return import_history(typed.history, console);
  if (app.got_subcommand("completion"))
    return completion_command(typed.pages, command_page(app, offers, program), console);
  if (app.got_subcommand("man"))
    return man_command(typed.pages, command_page(app, offers, program), console);
  return views_command(typed.views, registry, console);
}

int run_line(int argc, const char* const* argv, const Registry& registry) {
  StandardFiles files;
  const Console console = files.console();
  Typed typed;
  CLI::App app("mcsim: a simulator of federations of LSF clusters", "mcsim");
  Offers offers;
  add_commands(app, typed, registry, offers);
  try {
    app.parse(with_lsf_options(argc, argv));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream help;
      app.exit(error, help, help);
      console.out << wrapped(help.str(), terminal_width(console.out_file));
      return status(files.finish(ExitCode::done));
    }
    console.err << "mcsim: " << usage_complaint(app, error, argc, argv)
                << "\nmcsim --help tells more\n";
    return status(ExitCode::usage);
  }
  typed.run.command_line = typed.compare.run.command_line = joined(argc, argv);
  typed.run.program = typed.compare.run.program = program_as_typed(argc, argv);
  typed.bench.run.run.program = typed.sweep.request.run.program = typed.run.program;
  typed.backtest.command_line = typed.run.command_line;
  typed.backtest.program = typed.history.program = typed.run.program;
  typed.bench.run.words.assign(argv, argv + argc);
  typed.explain.replay.programs = typed.views.replay.programs = typed.programs;
  typed.report.programs = typed.programs;
  const auto programs = read_policies(programs_of(app, typed), registry);
  if (!programs) {
    print(console, programs.error());
    return status(ExitCode::usage);
  }
  try {
    const auto start =
        app.got_subcommand("decide") ? StartPrograms::once : StartPrograms::for_each_use;
    const ExitCode code = run_subcommand(app, typed, with_programs(registry, *programs, start),
                                         offers, program_name(argc, argv), console);
    return status(files.finish(code));
  } catch (const RunFailed& failed) {
    console.err << "mcsim: " << failed.what() << '\n';
  } catch (const std::bad_alloc&) {
    console.err << "mcsim: out of memory\n";
  } catch (const std::system_error& refused) {
    console.err << "mcsim: " << refused.what() << '\n';
  } catch (const PolicyMistake& mistake) {
    if (default_registry().knows(mistake.policy()))
      return tell_bug(mistake, joined(argc, argv), console);
    console.err << "mcsim: " << mistake.what()
                << "\nThe policy is this program's own; mcsim has checked what it decides.\n";
  } catch (const std::exception& bug) {
    return tell_bug(bug, joined(argc, argv), console);
  }
  return status(ExitCode::run_failed);
}

}  // namespace

int run_command_line(int argc, const char* const* argv, const Registry& registry) try {
  return run_line(argc, argv, registry);
} catch (const std::bad_alloc&) {  // before there was a command, or when an error was to be told
  std::fputs("mcsim: out of memory\n", stderr);
  return status(ExitCode::run_failed);
}

}  // namespace mcsim::app
