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

void ImpossibleJobs::add(Cause cause, const TraceJob& job) {
  Entry& entry = entries_[index_of(cause)];
  entry.least = entry.jobs == 0 ? job.slots : std::min(entry.least, job.slots);
  entry.most = std::max(entry.most, job.slots);
  entry.is_of_trace = entry.is_of_trace || job.workload > 0;
  ++entry.jobs;
}

/// One of the scenario's own jobs is where the warning stands.
std::string ImpossibleJobs::told_of_jobs(const Entry& entry) {
  const std::string text = entry.text + (entry.is_of_slots ? ": the job can never start" : "");
  if (entry.jobs == 1 && !entry.is_of_trace) return text;
  std::string jobs = counted(entry.jobs, "such job");
  if (entry.is_of_slots && entry.least < entry.most)
    jobs += ", of " + std::to_string(entry.least.count()) + " to " +
            counted(entry.most.count(), "slot");
  return with_number(text, jobs);
}

void ImpossibleJobs::tell(TreeComplaints& complaints) const {
  std::size_t told_nowhere = 0;
  for (const Entry& entry : entries_) {
    if (entry.jobs == 0) continue;
    if (!entry.is_told) {
      complaints.warning(entry.place, entry.pointer, told_of_jobs(entry), never_start(entry.jobs));
    } else if (entry.complaint) {
      Diagnostic& told = complaints.at(*entry.complaint);
      told.message = with_number(told.message, counted(entry.jobs, "job") + " of this scenario");
      told.loss = never_start(entry.jobs);
    } else {
      told_nowhere += entry.jobs;
    }
  }
  complaints.lose(never_start(told_nowhere));
}

}  // namespace mcsim::config
