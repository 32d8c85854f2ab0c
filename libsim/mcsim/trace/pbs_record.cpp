// Reads accounting logs of the PBS family.
#include "mcsim/trace/pbs_record.hpp"

#include <algorithm>
#include <cstddef>

#include "mcsim/text/instants.hpp"
#include "mcsim/trace/scheduler_values.hpp"

namespace mcsim::trace {
namespace {

constexpr std::size_t time_size = 19;
constexpr std::string_view pbs_kinds = "QSEDAR";
constexpr std::int64_t most_pbs_slots = 1'000'000'000;

/// 01/31/2026 08:00:00.
std::optional<std::int64_t> read_log_time(std::string_view text) {
  if (text.size() != time_size || text[2] != '/' || text[5] != '/' || text[10] != ' ')
    return std::nullopt;
  std::string iso(text.substr(6, 4));
  iso.append("-").append(text.substr(0, 2)).append("-").append(text.substr(3, 2)).append("T");
  return read_instant(iso.append(text.substr(11)).append("Z"));
}

std::string_view take_part(std::string_view& text, char sign) {
  const std::size_t at = std::min(text.find(sign), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(text.size(), at + 1));
  return part;
}

/// key=value key="a value" ...; what has no = is passed over.
void read_values(std::string_view text, std::map<std::string_view, std::string_view>& to) {
  while (!text.empty()) {
    const std::size_t at = text.find_first_of("= ");
    if (at == std::string_view::npos) return;
    const std::string_view key = text.substr(0, at);
    const bool has_value = text[at] == '=';
    text.remove_prefix(at + 1);
    if (!has_value) continue;
    const bool is_quoted = text.starts_with('"') && text.find('"', 1) != std::string_view::npos;
    if (is_quoted) text.remove_prefix(1);
    to[key] = take_part(text, is_quoted ? '"' : ' ');
    if (is_quoted && text.starts_with(' ')) text.remove_prefix(1);
  }
}

/// The slots of a request: nodes=2:ppn=8+node7:ppn=4, select=2:ncpus=8+1:ncpus=4. None: none said.
std::int64_t slots_of_chunks(std::string_view chunks) {
  std::int64_t slots = 0;
  while (!chunks.empty()) {
    std::string_view chunk = take_part(chunks, '+');
    const std::int64_t count = read_count(take_part(chunk, ':')).value_or(1);
    std::int64_t each = 1;
    while (!chunk.empty()) {
      std::string_view value = take_part(chunk, ':');
      const std::string_view key = take_part(value, '=');
      if (key == "ncpus" || key == "ppn") each = read_count(value).value_or(1);
    }
    if (count > most_pbs_slots || each > most_pbs_slots) return 0;
    slots += count * each;
    if (slots > most_pbs_slots) return 0;
  }
  return slots;
}

/// How many slots stand behind the / of exec_host: `0`, `0*8` of PBS, `0-7,9` of Torque.
std::int64_t slots_behind(std::string_view text) {
  if (const std::size_t star = text.find('*'); star != std::string_view::npos)
    return read_count(text.substr(star + 1)).value_or(0);
  std::int64_t slots = 0;
  while (!text.empty()) {
    std::string_view last = take_part(text, ',');
    const std::string_view first = take_part(last, '-');
    const auto from = read_count(first);
    const auto up_to = last.empty() ? from : read_count(last);
    if (!from || !up_to || *up_to < *from) return 0;
    slots += *up_to - *from + 1;
  }
  return slots;
}

}  // namespace

RecordMistake read_pbs_record(std::string_view line, PbsRecord& to) {
  to.values.clear();
  std::string_view rest = line;
  const auto column = [&] { return static_cast<std::size_t>(rest.data() - line.data()) + 1; };
  const auto at = read_log_time(take_part(rest, ';'));
  if (!at) return {"expected a time as 01/31/2026 08:00:00, and a ; behind it", 1};
  to.at = *at;
  const std::size_t kind_column = column();
  const std::string_view kind = take_part(rest, ';');
  if (kind.size() != 1) return {"expected the kind of a record, one letter", kind_column};
  to.kind = kind[0];
  if (pbs_kinds.find(to.kind) == std::string_view::npos) return {};
  const std::size_t id_column = column();
  to.id = take_part(rest, ';');
  std::string_view id = to.id.substr(0, to.id.find('.'));
  const std::size_t bracket = std::min(id.find('['), id.size());
  const auto job = read_count(id.substr(0, bracket));
  std::string_view index = id.substr(bracket);
  to.is_whole_array = index == "[]";
  // 12-3 is how older Torques write an element.
  std::optional<std::int64_t> number = job;
  std::optional<std::int64_t> element;
  if (const std::size_t dash = id.find('-'); !job && dash != std::string_view::npos) {
    number = read_count(id.substr(0, dash));
    element = read_count(id.substr(dash + 1));
  } else if (!index.empty() && !to.is_whole_array) {
    element = index.ends_with(']') ? read_count(index.substr(1, index.size() - 2)) : std::nullopt;
  }
  const bool is_element = !index.empty() && !to.is_whole_array;
  const bool is_none = job && !is_element;
  if (!number || (!element && !is_none))
    return {"expected a job as 12.server or 12[3].server", id_column};
  to.job = *number;
  to.element = element.value_or(0);
  if (element == 0) to.job += apart_of_index_0;
  read_values(rest, to.values);
  return {};
}

RecordMistake PbsReader::read_times(const PbsRecord& record, FinishRecord& to) {
  struct Time {
    std::string_view key;
    std::int64_t& to;
    const char* mistake;
  };
  std::int64_t queued = 0;
  const Time times[] = {{"ctime", to.submitted, "ctime: expected seconds since 1970"},
                        {"qtime", queued, "qtime: expected seconds since 1970"},
                        {"etime", eligible_, "etime: expected seconds since 1970"},
                        {"start", to.started, "start: expected seconds since 1970"},
                        {"end", to.ended, "end: expected seconds since 1970"}};
  for (const Time& time : times) {
    time.to = 0;
    const std::string_view text = record.value(time.key);
    if (text.empty()) continue;
    const auto seconds = read_count(text);
    if (!seconds) return {time.mistake, 1};
    time.to = *seconds;
  }
  if (to.submitted == 0) to.submitted = queued;
  if (record.kind == 'E' && (to.submitted == 0 || to.ended == 0))
    return {"an end without ctime, qtime or end", 1};
  return {};
}

bool PbsReader::read_hosts(std::string_view list, FinishRecord& to) {
  to.hosts.clear();
  while (!list.empty()) {
    std::string_view slots = take_part(list, '+');
    const std::string_view host = take_part(slots, '/');
    const std::int64_t count = slots.empty() ? 1 : slots_behind(slots);
    if (host.empty() || count < 1 || count > most_pbs_slots) return false;
    to.hosts.push_back(count == 1 ? texts_.quoted(host)
                                  : texts_.keep(std::to_string(count) + "*" + std::string(host)));
  }
  return true;
}

void PbsReader::read_size(const PbsRecord& record, FinishRecord& to) {
  std::int64_t slots = read_count(record.value("Resource_List.ncpus")).value_or(0);
  for (const std::string_view key :
       {"Resource_List.select", "Resource_List.nodes", "Resource_List.nodect"})
    if (slots <= 0) slots = slots_of_chunks(record.value(key));
  has_size_ = (slots > 0 && slots <= most_pbs_slots) || !to.hosts.empty();
  to.processors = to.most_processors = std::clamp<std::int64_t>(slots, 1, most_pbs_slots);
  if (const auto limit = read_clock(record.value("Resource_List.walltime"))) to.run_limit = *limit;
  to.max_memory = read_memory(record.value("Resource_List.mem"), 1).value_or(-1);
  const std::string_view place = record.value("Resource_List.place");
  if (place.find("excl") != std::string_view::npos ||
      record.value("Resource_List.naccesspolicy") == "singlejob")
    to.options |= 0x40;
}

RecordMistake PbsReader::read(const PbsRecord& record, FinishRecord& to) {
  to = {};
  texts_.clear();
  to.job = record.job;
  to.element = record.element;
  if (auto mistake = read_times(record, to)) return mistake;
  if (const std::string_view hosts = record.value("exec_host");
      !hosts.empty() && !read_hosts(hosts, to))
    return {"exec_host: expected hosts as node1/0*4+node2/0-3", 1};
  if (to.started == 0) to.hosts.clear();
  read_size(record, to);
  const std::string_view exit = record.value("Exit_status");
  const bool is_below = exit.starts_with('-');
  const std::int64_t code = read_count(exit.substr(is_below ? 1 : 0)).value_or(0);
  to.status = code == 0 ? 64 : 32;
  // From 256 on it is a signal; below 0 the server ended it.
  to.exit_status = code > 256 ? (code - 256) & 0x7F : (is_below ? 1 : code & 0xFF) << 8;
  to.run_time = read_clock(record.value("resources_used.walltime")).value_or(-1);
  to.user = texts_.quoted(record.value("user"));
  to.queue = texts_.quoted(record.value("queue"));
  to.name = texts_.quoted(record.value("jobname"));
  to.group = texts_.quoted(record.value("group"));
  const std::string_view project = record.value("project");
  to.project = texts_.quoted(
      project.empty() || project == "_pbs_project_default" ? record.value("account") : project);
  return {};
}

}  // namespace mcsim::trace
