// "Did you mean": edit distances over small lists of names.
#include "mcsim/text/nearest.hpp"

#include <algorithm>
#include <vector>

namespace mcsim::text {
namespace {

constexpr std::size_t most_names_listed = 12;
/// Longer names are compared by their beginnings, which is enough to recognise a mistyped name.
constexpr std::size_t longest_compared = 64;

std::string folded(std::string_view name) {
  std::string small(name.substr(0, longest_compared));
  for (char& letter : small)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return small;
}

bool begins_alike(const std::string& a, const std::string& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  return shorter >= 3 && a.compare(0, shorter, b, 0, shorter) == 0;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  const std::string a = folded(left);
  const std::string b = folded(right);
  // Three rows of the table: two letters ago, one letter ago, now.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t best_distance = 1 + std::max<std::size_t>(1, name.size() / 3);
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  if (!best.empty()) return best;
  for (const std::string_view candidate : known)
    if (begins_alike(folded(name), folded(candidate))) return candidate;
  return {};
}

std::string known_names(std::string_view name, std::span<const std::string_view> known) {
  std::string text;
  if (const std::string_view near = nearest_name(name, known); !near.empty())
    text += "; nearest: " + std::string(near);
  if (known.empty()) return text;
  text += "; known: ";
  for (std::size_t i = 0; i < known.size() && i < most_names_listed; ++i)
    text += (i == 0 ? "" : ", ") + std::string(known[i]);
  if (known.size() > most_names_listed)
    text += " and " + std::to_string(known.size() - most_names_listed) + " more";
  return text;
}

std::string first_names(std::span<const std::string> names) {
  constexpr std::size_t most_named = 3;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most_named; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most_named)
    text += " and " + std::to_string(names.size() - most_named) + " more";
  return text;
}

}  // namespace mcsim::text
