// Reads jobs.csv and segments.csv.
#include "mcsim/report/run_tables.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

#include "mcsim/report/table_columns.hpp"
#include "mcsim/text/csv.hpp"

namespace mcsim::report {
namespace {

namespace fs = std::filesystem;

/// Hosts by the names that a cluster gives them: `h1`, and `h1@home` for one that it borrows.
class HostNumbers {
 public:
  explicit HostNumbers(RunTables& tables) : tables_(tables) {
    for (std::uint32_t host = 0; host < tables.hosts.size(); ++host)
      known_.emplace(key(tables.hosts[host].name, tables.hosts[host].cluster), host);
  }
  std::uint32_t number(std::string_view name, std::uint32_t cluster) {
    const auto [found, is_new] =
        known_.emplace(key(name, cluster), static_cast<std::uint32_t>(tables_.hosts.size()));
    if (is_new) {
      const std::size_t at = name.find('@');
      const std::uint32_t home =
          at == std::string_view::npos ? cluster : tables_.clusters.number(name.substr(at + 1));
      tables_.hosts.push_back({std::string(name), cluster, 0, home});
    }
    return found->second;
  }

 private:
  static std::string key(std::string_view name, std::uint32_t cluster) {
    std::string text(name);
    text += '@';
    text += std::to_string(cluster);
    return text;
  }
  RunTables& tables_;
  std::unordered_map<std::string, std::uint32_t> known_;  // never iterated
};

/// Adds the hosts of a field like `16*a001 4*a002` to a bar.
bool add_parts(std::string_view field, HostNumbers& hosts, Bar& bar, RunTables& tables) {
  bar.first_part = static_cast<std::uint32_t>(tables.parts.size());
  while (!field.empty()) {
    std::string_view part = field.substr(0, field.find(' '));
    field.remove_prefix(std::min(field.size(), part.size() + 1));
    std::uint32_t slots = 1;
    if (const std::size_t star = part.find('*'); star != std::string_view::npos) {
      const auto [end, error] = std::from_chars(part.data(), part.data() + star, slots);
      if (error != std::errc{} || end != part.data() + star) return false;
      part.remove_prefix(star + 1);
    }
    if (part.empty()) return false;
    tables.parts.push_back({hosts.number(part, bar.cluster), slots});
  }
  bar.parts = static_cast<std::uint32_t>(tables.parts.size()) - bar.first_part;
  return true;
}

namespace job_column {
enum Column : std::size_t {
  id,
  cluster,
  queue,
  user,
  slots,
  submit,
  exec_cluster,
  start,
  finish,
  wait,
  status,
  hosts,
  first_start,
  element,
  forwards,
  returns
};
}  // namespace job_column

void count_forwardings(const TableColumns& row, const RunJob& job, RunTables& tables) {
  Forwardings& all = tables.forwardings;
  const auto times = [&](std::size_t which) {
    return row.text(which).empty() ? 0 : row.whole(which);
  };
  const std::int64_t forwards = times(job_column::forwards);
  all.jobs += forwards > 0 ? 1 : 0;
  all.times += forwards;
  all.returns += times(job_column::returns);
  const std::string_view ran_in = row.name(job_column::exec_cluster);
  if (job.start != no_instant && !ran_in.empty() && ran_in != row.name(job_column::cluster))
    ++all.elsewhere;
}

std::optional<Diagnostics> read_jobs(const std::string& path, bool with_bars, RunTables& tables) {
  auto reader = CsvReader::open(path, path);
  if (!reader) return reader.error();
  const TableColumns row(
      *reader,
      {"job_id", "submit_cluster", "submit_queue", "user", "slots", "submit_time", "exec_cluster",
       "start_time", "finish_time", "wait_time", "status", "exec_hosts", "first_start_time",
       "index", "forwards", "returns"},
      {"index", "forwards", "returns"});
  if (reader->complaints().any_errors()) return reader->complaints().take();
  HostNumbers hosts(tables);
  std::string queue;
  while (reader->next()) {
    RunJob job{.id = row.whole(job_column::id),
               .cluster = tables.clusters.number(row.name(job_column::cluster)),
               .user = tables.users.number(row.name(job_column::user)),
               .status = tables.statuses.number(row.text(job_column::status)),
               .slots = row.whole(job_column::slots),
               .submit = row.seconds(job_column::submit, 0),
               .first_start = row.seconds(job_column::first_start),
               .start = row.seconds(job_column::start),
               .finish = row.seconds(job_column::finish),
               .wait = row.seconds(job_column::wait, 0)};
    if (!row.text(job_column::element).empty())
      job.element = static_cast<std::int32_t>(row.whole(job_column::element));
    queue = row.name(job_column::queue);
    queue.append("@").append(row.name(job_column::cluster));
    job.queue = tables.queues.number(queue);
    count_forwardings(row, job, tables);
    const auto number = static_cast<std::uint32_t>(tables.jobs.size());
    tables.jobs.push_back(job);
    if (!with_bars || job.start == no_instant) continue;
    Bar bar{.job = number,
            .cluster = tables.clusters.number(row.name(job_column::exec_cluster)),
            .slots = job.slots,
            .start = job.start,
            .end = job.finish == no_instant ? tables.end : job.finish};
    if (!add_parts(row.name(job_column::hosts), hosts, bar, tables))
      row.complain(job_column::hosts, "slots and hosts, as 16*a001 4*a002");
    if (bar.end > bar.start) tables.bars.push_back(bar);
  }
  if (reader->complaints().any_errors()) return reader->complaints().take();
  return std::nullopt;
}

namespace segment_column {
enum Column : std::size_t { id, home, cluster, state, start, end, slots, hosts, element };
}  // namespace segment_column

std::optional<BarState> bar_state(std::string_view name) {
  if (name == "run") return BarState::run;
  if (name == "launching") return BarState::launching;
  if (name == "suspended") return BarState::suspended;
  return std::nullopt;
}

/// Both tables have the jobs in the same order.
std::optional<Diagnostics> read_segments(const std::string& path, RunTables& tables) {
  auto reader = CsvReader::open(path, path);
  if (!reader) return reader.error();
  const TableColumns row(
      *reader,
      {"job_id", "submit_cluster", "cluster", "state", "start", "end", "slots", "hosts", "index"},
      {"index"});
  if (reader->complaints().any_errors()) return reader->complaints().take();
  HostNumbers hosts(tables);
  std::uint32_t job = 0;
  while (reader->next()) {
    const std::int64_t id = row.whole(segment_column::id);
    const std::uint32_t home = tables.clusters.number(row.name(segment_column::home));
    const std::string_view element_text = row.text(segment_column::element);
    const std::int64_t element = element_text.empty() ? 0 : row.whole(segment_column::element);
    const auto is_it = [&](const RunJob& one) {
      return one.id == id && one.cluster == home && one.element == element;
    };
    while (job < tables.jobs.size() && !is_it(tables.jobs[job])) ++job;
    if (job == tables.jobs.size()) {
      row.complain(segment_column::id, "a job of jobs.csv, in its order");
      break;
    }
    const std::string_view name = row.text(segment_column::state);
    const auto state = bar_state(name);
    if (!state) {
      if (name != "reserved")
        row.complain(segment_column::state, "run, launching, suspended or reserved");
      continue;
    }
    Bar bar{.job = job,
            .cluster = tables.clusters.number(row.name(segment_column::cluster)),
            .slots = row.whole(segment_column::slots),
            .start = row.seconds(segment_column::start, 0),
            .end = row.seconds(segment_column::end, tables.end),
            .state = *state};
    if (!tables.bars.empty() && tables.bars.back().job == job &&
        tables.bars.back().start > bar.start)
      row.complain(segment_column::start, "no earlier time than of the job's segment before");
    if (!add_parts(row.name(segment_column::hosts), hosts, bar, tables))
      row.complain(segment_column::hosts, "slots and hosts, as 16*a001 4*a002");
    if (bar.end > bar.start) tables.bars.push_back(bar);
  }
  if (reader->complaints().any_errors()) return reader->complaints().take();
  return std::nullopt;
}

}  // namespace

std::uint32_t NameList::number(std::string_view name) {
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
  const std::uint32_t number = size();
  names_.emplace_back(name);
  numbers_.emplace(name, number);
  return number;
}

Expected<RunTables, Diagnostics> read_run_tables(const std::string& folder, RunTables tables) {
  const std::string segments = (fs::path(folder) / "segments.csv").string();
  std::error_code ignored;
  tables.has_segments = fs::exists(segments, ignored);
  if (auto wrong =
          read_jobs((fs::path(folder) / "jobs.csv").string(), !tables.has_segments, tables))
    return Unexpected(*std::move(wrong));
  if (tables.has_segments)
    if (auto wrong = read_segments(segments, tables)) return Unexpected(*std::move(wrong));
  return tables;
}

}  // namespace mcsim::report
