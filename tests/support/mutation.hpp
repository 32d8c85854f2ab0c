// Small damage to good input, as a function of a seed.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "mcsim/base/random.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// `text` with one to eight places changed: bytes replaced, dropped, doubled or moved, or pieces
/// inserted that readers have trouble with.
inline std::string mutated(std::string text, RngStream stream) {
  using namespace std::string_view_literals;
  constexpr std::string_view trouble =
      "nan - 9223372036854775808 1e999 \r\n \n \t ; -1 .5 \" \\ { [ ] } , : /* // \xFF 1e5 "
      "\xEF\xBB\xBF \x1F\x8B\x08 tru null \\u \\ud800 0"sv;
  const std::uint64_t changes = stream.below(8) + 1;
  for (std::uint64_t change = 0; change < changes; ++change) {
    const std::size_t place = stream.below(text.size() + 1);
    const std::size_t length = std::min<std::size_t>(stream.below(12), text.size() - place);
    switch (stream.below(6)) {
      case 0:
        text.erase(place, length);
        break;
      case 1:
        text.insert(place, text.substr(place, length));
        break;
      case 2:
        text.insert(place, trouble.substr(stream.below(trouble.size()), stream.below(22)));
        break;
      case 3:
        text.insert(stream.below(text.size() + 1), text.substr(place, length));
        break;
      case 4:
        text.resize(stream.below(40) == 0 ? place : text.size());
        break;
      default:
        if (place < text.size()) text[place] = static_cast<char>(stream.below(256));
    }
  }
  return text;
}

}  // namespace mcsim::testing
