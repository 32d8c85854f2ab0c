// What is told of jobs that can never start.
#include "mcsim/config/settings/impossible_jobs.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// What is told of a cluster as a whole says so at its end.
std::string with_number(std::string text, const std::string& jobs) {
  const bool is_said_once =
      text.ends_with(')') && text.rfind(said_once_begins) == text.rfind(" (") + 1;
  if (!is_said_once) return text + " (" + jobs + ")";
  text.pop_back();
  return text + "; " + jobs + ")";
}

}  // namespace

Loss never_start(std::size_t jobs) {
  return {.who = "job", .what = "can never start", .count = jobs};
}

ImpossibleJobs::Cause ImpossibleJobs::cause(const std::string& name, const JsonAt& at,
                                            std::string_view key, std::string text) {
  const auto [found, is_new] = causes_.try_emplace(name, static_cast<Cause>(entries_.size()));
  if (is_new)
    entries_.push_back({.place = TreeComplaints::place_of(at, key),
                        .pointer = at.pointer_to(key),
                        .text = std::move(text)});
  return found->second;
}

ImpossibleJobs::Cause ImpossibleJobs::too_wide(const std::string& name, const JsonAt& at,
                                               std::string_view key, std::string text) {
  const Cause known = cause(name, at, key, std::move(text));
  entries_[index_of(known)].is_of_slots = true;
  return known;
}

ImpossibleJobs::Cause ImpossibleJobs::told(std::optional<std::size_t> complaint) {
  const auto [found, is_new] = told_.try_emplace(complaint, static_cast<Cause>(entries_.size()));
  if (is_new) entries_.push_back({.is_told = true, .complaint = complaint});
  return found->second;
}

void ImpossibleJobs::add(Cause cause, ClusterId cluster, const TraceJob& job) {
  entries_[index_of(cause)].jobs.push_back({cluster, job});
}

/// One of the scenario's own jobs is where the warning stands; the first one of a table or a trace
/// has its number.
std::string ImpossibleJobs::told_of_jobs(const Entry& entry, const std::vector<Job>& jobs) {
  const std::string text = entry.text + (entry.is_of_slots ? ": the job can never start" : "");
  const bool is_of_trace = jobs.front().asked.workload > 0;
  const std::size_t others = jobs.size() - 1;
  if (others == 0 && !is_of_trace) return text;
  std::string those = "job " + std::to_string(static_cast<std::int64_t>(jobs.front().asked.id));
  if (!is_of_trace)
    those = counted(jobs.size(), "such job");
  else if (others > 0)
    those += " and " + std::to_string(others) + " more such job" + (others == 1 ? "" : "s");
  const auto [least, most] =
      std::ranges::minmax(jobs, {}, [](const Job& job) { return job.asked.slots; });
  if (entry.is_of_slots && least.asked.slots < most.asked.slots)
    those += ", of " + std::to_string(least.asked.slots.count()) + " to " +
             counted(most.asked.slots.count(), "slot");
  return with_number(text, those);
}

void ImpossibleJobs::tell(TreeComplaints& complaints, const IsRefused& is_refused,
                          const LineOf& line_of) const {
  std::size_t told_nowhere = 0;
  for (const Entry& entry : entries_) {
    std::vector<Job> jobs = entry.jobs;
    std::erase_if(jobs, is_refused);
    if (jobs.empty()) continue;
    if (!entry.is_told) {
      JsonPlace place = entry.place;
      const auto line = static_cast<std::uint32_t>(line_of(jobs.front()));
      if (line > 0 && line != place.line) place = {place.source, line, 0};
      complaints.warning(place, entry.pointer, told_of_jobs(entry, jobs), never_start(jobs.size()));
    } else if (entry.complaint) {
      Diagnostic& told = complaints.at(*entry.complaint);
      told.message = with_number(told.message, counted(jobs.size(), "job") + " of this scenario");
      told.loss = never_start(jobs.size());
    } else {
      told_nowhere += jobs.size();
    }
  }
  complaints.lose(never_start(told_nowhere));
}

}  // namespace mcsim::config
