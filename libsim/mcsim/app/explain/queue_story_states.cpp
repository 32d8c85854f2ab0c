// One queue over time: its state and its slots, stretch by stretch, or in short by periods.
#include <algorithm>
#include <array>
#include <utility>

#include "mcsim/app/explain/place_stories.hpp"
#include "mcsim/model/limit.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

constexpr std::array slot_names{"PEND", "RUN", "SUSP", "RSV"};
constexpr std::size_t always_told = 2;  ///< of these, also where there are none

/// In short, more stretches than these are told by periods, at most as many.
constexpr std::size_t most_told = 40;

/// The shortest time that people count in of which `most_told` cover `all`.
Duration period_for(Duration all) {
  constexpr std::array<Duration, 16> usual{1s, 5s, 15s, 1min, 5min, 15min, 30min, 1h,
                                           2h, 6h, 12h, 24h,  48h,  120h,  240h,  720h};
  constexpr auto most = static_cast<std::int64_t>(most_told) - 1;  // the first one is cut
  for (const Duration length : usual)
    if (all <= length * most) return length;
  return (all / most / 24h + 1) * 24h;
}

/// `12`; or of several numbers their mean and their range, `12.5 (0 to 40)`.
struct Range {
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::int64_t sum = 0;  ///< slots x milliseconds

  std::string text(std::int64_t length) const {
    if (least == most) return std::to_string(most);
    return rounded_text(sum, length, 1) + " (" + std::to_string(least) + " to " +
           std::to_string(most) + ")";
  }
};

}  // namespace

std::string QueueStory::State::text() const {
  std::string text = status + ", slots: ";
  for (std::size_t at = 0; at < slots.size(); ++at)
    if (at < always_told || slots[at] > 0)
      text += (at == 0 ? "" : ", ") + std::to_string(slots[at]) + " " + slot_names[at];
  if (entitlement >= 0)
    text += ", entitled to " + (entitlement < no_limit ? std::to_string(entitlement) : "all");
  return text;
}

std::vector<JsonNode> QueueStory::State::data() const {
  std::vector<JsonNode> counts;
  for (std::size_t at = 0; at < slots.size(); ++at)
    counts.push_back(json_member(slot_names[at], json_whole(slots[at])));
  std::vector<JsonNode> members{json_member("status", json_text(status)),
                                json_member("slots", json_object(std::move(counts)))};
  if (entitlement >= 0 && entitlement < no_limit)
    members.push_back(json_member("entitlement", json_whole(entitlement)));
  return members;
}

std::int64_t QueueStory::Stretch::length_within(Time begin, Time end) const {
  return std::max(Duration{}, std::min(to, end) - std::max(from, begin)).count();
}

/// When most slots were waited for; empty: never.
std::string QueueStory::fullest() const {
  const auto most = std::ranges::max_element(
      states_, {}, [](const Stretch& one) { return one.state.slots.front(); });
  if (most == states_.end() || most->state.slots.front() == 0) return "";
  const bool goes_on = &*most == &states_.back();
  return "most waited from " + story_.calendar.instant(most->from) +
         (goes_on ? " on" : " to " + story_.calendar.instant(most->to)) + ": " + most->state.text();
}

/// `stretches` lie, at least in part, between `from` and `to`.
StoryLine QueueStory::in_period(std::span<const Stretch> stretches, Time from, Time to) {
  if (stretches.size() == 1)
    return {.from = from, .to = to, .event = "counts", .text = stretches.front().state.text()};
  std::string text;
  std::vector<std::string> told;
  for (const Stretch& one : stretches)
    if (std::ranges::find(told, one.state.status) == told.end()) {
      told.push_back(one.state.status);
      text += (text.empty() ? "" : " or ") + one.state.status;
    }
  text += ", slots on average: ";
  for (std::size_t at = 0; at < slot_names.size(); ++at) {
    const std::int64_t first = stretches.front().state.slots[at];
    Range range{.least = first, .most = first};
    for (const Stretch& one : stretches) {
      range.least = std::min(range.least, one.state.slots[at]);
      range.most = std::max(range.most, one.state.slots[at]);
      range.sum += one.state.slots[at] * one.length_within(from, to);
    }
    if (at < always_told || range.most > 0)
      text += (at == 0 ? "" : ", ") + range.text((to - from).count()) + " " + slot_names[at];
  }
  text += "; " + counted(stretches.size() - 1, "change");
  return {.from = from, .to = to, .event = "counts", .text = std::move(text)};
}

/// Periods in which nothing changes are one line.
std::vector<StoryLine> QueueStory::in_periods(std::span<const Stretch> stretches) const {
  const Duration period = period_for(stretches.back().to - stretches.front().from);
  std::vector<StoryLine> lines;
  Time from = stretches.front().from;
  for (std::size_t at = 0; at < stretches.size();) {
    const Time to =
        std::min(Time{(from.time_since_epoch() / period + 1) * period}, stretches.back().to);
    std::size_t end = at + 1;
    while (end < stretches.size() && stretches[end].from < to) ++end;
    const bool goes_on =
        end == at + 1 && !lines.empty() && lines.back().text == stretches[at].state.text();
    if (goes_on)
      lines.back().to = to;
    else
      lines.push_back(in_period(stretches.subspan(at, end - at), from, to));
    at = stretches[end - 1].to <= to ? end : end - 1;
    from = to;
  }
  return lines;
}

/// The last state goes on, and is an event.
void QueueStory::tell_states() {
  if (states_.empty()) return;
  const auto before = std::span(states_).first(states_.size() - 1);
  const bool is_long = before.size() > most_told;
  if (is_long) story_.in_short = story_.lines;
  for (const Stretch& one : before)
    story_.lines.push_back({.from = one.from,
                            .to = one.to,
                            .event = "counts",
                            .text = one.state.text(),
                            .data = one.state.data()});
  if (is_long)
    for (StoryLine& line : in_periods(before)) story_.in_short.push_back(std::move(line));
  const Stretch& last = states_.back();
  story_.add(last.from, "counts", "and since then: " + last.state.text()).data = last.state.data();
  if (is_long) story_.in_short.push_back(story_.lines.back());
}

}  // namespace mcsim::app
