// Writes what a forwarding policy looks at.
#include "mcsim/results/forward_question.hpp"

#include <cstddef>
#include <cstdint>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/model/limit.hpp"
#include "mcsim/results/question_line.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::results {
namespace {

std::string name_of(const ForwardHistory& seen) {
  return std::string(seen.queue_name) + "@" + std::string(seen.cluster_name);
}

void write_job(QuestionLine& to, const ForwardView& view) {
  const JobToForward& job = *view.job;
  to.key("job");
  to.begin('{');
  to.whole("id", static_cast<std::int64_t>(job.id));
  to.whole("slots", view.slots.count());
  to.word("user", job.user);
  to.word("group", job.group);
  to.time("submitted", job.submitted.time_since_epoch());
  if (job.run_limit == unlimited)
    to.nothing("run_limit");
  else
    to.time("run_limit", job.run_limit);
  to.whole("memory", job.memory);
  to.whole("priority", job.priority);
  to.whole("forwards", job.forwards);
  to.whole("came_back", static_cast<std::int64_t>(job.came_back));
  if (job.came_from < view.history.size())
    to.word("came_from", name_of(view.history[job.came_from]));
  else
    to.nothing("came_from");
  to.end('}');
}

void write_candidate(QuestionLine& to, const ForwardCandidate& queue, const ForwardHistory& seen) {
  to.begin('{');
  to.word("queue", name_of(seen));
  to.whole("priority", queue.priority);
  to.whole("total", queue.total.count());
  to.whole("available", queue.available.count());
  to.whole("running", queue.running.count());
  to.whole("pending", queue.pending.count());
  to.whole("preemptable", queue.preemptable.count());
  if (queue.lowest_preemptable == ForwardCandidate::nothing)
    to.nothing("lowest_preemptable_priority");
  else
    to.whole("lowest_preemptable_priority", queue.lowest_preemptable);
  if (queue.room >= no_limit)
    to.word("backlog_room", "infinit");
  else
    to.whole("backlog_room", queue.room);
  to.whole("preference", queue.preference);
  to.flag("satisfies_requirements", queue.satisfies);
  to.flag("open", queue.accepts);
  to.flag("cold", queue.cold);
  if (seen.reported == never)
    to.nothing("report_time");
  else
    to.time("report_time", seen.reported.time_since_epoch());
  to.time("latency", seen.latency);
  to.whole("on_way_jobs", seen.on_way);
  to.whole("on_way_slots", seen.on_way_slots);
  to.whole("waiting_jobs", seen.waiting);
  to.whole("waiting_slots", seen.waiting_slots);
  to.whole("starts", seen.starts);
  to.whole("ends", seen.ends);
  to.time("mean_wait", seen.mean_wait);
  to.time("mean_run", seen.mean_run);
  to.end('}');
}

}  // namespace

void write_forward_question(const ForwardView& view, std::string_view setting, std::string& line) {
  static const auto free_tests = split_words(forward_free_tests);
  static const auto key_orders = split_words(forward_key_orders);
  line.clear();
  QuestionLine to(line);
  line += '{';
  to.word("setting", setting);
  to.word("cluster", view.job->cluster);
  to.word("queue", view.job->queue);
  to.time("time", view.now.time_since_epoch());
  to.whole("decision", static_cast<std::int64_t>(view.decision));
  to.word("forward_free_test", free_tests[static_cast<std::size_t>(view.free_test)]);
  to.word("forward_key_order", key_orders[static_cast<std::size_t>(view.key_order)]);
  write_job(to, view);
  if (view.last < view.history.size())
    to.word("last", name_of(view.history[view.last]));
  else
    to.nothing("last");
  to.key("candidates");
  line += '[';
  for (std::size_t at = 0; at < view.candidates.size(); ++at)
    write_candidate(to, view.candidates[at], view.history[at]);
  to.end(']');
  to.key("draws");
  line += '[';
  for (std::size_t n = 0; n < view.candidates.size(); ++n) to.item(view.luck(n));
  line += "]}";
}

}  // namespace mcsim::results
