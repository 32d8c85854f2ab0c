// Makes the names of cells.
#include "mcsim/app/cells/cell_id.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "mcsim/app/base/version.hpp"
#include "mcsim/text/hexadecimal.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Where a word of a command leads to; as a shell looks for a program, too.
std::optional<fs::path> file_of(const std::string& word) {
  if (is_file(word)) return word;
  const char* const all = std::getenv("PATH");
  if (all == nullptr || word.find('/') != word.npos) return std::nullopt;
  std::string_view rest = all;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(':'), rest.size());
    if (const fs::path path = fs::path(rest.substr(0, end)) / word; is_file(path)) return path;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

/// The digest of a file as it lies on the disk; of one that cannot be read, why.
std::string file_digest(const std::string& path) {
  auto source = ByteSource::open(path, path);
  if (!source) return source.error().list.front().message;
  const auto hash = source->hash();
  return hash ? hexadecimal(*hash) : hash.error().message;
}

/// A build of a source that was changed goes by its own bytes: its revision does not tell it from
/// the next one.
std::string build() {
  const std::string_view name = revision();
  std::string text = std::string(version()) + " " + std::string(name);
  if (name.ends_with("-dirty") || name == "unknown") text += " " + file_digest("/proc/self/exe");
  return text;
}

/// Quotes of the shell are not taken apart: a word in quotes names no file.
void add_program(std::string& text, const std::string& policy) {
  text += "policy " + policy + "\n";
  const std::string command = policy.substr(std::min(policy.find('='), policy.size()));
  for (const std::string_view word : split_words(std::string_view(command).substr(1)))
    if (const auto file = file_of(std::string(word)))
      text += "file " + std::string(word) + " " + file_digest(file->string()) + "\n";
}

}  // namespace

std::string text_digest(std::string_view text) {
  return hexadecimal(::XXH64(text.data(), text.size(), 0));
}

std::string common_of_cells(const SweepRequest& request) {
  std::string text = "mcsim " + build() + "\noutputs " + request.outputs + "\n";
  for (const std::string& policy : request.run.programs.policies) add_program(text, policy);
  return text;
}

namespace {

/// The text of scenario.json without one of its members: from the line that begins with it to the
/// next line of that depth. Texts in it hold no line ends.
std::string without_member(std::string_view scenario, std::string_view name) {
  const std::string key = "\n  \"" + std::string(name) + "\": ";
  const auto at = std::min(scenario.find(key), scenario.size());
  std::string_view rest = scenario.substr(at);
  std::size_t end = std::min(rest.find("\n  \"", 1), rest.find("\n}", 1));
  return std::string(scenario.substr(0, at)) + std::string(rest.substr(std::min(end, rest.size())));
}

}  // namespace

std::string cell_id(std::string_view common, std::string_view effective, std::uint64_t seed) {
  return text_digest(std::string(common) + "seed " + std::to_string(seed) + "\n" +
                     without_member(without_member(effective, "seed"), "gates"));
}

}  // namespace mcsim::app
