// Names that stand for a site's own ones: the same for the same name under one key, and nobody
// without the key can tell which is whose.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "mcsim/text/sha256.hpp"

namespace mcsim::app {

/// What a name names. The same text has another pseudonym in each family.
enum class NameFamily : std::uint8_t {
  person,   ///< users and their groups
  project,  ///< bsub -P
  host,     ///< hosts, groups of them, types, models, resources
  app,      ///< application profiles
  job,      ///< bsub -J
  cluster,
  other,  ///< all that no job names: limits, slot pools
  count
};

/// Pseudonyms are small consonants behind a letter for their family, and never a word. Those of
/// hosts keep the numbers of their names up to six digits, so that ranges stay ranges:
/// node[001-128] of a configuration are the hosts node001 to node128 of records.
class Pseudonyms {
 public:
  explicit Pseudonyms(std::string_view key) : hash_(key) {}

  /// The cluster itself is called `site`, whatever its name was.
  void own_cluster(std::string_view name) { own_cluster_ = name; }
  static constexpr std::string_view own_cluster_name = "site";

  /// Of a name as a whole; of an empty one itself. Lives as long as this value.
  std::string_view of(NameFamily family, std::string_view name);
  /// As of(), but nothing is kept: for names that seldom come twice.
  std::string make(NameFamily family, std::string_view name) const;

 private:
  std::string letters(NameFamily family, std::string_view text) const;
  std::string host(std::string_view name) const;

  KeyedHash hash_;
  std::string own_cluster_;
  using Known = std::map<std::string, std::string, std::less<>>;
  std::array<Known, static_cast<std::size_t>(NameFamily::count)> known_;
};

}  // namespace mcsim::app
