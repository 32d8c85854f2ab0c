// Gathers what the page of a run shows.
#include "mcsim/report/run_page.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mcsim/report/page.hpp"
#include "mcsim/report/page_json.hpp"
#include "mcsim/report/run_columns.hpp"
#include "mcsim/report/run_pictures.hpp"
#include "mcsim/report/words.hpp"

namespace mcsim::report {
namespace {

constexpr double ms_of_hour = 3'600'000;

JsonNode text_member(const char* key, std::string text) {
  return json_member(key, json_text(std::move(text)));
}
JsonNode whole_member(const char* key, std::int64_t number) {
  return json_member(key, json_whole(number));
}
JsonNode real_member(const char* key, double number) { return json_member(key, json_real(number)); }

JsonNode real_list(const std::array<double, hours_of_week>& numbers) {
  std::vector<JsonNode> items;
  for (const double number : numbers) items.push_back(json_real(number));
  return json_list(std::move(items));
}

/// A number of the summary, with what it is and its unit: jobs, times, s, part.
JsonNode figure(const char* name, const char* unit, const JsonNode* value) {
  return json_object({text_member("name", name), text_member("unit", unit),
                      json_member("value", value == nullptr ? JsonNode{} : *value)});
}

JsonNode figures_json(const JsonNode& summary, const RunTables& tables,
                      const RunPictures& pictures) {
  std::vector<JsonNode> list;
  const auto add = [&](const char* name, const char* unit,
                       std::initializer_list<std::string_view> path) {
    list.push_back(figure(name, unit, find(summary, path)));
  };
  add("jobs", "count", {"jobs", "total"});
  add("mean wait", "s", {"wait_time", "mean"});
  add("median wait", "s", {"wait_time", "median"});
  add("95 % waited at most", "s", {"wait_time", "p95"});
  add("longest wait", "s", {"wait_time", "max"});
  add("mean bounded slowdown", "factor", {"bounded_slowdown", "mean"});
  add("utilization", "part", {"utilization", "whole_span"});
  add("useful utilization", "part", {"utilization", "useful"});
  add("forwardings", "count", {"forwarding", "forwarded"});
  add("preemptions", "count", {"preemptions"});
  add("requeues", "count", {"requeues"});
  add("makespan", "s", {"makespan"});
  // Without segments nobody knows when jobs were suspended.
  if (tables.has_segments) {
    double suspended = 0;
    for (const UsedSlotTime& one : pictures.use_by_queue) suspended += one.suspended;
    const JsonNode hours = json_whole(std::llround(suspended / ms_of_hour));
    list.push_back(figure("suspended slot-hours", "count", &hours));
  }
  return json_list(std::move(list));
}

JsonNode groups_json(const std::vector<WaitGroup>& all) {
  constexpr std::size_t most = 200;
  std::vector<JsonNode> list;
  for (const WaitGroup& group : all) {
    if (list.size() == most) break;
    std::vector<JsonNode> within;
    for (const std::uint32_t jobs : group.within) within.push_back(json_whole(jobs));
    list.push_back(
        json_object({text_member("name", group.name), whole_member("jobs", group.jobs),
                     real_member("mean", group.mean), whole_member("median", group.median),
                     whole_member("p95", group.p95), whole_member("longest", group.longest),
                     json_member("within", json_list(std::move(within)))}));
  }
  return json_list(std::move(list));
}

JsonNode waits_json(const RunPictures& pictures) {
  std::size_t most = 0;
  for (const auto* all : {&pictures.by_queue, &pictures.by_user, &pictures.by_width})
    for (const WaitGroup& group : *all) most = std::max(most, group.within.size());
  std::vector<JsonNode> marks;
  for (const std::int64_t mark : wait_marks())
    if (marks.size() < most) marks.push_back(json_whole(mark));
  return json_object({json_member("marks", json_list(std::move(marks))),
                      json_member("queue", groups_json(pictures.by_queue)),
                      json_member("user", groups_json(pictures.by_user)),
                      json_member("width", groups_json(pictures.by_width))});
}

/// Name, jobs, and slot-milliseconds used and suspended, of each.
JsonNode use_json(const std::vector<UsedSlotTime>& all) {
  constexpr std::size_t most = 200;
  std::vector<JsonNode> list;
  for (const UsedSlotTime& one : all)
    if (list.size() < most)
      list.push_back(json_list({json_text(one.name), json_whole(one.jobs), json_real(one.used),
                                json_real(one.suspended)}));
  return json_list(std::move(list));
}

JsonNode flows_json(const RunPictures& pictures) {
  std::vector<JsonNode> list;
  for (const Flow& flow : pictures.flows)
    list.push_back(json_list({json_whole(flow.from), json_whole(flow.to), json_whole(flow.jobs),
                              json_real(flow.slot_time)}));
  return json_list(std::move(list));
}

JsonNode clusters_json(const RunTables& tables, const RunPictures& pictures,
                       const JsonNode& summary) {
  std::vector<JsonNode> list;
  for (std::size_t at = 0; at < pictures.clusters.size(); ++at) {
    const ClusterSeries& one = pictures.clusters[at];
    const std::string& name = tables.clusters.names()[at];
    list.push_back(json_object(
        {text_member("name", name), whole_member("slots", one.capacity),
         real_member("busy", one.busy_time), whole_member("full", one.full.total),
         real_member("utilization",
                     number_at(summary, {"by_cluster", name, "utilization", "whole_span"}, -1))}));
  }
  return json_list(std::move(list));
}

JsonNode hosts_json(const RunTables& tables) {
  std::vector<JsonNode> list;
  for (const HostRow& host : tables.hosts)
    list.push_back(
        json_list({json_text(host.name), json_whole(host.cluster), json_whole(host.slots)}));
  return json_list(std::move(list));
}

JsonNode columns_json(const ColumnSet& set) {
  std::vector<JsonNode> list;
  for (const auto& [name, column] : set.all())
    list.push_back(
        json_list({json_text(name), json_whole(static_cast<std::int64_t>(column.bytes().size()))}));
  return json_list(std::move(list));
}

/// Queues that jobs were submitted to, with their clusters.
JsonNode queues_json(const RunTables& tables) {
  std::vector<JsonNode> list;
  std::vector<std::uint32_t> clusters(tables.queues.size());
  for (const RunJob& job : tables.jobs) clusters[job.queue] = job.cluster;
  for (std::size_t at = 0; at < clusters.size(); ++at)
    list.push_back(json_list({json_text(tables.queues.names()[at]), json_whole(clusters[at])}));
  return json_list(std::move(list));
}

JsonNode provenance_json(const RunContents& report) {
  std::vector<JsonNode> inputs;
  if (const JsonNode* found = find(report.scenario, {"inputs"}); found != nullptr)
    for (const JsonNode& input : found->children)
      inputs.push_back(json_list({json_text(input.key), json_text(input.text)}));
  const auto engine = [&](std::string_view key) {
    return text_at(report.summary, {"engine", key});
  };
  return json_object(
      {text_member("version", engine("version")), text_member("revision", engine("revision")),
       text_member("compiler", engine("compiler")),
       text_member("command_line", engine("command_line")),
       text_member("directory", engine("directory")), text_member("folder", report.folder),
       text_member("seed", text_at(report.scenario, {"seed"})),
       text_member("fingerprint", text_at(report.summary, {"fingerprint"})),
       text_member("scenario", text_at(report.summary, {"engine", "tables", "scenario.json"})),
       text_member("program", report.program),
       json_member("inputs", json_list(std::move(inputs)))});
}

JsonNode pend_reasons(const JsonNode& summary) {
  JsonNode reasons = json_object({});
  if (const JsonNode* found = find(summary, {"jobs", "pend_reasons"}); found != nullptr)
    reasons = *found;
  return reasons;
}

/// wait_by_reason of the summary as rows, where it has that.
JsonNode wait_reasons(const JsonNode& summary) {
  const JsonNode* const queues = find(summary, {"wait_by_reason", "by_queue"});
  if (queues == nullptr) return {};
  std::vector<JsonNode> rows;
  for (const JsonNode& queue : queues->children)
    for (const JsonNode& reason : queue.children) {
      const std::size_t at = queue.key.rfind('@');
      std::vector<JsonNode> row{text_member("reason", reason.key),
                                text_member("queue", queue.key.substr(0, at)),
                                text_member("cluster", queue.key.substr(at + 1))};
      row.insert(row.end(), reason.children.begin(), reason.children.end());
      rows.push_back(json_object(std::move(row)));
    }
  return json_list(std::move(rows));
}

JsonNode counters_json(const std::vector<QueueErrors>& all) {
  if (all.empty()) return {};
  constexpr std::size_t most = 8;
  std::vector<JsonNode> queues;
  for (const QueueErrors& one : all) {
    if (queues.size() == most) break;
    const bool has_others = std::ranges::count(all, one.queue, &QueueErrors::queue) > 1;
    std::vector<JsonNode> ages;
    for (const ErrorOfAge& error : one.ages)
      ages.push_back(
          json_object({whole_member("age", error.age), whole_member("count", error.count),
                       real_member("mean", error.mean), whole_member("most", error.most)}));
    queues.push_back(
        json_object({text_member("name", has_others ? one.queue + " for " + one.to : one.queue),
                     json_member("ages", json_list(std::move(ages)))}));
  }
  return json_object({json_member("queues", json_list(std::move(queues)))});
}

/// Where the spans of a backtest begin, how long each is, and how many there are.
JsonNode backtest_json(const std::optional<BacktestSeries>& series) {
  if (!series || series->really_busy.empty()) return {};
  return json_list({json_whole(series->from), json_whole(series->width),
                    json_whole(std::ssize(series->really_busy))});
}

std::string stories_json(const std::vector<JobTold>& told) {
  if (told.empty()) return {};
  std::vector<JsonNode> list;
  for (const JobTold& one : told)
    list.push_back(json_list({json_whole(one.job), json_text(one.text)}));
  return to_compact_json(json_list(std::move(list)));
}

std::string title_of(const RunContents& report) {
  const std::string name = text_at(report.scenario, {"name"});
  return name.empty() ? report.folder : name;
}

std::vector<std::string> words_of(const RunContents& report, const RunPictures& pictures) {
  std::vector<std::string> words =
      run_words(report.tables, pictures, report.summary, report.calendar);
  if (report.backtest) words.insert(words.begin() + 1, backtest_words(*report.backtest));
  return words;
}

}  // namespace

std::string run_page(RunContents report) {
  const std::int64_t start = report.calendar.start().count();
  const RunPictures pictures = run_pictures(report.tables, start);
  const RunTables& tables = report.tables;
  ColumnSet set;
  add_series_columns(pictures, set);
  const JobColumns jobs = add_job_columns(tables, set);
  if (report.backtest) add_backtest_columns(*report.backtest, set);
  JsonNode data = json_object(
      {text_member("kind", "run"),
       text_member("title", title_of(report)),
       text_member("about", text_at(report.scenario, {"about"})),
       json_member("words", json_texts(words_of(report, pictures))),
       json_member("notes", json_texts(report.notes)),
       json_member("figures", figures_json(report.summary, tables, pictures)),
       whole_member("start", start),
       whole_member("from", pictures.from),
       whole_member("end", tables.end),
       whole_member("unit", jobs.unit),
       whole_member("exact", tables.has_segments ? 1 : 0),
       whole_member("jobs", std::ssize(tables.jobs)),
       whole_member("bars", std::ssize(tables.bars)),
       whole_member("parts", jobs.parts),
       json_member("bins",
                   json_list({json_whole(pictures.bins.from), json_whole(pictures.bins.width),
                              json_whole(std::ssize(pictures.clusters.empty()
                                                        ? std::vector<Bin>{}
                                                        : pictures.clusters[0].busy))})),
       json_member("clusters", clusters_json(tables, pictures, report.summary)),
       json_member("queues", queues_json(tables)),
       json_member("users", json_texts(tables.users.names())),
       json_member("statuses", json_texts(tables.statuses.names())),
       json_member("hosts", hosts_json(tables)),
       json_member("waits", waits_json(pictures)),
       json_member("week", json_object({json_member("use", real_list(pictures.week_use)),
                                        json_member("wait", real_list(pictures.week_wait)),
                                        json_member("jobs", real_list(pictures.week_jobs))})),
       json_member("use", json_object({json_member("queue", use_json(pictures.use_by_queue)),
                                       json_member("user", use_json(pictures.use_by_user))})),
       json_member("flows", flows_json(pictures)),
       json_member("reasons", wait_reasons(report.summary)),
       json_member("pending", pend_reasons(report.summary)),
       json_member("counters", counters_json(report.counters)),
       json_member("backtest", backtest_json(report.backtest)),
       whole_member("stories", std::ssize(report.stories)),
       json_member("provenance", provenance_json(report)),
       json_member("columns", columns_json(set))});
  return page_text({.title = title_of(report),
                    .data = std::move(data),
                    .columns = set.bytes(),
                    .stories = stories_json(report.stories),
                    .generator = report.program});
}

}  // namespace mcsim::report
