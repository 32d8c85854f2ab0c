// Writes stories as text and as JSON.
#include "mcsim/app/explain/story.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

/// The most consecutive stretches, and the most lines in all, the first and the last one counted,
/// that a text shows unless it is to show all. JSON shows all.
constexpr std::size_t most_stretches = 40;
constexpr std::size_t most_lines = 200;

std::string to_text(const StoryLine& line, const Calendar& calendar) {
  if (line.to == never) return calendar.instant(line.from) + ": " + line.text + "\n";
  std::string text = "from " + calendar.instant(line.from) + " to " + calendar.instant(line.to);
  if (line.sessions > 1) text += " (" + std::to_string(line.sessions) + " sessions)";
  return text + ": " + line.text + "\n";
}

/// How often, and how long in all, each of the stretches is what it is: the longest first.
void add_counts(std::span<const StoryLine> stretches, std::vector<std::string>& lines) {
  constexpr std::size_t most_named = 5;
  struct Sum {
    std::string text;
    std::size_t place = 0;  ///< of the first such stretch among the others
    std::uint64_t times = 0;
    Duration length{};
  };
  std::vector<Sum> sums;
  std::map<std::string_view, std::size_t> places;
  for (const StoryLine& line : stretches) {
    const std::string& kind = line.kind.empty() ? line.text : line.kind;
    const auto [place, is_new] = places.emplace(kind, sums.size());
    if (is_new) sums.push_back({.text = kind, .place = sums.size()});
    ++sums[place->second].times;
    sums[place->second].length += line.to - line.from;
  }
  std::ranges::sort(sums, {}, [](const Sum& sum) { return std::pair(-sum.length, sum.place); });
  for (std::size_t at = 0; at < std::min(sums.size(), most_named); ++at)
    lines.push_back("    " + std::to_string(sums[at].times) +
                    (sums[at].times == 1 ? " time, " : " times, ") + length_text(sums[at].length) +
                    " in all: " + sums[at].text + "\n");
  if (sums.size() > most_named)
    lines.push_back("    and " + counted(sums.size() - most_named, "other") + "\n");
}

/// `... 60 more, from 10 s to 70 s; --all shows them`.
std::string left_out(std::size_t count, const std::string& when) {
  return "... " + std::to_string(count) + " more" + when + "; --all shows them ...\n";
}

/// Stretches as lines; where there are many, those in the middle are counted instead.
std::vector<std::string> texts_of(std::span<const StoryLine> stretches, const Calendar& calendar,
                                  std::size_t most) {
  std::vector<std::string> lines;
  const auto add = [&](std::span<const StoryLine> some) {
    for (const StoryLine& line : some) lines.push_back(to_text(line, calendar));
  };
  if (stretches.size() <= most) {
    add(stretches);
    return lines;
  }
  const auto middle = stretches.subspan(most / 2, stretches.size() - most);
  add(stretches.first(most / 2));
  lines.push_back(left_out(middle.size(), ", from " + calendar.instant(middle.front().from) +
                                              " to " + calendar.instant(middle.back().to)));
  add_counts(middle, lines);
  add(stretches.last(most / 2));
  return lines;
}

/// Leaves out lines in the middle, and says so in a line, if there are more than `most`.
void cut(std::vector<std::string>& lines, std::size_t most) {
  if (lines.size() <= most) return;
  const std::size_t half = (most - 1) / 2;
  const std::size_t left = lines.size() - (most - 1);
  const auto from = lines.begin() + static_cast<std::ptrdiff_t>(half);
  *from = left_out(left, "");
  lines.erase(from + 1, from + static_cast<std::ptrdiff_t>(left));
}

JsonNode seconds(Time time) {
  JsonNode node;
  node.kind = JsonNode::Kind::real;
  node.text = seconds_text(time.time_since_epoch());
  return node;
}

JsonNode to_json(const StoryLine& line) {
  std::vector<JsonNode> members{json_member("time", seconds(line.from))};
  if (line.to != never) members.push_back(json_member("until", seconds(line.to)));
  members.push_back(json_member("event", json_text(line.event)));
  members.push_back(json_member("text", json_text(line.text)));
  if (line.sessions > 0) members.push_back(json_member("sessions", json_whole(line.sessions)));
  members.insert(members.end(), line.data.begin(), line.data.end());
  return json_object(std::move(members));
}

}  // namespace

std::string_view name_of(TimelineEntry::Kind action) {
  using Kind = TimelineEntry::Kind;
  switch (action) {
    case Kind::bkill:
      return "bkill";
    case Kind::bstop:
      return "bstop";
    case Kind::bresume:
      return "bresume";
    case Kind::bswitch:
      return "bswitch";
    case Kind::btop:
      return "btop";
    case Kind::bbot:
      return "bbot";
    case Kind::bmod:
      return "bmod";
    case Kind::hclose:
      return "hclose";
    case Kind::hopen:
      return "hopen";
    default:
      return "an action";  // never ignored, so never named
  }
}

std::string length_text(Duration length) {
  const std::string text = seconds_text(length) + " s";
  return length < 1h ? text : text + " (" + readable(length) + ")";
}

std::string to_text(const Story& story, bool all) {
  const std::span<const StoryLine> told =
      all || story.in_short.empty() ? story.lines : story.in_short;
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < told.size();) {
    std::size_t end = at;
    while (end < told.size() && told[end].to != never) ++end;
    if (end == at) ++end;
    auto texts =
        texts_of(told.subspan(at, end - at), story.calendar, all ? told.size() : most_stretches);
    std::ranges::move(texts, std::back_inserter(lines));
    at = end;
  }
  const bool ends_with_summary = story.opening.empty() && !story.summary.empty();
  const std::string last = ends_with_summary ? story.summary + "\n" : "";
  if (!all) cut(lines, most_lines - (last.empty() ? 1 : 2));
  std::string text = story.subject + "\n";
  for (const std::string& line : story.opening) text += line + "\n";
  for (const std::string& line : lines) text += line;
  return text + last;
}

JsonNode to_json(const Story& story) {
  std::vector<JsonNode> lines;
  for (const StoryLine& line : story.lines) lines.push_back(to_json(line));
  std::vector<JsonNode> members{json_member("subject", json_text(story.subject)),
                                json_member("events", json_list(std::move(lines)))};
  if (!story.summary.empty()) members.push_back(json_member("summary", json_text(story.summary)));
  if (!story.opening.empty()) {
    std::vector<JsonNode> opening;
    for (const std::string& line : story.opening) opening.push_back(json_text(line));
    members.push_back(json_member("opening", json_list(std::move(opening))));
  }
  if (!story.numbers.empty()) members.push_back(json_member("numbers", json_object(story.numbers)));
  return json_object(std::move(members));
}

std::string allocation_text(std::span<const HostSlots> hosts, const ClusterConfig& config) {
  std::string text;
  for (const HostSlots& part : hosts) {
    if (!text.empty()) text += ' ';
    if (part.slots != Slots{1}) text += std::to_string(part.slots.count()) + "*";
    text += config.hosts[index_of(part.host)].name;
  }
  return text;
}

}  // namespace mcsim::app
