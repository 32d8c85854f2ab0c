// Reads what lshosts -w prints.
#include "mcsim/app/history/site_hosts.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "mcsim/config/lsf/conf_files.hpp"
#include "mcsim/config/lsf/conf_tree.hpp"
#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/config/values/megabytes.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

/// A line of the table. Mistakes go to the complaints.
class HostLine {
 public:
  HostLine(const JsonNode& line, Complaints& complaints) : line_(line), complaints_(complaints) {}

  /// Empty: nothing, or nothing that anybody knows.
  std::string text(std::string_view key) const {
    const JsonNode* const found = line_.find(key);
    return found == nullptr || found->text == "UNKNOWN" ? "" : found->text;
  }
  std::int64_t whole(std::string_view key) const {
    const std::string words = text(key);
    if (words.empty()) return 0;
    const auto number = config::read_whole(words);
    if (!number || *number < 1) complain(key, "a whole number of 1 or more", words);
    return number.value_or(0);
  }
  std::int64_t megabytes(std::string_view key) const {
    const std::string words = text(key);
    if (words.empty()) return 0;
    const auto size = config::read_megabytes(words);
    if (!size) complain(key, "a size such as 7.8G", words);
    return static_cast<std::int64_t>(size.value_or(0));
  }

 private:
  void complain(std::string_view key, const std::string& wanted, const std::string& got) const {
    const JsonPlace place = line_.find(key)->place;
    complaints_.error(place.line, place.column,
                      std::string(key) + ": expected " + wanted + ", got " + in_quotes(got));
  }

  const JsonNode& line_;
  Complaints& complaints_;
};

}  // namespace

HostGuesses add_told_hosts(const SiteHosts& told, std::map<std::string, std::int64_t>& hosts) {
  HostGuesses guesses;
  if (told.empty()) return guesses;
  for (const auto& [name, slots] : hosts)
    if (!told.contains(name)) ++guesses.untold;
  for (const auto& [name, host] : told) {
    std::int64_t& slots = hosts[name];
    if (host.ncpus > 0 && host.ncpus < slots) ++guesses.smaller;
    slots = std::max(slots, host.ncpus);
  }
  return guesses;
}

Expected<SiteHosts, Diagnostics> read_site_hosts(const std::string& path,
                                                 const std::string& shown_name) {
  const auto text = config::read_lsf_text(path, shown_name);
  if (!text) return Unexpected(text.error());
  const config::ConfFile& kind =
      *std::ranges::find(config::conf_files(), "lshosts", &config::ConfFile::key);
  config::LsfFile file = config::parse_lsf_table(
      *text, shown_name, std::string(kind.section),
      [&](std::string_view section, std::span<const config::LsfWord> words) {
        return config::names_columns(kind, section, words);
      });
  Complaints complaints(shown_name);
  const JsonNode lines = config::conf_tree(file, kind, 0, {}, complaints);
  SiteHosts hosts;
  for (const JsonNode& node : lines.children) {
    const HostLine line(node, complaints);
    const std::string name = line.text("HOST_NAME");
    if (name.empty() || line.text("server") == "No") continue;
    hosts[name] = {.type = line.text("type"),
                   .model = line.text("model"),
                   .cpuf = line.text("cpuf"),
                   .ncpus = line.whole("ncpus"),
                   .maxmem = line.megabytes("maxmem"),
                   .maxswp = line.megabytes("maxswp")};
  }
  append(file.diagnostics, complaints.take());
  if (file.diagnostics.has_errors()) return Unexpected(std::move(file.diagnostics));
  if (hosts.empty())
    return Unexpected(Diagnostics{
        {about_file(shown_name, "names no host that runs jobs; expected what lshosts -w prints")}});
  return hosts;
}

}  // namespace mcsim::app
