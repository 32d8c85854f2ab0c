// Puts a page together.
#include "mcsim/report/page.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "mcsim/base/check.hpp"
#include "mcsim/report/pack.hpp"
#include "mcsim/report/page_json.hpp"
#include "mcsim/report/page_sources.hpp"
#include "mcsim/text/sha256.hpp"

namespace mcsim::report {
namespace {

/// In this order; page.js begins when all others are there.
constexpr std::array<std::string_view, 22> scripts = {
    "elements.js",  "words.js",   "unpack.js", "span.js",     "axes.js",   "bands.js",
    "heat.js",      "library.js", "waits.js",  "counters.js", "flows.js",  "reasons.js",
    "lanes.js",     "paint.js",   "exact.js",  "gantt.js",    "search.js", "stories.js",
    "intervals.js", "compare.js", "checks.js", "page.js"};

/// A source without its lines of comments and what lines begin with: a seventh of it. No text in
/// it goes over several lines.
void add_code(std::string_view source, std::string& to) {
  bool in_comment = false;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size() - 1);
    std::string_view line = source.substr(0, end + 1);
    source.remove_prefix(end + 1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    in_comment = in_comment || line.starts_with("/**");
    if (!in_comment && !line.starts_with("//") && line != "\n") to += line;
    if (line.find("*/") != std::string_view::npos) in_comment = false;
  }
}

/// One script, in which nothing can be seen from outside.
std::string script_text() {
  std::string text = "(() => {\n'use strict';\n";
  for (const std::string_view name : scripts) add_code(page_source(name), text);
  return text + "})();\n";
}

std::string hash_source(std::string_view text) {
  const Sha256 digest = sha256(text);
  const std::string bytes(digest.begin(), digest.end());
  return "'sha256-" + base64(bytes) + "'";
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) switch (letter) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += letter;
    }
  return safe;
}

/// `frame` with a value for each name in `{{ }}`. Values are not looked into.
std::string filled(std::string_view frame, const std::map<std::string_view, std::string>& values) {
  std::string text;
  while (true) {
    const std::size_t begin = frame.find("{{");
    text += frame.substr(0, begin);
    if (begin == std::string_view::npos) return text;
    const std::size_t end = frame.find("}}", begin);
    MCSIM_CHECK(end != std::string_view::npos, "a name in the frame of a page has no end");
    const auto found = values.find(frame.substr(begin + 2, end - begin - 2));
    MCSIM_CHECK(found != values.end(), "the frame of a page names something unknown");
    text += found->second;
    frame.remove_prefix(end + 2);
  }
}

}  // namespace

std::string page_text(const PageParts& parts) {
  const std::string script = script_text();
  std::string loader;
  add_code(page_source("loader.js"), loader);
  const std::string_view style = page_source("page.css");
  const std::string_view library = page_source("chart.js");
  const auto packed = [](std::string_view bytes) {
    return bytes.empty() ? std::string() : base64(deflated(bytes));
  };
  return filled(page_source("page.html"),
                {{"policy", "default-src 'none'; base-uri 'none'; form-action 'none'; script-src " +
                                hash_source(loader) + " " + hash_source(script) + " " +
                                hash_source(library) + "; style-src " + hash_source(style)},
                 {"generator", escaped(parts.generator)},
                 {"title", escaped(parts.title)},
                 {"style", std::string(style)},
                 {"licence", escaped(page_source("chart_licence.txt"))},
                 {"data", script_json(parts.data)},
                 {"columns", packed(parts.columns)},
                 {"stories", packed(parts.stories)},
                 {"library", parts.has_lines ? packed(library) : ""},
                 {"program", packed(script)},
                 {"loader", loader}});
}

}  // namespace mcsim::report
