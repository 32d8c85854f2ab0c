// Reads what sacct prints.
#include "mcsim/trace/sacct_row.hpp"

#include <algorithm>

#include "mcsim/text/instants.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/scheduler_values.hpp"

namespace mcsim::trace {
namespace {

/// A time as sacct writes it by default, or by SLURM_TIME_FORMAT=%s; 0: none yet.
std::optional<std::int64_t> read_sacct_time(std::string_view text) {
  if (text.empty() || text == "Unknown" || text == "None" || text == "N/A") return 0;
  if (const auto seconds = read_count(text)) return seconds;
  return read_instant(text.ends_with('Z') ? std::string(text) : std::string(text) + "Z");
}

constexpr std::string_view states_without_end[] = {
    "PENDING", "RUNNING", "SUSPENDED", "RESIZING", "CONFIGURING", "COMPLETING", "STOPPED"};

}  // namespace

std::string_view SacctReader::cell(Column column) const {
  const std::size_t at = at_[static_cast<std::size_t>(column)];
  return at < cells_.size() ? cells_[at] : std::string_view{};
}

std::size_t SacctReader::place(Column column) const {
  const std::string_view found = cell(column);
  return found.data() == nullptr ? 1 : static_cast<std::size_t>(found.data() - line_.data()) + 1;
}

bool SacctReader::split(std::string_view line) {
  line_ = line;
  cells_.clear();
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('|', begin), line.size());
    cells_.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  // sacct -p has a | behind the last cell, too.
  if (cells_.size() == width_ + 1 && cells_.back().empty()) cells_.pop_back();
  return cells_.size() == width_;
}

std::string SacctReader::read_header(std::string_view line) {
  width_ = 0;
  split(line);
  if (cells_.back().empty()) cells_.pop_back();
  width_ = cells_.size();
  at_.fill(absent);
  for (std::size_t at = 0; at < cells_.size(); ++at)
    for (std::size_t column = 0; column < columns; ++column)
      if (same_name(cells_[at], names[column])) at_[column] = at;
  std::string lacks;
  const auto need = [&](bool is_there, std::string_view name) {
    if (!is_there) lacks.append(lacks.empty() ? "" : ", ").append(name);
  };
  for (const Column column : {Column::job_id, Column::submit, Column::start, Column::end,
                              Column::state, Column::partition, Column::user})
    need(has(column), names[static_cast<std::size_t>(column)]);
  need(has(Column::alloc_cpus) || has(Column::ncpus) || has(Column::req_cpus),
       "AllocCPUS (or NCPUS, ReqCPUS)");
  return lacks;
}

/// 123, 123_4 (of an array), 123+1 (of a heterogeneous job); 123.batch is a step.
RecordMistake SacctReader::read_id(SacctKind& kind, FinishRecord& to) const {
  std::string_view id = cell(Column::job_id);
  if (id.find('.') != std::string_view::npos) {
    kind = SacctKind::step;
    return {};
  }
  if (has(Column::job_id_raw)) id = cell(Column::job_id_raw);
  const std::size_t sign = std::min(id.find_first_of("_+"), id.size());
  const auto number = read_count(id.substr(0, sign));
  if (!number) return {"JobID: expected 12, 12_3 or 12+1", place(Column::job_id)};
  to.job = *number;
  if (sign == id.size()) return {};
  // 12_[3-9]: elements that never started, together.
  const auto element = read_count(id.substr(sign + 1));
  to.element = element.value_or(-1);
  if (to.element == 0) to.job += apart_of_index_0;
  return {};
}

RecordMistake SacctReader::read_times(FinishRecord& to) {
  struct Time {
    Column column;
    std::int64_t& to;
    const char* mistake;
  };
  const Time times[] = {
      {Column::submit, to.submitted, "Submit: expected a time as 2026-01-31T08:00:00"},
      {Column::eligible, eligible_, "Eligible: expected a time as 2026-01-31T08:00:00"},
      {Column::start, to.started, "Start: expected a time as 2026-01-31T08:00:00"},
      {Column::end, to.ended, "End: expected a time as 2026-01-31T08:00:00"}};
  for (const Time& time : times) {
    const auto read = read_sacct_time(cell(time.column));
    if (!read) return {time.mistake, place(time.column)};
    time.to = *read;
  }
  return {};
}

RecordMistake SacctReader::read_sizes(FinishRecord& to) {
  std::int64_t slots = 0;
  for (const Column column : {Column::alloc_cpus, Column::ncpus, Column::req_cpus}) {
    if (slots > 0 || cell(column).empty()) continue;
    const auto read = read_count(cell(column));
    if (!read || *read > 1'000'000'000) return {"expected a number of CPUs", place(column)};
    slots = *read;
  }
  to.processors = to.most_processors = std::max<std::int64_t>(1, slots);
  if (const auto limit = read_count(cell(Column::timelimit_raw)); limit && *limit < 100'000'000)
    to.run_limit = *limit * 60;
  else if (const auto clock = read_clock(cell(Column::timelimit)))
    to.run_limit = *clock;
  to.max_memory = read_memory(cell(Column::req_mem), std::int64_t{1} << 20).value_or(-1);
  hosts_.clear();
  const std::string_view list = cell(Column::node_list);
  if (to.started == 0) return {};
  if (list.empty() || list.starts_with("None") || list.starts_with("(null)")) return {};
  if (!read_host_list(list, hosts_))
    return {"NodeList: expected hosts as node[1-3],login1", place(Column::node_list)};
  const auto hosts = static_cast<std::int64_t>(hosts_.size());
  for (std::int64_t at = 0; at < hosts; ++at) {
    // Slots are dealt evenly; sacct does not say how many each host had.
    const std::int64_t share = to.processors / hosts + (at < to.processors % hosts ? 1 : 0);
    std::string& name = hosts_[static_cast<std::size_t>(at)];
    if (share > 0) to.hosts.push_back(texts_.keep(std::to_string(share) + "*" + name));
  }
  return {};
}

void SacctReader::read_end(FinishRecord& to) const {
  const std::string_view state = cell(Column::state);
  to.status = state.starts_with("COMPLETED") ? 64 : 32;
  std::string_view code = cell(Column::exit_code);
  const std::size_t colon = std::min(code.find(':'), code.size());
  const std::int64_t exit = read_count(code.substr(0, colon)).value_or(to.status == 64 ? 0 : 1);
  const std::int64_t signal =
      colon < code.size() ? read_count(code.substr(colon + 1)).value_or(0) : 0;
  to.exit_status = signal > 0 && signal < 127 ? signal : (exit & 0xFF) << 8;
  std::int64_t run = read_count(cell(Column::elapsed_raw)).value_or(-1);
  if (run < 0) run = read_clock(cell(Column::elapsed)).value_or(-1);
  if (run < 0 && to.started > 0)
    run = std::max<std::int64_t>(
        0, to.ended - to.started - read_clock(cell(Column::suspended)).value_or(0));
  to.run_time = std::min<std::int64_t>(run, UINT32_MAX);
  const std::string_view exclusive = cell(Column::exclusive);
  if (exclusive == "1" || same_name(exclusive, "yes") || same_name(exclusive, "y") ||
      same_name(exclusive, "exclusive"))
    to.options |= 0x40;
}

RecordMistake SacctReader::read(std::string_view line, SacctKind& kind, FinishRecord& to) {
  kind = SacctKind::ended;
  std::vector<std::string_view> hosts = std::move(to.hosts);
  hosts.clear();
  to = {};
  to.hosts = std::move(hosts);
  texts_.clear();
  if (!split(line)) return {"expected as many cells as the first line has", 1};
  if (auto mistake = read_id(kind, to); mistake || kind == SacctKind::step) return mistake;
  const std::string_view state = cell(Column::state).substr(0, cell(Column::state).find(' '));
  if (state.empty()) return {"State: expected a state as COMPLETED", place(Column::state)};
  if (state == "REQUEUED") kind = SacctKind::requeued;
  if (std::ranges::find(states_without_end, state) != std::end(states_without_end))
    kind = SacctKind::unended;
  if (kind != SacctKind::ended) return {};
  if (auto mistake = read_times(to)) return mistake;
  if (to.ended == 0) {
    kind = SacctKind::unended;
    return {};
  }
  // A job that was cancelled while it waited has a start at its end.
  const bool has_run = read_count(cell(Column::elapsed_raw)).value_or(to.ended - to.started) > 0;
  if (state == "CANCELLED" && !has_run) to.started = 0;
  if (auto mistake = read_sizes(to)) return mistake;
  read_end(to);
  to.queue = texts_.quoted(cell(Column::partition));
  to.user = texts_.quoted(cell(Column::user));
  to.project = texts_.quoted(cell(Column::account));
  to.group = texts_.quoted(cell(Column::group));
  to.name = texts_.quoted(cell(Column::job_name));
  return {};
}

}  // namespace mcsim::trace
