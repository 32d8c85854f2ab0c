// Look-ups in the tables of what is lost.
#include "mcsim/config/vocabulary/lost_keywords.hpp"

#include "mcsim/config/vocabulary/lost_lsb.hpp"
#include "mcsim/config/vocabulary/lost_lsb_params.hpp"
#include "mcsim/config/vocabulary/lost_lsb_queues.hpp"
#include "mcsim/config/vocabulary/lost_lsf.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

struct LostSection {
  std::string_view name;
  std::string_view thing;
  std::span<const LostKeyword> rows;
};

constexpr LostSection lost_sections[] = {
    {"lsf.conf", "parameter", lost::lsf_conf},
    {"lsb.params", "parameter", lost::lsb_params},
    {"lsb.queues", "queue", lost::lsb_queues},
    {"lsb.hosts", "section", lost::lsb_hosts},
    {"lsb.hosts.Host", "host line", lost::host},
    {"lsb.users", "section", lost::lsb_users},
    {"lsb.users.User", "user", lost::user},
    {"lsb.users.UserGroup", "user group", lost::user_group},
    {"lsb.resources", "section", lost::lsb_resources},
    {"lsb.resources.Limit", "Limit", lost::limit},
    {"lsb.applications", "application", lost::lsb_applications},
};

const LostSection* find_lost_section(std::string_view section) {
  for (const LostSection& one : lost_sections)
    if (one.name == section) return &one;
  return nullptr;
}

}  // namespace

std::span<const LostKeyword> lost_keywords(std::string_view section) {
  const LostSection* const found = find_lost_section(section);
  return found == nullptr ? std::span<const LostKeyword>() : found->rows;
}

const LostKeyword* find_lost(std::string_view section, std::string_view key) {
  for (const LostKeyword& row : lost_keywords(section))
    if (same_name(row.key, key)) return &row;
  return nullptr;
}

std::string_view thing_of(std::string_view section) {
  const LostSection* const found = find_lost_section(section);
  return found == nullptr ? "line" : found->thing;
}

}  // namespace mcsim::config
