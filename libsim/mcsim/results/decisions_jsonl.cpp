// Writes decisions of forwarding policies as lines of JSON.
#include "mcsim/results/decisions_jsonl.hpp"

#include <array>
#include <charconv>
#include <utility>
#include <variant>

#include "mcsim/cluster/forward_setting.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::results {

namespace {

/// A policy's parameter as JSON.
struct ValueText {
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int64_t whole) const { return std::to_string(whole); }
  std::string operator()(double number) const { return exact_number(number); }
  std::string operator()(Duration time) const {
    return quoted_json(std::to_string(time.count()) + "ms");
  }
  std::string operator()(const std::string& word) const { return quoted_json(word); }
};

}  // namespace

std::string exact_number(double number) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

// Members of objects: each is followed by a comma, which the end of the object replaces.

void DecisionLog::text(const char* key, const std::string& value) {
  line_ += std::string("\"") + key + "\": " + value + ", ";
}
void DecisionLog::number(const char* key, std::int64_t value) { text(key, std::to_string(value)); }
void DecisionLog::flag(const char* key, bool value) { text(key, value ? "true" : "false"); }
void DecisionLog::time(const char* key, std::optional<Duration> value) {
  text(key, value ? seconds_text(*value) : "null");
}

void DecisionLog::end_list(char bracket) {
  if (line_.ends_with(", ")) line_.resize(line_.size() - 2);
  line_ += bracket;
}

/// The name alone where it has no parameters.
void DecisionLog::policy(const char* key, std::string_view name, const PolicyValues& values) {
  if (values.empty()) return text(key, quoted_json(name));
  line_ += std::string("\"") + key + "\": {";
  text("name", quoted_json(name));
  for (const PolicyValue& one : values) text(one.name.c_str(), std::visit(ValueText{}, one.value));
  end_list('}');
  line_ += ", ";
}

std::string DecisionLog::queue_name(const SendTarget& target) const {
  const ClusterConfig& cluster = grid_.clusters[index_of(target.cluster)];
  return quoted_json(cluster.queues[index_of(target.queue)].name + "@" + cluster.name);
}

namespace {

std::string room_json(std::int32_t room) {
  return room >= no_limit ? "\"infinit\"" : std::to_string(room);
}

template <class Enum>
std::string choice_json(std::string_view names, Enum value) {
  return quoted_json(std::string(split_words(names)[static_cast<std::size_t>(value)]));
}

std::string bar_json(ForwardBar bar) {
  switch (bar) {
    case ForwardBar::none:
      return "null";
    case ForwardBar::link:
      return "\"link\"";
    case ForwardBar::cluster:
      return "\"cluster\"";
    case ForwardBar::user:
      return "\"user\"";
    case ForwardBar::queue:
      return "\"queue\"";
  }
  return {};
}

}  // namespace

void DecisionLog::add(const ForwardCandidate& queue, ForwardBar bar, ForwardKnowledge seen) {
  using enum ForwardKnowledge;
  const auto counter = [&](const char* key, std::int64_t value, ForwardKnowledge least = counters) {
    text(key, seen >= least ? std::to_string(value) : "null");
  };
  counter("priority", queue.priority);
  counter("total", queue.total.count(), hosts);
  counter("available", queue.available.count(), hosts);
  counter("running", queue.running.count());
  counter("pending", queue.pending.count());
  counter("preemptable", queue.preemptable.count());
  if (queue.lowest_preemptable == ForwardCandidate::nothing)
    text("lowest_preemptable_priority", "null");
  else
    counter("lowest_preemptable_priority", queue.lowest_preemptable);
  text("backlog_room", room_json(queue.room));
  number("preference", queue.preference);
  flag("satisfies_requirements", queue.satisfies);
  flag("open", queue.accepts);
  text("closed_by", bar_json(bar));
  flag("cold", queue.cold);
  counter("F", queue.net_available());
  counter("P", queue.net_preemptable());
}

void DecisionLog::add(const ForwardHistory& seen) {
  time("latency", seen.latency);
  number("on_way_jobs", seen.on_way);
  number("on_way_slots", seen.on_way_slots);
  number("waiting_jobs", seen.waiting);
  number("waiting_slots", seen.waiting_slots);
  number("starts", seen.starts);
  number("ends", seen.ends);
  time("mean_wait", seen.mean_wait);
  time("mean_run", seen.mean_run);
}

void DecisionLog::add_job(const ClusterConfig& home, const ForwardDecided& fact) {
  line_ += "\"job\": {";
  number("id", static_cast<std::int64_t>(home.trace[fact.job].id));
  if (const std::uint32_t index = home.arrays.element(fact.job); index > 0) number("index", index);
  number("slots", fact.slots.count());
  if (const JobToForward* const job = fact.about) {
    text("user", quoted_json(job->user));
    text("group", quoted_json(job->group));
    time("submitted", job->submitted.time_since_epoch());
    time("run_limit",
         job->run_limit == unlimited ? std::nullopt : std::optional<Duration>(job->run_limit));
    number("memory", job->memory);
    number("priority", job->priority);
    number("forwards", job->forwards);
    number("came_back", static_cast<std::int64_t>(job->came_back));
    const bool is_there = job->came_from < fact.candidates.size();
    text("came_from", is_there ? queue_name(fact.candidates[job->came_from].target) : "null");
  }
  end_list('}');
  line_ += ", ";
}

void DecisionLog::add(const SeenCandidate& candidate, const ForwardHistory* seen,
                      ForwardKnowledge asked, Time now) {
  line_ += '{';
  text("queue", queue_name(candidate.target));
  add(candidate.held, candidate.bar, candidate.held.cold ? asked : candidate.known);
  using Length = std::optional<Duration>;
  const bool is_reported = candidate.made != never;
  time("report_time", is_reported ? Length(candidate.made.time_since_epoch()) : std::nullopt);
  time("report_age", is_reported ? Length(now - candidate.made) : std::nullopt);
  if (seen != nullptr) add(*seen);
  line_ += "\"really\": {";
  add(candidate.really, candidate.real_bar, ForwardKnowledge::counters);
  end_list('}');
  line_ += "}, ";
}

/// Adds the other settings that a policy may use.
void DecisionLog::add_options(const ModelConfig& model, const ForwardDecided& fact) {
  text("forward_free_test", choice_json(forward_free_tests, model.forward_free_test));
  text("forward_key_order", choice_json(forward_key_orders, model.forward_key_order));
  number("seed", static_cast<std::int64_t>(grid_.seed));
  number("decision", static_cast<std::int64_t>(fact.decision));
  // After a reconfiguration the last choice's position may be beyond the candidates.
  const bool is_there = fact.last < fact.candidates.size();
  text("last", is_there ? queue_name(fact.candidates[fact.last].target) : "null");
}

/// Makes the line, without its end.
void DecisionLog::put(ClusterId cluster, const ForwardDecided& fact) {
  const ClusterConfig& home = grid_.clusters[index_of(cluster)];
  line_ = "{";
  time("time", fact.at.time_since_epoch());
  text("cluster", quoted_json(home.name));
  add_job(home, fact);
  text("queue", quoted_json(home.queues[index_of(fact.queue)].name));
  const bool is_chosen = fact.setting == home.model.forward_policy;
  policy("setting", fact.setting,
         is_chosen ? values_of(home.model, "forward_policy") : PolicyValues{});
  add_options(home.model, fact);
  text("choice", fact.answer ? queue_name(fact.candidates[fact.answer.position].target) : "null");
  text("reason", quoted_json(to_text(fact.answer.rule)));
  line_ += "\"candidates\": [";
  const ForwardKnowledge asked = asked_by(fact.setting);
  for (std::size_t at = 0; at < fact.candidates.size(); ++at)
    add(fact.candidates[at], fact.history.empty() ? nullptr : &fact.history[at], asked, fact.at);
  end_list(']');
  line_ += '}';
}

void DecisionLog::on(ClusterId cluster, const ForwardDecided& fact) {
  put(cluster, fact);
  file_->write(line_ += '\n');
}

std::string DecisionLog::line_of(const GridConfig& grid, ClusterId cluster,
                                 const ForwardDecided& fact) {
  DecisionLog log(grid);
  log.put(cluster, fact);
  return std::move(log.line_);
}

}  // namespace mcsim::results
