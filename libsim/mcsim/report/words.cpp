// Writes the sentences at the top of a page.
#include "mcsim/report/words.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "mcsim/report/page_json.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::report {
namespace {

constexpr double one_second = 1000;
constexpr double one_minute = 60 * one_second;
constexpr double one_hour = 60 * one_minute;
constexpr double one_day = 24 * one_hour;

std::string with_decimals(double number, int decimals) {
  std::array<char, 48> room{};
  const int length = std::snprintf(room.data(), room.size(), "%.*f", decimals, number);
  return {room.data(), static_cast<std::size_t>(length)};
}

std::string jobs_words(std::int64_t jobs) {
  return count_words(jobs) + (jobs == 1 ? " job" : " jobs");
}

std::string what_ran(const RunTables& tables, const RunPictures& pictures,
                     const JsonNode& summary) {
  std::int64_t slots = 0;
  for (const ClusterSeries& one : pictures.clusters) slots += one.capacity;
  Instant last_came = pictures.from;
  Instant last_ended = pictures.from;
  bool are_over = true;
  for (const RunJob& job : tables.jobs) {
    last_came = std::max(last_came, job.submit);
    last_ended = std::max(last_ended, job.finish);
    if (job.finish == no_instant && tables.statuses.names()[job.status] != "REJECTED")
      are_over = false;
  }
  const auto since = [&](Instant at) {
    return length_words(static_cast<double>(at - pictures.from));
  };
  const bool are_some = last_came > pictures.from;
  return jobs_words(static_cast<std::int64_t>(tables.jobs.size())) + " came " +
         (are_some ? "within " + since(last_came) + " " : "") + "to " +
         counted(pictures.clusters.size(), "cluster") + " with " + count_words(slots) + " slots; " +
         (are_over ? "the last one ended after " + since(last_ended)
                   : "the run ended after " + since(tables.end)) +
         ". On average " + percent_words(number_at(summary, {"utilization", "whole_span"})) +
         " of the slots were busy.";
}

/// The first of the jobs that waited for so many seconds, as a search finds it; empty: none has.
std::string who_waited(const RunTables& tables, double seconds) {
  constexpr double rounding = 0.0006;
  const auto found = std::ranges::find_if(tables.jobs, [&](const RunJob& job) {
    return job.is_over() &&
           std::abs(static_cast<double>(job.wait) / one_second - seconds) <= rounding;
  });
  if (found == tables.jobs.end()) return {};
  const std::string& queue = tables.queues.names()[found->queue];
  const std::string& user = tables.users.names()[found->user];
  return " (job " + std::to_string(found->id) +
         (found->element > 0 ? "[" + std::to_string(found->element) + "]" : "") + "@" +
         tables.clusters.names()[found->cluster] + " of queue " +
         queue.substr(0, queue.rfind('@')) + (user.empty() ? "" : ", of user " + user) + ")";
}

std::string how_they_waited(const RunTables& tables, const JsonNode& summary) {
  const auto wait = [&](std::string_view what) {
    return length_words(number_at(summary, {"wait_time", what}) * one_second);
  };
  const double longest = number_at(summary, {"wait_time", "max"}, -1);
  if (longest < 0) return "No job has started and ended.";
  const bool half_waited = number_at(summary, {"wait_time", "median"}) > 0;
  return (half_waited ? "Half of the jobs waited at most " + wait("median")
                      : std::string("Half of the jobs did not wait")) +
         ", one of twenty more than " + wait("p95") + ", the longest " + wait("max") +
         (longest > 0 ? who_waited(tables, longest) : "") + ".";
}

/// A pending reason, and how long jobs waited for it.
struct ReasonWaited {
  std::string reason;
  double seconds = 0;
};

/// What jobs waited for by wait_by_reason of the summary, the longest first: those of one queue, or
/// of all (null).
std::vector<ReasonWaited> reasons_of(const JsonNode& summary, const std::string* queue) {
  const JsonNode* const queues = find(summary, {"wait_by_reason", "by_queue"});
  if (queues == nullptr) return {};
  std::map<std::string, double> sums;
  for (const JsonNode& one : queues->children)
    if (queue == nullptr || one.key == *queue)
      for (const JsonNode& row : one.children) sums[row.key] += number_at(row, {"seconds"});
  std::vector<ReasonWaited> reasons;
  for (const auto& [reason, seconds] : sums)
    if (seconds > 0) reasons.push_back({reason, seconds});
  std::ranges::sort(reasons, {},
                    [](const ReasonWaited& one) { return std::pair(-one.seconds, one.reason); });
  return reasons;
}

double sum_of(const std::vector<ReasonWaited>& reasons) {
  double sum = 0;
  for (const ReasonWaited& one : reasons) sum += one.seconds;
  return sum;
}

/// The reason for which jobs of a queue waited most, and for how much of their waiting.
std::string main_reason(const JsonNode& summary, const std::string& queue) {
  const std::vector<ReasonWaited> reasons = reasons_of(summary, &queue);
  if (reasons.empty()) return {};
  constexpr double half = 0.5;
  const double part = reasons.front().seconds / sum_of(reasons);
  return (part > half ? " Most of that (" : " The largest part of that (") + percent_words(part) +
         ") had this reason: " + reasons.front().reason + ".";
}

std::string which_queue(const RunTables& tables, const RunPictures& pictures,
                        const JsonNode& summary) {
  if (pictures.by_queue.empty()) return {};
  // Of a few jobs a mean says little.
  constexpr std::uint32_t enough = 10;
  const WaitGroup* worst = nullptr;
  for (const WaitGroup& group : pictures.by_queue)
    if ((group.jobs >= enough || pictures.by_queue.size() == 1) &&
        (worst == nullptr || group.mean > worst->mean))
      worst = &group;
  if (worst == nullptr || worst->mean < one_second) return {};
  const bool is_largest = std::ranges::all_of(
      pictures.by_queue, [&](const WaitGroup& group) { return group.mean <= worst->mean; });
  double all = 0;
  for (const WaitGroup& group : pictures.by_queue) all += group.mean * group.jobs;
  std::string text = tables.queues.size() == 1 ? std::string("Jobs waited ")
                     : is_largest              ? "Jobs of queue " + worst->name + " waited longest "
                                  : "Of queues with " + jobs_words(enough) + " or more, jobs of " +
                                        worst->name + " waited longest ";
  text += "on average: " + length_words(worst->mean) + " (" + jobs_words(worst->jobs) + ")";
  const auto part_of = [&](const WaitGroup& group) {
    return percent_words(group.mean * group.jobs / all);
  };
  if (pictures.by_queue.size() > 1) text += ", " + part_of(*worst) + " of all waiting";
  text += "." + main_reason(summary, worst->name);
  // Many jobs that wait less come to more.
  if (const WaitGroup& most = pictures.by_queue.front(); &most != worst)
    text += " Most of all waiting added up, " + part_of(most) + ", is of " + most.name + " (" +
            jobs_words(most.jobs) + ", " + length_words(most.mean) + " on average).";
  return text;
}

/// For what, where the summary has that.
std::string what_for(const JsonNode& summary) {
  const std::vector<ReasonWaited> reasons = reasons_of(summary, nullptr);
  if (reasons.empty()) return {};
  const double all = sum_of(reasons);
  constexpr std::size_t most = 3;
  constexpr double least = 0.05;
  std::string text = "What all jobs waited for:";
  for (std::size_t at = 0; at < std::min(reasons.size(), most); ++at)
    if (at == 0 || reasons[at].seconds / all >= least)
      text += (at == 0 ? " \"" : ", \"") + reasons[at].reason + "\" (" +
              percent_words(reasons[at].seconds / all) + " of the time)";
  return text + ".";
}

/// How many jobs went to another cluster, which is less than how often that happened.
std::string who_was_forwarded(const RunTables& tables) {
  const Forwardings& all = tables.forwardings;
  if (all.jobs == 0) return {};
  const auto times = [](std::int64_t count) {
    return count == 1 ? std::string("once") : count_words(count) + " times";
  };
  return jobs_words(all.jobs) + (all.jobs == 1 ? " was" : " were") + " forwarded, " +
         times(all.times) + " in all, and returned " +
         (all.returns == 0 ? "never" : times(all.returns)) + "; " + jobs_words(all.elsewhere) +
         " ran in another cluster.";
}

/// Weekday and hour in which most of the slots were busy.
std::string busiest_hour(const RunTables& tables, const RunPictures& pictures) {
  // An hour of the day has a mean of each weekday; what one week has is no habit of a weekday.
  constexpr double one_week = 7 * one_day;
  const auto span = static_cast<double>(tables.end - pictures.from);
  if (span < one_week) return {};
  constexpr std::array<std::string_view, 7> days = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                    "Friday", "Saturday", "Sunday"};
  std::array<double, 7> by_day{};
  std::array<double, 24> by_hour{};
  for (std::size_t at = 0; at < hours_of_week; ++at) {
    by_day[at / 24] += pictures.week_use[at] / 24;
    by_hour[at % 24] += pictures.week_use[at] / 7;
  }
  const auto best_day = static_cast<std::size_t>(std::ranges::max_element(by_day) - by_day.begin());
  const auto best_hour =
      static_cast<std::size_t>(std::ranges::max_element(by_hour) - by_hour.begin());
  return "Slots were busiest " +
         (span < 2 * one_week ? std::string()
                              : "on " + std::string(days[best_day]) + "s (" +
                                    percent_words(by_day[best_day]) + " of them), and ") +
         "between " + std::to_string(best_hour) + " and " + std::to_string(best_hour + 1) +
         " h of the day (" + percent_words(by_hour[best_hour]) + ").";
}

/// `Thu 8 Jan 2026 02:43`, as the pictures have it.
std::string date_words(const Calendar& calendar, Instant at) {
  const std::string text = calendar.long_date(Time{Duration{at}});  // Thu Jan  8 02:43:11
  const auto days = std::chrono::floor<std::chrono::days>(calendar.start() + Duration{at});
  const std::chrono::year_month_day date{std::chrono::sys_days{days}};
  return text.substr(0, 4) + std::to_string(static_cast<unsigned>(date.day())) + text.substr(3, 5) +
         std::to_string(static_cast<int>(date.year())) + text.substr(10, 6);
}

/// Who had the slots of a cluster when it was full for longest.
std::string who_filled(const RunTables& tables, const ClusterSeries& series) {
  std::string text;
  const auto add = [&](const char* what, const std::string& name, double part) {
    text += (text.empty() ? ": then " : ", ") + std::string(what) + " " + name + " had " +
            percent_words(part) + (text.empty() ? " of the slots in use" : "");
  };
  if (const MostSlots& most = series.queue_when_full; most.part > 0 && tables.queues.size() > 1)
    add("queue", tables.queues.names()[most.who], most.part);
  if (const MostSlots& most = series.user_when_full; most.part > 0 && tables.users.size() > 1)
    if (const std::string& name = tables.users.names()[most.who]; !name.empty())
      add("user", name, most.part);
  return text;
}

/// `a`, `a and b`, `a, b and c`.
std::string in_a_row(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t at = 0; at < names.size(); ++at)
    text += (at == 0 ? "" : at + 1 == names.size() ? " and " : ", ") + names[at];
  return text;
}

/// A sentence for each cluster, those that were full for longest first.
std::vector<std::string> when_full(const RunTables& tables, const RunPictures& pictures,
                                   const Calendar& calendar) {
  constexpr std::size_t most = 5;
  const auto span = static_cast<double>(tables.end - pictures.from);
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  std::vector<std::string> never;
  for (std::size_t at = 0; at < pictures.clusters.size(); ++at)
    if (const Stretches& full = pictures.clusters[at].full; full.longest > 0)
      order.emplace_back(-full.total, at);
    else
      never.push_back(tables.clusters.names()[at]);
  std::ranges::sort(order);
  const std::string meaning = " (" + std::to_string(full_percent) + " of 100 slots busy, or more)";
  std::vector<std::string> told;
  for (std::size_t place = 0; place < std::min(order.size(), most); ++place) {
    const std::size_t at = order[place].second;
    const Stretches& full = pictures.clusters[at].full;
    told.push_back(tables.clusters.names()[at] + " was full" + (told.empty() ? meaning : "") + " " +
                   percent_words(static_cast<double>(full.total) / span) +
                   " of the time, longest for " + length_words(static_cast<double>(full.longest)) +
                   " without a break, from " + date_words(calendar, full.longest_from) +
                   who_filled(tables, pictures.clusters[at]) + ".");
  }
  if (order.size() > most)
    told.push_back(counted(order.size() - most, "cluster") + " more " +
                   (order.size() == most + 1 ? "was" : "were") + " full at times, for at most " +
                   percent_words(static_cast<double>(-order[most].first) / span) + " of it.");
  if (never.size() > most)
    told.push_back(counted(never.size(), "cluster") + " were never full" +
                   (told.empty() ? meaning : "") + ".");
  else if (!never.empty())
    told.push_back(in_a_row(never) + (never.size() == 1 ? " was" : " were") + " never full" +
                   (told.empty() ? meaning : "") + ".");
  return told;
}

}  // namespace

std::string length_words(double milliseconds) {
  if (milliseconds < 90 * one_second)
    return with_decimals(milliseconds / one_second,
                         milliseconds > 0 && milliseconds < one_second ? 1 : 0) +
           " s";
  if (milliseconds < 90 * one_minute) return with_decimals(milliseconds / one_minute, 0) + " min";
  if (milliseconds < 2 * one_day) return with_decimals(milliseconds / one_hour, 1) + " h";
  return with_decimals(milliseconds / one_day, milliseconds < 100 * one_day ? 1 : 0) + " days";
}

std::string percent_words(double part) {
  const double percent = part * 100;
  const bool is_small = percent > 0 && percent < 1;
  return with_decimals(percent, is_small ? 1 : 0) + " %";
}

std::string count_words(std::int64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string backtest_words(const BacktestSeries& series) {
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return with_decimals(values.empty() ? 0 : sum / static_cast<double>(values.size()), 1);
  };
  return "As it really was " + mean(series.really_busy) + " slots were busy and " +
         mean(series.really_waiting) + " jobs waited, on average; as the run has it " +
         mean(series.run_busy) + " and " + mean(series.run_waiting) + ".";
}

std::vector<std::string> run_words(const RunTables& tables, const RunPictures& pictures,
                                   const JsonNode& summary, const Calendar& calendar) {
  if (tables.jobs.empty()) return {"There are no jobs in this run."};
  std::vector<std::string> words{what_ran(tables, pictures, summary),
                                 how_they_waited(tables, summary),
                                 which_queue(tables, pictures, summary), what_for(summary)};
  for (std::string& one : when_full(tables, pictures, calendar)) words.push_back(std::move(one));
  words.push_back(who_was_forwarded(tables));
  words.push_back(busiest_hour(tables, pictures));
  std::erase(words, std::string());
  return words;
}

}  // namespace mcsim::report
