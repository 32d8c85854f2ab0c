// Stories as text and as JSON.
#include "experiment/story.hpp"

#include "io/text_table.hpp"

namespace mcsim {
namespace {

/// A text shows so many stretches that follow one another at most; JSON shows all.
constexpr std::size_t most_stretches = 40;

std::string to_text(const StoryLine& line, const Calendar& calendar) {
  if (line.to == never) return calendar.instant(line.from) + ": " + line.text + "\n";
  std::string text = "from " + calendar.instant(line.from) + " to " + calendar.instant(line.to);
  if (line.sessions > 1) text += " (" + std::to_string(line.sessions) + " sessions)";
  return text + ": " + line.text + "\n";
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

std::string length_text(Duration length) {
  const std::string text = seconds_text(length) + " s";
  return length < 1h ? text : text + " (" + readable(length) + ")";
}

std::string to_text(const Story& story) {
  std::string text = story.subject + "\n";
  for (std::size_t at = 0; at < story.lines.size();) {
    std::size_t end = at;
    while (end < story.lines.size() && story.lines[end].to != never) ++end;
    if (end == at) ++end;
    const bool all = end - at <= most_stretches;
    const std::size_t head = all ? end - at : most_stretches / 2;
    for (std::size_t line = at; line < at + head; ++line)
      text += to_text(story.lines[line], story.calendar);
    if (!all) {
      text += "... " + std::to_string(end - at - most_stretches) +
              " more; --json tells all of them ...\n";
      for (std::size_t line = end - most_stretches / 2; line < end; ++line)
        text += to_text(story.lines[line], story.calendar);
    }
    at = end;
  }
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

}  // namespace mcsim
