// Writes stories as text and as JSON.
#include "mcsim/app/explain/story.hpp"

#include <algorithm>
#include <iterator>

#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

/// The most consecutive stretches, and the most lines in all, that a text shows. JSON shows all.
constexpr std::size_t most_stretches = 40;
constexpr std::size_t most_lines = 200;

std::string to_text(const StoryLine& line, const Calendar& calendar) {
  if (line.to == never) return calendar.instant(line.from) + ": " + line.text + "\n";
  std::string text = "from " + calendar.instant(line.from) + " to " + calendar.instant(line.to);
  if (line.sessions > 1) text += " (" + std::to_string(line.sessions) + " sessions)";
  return text + ": " + line.text + "\n";
}

/// Leaves out lines in the middle if there are more than `most`.
void cut(std::vector<std::string>& lines, std::size_t most) {
  if (lines.size() <= most) return;
  const auto half = static_cast<std::ptrdiff_t>(most / 2);
  const std::size_t left_out = lines.size() - most;
  const auto from = lines.begin() + half;
  *from = "... " + std::to_string(left_out) + " more; --json tells all of them ...\n";
  lines.erase(from + 1, lines.end() - half);
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

std::string to_text(const Story& story) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < story.lines.size();) {
    std::size_t end = at;
    while (end < story.lines.size() && story.lines[end].to != never) ++end;
    if (end == at) ++end;
    std::vector<std::string> stretches;
    for (; at < end; ++at) stretches.push_back(to_text(story.lines[at], story.calendar));
    cut(stretches, most_stretches);
    std::ranges::move(stretches, std::back_inserter(lines));
  }
  cut(lines, most_lines);
  std::string text = story.subject + "\n";
  for (const std::string& line : lines) text += line;
  return text + (story.summary.empty() ? "" : story.summary + "\n");
}

JsonNode to_json(const Story& story) {
  std::vector<JsonNode> lines;
  for (const StoryLine& line : story.lines) lines.push_back(to_json(line));
  std::vector<JsonNode> members{json_member("subject", json_text(story.subject)),
                                json_member("events", json_list(std::move(lines)))};
  if (!story.summary.empty()) members.push_back(json_member("summary", json_text(story.summary)));
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
