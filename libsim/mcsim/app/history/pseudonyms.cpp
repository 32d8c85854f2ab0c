// Makes pseudonyms by keyed hashing.
#include "mcsim/app/history/pseudonyms.hpp"

#include <cstddef>

#include "mcsim/text/digits.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view family_letters = "uphajcn";
static_assert(family_letters.size() == static_cast<std::size_t>(NameFamily::count));

/// Without vowels no pseudonym is a word, or somebody's name.
constexpr std::string_view consonants = "bcdfghklmnpqrstvwxyz";
/// 20^12: of a million names two are alike with a chance of 1 in 8,000.
constexpr std::size_t letters_of_pseudonym = 12;
/// More digits are no number of a host, but of an inventory, or of a telephone.
constexpr std::size_t most_digits_kept = 6;

}  // namespace

std::string Pseudonyms::letters(NameFamily family, std::string_view text) const {
  const char letter = family_letters[static_cast<std::size_t>(family)];
  const Sha256 digest = hash_(std::string(1, letter) + ":" + std::string(text));
  std::string name(1, letter);
  // Two bytes a letter: what 65,536 is not a multiple of 20 matters to nobody.
  for (std::size_t at = 0; at < letters_of_pseudonym; ++at)
    name += consonants[(digest[2 * at] * 256U + digest[2 * at + 1]) % consonants.size()];
  return name;
}

/// Numbers stay, all between them is hashed piece by piece, and a domain as one.
std::string Pseudonyms::host(std::string_view name) const {
  const std::size_t dot = name.find('.');
  const std::string_view label = name.substr(0, dot);
  std::string made;
  std::size_t begin = 0;  // of what is hashed
  const auto hash_up_to = [&](std::size_t end) {
    if (end > begin) made += letters(NameFamily::host, label.substr(begin, end - begin));
  };
  for (std::size_t at = 0; at < label.size();) {
    std::size_t end = at;
    while (end < label.size() && is_digit(label[end])) ++end;
    const std::size_t digits = end - at;
    if (digits > 0 && digits <= most_digits_kept) {
      hash_up_to(at);
      made += label.substr(at, digits);
      begin = end;
    }
    at = digits > 0 ? end : at + 1;
  }
  hash_up_to(label.size());
  if (dot == std::string_view::npos) return made;
  return made + "." + letters(NameFamily::host, name.substr(dot));
}

std::string Pseudonyms::make(NameFamily family, std::string_view name) const {
  if (name.empty()) return {};
  if (family == NameFamily::host) return host(name);
  if (family == NameFamily::cluster && name == own_cluster_) return std::string(own_cluster_name);
  return letters(family, name);
}

std::string_view Pseudonyms::of(NameFamily family, std::string_view name) {
  Known& known = known_[static_cast<std::size_t>(family)];
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  return known.emplace(name, make(family, name)).first->second;
}

}  // namespace mcsim::app
