// Bad files, and the complaints about each: NAME.json or NAME.swf, and NAME.txt beside it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/picture.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

namespace mcsim::testing::refusals_test {

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> bad_files(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json" || entry.path().extension() == ".swf")
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char letter : text)
    if (letter == '\n')
      lines.emplace_back();
    else
      lines.back() += letter;
  return lines;
}

/// The complaint without the picture of its line. One at a place in a file of JSON must have that,
/// or a picture of its own.
std::string without_picture(Diagnostic complaint, const fs::path& file,
                            const std::vector<std::string>& lines) {
  const bool is_there = complaint.file == file.string() && file.extension() == ".json" &&
                        complaint.column > 0 && complaint.line <= lines.size() &&
                        complaint.severity == Severity::error;
  if (is_there && lines[complaint.line - 1].find_first_not_of(" \t") != std::string::npos) {
    const std::string shown = picture(lines[complaint.line - 1], complaint.column - 1);
    CHECK(complaint.message.find("\n    ") != std::string::npos);
    if (complaint.message.ends_with(shown))
      complaint.message.resize(complaint.message.size() - shown.size());
  }
  return to_text(complaint) + "\n";
}

/// The complaints, one a line, without the folder of this copy of the project and without pictures
/// of lines.
std::string complaints(const fs::path& path, const fs::path& folder) {
  const ScenarioChoices choices = choices_of(default_registry());
  const auto scenario = path.extension() == ".json"
                            ? load_scenario(path.string(), choices)
                            : load_trace(path.string(), std::nullopt, "easy", choices);
  if (scenario) return "accepted\n";
  std::string text;
  const auto lines = lines_of(content(path));
  for (const Diagnostic& one : scenario.error().list) text += without_picture(one, path, lines);
  const std::string prefix = folder.string() + "/";
  for (auto at = text.find(prefix); at != text.npos; at = text.find(prefix, at))
    text.erase(at, prefix.size());
  return text;
}

}  // namespace

// To see the complaints about a new file, let this test fail.
TEST_CASE("every bad file is refused with all that is wrong with it, and where") {
  const fs::path folder = fs::path(source_dir()) / "tests/refusals";
  const auto files = bad_files(folder);
  CHECK(files.size() >= 40);
  for (const fs::path& file : files) {
    INFO(file.filename());
    CHECK(complaints(file, folder) == content(fs::path(file).replace_extension(".txt")));
  }
}

TEST_CASE("every answer beside a bad file belongs to one") {
  const fs::path folder = fs::path(source_dir()) / "tests/refusals";
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    INFO(entry.path().filename());
    CHECK((fs::exists(fs::path(entry.path()).replace_extension(".json")) ||
           fs::exists(fs::path(entry.path()).replace_extension(".swf"))));
  }
}

}  // namespace mcsim::testing::refusals_test
