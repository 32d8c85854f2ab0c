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

ImpossibleJobs::Cause ImpossibleJobs::cause(const std::string& name, std::string_view key,
                                            std::string text) {
  const auto [found, is_new] = causes_.try_emplace(name, static_cast<Cause>(entries_.size()));
  if (is_new) entries_.push_back({.key = key, .text = std::move(text)});
  return found->second;
}

ImpossibleJobs::Cause ImpossibleJobs::too_wide(const std::string& name, std::string_view key,
                                               std::string text) {
  const Cause known = cause(name, key, std::move(text));
  entries_[index_of(known)].is_of_slots = true;
  return known;
}

ImpossibleJobs::Cause ImpossibleJobs::told(std::optional<std::size_t> complaint) {
  const auto [found, is_new] = told_.try_emplace(complaint, static_cast<Cause>(entries_.size()));
  if (is_new) entries_.push_back({.is_told = true, .complaint = complaint});
  return found->second;
}

void ImpossibleJobs::Jobs::add(const Jobs& others) {
  if (others.count == 0) return;
  if (count == 0) {
    *this = others;
    return;
  }
  count += others.count;
  least = std::min(least, others.least);
  most = std::max(most, others.most);
}

ImpossibleJobs::Jobs ImpossibleJobs::one_job(const Entry& entry, ClusterId cluster,
                                             const TraceJob& job, const JsonAt& at) {
  return {.count = 1,
          .cluster = cluster,
          .first = job,
          .where = {TreeComplaints::place_of(at, entry.key), at.pointer_to(entry.key)},
          .least = job.slots,
          .most = job.slots};
}

void ImpossibleJobs::add(Cause cause, ClusterId cluster, const TraceJob& job, const JsonAt& at) {
  Entry& entry = entries_[index_of(cause)];
  if (entry.others.count == 0)
    entry.others = one_job(entry, cluster, job, at);
  else
    entry.others.add({.count = 1, .least = job.slots, .most = job.slots});
}

void ImpossibleJobs::add_own(Cause cause, ClusterId cluster, const TraceJob& job, const JsonAt& at,
                             std::size_t count) {
  Entry& entry = entries_[index_of(cause)];
  entry.own.push_back(one_job(entry, cluster, job, at));
  entry.own.back().count = count;
}

/// One of the scenario's own jobs is where the warning stands; the first one of a table or a trace
/// has its number.
std::string ImpossibleJobs::told_of_jobs(const Entry& entry, const Jobs& jobs) {
  const std::string text = entry.text + (entry.is_of_slots ? ": the job can never start" : "");
  const bool is_of_trace = jobs.first.workload > 0;
  const std::size_t others = jobs.count - 1;
  if (others == 0 && !is_of_trace) return text;
  std::string those = "job " + std::to_string(static_cast<std::int64_t>(jobs.first.id));
  if (!is_of_trace)
    those = counted(jobs.count, "such job");
  else if (others > 0)
    those += " and " + std::to_string(others) + " more such job" + (others == 1 ? "" : "s");
  if (entry.is_of_slots && jobs.least < jobs.most)
    those +=
        ", of " + std::to_string(jobs.least.count()) + " to " + counted(jobs.most.count(), "slot");
  return with_number(text, those);
}

void ImpossibleJobs::tell(TreeComplaints& complaints, const IsToldElsewhere& is_told,
                          const WhereOf& where_of) const {
  std::size_t told_nowhere = 0;
  for (const Entry& entry : entries_) {
    Jobs jobs;
    for (const Jobs& own : entry.own)
      if (!is_told(own.cluster, own.first)) jobs.add(own);
    jobs.add(entry.others);
    if (jobs.count == 0) continue;
    if (!entry.is_told) {
      Where where = where_of(jobs.cluster, jobs.first, jobs.where);
      complaints.warning(where.place, std::move(where.pointer), told_of_jobs(entry, jobs),
                         never_start(jobs.count));
    } else if (entry.complaint) {
      Diagnostic& told = complaints.at(*entry.complaint);
      told.message = with_number(told.message, counted(jobs.count, "job") + " of this scenario");
      told.loss = never_start(jobs.count);
    } else {
      told_nowhere += jobs.count;
    }
  }
  complaints.lose(never_start(told_nowhere));
}

}  // namespace mcsim::config
