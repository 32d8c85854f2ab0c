// Breaks long lines of text for people.
#include "mcsim/text/wrap.hpp"

#include <algorithm>

#include "mcsim/text/width.hpp"

namespace mcsim::text {
namespace {

/// Where the lines begin that continue `line`.
std::size_t hanging_of(std::string_view line, std::size_t width, std::size_t least) {
  std::size_t hanging = std::max(least, std::min(line.find_first_not_of(' '), line.size()));
  for (std::size_t at = 0; at + 2 < line.size() && at + 2 <= width / 2; ++at)
    if (line.substr(at, 2) == "  " && line[at + 2] != ' ') hanging = at + 2;
  return hanging <= width / 2 ? hanging : 0;
}

/// The bytes of `text` that fit into `width` columns, up to a blank behind `least`; all up to the
/// first such blank if none fit.
std::size_t fitting(std::string_view text, std::size_t least, std::size_t width) {
  std::size_t best = text.npos;
  for (auto blank = text.find(' ', least); blank != text.npos; blank = text.find(' ', blank + 1)) {
    if (best != text.npos && width_of(text.substr(0, blank)) > width) break;
    best = blank;
  }
  return best;
}

void put(std::string& out, std::string_view line, std::size_t width, std::size_t hanging) {
  const std::string indent(hanging_of(line, width, hanging), ' ');
  std::string rest(line);
  while (width_of(rest) > width) {
    const std::size_t end = fitting(rest, indent.size() + 1, width);
    const auto next = rest.find_first_not_of(' ', end);
    if (next == rest.npos) break;
    out += rest.substr(0, rest.find_last_not_of(' ', end) + 1) + "\n";
    rest = indent + rest.substr(next);
  }
  out += rest;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t hanging) {
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    put(out, text.substr(0, end), width, hanging);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace mcsim::text
