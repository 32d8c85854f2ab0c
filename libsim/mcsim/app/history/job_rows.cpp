// Makes rows of a table of jobs from records of lsb.acct.
#include "mcsim/app/history/job_rows.hpp"

#include <algorithm>
#include <charconv>

#include "mcsim/app/history/missing_jobs.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

constexpr int row_times = 5;  ///< the members of RowTimes
// Columns of JobRows::header(), from 0.
constexpr std::size_t row_user = 7;
constexpr std::size_t row_hosts = 18;
constexpr std::size_t row_name = 21;
constexpr std::size_t row_depends = 22;

using trace::FinishRecord;
using trace::without_doubled_quotes;

/// How many slots a job had, or asked for where it never started.
std::int64_t slots_of(const FinishRecord& record) {
  std::int64_t slots = 0;
  trace::visit_hosts(record.hosts, [&](std::string_view, std::int32_t count) { slots += count; });
  if (slots > 0) return slots;
  return std::max<std::int64_t>({1, record.processors, record.most_processors});
}

/// bsub -n min,max.
bool asks_for_range(const FinishRecord& record) {
  const std::int64_t slots = slots_of(record);
  return record.processors > 0 && record.processors < record.most_processors &&
         slots >= record.processors && slots <= record.most_processors;
}

std::string_view status_of(const FinishRecord& record) {
  if (record.is_unended) return record.has_started() ? "RUN" : "PEND";
  return record.is_done() ? "DONE" : "EXIT";
}

/// That of the record; else that of lsb.events.
std::int64_t limit_of(const FinishRecord& record, const JobEvents* known) {
  return record.run_limit <= 0 && known != nullptr ? known->run_limit : record.run_limit;
}

/// What a table of jobs may say, and times of 32 bits: more is damage.
bool has_likely_amounts(const FinishRecord& record, const JobEvents* known) {
  constexpr std::int64_t most_memory = std::int64_t{1'000'000'000} * 1024;  // KB
  return std::max({slots_of(record), record.processors, record.most_processors}) <= most_slots &&
         record.max_memory <= most_memory && record.run_time <= UINT32_MAX &&
         limit_of(record, known) <= UINT32_MAX;
}

std::int64_t elements_in(const std::vector<trace::ElementRange>& ranges) {
  std::int64_t count = 0;
  for (const trace::ElementRange& range : ranges) {
    const bool is_range = range.first > 0 && range.last >= range.first && range.step > 0;
    if (!is_range || range.last > most_elements) return std::int64_t{most_elements} + 1;
    count += (range.last - range.first) / range.step + 1;
  }
  return count;
}

}  // namespace

std::optional<Diagnostic> JobRows::take(const FinishRecord& record) {
  ++taken_;
  const auto life = events_.life_of(record.job, record.submitted, record.ended);
  if (record.element < 0) return take_killed_elements(record, life);
  const RecordedJob job{record.job, record.element, life.value_or(0)};
  if (!life) return take_job(record, job, nullptr);
  ++known_by_events_;
  events_.note_record(job);
  return take_job(record, job, events_.find(job));
}

/// One record is of all elements of an array that were killed together before they started.
std::optional<Diagnostic> JobRows::take_killed_elements(const FinishRecord& record,
                                                        std::optional<std::uint32_t> life) {
  const std::int64_t count = elements_in(record.elements);
  if (count == 0 || count > most_elements) {
    // It may be about all that nothing else is known of.
    if (life) events_.note_record({record.job, 0, *life});
    return lose(RecordLoss::element_range), std::nullopt;
  }
  FinishRecord one = record;
  for (const trace::ElementRange& range : record.elements)
    for (one.element = range.first; one.element <= range.last; one.element += range.step)
      if (auto failure = take(one)) return failure;
  return std::nullopt;
}

std::optional<Diagnostic> JobRows::take_missing() {
  std::optional<Diagnostic> failure;
  const std::int64_t end = std::max(events_.last_at(), facts_.last);
  const std::uint64_t left =
      MissingJobs(events_, end)
          .visit([&](RecordedJob job, const JobEvents& known, const FinishRecord& record) {
            if (failure) return;
            const std::uint64_t before = sorter_.rows();
            failure = take_job(record, job, &known);
            if (sorter_.rows() == before) return;
            lose(!record.is_unended     ? RecordLoss::only_events
                 : record.has_started() ? RecordLoss::still_running
                                        : RecordLoss::still_waiting);
          });
  lost_[static_cast<std::size_t>(RecordLoss::no_submission)] += left;
  return failure;
}

std::optional<Diagnostic> JobRows::take_job(const FinishRecord& record, RecordedJob job,
                                            const JobEvents* known) {
  auto times = times_of(record);
  if (!times) return std::nullopt;
  if (!has_likely_amounts(record, known)) return lose(RecordLoss::no_amount), std::nullopt;
  const std::string queue = known != nullptr && known->queue != none<NameId>
                                ? std::string(events_.name(known->queue))
                                : without_doubled_quotes(record.queue);
  std::int64_t run = run_of(record, queue, known);
  note_losses(record);
  use_.hosts_of(record.hosts);
  const bool is_here = record.destination_cluster.empty() || !names_.has_conf;
  if (is_here && record.has_started()) use_.note(times->started, times->finished);
  times->is_submitted_late = known != nullptr && known->is_submitted_late &&
                             (times->started == 0 || times->started > times->submitted);
  times->is_ended_late = known != nullptr && known->is_ended_late && record.run_time <= 0 &&
                         record.has_started() && !record.is_unended;
  cut_to_window(*times, run);
  // bsub -b: one that had come says nothing more.
  const bool is_moved = known != nullptr && known->is_modified(JobEvents::begin_modified);
  const std::int64_t begin = is_moved ? known->begin : record.begin;
  if (begin > times->submitted && begin <= UINT32_MAX) times->begin = begin;
  // A kill in the second of the submission comes behind it.
  if (times->cancelled != 0) times->cancelled = std::max(times->cancelled, times->submitted + 1);
  note_facts(record, *times, queue, known);
  const std::int64_t number = numbers_.own(record.job, record.submitted);
  for (const RecordedJob acted : {job, RecordedJob{job.job, 0, job.life}})
    if (about_.contains(acted)) numbered_[acted] = number;
  return add_row(record, *times, number, run, queue, known);
}

/// None: the record gives no row.
std::optional<RowTimes> JobRows::times_of(const FinishRecord& record) {
  RowTimes times{.submitted = record.submitted,
                 .cancelled = 0,
                 .started = record.started,
                 .finished = record.ended};
  if (record.element > INT32_MAX) return lose(RecordLoss::no_array), std::nullopt;
  const bool is_good =
      times.submitted > 0 && times.submitted <= UINT32_MAX && record.job >= 0 &&
      times.finished >= times.submitted && times.finished <= UINT32_MAX &&
      (times.started == 0 || (times.started >= times.submitted && times.finished >= times.started));
  if (!is_good) return lose(RecordLoss::no_time), std::nullopt;
  if (window_.from && times.finished < *window_.from)
    return lose(RecordLoss::before_window), std::nullopt;
  if (window_.to && times.submitted >= *window_.to)
    return lose(RecordLoss::behind_window), std::nullopt;
  if (!record.has_started() && !record.is_unended) {
    lose(RecordLoss::never_started);
    times.cancelled = times.finished;
  }
  return times;
}

std::int64_t JobRows::run_of(const FinishRecord& record, const std::string& queue,
                             const JobEvents* known) {
  if (!record.has_started())
    return record.is_unended ? usual_run(queue, limit_of(record, known)) : 0;
  std::int64_t run = record.run_time;
  if (run <= 0) {
    run = record.ended - record.started;
    if (known != nullptr) run -= std::min(run, known->suspended);
  }
  // A run that its limit ends lasts as long as that; the table must have a longer one.
  constexpr std::int64_t by_run_limit = 5;  // lsbatch.h, TERM_RUNLIMIT
  const std::int64_t limit = limit_of(record, known);
  if (record.exit_info == by_run_limit && limit > 0) run = std::max(run, limit + 1);
  if (record.is_unended) return run;
  Runs& runs = runs_[queue];
  ++runs.jobs;
  runs.seconds += run;
  return run;
}

/// How long a job runs that has not started: as long as those of its queue did on average, which
/// its limit cuts off.
std::int64_t JobRows::usual_run(const std::string& queue, std::int64_t limit) const {
  const auto found = runs_.find(queue);
  const bool is_known = found != runs_.end() && found->second.jobs > 0;
  std::int64_t run =
      is_known ? found->second.seconds / found->second.jobs : std::max<std::int64_t>(limit, 0);
  if (limit > 0) run = std::min(run, limit);
  return run;
}

void JobRows::note_losses(const FinishRecord& record) {
  if (!record.destination_cluster.empty()) lose(RecordLoss::ran_elsewhere);
  if (!record.source_cluster.empty()) lose(RecordLoss::came_from_afar);
  if (asks_for_range(record)) lose(RecordLoss::range);
}

/// A job that was there at --from comes then, with what it has still to do.
void JobRows::cut_to_window(RowTimes& times, std::int64_t& run) {
  if (!window_.from || times.submitted >= *window_.from) return;
  const bool was_running = times.started != 0 && times.started < *window_.from;
  lose(was_running ? RecordLoss::running_at_from : RecordLoss::waiting_at_from);
  if (was_running) run -= std::min(run, *window_.from - times.started);
  times.submitted = *window_.from;
  times.is_submitted_late = false;
  if (was_running) times.started = *window_.from;
}

void JobRows::note_facts(const FinishRecord& record, const RowTimes& times,
                         const std::string& queue, const JobEvents* known) {
  if (facts_.first == 0 || times.submitted < facts_.first) facts_.first = times.submitted;
  facts_.last = std::max(facts_.last, times.finished);
  ++(record.is_lava ? facts_.of_lava : facts_.of_others);
  facts_.most_slots = std::max(facts_.most_slots, slots_of(record));
  if (queue != last_queue_) facts_.queues.insert(last_queue_ = queue);
  if (record.is_exclusive() && !facts_.exclusive.contains(queue)) facts_.exclusive.insert(queue);
  if (!record.app.empty()) facts_.apps.insert(without_doubled_quotes(record.app));
  if (known != nullptr && known->exit_codes != none<NameId>)
    for (const std::string_view code : split_words(events_.name(known->exit_codes)))
      facts_.requeued[queue].emplace(code);
}

std::optional<Diagnostic> JobRows::add_row(const FinishRecord& record, const RowTimes& times,
                                           std::int64_t number, std::int64_t run,
                                           const std::string& queue, const JobEvents* known) {
  row_.clear();
  row_.add_seconds(times.submitted, times.is_submitted_late);
  for (const std::int64_t time :
       {times.cancelled, times.begin, times.started, record.is_unended ? 0 : times.finished})
    row_.add_number(time);
  row_.add_number(number);
  row_.add_known(record.element);
  row_.add_name(record.user);
  if (known != nullptr && known->group != none<NameId>)
    row_.add_meant_name(events_.name(known->group));
  else
    row_.add_name(record.group);
  row_.add_meant_name(queue);
  row_.add_name(record.project);
  row_.add_name(record.app);
  const bool has_range = asks_for_range(record);
  row_.add_known(has_range ? record.processors : 0);
  row_.add_number(has_range ? record.most_processors : slots_of(record));
  row_.add_seconds(run, times.is_ended_late);
  row_.add_known(limit_of(record, known));
  row_.add_known((record.max_memory + 1023) / 1024);
  row_.add_meant_text(requirement_of(record));
  const std::string asked = asked_hosts(record, known);
  asks_hosts_ = asks_hosts_ || !asked.empty();
  row_.add_meant_text(asked);
  row_.add(record.is_exclusive() ? "true" : "");
  row_.add_known(known != nullptr ? known->user_priority : record.user_priority);
  row_.add_name(record.name);
  add_condition(record, known);
  if (record.is_unended)
    row_.add({});
  else
    row_.add_number(record.exit_code());
  const bool has_codes = known != nullptr && known->exit_codes != none<NameId>;
  row_.add(has_codes ? std::string(events_.name(known->exit_codes)) + " " +
                           std::to_string(record.exit_code())
                     : "");
  row_.add(status_of(record));
  row_.add_meant_text(use_.text());
  // Halves of seconds.
  const std::int64_t order = 2 * times.submitted + (times.is_submitted_late ? 1 : 0);
  return sorter_.add({order, number, record.element}, row_.text());
}

/// Before any bmod.
void JobRows::add_condition(const FinishRecord& record, const JobEvents* known) {
  const std::string condition = known != nullptr && known->is_modified(trace::SubmitOption::depends)
                                    ? std::string(events_.name(known->depends))
                                    : without_doubled_quotes(record.depends);
  if (!condition.empty()) conditions_.note(condition);
  row_.add_meant_text(condition);
}

std::string JobRows::asked_hosts(const FinishRecord& record, const JobEvents* known) const {
  if (known != nullptr && known->is_modified(trace::SubmitOption::hosts))
    return std::string(events_.name(known->asked_hosts));
  std::string asked;
  for (const std::string_view host : record.asked_hosts)
    asked += (asked.empty() ? "" : " ") + without_doubled_quotes(host);
  return asked;
}

/// What it required, as far as that may be known here.
std::string JobRows::requirement_of(const FinishRecord& record) {
  std::string requirement = without_doubled_quotes(record.res_req);
  if (!names_.is_complete || requirement.empty()) return requirement;
  const auto [found, is_new] = understood_.try_emplace(std::move(requirement));
  if (is_new) {
    const auto understood = config::understand_requirement(found->first, names_.resources);
    found->second = {understood.requirement.text, !understood.mistakes.empty()};
  }
  if (found->second.has_mistakes) lose(RecordLoss::requirement);
  return found->second.text;
}

std::optional<std::int64_t> JobRows::number_of(RecordedJob job) const {
  const auto found = numbered_.find(job);
  return found == numbered_.end() ? std::nullopt : std::optional(found->second);
}

SiteFacts JobRows::facts() {
  facts_.hosts.clear();
  facts_.foreign_hosts = 0;
  for (const auto& [name, slots] : use_.most()) {
    std::string known = name;
    // host@cluster, as names of hosts cannot be.
    if (const auto at = known.find('@'); at != std::string::npos) {
      known[at] = '.';
      ++facts_.foreign_hosts;
    }
    std::int64_t& most = facts_.hosts[known];
    most = std::max(most, slots);
  }
  return facts_;
}

/// Jobs are arrays, or none: which of two damaged records is right nobody knows.
bool JobRows::is_one_of_its_kind(const RowKey& key) {
  const bool is_element = key.element > 0;
  if (key.job == last_number_ && is_element != last_is_element_) return false;
  last_number_ = key.job;
  last_is_element_ = is_element;
  return true;
}

/// What a row asks for is left as far as it is there.
void JobRows::judge(const RowKey& key, std::string& line) {
  if (!asks_hosts_ && !conditions_.any()) return;
  const CsvCells cells(line);
  const std::string depends = judged_condition(key, cells);
  const std::string hosts = judged_hosts(cells);
  const CsvCells::Place at_hosts = cells.place(row_hosts);
  const CsvCells::Place at_depends = cells.place(row_depends);
  // The later one first: the earlier one stays where it is.
  line.replace(at_depends.at, at_depends.size, csv_field(depends));
  line.replace(at_hosts.at, at_hosts.size, csv_field(hosts));
}

std::string JobRows::judged_hosts(const CsvCells& cells) {
  std::string asked = cells.text(row_hosts);
  if (asked.empty()) return asked;
  std::string known = names_.known_hosts(asked);
  if (known != asked) lose(RecordLoss::unknown_host);
  return known;
}

/// Rows come in the order of submission: what a job waits for has come before it.
std::string JobRows::judged_condition(const RowKey& key, const CsvCells& cells) {
  const std::string user = cells.name(row_user);
  JudgedCondition judged{.text = cells.text(row_depends)};
  if (!judged.text.empty()) {
    judged = conditions_.judge(judged.text, user);
    if (judged.loss == JudgedCondition::Loss::unknown_job) lose(RecordLoss::unknown_job);
    if (judged.loss == JudgedCondition::Loss::syntax) lose(RecordLoss::condition);
    if (!judged.text.empty()) lose(RecordLoss::dependency);
  }
  // By its own name a job waits for those before it.
  conditions_.add(key.job, key.element, user, cells.name(row_name));
  return judged.text;
}

std::string JobRows::judged(const RecordedAction& action) const {
  const JobEvents* const known = events_.find(action.job);
  const std::string_view user = known == nullptr ? "" : events_.name(known->user);
  return conditions_.judge(action.depends.value_or(""), user).text;
}

std::string JobRows::header() {
  return "submit_time,cancel_at,begin,start_time,finish_time,job_id,index,user,user_group,submit_"
         "queue,"
         "project,app,min_slots,slots,run_time,requested_time,mem,res_req,hosts,exclusive,priority,"
         "name,"
         "depends,exit_code,exit_codes,status,exec_hosts\n";
}

std::optional<Diagnostic> JobRows::write(std::int64_t start,
                                         const std::function<void(std::string_view)>& out) {
  std::string line;
  std::string last_row;
  RowKey last;
  const auto write_last = [&] {
    if (line.empty()) return;
    if (!is_one_of_its_kind(last)) return lose(RecordLoss::no_array);
    judge(last, line);
    out(line);
    ++written_;
  };
  auto failure = sorter_.visit([&](const RowKey& key, std::string_view row) {
    if (key != last)
      write_last();
    else if (!line.empty())
      ++(row == last_row ? same_ : earlier_);
    last = key;
    last_row = row;
    line.clear();
    const char* at = row.data();
    const char* const end = row.data() + row.size();
    for (int time = 0; time < row_times; ++time) {
      std::int64_t value = 0;
      at = std::from_chars(at, end, value).ptr;
      std::array<char, widest_number> digits;
      if (value != 0) line.append(digits.data(), put_number(digits.data(), value - start));
      for (; at != end && *at != ','; ++at) line += *at;  // half a second
      line += ',';
      ++at;
    }
    line.append(at, end);
    line += '\n';
  });
  write_last();
  return failure;
}

}  // namespace mcsim::app
