// Compares the files of a run folder with the digests that their run has kept.
#include "mcsim/results/table_digests.hpp"

#include <filesystem>

#include "mcsim/results/summary_seal.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/hexadecimal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/table_digest.hpp"

namespace mcsim::results {
namespace {

namespace fs = std::filesystem;

Diagnostic warning(const std::string& file, std::string message) {
  Diagnostic said = about_file(file, std::move(message));
  said.severity = Severity::warning;
  return said;
}

/// Of a summary that does not say its own one.
Diagnostic no_digests(const std::string& summary_file, const JsonNode* tables) {
  return warning(summary_file,
                 std::string("has no digests of ") +
                     (tables == nullptr ? "the tables" : "itself and of scenario.json") +
                     ", as older versions of mcsim left it: nobody can tell whether "
                     "they have changed");
}

Diagnostic has_changed(const std::string& name, std::uint64_t is, const std::string& where,
                       const std::string& kept) {
  return about_file(name, "has changed since its run wrote it: its digest is " + hexadecimal(is) +
                              ", that in " + where + " " + in_quotes(kept));
}

/// `kept`: a member of `tables`, named as its file.
void compare(const fs::path& file, const JsonNode& kept, Diagnostics& found) {
  const std::string name = file.string();
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    found.add(warning(name, "is not there any more"));
    return;
  }
  const auto digest = table_digest(name, name);
  if (!digest)
    found.add(digest.error().list.front());
  else if (hexadecimal(*digest) != kept.text)
    found.add(has_changed(name, *digest, "summary.json", kept.text));
}

/// Which tables were written depends on --outputs, so they are told of with the run itself.
const JsonNode* tables_in(const JsonNode& summary) {
  const JsonNode* const engine = summary.find("engine");
  return engine == nullptr ? nullptr : engine->find("tables");
}

const JsonNode* digest_in(const JsonNode& summary) {
  const JsonNode* const engine = summary.find("engine");
  return engine == nullptr ? nullptr : engine->find("digest");
}

void compare_summary(const std::string& file, const JsonNode& summary, Diagnostics& found) {
  const JsonNode* const kept = digest_in(summary);
  if (kept == nullptr) return;
  if (const std::uint64_t digest = summary_digest(summary); hexadecimal(digest) != kept->text)
    found.add(has_changed(file, digest, "it", kept->text));
}

}  // namespace

Diagnostics changed_files(const std::string& folder, const JsonNode& summary) {
  Diagnostics found;
  const std::string summary_file = (fs::path(folder) / "summary.json").string();
  compare_summary(summary_file, summary, found);
  const JsonNode* const tables = tables_in(summary);
  if (digest_in(summary) == nullptr) found.add(no_digests(summary_file, tables));
  if (tables == nullptr) return found;
  for (const JsonNode& kept : tables->children)
    compare(fs::path(folder) / fs::path(kept.key).filename(), kept, found);
  return found;
}

Diagnostics changed_table(const std::string& path) {
  Diagnostics found;
  const fs::path file(path);
  const std::string summary_file = (file.parent_path() / "summary.json").string();
  std::error_code ignored;
  if (!fs::is_regular_file(summary_file, ignored)) return found;
  const auto summary = read_json_file(summary_file, summary_file);
  if (!summary) return found;  // it is of something else
  compare_summary(summary_file, summary->root, found);
  const JsonNode* const tables = tables_in(summary->root);
  const JsonNode* const kept = tables == nullptr ? nullptr : tables->find(file.filename().string());
  if (kept != nullptr)
    compare(file, *kept, found);
  else if (tables == nullptr && digest_in(summary->root) == nullptr &&
           summary->root.find("fingerprint") != nullptr && file.filename() == "jobs.csv")
    found.add(no_digests(summary_file, tables));
  return found;
}

}  // namespace mcsim::results
