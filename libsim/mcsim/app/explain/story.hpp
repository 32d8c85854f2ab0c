// Shared by all stories: lines with their times, written as text or as JSON.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/views/calendar.hpp"

namespace mcsim::app {

/// `50 s`; an hour and longer as `18000 s (5h 00min)`.
std::string length_text(Duration length);

/// The command of an action on a job or a host: `bmod`.
std::string_view name_of(TimelineEntry::Kind action);
constexpr bool is_on_host(TimelineEntry::Kind action) {
  return action == TimelineEntry::Kind::hclose || action == TimelineEntry::Kind::hopen;
}

/// One event, or one stretch of time.
struct StoryLine {
  Time from{};
  Time to = never;    ///< the end of a stretch; never: it is an event
  std::string event;  ///< one word, for programs
  std::string text;
  std::string kind{};         ///< of a stretch, what is counted where there are many; empty: `text`
  std::int64_t sessions = 0;  ///< in the stretch, if sessions have a raster; 0: not shown
  std::vector<JsonNode> data{};  ///< JSON members: what the text says in words, for programs
};

struct Story {
  Calendar calendar;
  std::string subject{};               ///< "job 2@C1"
  std::vector<std::string> opening{};  ///< of a text: in place of the summary at its end
  std::vector<StoryLine> lines{};
  std::vector<StoryLine> in_short{};  ///< the same for people, where that is shorter; else empty
  std::string summary{};
  std::vector<JsonNode> numbers{};  ///< JSON members: the numbers of the summary, for programs

  StoryLine& add(Time at, std::string event, std::string text) {
    lines.push_back({.from = at, .event = std::move(event), .text = std::move(text)});
    return lines.back();
  }
};

/// For people: `in_short`, and of what is still long its beginning and its end, with what is in
/// between counted; `all`: line by line.
std::string to_text(const Story& story, bool all = false);
JsonNode to_json(const Story& story);

/// Slots of hosts as LSF writes them: `4*a1 a2`.
std::string allocation_text(std::span<const HostSlots> hosts, const ClusterConfig& config);

}  // namespace mcsim::app
