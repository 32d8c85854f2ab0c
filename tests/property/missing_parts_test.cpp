// A site's own LSF files with parts missing: files, sections, rows, columns and values. They are
// refused with reasons, or they are a scenario that runs; what is missing and named elsewhere is
// told by its name, and no host has slots that nobody has said, without a word.
//
// MCSIM_SITES: how many sites (default 1,000); MCSIM_SEED: the seed of the first one.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/random_site.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::missing_parts_test {

namespace {

/// A warning names so many hosts, and counts the others.
constexpr int most_named = 3;

/// What was seen, in sites that were taken.
struct Seen {
  std::uint64_t refused = 0;
  std::uint64_t taken = 0;
  std::uint64_t absent_files = 0;
  std::uint64_t nameless = 0;  ///< something names what is gone
  std::uint64_t unknown_slots = 0;
  std::uint64_t without_slots = 0;  ///< hosts
  std::uint64_t started = 0;
};

std::string text_of(const Site& site) {
  std::string text;
  for (const SiteFile& file : site.files) text += "==> " + file.name + "\n" + to_text(file);
  return text;
}

Expected<Scenario, Diagnostics> load(const Site& site, const TempFolder& folder) {
  std::filesystem::create_directory(folder.path("conf"));
  for (const SiteFile& file : site.files) folder.write("conf/" + file.name, to_text(file));
  std::string jobs;
  for (int id = 1; id <= 9; ++id)
    jobs += std::string(id == 1 ? "" : ", ") + R"({"id": )" + std::to_string(id) +
            R"(, "run": "60s", "slots": )" + std::to_string(id % 3 + 1) + "}";
  return load_scenario(
      folder.write("s.json", R"({"mcsim": 1, "until": "1h", "clusters": [{"name": "c1",
        "conf": "conf"}], "jobs": [)" +
                                 jobs + "]}"),
      choices_of(default_registry()));
}

/// All that is said, in one text, without the name of the folder.
std::string said(const Diagnostics& diagnostics, const TempFolder& folder) {
  std::string all;
  for (std::string line : texts(diagnostics)) {
    for (std::size_t at = 0; (at = line.find(folder.path())) != std::string::npos;)
      line.erase(at, folder.path().size());
    all += line + "\n";
  }
  return all;
}

/// Whether a text has the name, and not as a part of a longer one.
bool tells(const std::string& text, const std::string& name) {
  const auto is_part = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0);
  };
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; ++at)
    if (!(at > 0 && is_part(at - 1)) && !is_part(at + name.size())) return true;
  return false;
}

bool is_keyword(const std::string& word) {
  return word == "all" || word == "others" || word == "default" || word == "!";
}

/// Whether a row has a value in the column `key`.
bool has(const SiteSection& section, const Cells& row, const std::string& key) {
  const auto column = std::ranges::find(section.columns, key) - section.columns.begin();
  const auto at = static_cast<std::size_t>(column);
  return at < row.size() && !words_of(row[at]).empty();
}

/// The site without the entries that LSF leaves out, as they lack what they are about.
Site taken_in(Site site) {
  const std::pair<const char*, const char*> needed[] = {
      {"Host", "HOST_NAME"},         {"HostGroup", "GROUP_NAME"},
      {"HostGroup", "GROUP_MEMBER"}, {"Host", "HOSTNAME"},
      {"Resource", "RESOURCENAME"},  {"ResourceMap", "RESOURCENAME"},
      {"ResourceMap", "LOCATION"},   {"", "HOST_NAME"}};
  for (SiteFile& file : site.files) {
    std::erase_if(file.sections, [](const SiteSection& section) {
      const auto names_it = [](const Cells& row) {
        return row[0] == "QUEUE_NAME" && row.size() > 1 && !words_of(row[1]).empty();
      };
      return section.name == "Queue" && std::ranges::none_of(section.rows, names_it);
    });
    for (SiteSection& section : file.sections)
      for (const auto& [name, key] : needed) {
        const bool is_of_batch = file.name.starts_with("lsb.");
        const bool is_other_host =
            section.name == "Host" && is_of_batch != (std::string_view(key) == "HOST_NAME");
        if (section.name != name || is_other_host) continue;
        std::erase_if(section.rows, [&](const Cells& row) { return !has(section, row, key); });
      }
  }
  return site;
}

/// The names that the files use, and that nothing in them explains.
class Nameless {
 public:
  explicit Nameless(const Site& site) : site_(taken_in(site)) {
    const std::set<std::string> resources = all("lsf.shared", "Resource", "RESOURCENAME");
    const std::set<std::string> hosts = all("lsf.cluster.c1", "Host", "HOSTNAME");
    std::set<std::string> places = all("lsb.hosts", "HostGroup", "GROUP_NAME");
    places.insert(hosts.begin(), hosts.end());
    std::set<std::string> queues = all("lsb.queues", "Queue", "QUEUE_NAME");
    need_listed("model", all("lsf.shared", "HostModel", "MODELNAME"));
    need_listed("type", all("lsf.shared", "HostType", "TYPENAME"));
    need("lsf.cluster.c1", "Host", "RESOURCES", resources);
    need("lsf.cluster.c1", "ResourceMap", "RESOURCENAME", resources);
    need("lsb.hosts", "Host", "HOST_NAME", hosts);
    need("lsb.hosts", "HostGroup", "GROUP_MEMBER", hosts);
    need("lshosts", "", "HOST_NAME", hosts);
    need("lsb.queues", "Queue", "HOSTS", places);
    need("lsb.params", "Parameters", "DEFAULT_QUEUE", queues);
    for (const std::string& text : site_.values("lsb.queues", "Queue", "PREEMPTION"))
      if (text == "PREEMPTIVE[q1]" && !queues.contains("q1")) names.insert("q1");
    for (const std::string& text : site_.values("lsb.queues", "Queue", "RES_REQ"))
      for (const char* name : {"big", "disk", "rack"})
        if (tells(text, name) && !resources.contains(name)) names.insert(name);
  }

  std::set<std::string> names;

 private:
  std::set<std::string> all(const char* file, const char* section, const char* key) const {
    const Cells values = site_.values(file, section, key);
    return {values.begin(), values.end()};
  }
  /// Models and types of hosts need no list at all.
  void need_listed(const char* column, const std::set<std::string>& known) {
    if (!known.empty()) need("lsf.cluster.c1", "Host", column, known);
  }
  void need(const char* file, const char* section, const char* key,
            const std::set<std::string>& known) {
    for (const std::string& cell : site_.values(file, section, key))
      for (const std::string& word : words_of(cell))
        if (!is_keyword(word) && !known.contains(word)) names.insert(word);
  }

  Site site_;
};

/// Whether section Host of lsb.hosts has lines, and none for this host.
bool has_no_line(const Site& site, const std::string& host) {
  const Cells lines = site.values("lsb.hosts", "Host", "HOST_NAME");
  const auto names = [&](const std::string& name) {
    return std::ranges::find(lines, name) != lines.end();
  };
  return !lines.empty() && !names(host) && !names("default");
}

/// The slots that the files say a host with a line has; 0: they do not.
std::int32_t slots_of(const Site& site, const std::string& host) {
  const auto number = [](const std::string& text) {
    return text.empty() || text == "!" ? 0 : std::stoi(text);
  };
  const Cells lines = site.values("lsb.hosts", "Host", "HOST_NAME");
  const bool is_named = std::ranges::find(lines, host) != lines.end();
  const std::int32_t slots =
      number(site.value("lsb.hosts", "Host", is_named ? host : "default", "MXJ"));
  return slots > 0 ? slots : number(site.value("lshosts", "", host, "ncpus"));
}

void check_slots(const Site& site, const ClusterConfig& cluster, const std::string& told,
                 Seen& seen) {
  int unknown = 0;
  int without_line = 0;
  for (const HostConfig& host : cluster.hosts) {
    INFO(host.name);
    if (has_no_line(site, host.name)) {
      REQUIRE(host.mxj == Slots{});
      if (++without_line <= most_named) REQUIRE(tells(told, host.name));
      ++seen.without_slots;
      continue;
    }
    const std::int32_t slots = slots_of(site, host.name);
    REQUIRE(host.mxj == Slots(std::max(slots, 1)));
    unknown += slots == 0 ? 1 : 0;
  }
  if (without_line > most_named)
    REQUIRE(tells(told, "and " + std::to_string(without_line - most_named) + " more, so no job"));
  if (unknown == 0) return;
  ++seen.unknown_slots;
  REQUIRE(told.find("nothing says how many processors " + std::to_string(unknown) + " host") !=
          std::string::npos);
}

void check_run(const GridConfig& grid, Seen& seen) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(*grid.until, recorder);
  const RunResults results = std::move(recorder).results(simulation, state, *grid.until);
  for (const JobOutcome& job : results.clusters[0].jobs) {
    if (job.start != never) ++seen.started;
    REQUIRE((job.start != never || job.status == JobStatus::rejected ||
             job.pend_reason != PendReason::none));
  }
}

void check_site(const Site& site, Seen& seen) {
  const TempFolder folder;
  const auto scenario = load(site, folder);
  const std::string told = said(scenario ? scenario->warnings : scenario.error(), folder);
  INFO(text_of(site) << "==> told\n" << told);
  for (const char* file : {"lsf.shared", "lsf.cluster", "lsb.params", "lsb.queues", "lsb.hosts"}) {
    const bool is_there = std::ranges::any_of(
        site.files, [&](const SiteFile& one) { return one.name.starts_with(file); });
    INFO(file);
    if (!is_there) REQUIRE(tells(told, file));
    if (!is_there && scenario) ++seen.absent_files;
  }
  if (!scenario) {
    REQUIRE(scenario.error().has_errors());
    ++seen.refused;
    return;
  }
  ++seen.taken;
  const Nameless nameless(site);
  if (!nameless.names.empty()) ++seen.nameless;
  for (const std::string& name : nameless.names) {
    INFO("not explained: " << name);
    REQUIRE(tells(told, name));
  }
  check_slots(site, scenario->config.clusters.at(0), told, seen);
  check_run(scenario->config, seen);
}

}  // namespace

TEST_CASE("of a site's own files with parts missing, what changes who waits is told",
          "[property]") {
  const std::uint64_t sites = number_from_environment("MCSIM_SITES", 1'000);
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  Seen seen;
  for (std::uint64_t seed = first; seed < first + sites; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed, "test/missing_parts");
    Site site = random_site(dice);
    if (seed % 8 != 0) take_parts_away(site, dice);  // some are whole
    check_site(site, seen);
  }
  INFO(seen.refused << " refused, " << seen.taken << " taken, of these " << seen.absent_files
                    << " files absent, " << seen.nameless << " with names that nothing explains, "
                    << seen.unknown_slots << " with unknown slots; " << seen.without_slots
                    << " hosts without slots, " << seen.started << " jobs started");
  CHECK(seen.refused > sites / 10);
  CHECK(seen.taken > sites / 3);
  CHECK(seen.absent_files > sites / 50);
  CHECK(seen.nameless > sites / 50);
  CHECK(seen.unknown_slots > sites / 20);
  CHECK(seen.without_slots > sites / 50);
  CHECK(seen.started > sites);
}

}  // namespace mcsim::testing::missing_parts_test
