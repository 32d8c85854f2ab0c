// Makes rows of a table of jobs from records of lsb.acct.
#include "mcsim/app/history/job_rows.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::app {
namespace {

constexpr int row_times = 5;  ///< the members of RowTimes

using trace::FinishRecord;
using trace::without_doubled_quotes;

/// Whether a table can have it as it stands, as a text or as a name.
bool is_plain(std::string_view text) {
  return !text.empty() && text.find_first_of(",\"'\r\n\t") == std::string_view::npos &&
         std::string_view("=+-@").find(text.front()) == std::string_view::npos;
}

/// How many slots a job had, or asked for where it never started.
std::int64_t slots_of(const FinishRecord& record) {
  std::int64_t slots = 0;
  trace::visit_hosts(record.hosts, [&](std::string_view, std::int32_t count) { slots += count; });
  if (slots > 0) return slots;
  return std::max<std::int64_t>({1, record.processors, record.most_processors});
}

}  // namespace

void JobRows::note_use(std::int64_t from, std::int64_t to) {
  for (const auto& [host, slots] : hosts_) {
    changes_.push_back({from, host, slots});
    changes_.push_back({to, host, -slots});
  }
}

/// The hosts of the present record, as exec_hosts of a run has them.
std::string JobRows::text_of_hosts() {
  std::string text;
  for (const auto& [host, slots] : hosts_) {
    if (!text.empty()) text += ' ';
    if (slots > 1) text += std::to_string(slots) + "*";
    text += host_names_[host];
  }
  return text;
}

void JobRows::add(std::string_view cell) {
  row_ += cell;
  row_ += ',';
}

void JobRows::add_number(std::int64_t number) {
  std::array<char, widest_number> digits;
  add({digits.data(), put_number(digits.data(), number)});
}

void JobRows::add_known(std::int64_t number) {
  if (number > 0)
    add_number(number);
  else
    add({});
}

/// `text` is of a record, with doubled quotes.
void JobRows::add_text(std::string_view text) {
  add(is_plain(text) ? text : csv_field(without_doubled_quotes(text)));
}

void JobRows::add_name(std::string_view text) {
  add(is_plain(text) ? text : csv_name(without_doubled_quotes(text)));
}

std::optional<Diagnostic> JobRows::take(const FinishRecord& record) {
  events_.note_record({record.job, record.element});
  if (record.element < 0) return lose(RecordLoss::element_range), std::nullopt;
  RowTimes times{.submitted = record.submitted,
                 .cancelled = 0,
                 .started = record.started,
                 .finished = record.ended};
  if (times.submitted <= 0 || times.submitted > UINT32_MAX || record.job < 0 ||
      times.finished < times.submitted ||
      (times.started != 0 && (times.started < times.submitted || times.finished < times.started)))
    return lose(RecordLoss::no_time), std::nullopt;
  if (window_.from && times.finished < *window_.from)
    return lose(RecordLoss::before_window), std::nullopt;
  if (window_.to && times.submitted >= *window_.to)
    return lose(RecordLoss::behind_window), std::nullopt;

  const std::int64_t job = numbers_.own(record.job, record.submitted);
  const JobEvents* const events = events_.find({record.job, record.element});
  std::int64_t run = 0;
  if (!record.has_started()) {
    lose(RecordLoss::never_started);
    times.cancelled = times.finished;
  } else if (record.run_time > 0) {
    run = record.run_time;
  } else {
    run = times.finished - times.started;
    if (events != nullptr) run -= std::min(run, events->suspended);
  }
  if (!record.destination_cluster.empty()) lose(RecordLoss::ran_elsewhere);
  if (!record.source_cluster.empty()) lose(RecordLoss::came_from_afar);
  if (!record.depends.empty()) lose(RecordLoss::dependency);

  hosts_.clear();
  const bool is_here = record.destination_cluster.empty();
  trace::visit_hosts(record.hosts, [&](std::string_view name, std::int32_t slots) {
    auto found = host_ids_.find(name);
    if (found == host_ids_.end()) {
      const auto id = static_cast<std::uint32_t>(host_names_.size());
      found = host_ids_.emplace(without_doubled_quotes(name), id).first;
      host_names_.push_back(found->first);
    }
    if (!hosts_.empty() && hosts_.back().first == found->second)
      hosts_.back().second += slots;
    else
      hosts_.emplace_back(found->second, slots);
  });
  if (is_here && record.has_started()) note_use(times.started, times.finished);

  if (window_.from && times.submitted < *window_.from) {
    const bool was_running = times.started != 0 && times.started < *window_.from;
    lose(was_running ? RecordLoss::running_at_from : RecordLoss::waiting_at_from);
    if (was_running) run -= std::min(run, *window_.from - times.started);
    times.submitted = *window_.from;
    if (was_running) times.started = *window_.from;
  }
  // bsub -b: one that had come says nothing more.
  if (record.begin > times.submitted && record.begin <= UINT32_MAX) times.begin = record.begin;
  // A kill in the second of the submission comes behind it.
  if (times.cancelled != 0) times.cancelled = std::max(times.cancelled, times.submitted + 1);
  if (facts_.first == 0 || times.submitted < facts_.first) facts_.first = times.submitted;
  facts_.last = std::max(facts_.last, times.finished);
  const std::string queue = without_doubled_quotes(
      events != nullptr && !events->queue.empty() ? events->queue : record.queue);
  if (!facts_.queues.contains(queue)) facts_.queues.insert(queue);
  if (record.is_exclusive() && !facts_.exclusive.contains(queue)) facts_.exclusive.insert(queue);
  if (!record.app.empty()) facts_.apps.insert(without_doubled_quotes(record.app));

  for (const RecordedJob acted :
       {RecordedJob{record.job, record.element}, RecordedJob{record.job, 0}})
    if (about_.contains(acted)) acted_.insert(acted);
  std::int64_t limit = record.run_limit;
  if (limit <= 0 && events != nullptr) limit = events->run_limit;
  std::string requirement = without_doubled_quotes(record.res_req);
  if (!resources_.empty() && !requirement.empty() && !is_known(requirement)) {
    lose(RecordLoss::requirement);
    requirement.clear();
  }
  requirement = csv_field(requirement);
  row_.clear();
  for (const std::int64_t time :
       {times.submitted, times.cancelled, times.begin, times.started, times.finished})
    add_number(time);
  add_number(job);
  add_known(record.element);
  add_name(record.user);
  if (events != nullptr)
    add(csv_name(events->group));
  else
    add_name(record.group);
  add(csv_name(queue));
  add_name(record.project);
  add_name(record.app);
  add_number(slots_of(record));
  add_number(run);
  add_known(limit);
  add_known((record.max_memory + 1023) / 1024);
  add(requirement);
  std::string asked;
  for (const std::string_view host : record.asked_hosts)
    asked += (asked.empty() ? "" : " ") + without_doubled_quotes(host);
  add(csv_field(asked));
  add(record.is_exclusive() ? "true" : "");
  add_known(events != nullptr ? events->user_priority : record.user_priority);
  add_name(record.name);
  add_text(record.depends);
  add_number(record.exit_code());
  add(record.is_done() ? "DONE" : "EXIT");
  add(csv_field(text_of_hosts()));
  row_.pop_back();  // the comma
  return sorter_.add({times.submitted, job, record.element}, row_);
}

bool JobRows::is_known(const std::string& requirement) {
  const auto [found, is_new] = known_requirements_.try_emplace(requirement);
  if (is_new) found->second = config::parse_requirement(requirement, resources_).has_value();
  return found->second;
}

SiteFacts JobRows::facts() {
  std::ranges::sort(changes_, {}, [](const Change& change) {
    return std::tuple(change.host, change.at, change.slots);  // ends first
  });
  std::vector<std::int64_t> most(host_names_.size());
  std::int64_t used = 0;
  for (std::size_t at = 0; at < changes_.size(); ++at) {
    const Change& change = changes_[at];
    if (at == 0 || changes_[at - 1].host != change.host) used = 0;
    used += change.slots;
    most[change.host] = std::max(most[change.host], used);
  }
  for (const auto& [name, id] : host_ids_)
    if (most[id] > 0) facts_.hosts[name] = most[id];
  return facts_;
}

std::string JobRows::header() {
  return "submit_time,cancel_at,begin,start_time,finish_time,job_id,index,user,user_group,submit_"
         "queue,"
         "project,app,slots,run_time,requested_time,mem,res_req,hosts,exclusive,priority,name,"
         "depends,exit_code,status,exec_hosts\n";
}

std::optional<Diagnostic> JobRows::write(std::int64_t start,
                                         const std::function<void(std::string_view)>& out) {
  std::string line;
  RowKey last;
  const auto write_last = [&] {
    if (line.empty()) return;
    out(line);
    ++written_;
  };
  auto failure = sorter_.visit([&](const RowKey& key, std::string_view row) {
    if (key != last) write_last();
    last = key;
    line.clear();
    const char* at = row.data();
    const char* const end = row.data() + row.size();
    for (int time = 0; time < row_times; ++time) {
      std::int64_t value = 0;
      at = std::from_chars(at, end, value).ptr + 1;
      std::array<char, widest_number> digits;
      if (value != 0) line.append(digits.data(), put_number(digits.data(), value - start));
      line += ',';
    }
    line.append(at, end);
    line += '\n';
  });
  write_last();
  return failure;
}

}  // namespace mcsim::app
