// The values of a scenario, from their text.
#include "mcsim/config/values/scenario_values.hpp"

#include <algorithm>
#include <charconv>

#include "mcsim/base/wide.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/digits.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

/// number x unit, where that is a whole number of milliseconds in range.
std::optional<Duration> times(const Decimal& number, Duration unit) {
  constexpr std::int64_t millionth = 1'000'000;
  const bool whole = is_whole(number);
  const auto count = in_units(number, whole ? 0 : 6);
  if (!count) return std::nullopt;
  const Int128 product = static_cast<Int128>(*count) * unit.count();
  if (!whole && product % millionth != 0) return std::nullopt;
  const Int128 length = whole ? product : product / millionth;
  if (length > longest_duration.count()) return std::nullopt;
  return Duration{static_cast<std::int64_t>(length)};
}

/// `[hours:]minutes`, above 0.
std::optional<Duration> read_minutes(std::string_view text) {
  const auto colon = text.find(':');
  const auto minutes = read_whole(colon == std::string_view::npos ? text : text.substr(colon + 1));
  const auto hours = colon == std::string_view::npos ? 0 : read_whole(text.substr(0, colon));
  if (!minutes || !hours || *minutes < 0 || *hours < 0) return std::nullopt;
  const Int128 length = (static_cast<Int128>(*hours) * 60 + *minutes) * 60'000;
  if (length == 0 || length > longest_duration.count()) return std::nullopt;
  return Duration{static_cast<std::int64_t>(length)};
}

struct MinutesOn {
  Duration minutes;
  std::string on;
};

/// `[hours:]minutes[/host or model]`
std::optional<MinutesOn> read_minutes_on(std::string_view text) {
  const auto slash = text.find('/');
  const auto minutes = read_minutes(text.substr(0, slash));
  if (!minutes || slash + 1 == text.size()) return std::nullopt;
  if (slash == std::string_view::npos) return MinutesOn{*minutes, {}};
  return MinutesOn{*minutes, std::string(text.substr(slash + 1))};
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// What stands in parentheses behind `name`; none: `text` is something else.
std::optional<std::string_view> in_brackets(std::string_view text, std::string_view name) {
  if (!text.starts_with(name) || !text.ends_with(')')) return std::nullopt;
  text = trimmed(text.substr(name.size()));
  if (!text.starts_with('(')) return std::nullopt;
  return trimmed(text.substr(1, text.size() - 2));
}

std::string padded(std::int64_t number, std::size_t width) {
  std::string digits = std::to_string(number);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return digits;
}

/// Adds the names that `001-100` or `200` stands for; false: it is neither, or too many.
bool expand_part(std::string_view head, std::string_view part, std::string_view tail,
                 std::vector<std::string>& names) {
  const auto dash = part.find_first_of("-:");  // LSF 10.1 has colons, too
  const std::string_view first = part.substr(0, dash);
  const std::string_view last = dash == std::string_view::npos ? first : part.substr(dash + 1);
  const auto from = read_whole(first);
  const auto to = read_whole(last);
  if (!all_digits(first) || !all_digits(last) || !from || !to || *from > *to) return false;
  if (static_cast<std::uint64_t>(*to - *from) >= most_hosts - names.size()) return false;
  for (std::int64_t number = *from; number <= *to; ++number)
    names.push_back(std::string(head) + padded(number, first.size()) + std::string(tail));
  return true;
}

}  // namespace

std::optional<DrawnTime> read_drawn_time(std::string_view text) {
  text = trimmed(text);
  if (const auto ends = in_brackets(text, "uniform")) {
    const auto comma = ends->find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto least = read_duration(trimmed(ends->substr(0, comma)));
    const auto most = read_duration(trimmed(ends->substr(comma + 1)));
    if (!least || !most || *least > *most) return std::nullopt;
    return DrawnTime{.kind = DrawnTime::Kind::uniform, .least = *least, .spread = *most - *least};
  }
  const auto plus = text.find('+');
  const std::string_view last =
      plus == std::string_view::npos ? text : trimmed(text.substr(plus + 1));
  const auto mean = in_brackets(last, "exponential");
  if (!mean && plus != std::string_view::npos) return std::nullopt;
  const auto least = mean && plus == std::string_view::npos
                         ? std::optional(Duration{})
                         : read_duration(trimmed(text.substr(0, plus)));
  if (!mean) return least ? std::optional(DrawnTime{.least = *least}) : std::nullopt;
  const auto spread = read_duration(*mean);
  if (!least || !spread) return std::nullopt;
  return DrawnTime{.kind = DrawnTime::Kind::exponential, .least = *least, .spread = *spread};
}

std::optional<Duration> read_duration(std::string_view text) {
  struct Unit {
    std::string_view name;
    Duration length;
  };
  constexpr Unit units[] = {{"ms", 1ms}, {"s", 1s}, {"min", 1min}, {"h", 1h}, {"d", 24h}};
  const auto end = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = read_decimal(text.substr(0, end));
  for (const Unit& unit : units)
    if (number && unit.name == text.substr(end)) return times(*number, unit.length);
  const bool is_zero = number && end == text.size() && times(*number, 1ms) == Duration{};
  return is_zero ? std::optional(Duration{}) : std::nullopt;
}

std::optional<Duration> read_interval(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() == 2) return read_interval(words[1]) ? read_interval(words[0]) : std::nullopt;
  if (text.ends_with("ms")) return read_duration(text);
  return all_digits(text) ? read_duration(std::string(text) + "s") : std::nullopt;
}

std::optional<RunLimit> read_run_limit(std::string_view text) {
  const auto words = split_words(text);
  if (words.empty() || words.size() > 2) return std::nullopt;
  const auto largest = read_minutes_on(words.back());
  const auto usual = read_minutes_on(words.front());
  if (!largest || !usual) return std::nullopt;
  if (usual->on == largest->on && usual->minutes > largest->minutes) return std::nullopt;
  RunLimit limit{.usual = std::nullopt, .largest = largest->minutes, .largest_on = largest->on};
  if (words.size() == 2) {
    limit.usual = usual->minutes;
    limit.usual_on = usual->on;
  }
  return limit;
}

std::optional<MissingLimit> read_missing_limit(std::string_view text) {
  if (text == "run") return MissingLimit{.kind = MissingLimit::Kind::run};
  if (text == "queue") return MissingLimit{.kind = MissingLimit::Kind::queue};
  if (text == "none") return MissingLimit{.kind = MissingLimit::Kind::none};
  const auto length = read_duration(text);
  if (!length) return std::nullopt;
  return MissingLimit{.kind = MissingLimit::Kind::duration, .length = *length};
}

std::optional<std::int64_t> read_whole(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_infinit(std::string_view text) { return same_name(text, "infinit"); }

std::optional<std::int32_t> read_up_to(std::string_view text) {
  if (is_infinit(text)) return no_limit;
  const auto number = read_whole(text);
  return number ? std::optional(static_cast<std::int32_t>(*number)) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> read_version(std::string_view text) {
  std::vector<std::int64_t> parts;
  while (true) {
    const auto dot = text.find('.');
    const std::string_view part = text.substr(0, dot);
    const auto number = all_digits(part) ? read_whole(part) : std::nullopt;
    if (!number) return std::nullopt;
    parts.push_back(*number);
    if (dot == std::string_view::npos) return parts;
    text.remove_prefix(dot + 1);
  }
}

std::optional<bool> read_flag(std::string_view text) {
  std::string small(text);
  for (char& letter : small)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  if (small == "y" || small == "yes" || small == "true") return true;
  if (small == "n" || small == "no" || small == "false") return false;
  return std::nullopt;
}

bool is_name(std::string_view text) {
  const auto fits = [](char letter) {
    return is_digit(letter) || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z') || letter == '_' || letter == '-' || letter == '.';
  };
  return !text.empty() && std::ranges::all_of(text, fits);
}

std::optional<std::vector<std::string>> expand_hosts(std::string_view text) {
  const auto open = text.find('[');
  if (open == std::string_view::npos)
    return is_name(text) ? std::optional(std::vector{std::string(text)}) : std::nullopt;
  const auto close = text.find(']', open);
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view head = text.substr(0, open);
  const std::string_view tail = text.substr(close + 1);
  if (!is_name(std::string(head) + "0" + std::string(tail))) return std::nullopt;
  std::vector<std::string> names;
  for (std::string_view parts = text.substr(open + 1, close - open - 1);;) {
    const auto comma = parts.find(',');
    if (!expand_part(head, parts.substr(0, comma), tail, names)) return std::nullopt;
    if (comma == std::string_view::npos) return names;
    parts.remove_prefix(comma + 1);
  }
}

std::vector<std::string> expand_borrowed(std::string_view text) {
  const auto sign = std::min(text.rfind('@'), text.size());
  auto names = expand_hosts(text.substr(0, sign));
  if (!names) return {std::string(text)};
  for (std::string& name : *names) name += text.substr(sign);
  return *std::move(names);
}

std::string value_text(const JsonNode& node) {
  if (node.is(JsonNode::Kind::boolean)) return node.boolean ? "true" : "false";
  return node.is(JsonNode::Kind::text) || node.is(JsonNode::Kind::whole) ||
                 node.is(JsonNode::Kind::real)
             ? node.text
             : "";
}

std::optional<std::string> Fields::text(std::string_view key) const {
  const JsonNode* member = object_.find(key);
  if (member == nullptr || member->is(JsonNode::Kind::broken) || member->is(JsonNode::Kind::null))
    return std::nullopt;
  return value_text(*member);
}

std::optional<std::int64_t> Fields::whole(std::string_view key) const {
  const auto written = text(key);
  return written ? read_whole(*written) : std::nullopt;
}

std::optional<bool> Fields::flag(std::string_view key) const {
  const auto written = text(key);
  return written ? read_flag(*written) : std::nullopt;
}

std::optional<Duration> Fields::duration(std::string_view key) const {
  const auto written = text(key);
  return written ? read_duration(*written) : std::nullopt;
}

}  // namespace mcsim::config
