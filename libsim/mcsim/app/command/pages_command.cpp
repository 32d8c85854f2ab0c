// `mcsim completion` and `mcsim man`.
#include "mcsim/app/command/pages_command.hpp"

#include <filesystem>
#include <ostream>
#include <string_view>
#include <system_error>
#include <vector>

#include "mcsim/app/command/completion.hpp"
#include "mcsim/app/command/man_page.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/output.hpp"
#include "mcsim/text/output_place.hpp"

namespace mcsim::app {
namespace {

struct Shell {
  std::string_view name;
  std::string (*completion)(const CommandPage& program);
};

constexpr Shell shells[] = {
    {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

ExitCode refuse(const std::string& what, const std::string& name,
                const std::vector<std::string_view>& known, const Console& console) {
  console.err << "mcsim: unknown " << what << " \"" << name << "\"" << known_names(name, known)
              << '\n';
  return ExitCode::usage;
}

ExitCode cannot_write(const std::string& message, const Console& console) {
  console.err << "mcsim: " << message << '\n';
  return ExitCode::run_failed;
}

/// Writes one page into the folder: whole, or not at all.
std::optional<Diagnostic> write_page(const std::string& path, const std::string& text) {
  auto file = ReplacedFile::create(path);
  if (!file) return file.error().list.front();
  file->file().write(text);
  return file->commit();
}

ExitCode write_pages(const std::string& folder, const CommandPage& program,
                     const Console& console) {
  const auto place = output_place(folder);
  if (!place)
    return cannot_write((folder.empty() ? "\"\"" : folder) + ": cannot be made: " + place.error(),
                        console);
  std::error_code refused;
  std::filesystem::create_directories(*place, refused);
  if (refused) return cannot_write(folder + ": " + refused.message(), console);
  std::vector<const CommandPage*> pages = {&program};
  for (const CommandPage& command : program.commands) pages.push_back(&command);
  for (const CommandPage* page : pages) {
    const std::string path = folder + "/" + man_page_name(program, *page) + ".1";
    if (const auto failure = write_page(path, man_page(program, *page))) {
      print(console, {{*failure}});
      return ExitCode::run_failed;
    }
  }
  return ExitCode::done;
}

}  // namespace

std::vector<std::string> completion_shells() {
  std::vector<std::string> names;
  for (const Shell& shell : shells) names.emplace_back(shell.name);
  return names;
}

ExitCode completion_command(const PagesRequest& request, const CommandPage& program,
                            const Console& console) {
  std::vector<std::string_view> known;
  for (const Shell& shell : shells) {
    known.push_back(shell.name);
    if (shell.name != request.shell) continue;
    console.out << shell.completion(program);
    return ExitCode::done;
  }
  return refuse("shell", request.shell, known, console);
}

ExitCode man_command(const PagesRequest& request, const CommandPage& program,
                     const Console& console) {
  if (request.folder) return write_pages(*request.folder, program, console);
  if (request.command.empty()) {
    console.out << man_page(program, program);
    return ExitCode::done;
  }
  std::vector<std::string_view> known;
  for (const CommandPage& command : program.commands) {
    known.push_back(command.name);
    if (command.name != request.command) continue;
    console.out << man_page(program, command);
    return ExitCode::done;
  }
  return refuse("command", request.command, known, console);
}

}  // namespace mcsim::app
