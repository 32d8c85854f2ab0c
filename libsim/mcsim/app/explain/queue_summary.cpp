// Sums the waits of a queue, and puts them before its story.
#include "mcsim/app/explain/queue_summary.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/results/metrics.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {

void SummedQueueStory::before(const Simulation& simulation, Time now) {
  story_.before(simulation, now);
  usage_.look(simulation.clusters(), simulation.played_until());
}

/// Jobs that were submitted to it, wherever they ran.
void SummedQueueStory::take(const RunResults& results) {
  const Metrics metrics = measure(grid_, results, {});
  const Distribution& waits =
      metrics.clusters[index_of(place_.first)].queues[index_of(place_.second)].wait_time;
  if (waits.jobs == 0) return;
  const auto text = [](std::int64_t wait) { return length_text(Duration{wait}); };
  waited_ = "of " + counted(waits.jobs, "job") + " submitted to it that ended: mean wait " +
            text(waits.mean) + ", 95 % within " + text(waits.p95) + ", longest " + text(waits.max);
}

/// visit(reason, sum), the longest first.
template <class Visit>
void SummedQueueStory::visit_waits(const UsageResults& usage, Visit&& visit) const {
  std::vector<std::pair<PendReason, WaitSum>> waits;
  for (const auto& [key, sum] : usage.waits_of_queues)
    if (key.first == place_) waits.emplace_back(key.second, sum);
  std::ranges::sort(waits, {},
                    [](const auto& one) { return std::pair(-one.second.waited, one.first); });
  for (const auto& [reason, sum] : waits) visit(reason, sum);
}

std::string SummedQueueStory::waits_text(const UsageResults& usage) const {
  constexpr std::size_t most_named = 5;
  Int128 all = 0;
  visit_waits(usage, [&](PendReason, const WaitSum& sum) { all += sum.waited; });
  if (all == 0) return "no job waited in it";
  std::string text =
      "jobs waited in it for " + length_text(Duration{static_cast<std::int64_t>(all)}) + " in all";
  std::size_t named = 0;
  Int128 rest = all;
  visit_waits(usage, [&](PendReason reason, const WaitSum& sum) {
    if (++named > most_named) return;
    rest -= sum.waited;
    text +=
        (named == 1 ? ": " : "; ") +
        rounded_text(static_cast<std::int64_t>(sum.waited * 1000 / all), 10, 1) + " % " +
        (reason == PendReason::none ? "before they were looked at" : std::string(text_of(reason))) +
        " (" + counted(sum.jobs, "job") + ")";
  });
  if (rest > 0)
    text += "; " + rounded_text(static_cast<std::int64_t>(rest * 1000 / all), 10, 1) + " % others";
  return text;
}

std::vector<JsonNode> SummedQueueStory::waits_data(const UsageResults& usage) const {
  std::vector<JsonNode> rows;
  visit_waits(usage, [&](PendReason reason, const WaitSum& sum) {
    JsonNode seconds = json_text(seconds_text(Duration{static_cast<std::int64_t>(sum.waited)}));
    seconds.kind = JsonNode::Kind::real;
    rows.push_back(
        json_object({json_member("reason", json_text(std::string(text_of(reason)))),
                     json_member("jobs", json_whole(static_cast<std::int64_t>(sum.jobs))),
                     json_member("seconds", std::move(seconds))}));
  });
  return rows;
}

Story SummedQueueStory::finish(const Simulation& simulation, Time end) {
  const UsageResults usage = usage_.results(simulation.clusters(), simulation.played_until(), end);
  Story story = story_.finish(simulation, end);
  std::vector<std::string> opening{story.summary};
  if (!waited_.empty()) opening.push_back(waited_);
  opening.push_back(waits_text(usage));
  story.opening.insert(story.opening.begin(), opening.begin(), opening.end());
  story.numbers.push_back(json_member("waits", json_list(waits_data(usage))));
  return story;
}

}  // namespace mcsim::app
