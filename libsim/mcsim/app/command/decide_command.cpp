// Reads questions, lets the policy family decide, and prints the answers.
#include "mcsim/app/command/decide_command.hpp"

#include <algorithm>
#include <cstdint>
#include <istream>
#include <iterator>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/results/decide.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::app {
namespace {

struct Family {
  std::string_view name;
  Expected<JsonNode, Diagnostics> (*decide)(JsonTree& question, const Registry& registry);
};

constexpr Family known_families[] = {{"deal", decide_deal},       {"distribute", decide_distribute},
                                     {"forward", decide_forward}, {"priority", decide_priority},
                                     {"reclaim", decide_reclaim}, {"slot-pool", decide_slot_pool}};

const Family* find_family(std::string_view name) {
  for (const Family& family : known_families)
    if (family.name == name) return &family;
  return nullptr;
}

void refuse_family(const std::string& name, const Console& console) {
  std::vector<std::string_view> known;
  for (const Family& family : known_families) known.push_back(family.name);
  console.err << "mcsim: unknown family " << in_quotes(name) << known_names(name, known);
  console.err << "\nmcsim decide --help tells more\n";
}

std::string text_of(std::istream& in) {
  std::string text;
  std::vector<char> room(std::size_t{1} << 16);
  while (in.read(room.data(), static_cast<std::streamsize>(room.size())) || in.gcount() > 0)
    text.append(room.data(), static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

/// Removes the first line from `rest` and returns it.
std::string_view next_line(std::string_view& rest) {
  const auto end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

/// Whether the text is JSON lines: the first line that is not blank is a question by itself, and
/// more lines follow. Its braces tell a wrong question from the beginning of a longer one.
bool is_json_lines(std::string_view text, const std::string& source) {
  std::string_view rest = without_blanks(text);
  const std::string_view first = without_blanks(next_line(rest));
  if (rest.empty() || !first.starts_with('{') || !first.ends_with('}')) return false;
  return parse_json(first, source).has_value() || !parse_json(text, source).has_value();
}

class Answering {
 public:
  Answering(const Family& family, const Registry& registry, std::string source,
            const Console& console)
      : family_(family), registry_(registry), source_(std::move(source)), console_(console) {}

  ExitCode all(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    if (!is_json_lines(text, source_)) {
      one(text, 1);
    } else {
      for (std::uint32_t line = 1; !text.empty(); ++line)
        if (const auto question = next_line(text); !without_blanks(question).empty())
          one(question, line);
    }
    return good_ ? ExitCode::done : ExitCode::bad_input;
  }

 private:
  /// Answers the question that begins in line `first_line` of the source.
  void one(std::string_view text, std::uint32_t first_line) {
    auto question = parse_json(text, source_, first_line);
    if (!question) return refuse(question.error());
    auto answer = family_.decide(*question, registry_);
    if (!answer) return refuse(with_pictures(answer.error(), source_, text, first_line));
    console_.out << to_compact_json(*answer) << '\n';
  }

  void refuse(const Diagnostics& diagnostics) {
    print(console_, diagnostics);
    good_ = false;
  }

  const Family& family_;
  const Registry& registry_;
  std::string source_;
  const Console& console_;
  bool good_ = true;
};

}  // namespace

std::vector<std::string> decide_families() {
  std::vector<std::string> names;
  for (const Family& family : known_families) names.emplace_back(family.name);
  return names;
}

ExitCode decide_command(const DecideRequest& request, std::istream& in, const Registry& registry,
                        const Console& console) {
  const Family* family = find_family(request.family);
  if (family == nullptr) {
    refuse_family(request.family, console);
    return ExitCode::usage;
  }
  const bool is_standard_input = request.file.empty() || request.file == "-";
  const auto text = is_standard_input ? Expected<std::string, Diagnostics>(text_of(in))
                                      : read_file(request.file, request.file, std::string::npos);
  if (!text) {
    print(console, text.error());
    return ExitCode::bad_input;
  }
  const std::string source = is_standard_input ? "<stdin>" : request.file;
  return Answering(*family, registry, source, console).all(*text);
}

}  // namespace mcsim::app
