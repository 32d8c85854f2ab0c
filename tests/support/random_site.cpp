// Draws a site, and takes its parts away.
#include "support/random_site.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace mcsim::testing {
namespace {

std::string number(Dice& dice, std::int64_t least, std::int64_t most) {
  return std::to_string(dice.between(least, most));
}

std::string host(std::int64_t number) { return "h" + std::to_string(number); }

/// Some of the hosts, at least one: "h1 h3".
std::string some_hosts(Dice& dice, std::int64_t hosts) {
  std::string text;
  for (std::int64_t at = 1; at <= hosts; ++at)
    if (dice.one_in(2)) text += (text.empty() ? "" : " ") + host(at);
  return text.empty() ? host(hosts) : text;
}

SiteFile drawn_shared() {
  return {"lsf.shared",
          {{"Cluster", {"ClusterName"}, {{"c1"}}},
           {"HostType", {"TYPENAME"}, {{"X64"}, {"ARM"}}},
           {"HostModel", {"MODELNAME", "CPUFACTOR"}, {{"Fast", "2.5"}, {"Slow", "1.0"}}},
           {"Resource",
            {"RESOURCENAME", "TYPE", "INTERVAL", "INCREASING", "DESCRIPTION"},
            {{"big", "Boolean", "()", "()", "(large memory)"},
             {"disk", "Numeric", "()", "N", "(scratch space)"},
             {"rack", "String", "()", "()", "(place)"}}}}};
}

SiteFile drawn_cluster(Dice& dice, std::int64_t hosts) {
  SiteSection table{"Host", {"HOSTNAME", "model", "type", "server", "RESOURCES"}, {}};
  for (std::int64_t at = 1; at <= hosts; ++at)
    table.rows.push_back({host(at), dice.one_of<std::string>({"Fast", "Slow", "!"}),
                          dice.one_of<std::string>({"X64", "X64", "ARM"}), "1",
                          dice.one_in(2) ? "(big)" : "()"});
  SiteSection map{"ResourceMap", {"RESOURCENAME", "LOCATION"}, {}};
  map.rows.push_back({"disk", "(" + number(dice, 2, 9) + "@[" + some_hosts(dice, hosts) + "])"});
  SiteFile file{"lsf.cluster.c1", {std::move(table)}};
  if (dice.one_in(2)) file.sections.push_back(std::move(map));
  return file;
}

SiteFile drawn_params(Dice& dice) {
  SiteSection section{"Parameters", {}, {{"DEFAULT_QUEUE", "q1"}}};
  section.rows.push_back({"MBD_SLEEP_TIME", number(dice, 5, 20)});
  if (dice.one_in(2)) section.rows.push_back({"JOB_ACCEPT_INTERVAL", "0"});
  return {"lsb.params", {std::move(section)}};
}

SiteFile drawn_queues(Dice& dice, std::int64_t hosts) {
  SiteFile file{"lsb.queues", {}};
  const std::int64_t queues = dice.between(1, 4);
  for (std::int64_t at = 1; at <= queues; ++at) {
    SiteSection queue{"Queue", {}, {{"QUEUE_NAME", "q" + std::to_string(at)}}};
    queue.rows.push_back({"PRIORITY", number(dice, 1, 60)});
    if (dice.one_in(2))
      queue.rows.push_back(
          {"HOSTS", dice.one_of<std::string>({"all", "left", "right+1 others", host(hosts)})});
    if (dice.one_in(2))
      queue.rows.push_back(
          {"RES_REQ", dice.one_of<std::string>({"select[big]", "rusage[disk=1]", "select[ncpus>=2]",
                                                "select[defined(rack)]"})});
    if (dice.one_in(3)) queue.rows.push_back({"UJOB_LIMIT", number(dice, 1, 9)});
    if (at == queues && at > 1 && dice.one_in(2))
      queue.rows.push_back({"PREEMPTION", "PREEMPTIVE[q1]"});
    file.sections.push_back(std::move(queue));
  }
  return file;
}

SiteFile drawn_hosts(Dice& dice, std::int64_t hosts) {
  SiteSection table{"Host", {"HOST_NAME", "MXJ", "JL/U"}, {}};
  for (std::int64_t at = 1; at <= hosts; ++at)
    if (dice.one_in(2))
      table.rows.push_back({host(at), dice.one_in(4) ? "!" : number(dice, 2, 9), "()"});
  if (table.rows.empty() || !dice.one_in(4))
    table.rows.push_back({"default", dice.one_in(2) ? "!" : number(dice, 2, 9), "()"});
  SiteSection groups{"HostGroup", {"GROUP_NAME", "GROUP_MEMBER"}, {}};
  groups.rows.push_back({"left", "(" + some_hosts(dice, hosts) + ")"});
  groups.rows.push_back({"right", "(" + some_hosts(dice, hosts) + ")"});
  return {"lsb.hosts", {std::move(table), std::move(groups)}};
}

/// What `lshosts -w` prints.
SiteFile drawn_lshosts(Dice& dice, std::int64_t hosts) {
  SiteSection table{
      "",
      {"HOST_NAME", "type", "model", "cpuf", "ncpus", "maxmem", "maxswp", "server", "RESOURCES"},
      {}};
  for (std::int64_t at = 1; at <= hosts; ++at)
    table.rows.push_back(
        {host(at), "X64", "Fast", "2.5", number(dice, 2, 16), "7.8G", "-", "Yes", "()"});
  return {"lshosts", {std::move(table)}};
}

bool has_value(const std::string& cell) { return cell != "-" && cell != "()"; }

template <class T>
void take_one(std::vector<T>& list, Dice& dice) {
  if (!list.empty())
    list.erase(list.begin() + dice.between(0, static_cast<std::int64_t>(list.size()) - 1));
}

void take_column(SiteSection& section, Dice& dice) {
  if (section.columns.size() < 2) return;
  const std::int64_t at =
      dice.between(dice.one_in(8) ? 0 : 1, static_cast<std::int64_t>(section.columns.size()) - 1);
  section.columns.erase(section.columns.begin() + at);
  for (Cells& row : section.rows) row.erase(row.begin() + at);
}

void take_value(SiteSection& section, Dice& dice) {
  if (section.columns.size() < 2 || section.rows.empty()) return;
  Cells& row = section.rows[dice.id_below<std::size_t>(section.rows.size())];
  row[static_cast<std::size_t>(
      dice.between(1, static_cast<std::int64_t>(section.columns.size()) - 1))] = "-";
}

void take_part(SiteFile& file, Dice& dice) {
  if (file.sections.empty()) return;
  SiteSection& section = file.sections[dice.id_below<std::size_t>(file.sections.size())];
  switch (dice.between(0, 5)) {
    case 0:
      return take_one(file.sections, dice);
    case 1:
    case 2:
      return take_column(section, dice);
    case 3:
      return take_value(section, dice);
    default:
      return take_one(section.rows, dice);
  }
}

}  // namespace

const SiteFile* Site::find(std::string_view file) const {
  const auto found = std::ranges::find(files, file, &SiteFile::name);
  return found == files.end() ? nullptr : &*found;
}

Cells Site::values(std::string_view file, std::string_view section, std::string_view key) const {
  Cells all;
  const SiteFile* const in = find(file);
  if (in == nullptr) return all;
  for (const SiteSection& one : in->sections) {
    if (one.name != section) continue;
    const auto column = std::ranges::find(one.columns, key);
    for (const Cells& row : one.rows) {
      if (one.columns.empty() && row[0] == key) all.push_back(row[1]);
      if (column == one.columns.end()) continue;
      all.push_back(row[static_cast<std::size_t>(column - one.columns.begin())]);
    }
  }
  std::erase_if(all, [](const std::string& cell) { return !has_value(cell); });
  return all;
}

std::string Site::value(std::string_view file, std::string_view section, const std::string& row,
                        std::string_view key) const {
  const SiteFile* const in = find(file);
  if (in == nullptr) return {};
  for (const SiteSection& one : in->sections) {
    const auto column = std::ranges::find(one.columns, key);
    const auto line = std::ranges::find_if(
        one.rows, [&](const Cells& cells) { return !cells.empty() && cells[0] == row; });
    if (one.name != section || column == one.columns.end() || line == one.rows.end()) continue;
    const std::string& cell = (*line)[static_cast<std::size_t>(column - one.columns.begin())];
    return has_value(cell) ? cell : std::string();
  }
  return {};
}

Site random_site(Dice& dice) {
  const std::int64_t hosts = dice.between(2, 6);
  Site site;
  site.files = {drawn_shared(), drawn_cluster(dice, hosts), drawn_params(dice),
                drawn_queues(dice, hosts), drawn_hosts(dice, hosts)};
  if (dice.one_in(2)) site.files.push_back(drawn_lshosts(dice, hosts));
  return site;
}

void take_parts_away(Site& site, Dice& dice) {
  for (std::int64_t left = dice.between(1, 3); left > 0 && !site.files.empty(); --left)
    if (dice.one_in(6))
      take_one(site.files, dice);
    else
      take_part(site.files[dice.id_below<std::size_t>(site.files.size())], dice);
}

std::string to_text(const SiteFile& file) {
  std::string text;
  const auto add_line = [&](const Cells& cells, const char* between) {
    for (std::size_t at = 0; at < cells.size(); ++at) text += (at == 0 ? "" : between) + cells[at];
    text += "\n";
  };
  for (const SiteSection& section : file.sections) {
    if (!section.name.empty()) text += "Begin " + section.name + "\n";
    if (!section.columns.empty()) add_line(section.columns, "  ");
    for (const Cells& row : section.rows) add_line(row, section.columns.empty() ? " = " : "  ");
    if (!section.name.empty()) text += "End " + section.name + "\n";
  }
  return text;
}

Cells words_of(std::string cell) {
  if (!has_value(cell)) return {};
  std::ranges::replace_if(cell, [](char sign) { return sign == '(' || sign == ')'; }, ' ');
  Cells words;
  std::istringstream in(cell);
  for (std::string word; in >> word;) words.push_back(word.substr(0, word.find('+')));
  return words;
}

}  // namespace mcsim::testing
