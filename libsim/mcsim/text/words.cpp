// How words are found and compared.
#include "mcsim/text/words.hpp"

#include <algorithm>

namespace mcsim::text {
namespace {

char small(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const auto start = text.find_first_not_of(" \t\n");
    if (start == std::string_view::npos) return words;
    text.remove_prefix(start);
    const auto end = text.find_first_of(" \t\n");
    words.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end);
  }
}

std::string small_letters(std::string_view name) {
  std::string letters(name);
  std::ranges::transform(letters, letters.begin(), small);
  return letters;
}

bool same_name(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, small, small);
}

}  // namespace mcsim::text
