// Files that are not read: service classes, global policies, plugins of the scheduler.
#include "mcsim/config/lsf/unread_file.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/config/lsf/other_files.hpp"
#include "mcsim/config/vocabulary/lost_keywords.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// What the sessions here do is what these do in LSF.
constexpr std::string_view simulated_plugins[] = {"schmod_limit",   "schmod_parallel",
                                                  "schmod_reserve", "schmod_preemption",
                                                  "schmod_advrsv",  "schmod_mc"};
/// These do nothing by themselves: what they are for is warned of where a site asks for it.
constexpr std::string_view plugins_without_effect[] = {
    "schmod_default", "schmod_fcfs",     "schmod_fairshare", "schmod_ps",
    "schmod_aps",     "schmod_affinity", "schmod_demand"};

bool is_one_of(std::span<const std::string_view> names, const std::string& name) {
  return std::ranges::any_of(names, [&](std::string_view one) { return same_name(one, name); });
}

/// The plugins that section PluginModule loads.
std::vector<LsfWord> plugins_of(const LsfSection& section) {
  std::vector<LsfWord> plugins;
  for (const auto& row : section.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      if (same_name(section.keywords[i].text, "SCH_PLUGIN") && !row[i].text.empty())
        plugins.push_back(row[i]);
  return plugins;
}

void check_plugins(const LsfSection& section, Complaints& complaints) {
  const std::vector<LsfWord> plugins = plugins_of(section);
  for (const LsfWord& plugin : plugins)
    if (!is_one_of(simulated_plugins, plugin.text) &&
        !is_one_of(plugins_without_effect, plugin.text))
      complaints.warning(plugin.place.line, plugin.place.column,
                         "plugin " + plugin.text + " of the scheduler is not simulated",
                         {.who = "plugin", .what = "is left out", .count = 1});
  std::vector<std::string> missing;
  for (const std::string_view name : simulated_plugins)
    if (std::ranges::none_of(plugins,
                             [&](const LsfWord& plugin) { return same_name(plugin.text, name); }))
      missing.emplace_back(name);
  if (plugins.empty() || missing.empty()) return;
  complaints.warning(section.name.place.line, section.name.place.column,
                     "not loaded here, and simulated all the same: " + first_names(missing),
                     {.who = "plugin", .what = "counts as loaded", .count = missing.size()});
}

bool has_values(const LsfSection& section) {
  return std::ranges::any_of(section.rows, [](const auto& row) {
    return std::ranges::any_of(row, [](const LsfWord& value) { return !value.text.empty(); });
  });
}

/// Told once, at the first section that says anything.
void check_sections(const LsfFile& file, const std::string& what, Complaints& complaints) {
  const auto first = std::ranges::find_if(file.sections, has_values);
  if (first == file.sections.end()) return;
  complaints.warning(first->name.place.line, first->name.place.column,
                     "file " + what + ": " + std::string(not_simulated_text) + "; ignored",
                     {.who = "file", .what = "is not read", .count = 1});
}

Diagnostics as_warnings(Diagnostics said) {
  for (Diagnostic& one : said.list) one.severity = Severity::warning;
  return said;
}

}  // namespace

Diagnostics about_unread(const FoundConfFile& file) {
  const std::string name = file.shown_name.substr(file.shown_name.rfind('/') + 1);
  const auto what = unread_file(name);
  MCSIM_CHECK(what.has_value(), "a file that LSF does not know is taken for one of its own");
  const auto text = read_lsf_text(file.path, file.shown_name);
  if (!text) return as_warnings(text.error());
  Complaints complaints(file.shown_name);
  LsfFile parsed = parse_lsf_file(*text, file.shown_name);
  if (name != "lsb.modules") check_sections(parsed, *what, complaints);
  for (const LsfSection& section : parsed.sections)
    if (name == "lsb.modules" && same_name(section.name.text, "PluginModule"))
      check_plugins(section, complaints);
  Diagnostics said = complaints.take();
  return said.list.empty() ? as_warnings(std::move(parsed.diagnostics)) : said;
}

}  // namespace mcsim::config
