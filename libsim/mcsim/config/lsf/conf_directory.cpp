// The files of an LSF configuration directory, one after the other, into one tree.
#include "mcsim/config/lsf/conf_directory.hpp"

#include <algorithm>
#include <tuple>

#include "mcsim/config/lsf/conf_tree.hpp"
#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/config/lsf/unread_file.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// In the order of places; diagnostics about the file as a whole come last.
Diagnostics by_place(Diagnostics diagnostics) {
  const auto place = [](const Diagnostic& diagnostic) {
    return std::tuple(diagnostic.line == 0, diagnostic.line, diagnostic.column);
  };
  std::vector<Diagnostic> sorted;
  for (Diagnostic& one : diagnostics.list)
    sorted.insert(std::ranges::upper_bound(sorted, place(one), {}, place), std::move(one));
  return {std::move(sorted)};
}

LsfFile parse(const FoundConfFile& file) {
  auto text = read_lsf_text(file.path, file.shown_name);
  if (!text) return {.sections = {}, .diagnostics = std::move(text.error()), .has_gaps = true};
  if (file.kind->key == "lsf.conf"_key) return parse_lsf_conf(*text, file.shown_name);
  const NamesColumns columns = [&](std::string_view section, std::span<const LsfWord> words) {
    return names_columns(*file.kind, section, words);
  };
  if (file.kind->key == "lshosts"_key)
    return parse_lsf_table(*text, file.shown_name, std::string(file.kind->section), columns);
  return parse_lsf_tables(*text, file.shown_name, columns);
}

/// The external load indices that lsf.shared has, where it has been read.
std::vector<std::string> indices_of(const JsonNode& root) {
  std::vector<std::string> names;
  const JsonNode* shared = root.find("lsf.shared"_key);
  const JsonNode* resources = shared == nullptr ? nullptr : shared->find("Resource"_key);
  if (resources == nullptr) return names;
  for (const JsonNode& resource : resources->children)
    if (const JsonNode* name = resource.find("RESOURCENAME"_key);
        name && resource.find("INTERVAL"_key))
      names.push_back(name->text);
  return names;
}

/// Notes a file of keywords that lacks the section that they stand in.
void note_bare(ConfDirectory& to, const FoundConfFile& found, const LsfFile& file) {
  const std::string_view wanted = found.kind->section;
  if (found.kind->shape != ConfFile::Shape::keywords || wanted.empty() || file.has_gaps) return;
  if (std::ranges::none_of(file.sections, [&](const LsfSection& section) {
        return same_name(section.name.text, wanted);
      }))
    to.bare.push_back(found.shown_name);
}

/// Adds what could be read of one file; what is wrong with it goes to the diagnostics.
void add_file(ConfDirectory& to, const FoundConfFile& found) {
  JsonTree& tree = to.tree;
  LsfFile file = parse(found);
  tree.sources.push_back(found.shown_name);
  Complaints complaints(found.shown_name);
  const auto source = static_cast<std::uint32_t>(tree.sources.size() - 1);
  JsonNode value = conf_tree(file, *found.kind, source, indices_of(tree.root), complaints);
  if (file.has_gaps || complaints.any_errors()) to.incomplete.emplace_back(found.kind->key);
  append(file.diagnostics, complaints.take());
  note_bare(to, found, file);
  for (LsfSection& section : file.sections)
    if (!section.lost.empty())
      to.lost.push_back({std::string(found.kind->key), section.name.text, std::move(section.lost)});
  append(to.diagnostics, by_place(std::move(file.diagnostics)));
  if (!value.is(JsonNode::Kind::null)) tree.root.children.push_back(std::move(value));
}

/// Notes the files that are not there. Without a cluster they may lie in its folder.
void note_missing(ConfDirectory& to, const FoundConfFiles& found) {
  for (const ConfFile& kind : conf_files()) {
    if (std::ranges::find(found.files, &kind, &FoundConfFile::kind) != found.files.end()) continue;
    if (kind.required || !found.cluster)
      to.incomplete.emplace_back(kind.key);
    else if (!kind.without.empty())
      to.absent.push_back(&kind);
  }
}

}  // namespace

ConfDirectory read_conf_directory(const std::string& directory, const std::string& shown_name,
                                  const std::optional<std::string>& cluster) {
  FoundConfFiles found = find_conf_files(directory, shown_name, cluster);
  ConfDirectory result;
  result.cluster = found.cluster.value_or("");
  result.tree.root.kind = JsonNode::Kind::object;
  result.tree.sources.push_back(shown_name);
  result.diagnostics = std::move(found.errors);
  result.unlisted = found.unlisted;
  result.listed = found.listed;
  note_missing(result, found);
  for (const FoundConfFile& file : found.files) add_file(result, file);
  for (const FoundConfFile& file : found.unread) append(result.diagnostics, about_unread(file));
  return result;
}

}  // namespace mcsim::config
