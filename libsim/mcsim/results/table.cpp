// Writes the table of results that `mcsim run` prints.
#include "mcsim/results/table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/pam/launch_report.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/skipped_rows.hpp"

namespace mcsim::results {
namespace {

constexpr std::size_t most_lines = 20;  ///< in one block; the rest is in summary.json

std::string slowdown(std::int64_t millionths) { return rounded_text(millionths, 1'000'000, 2); }

std::string time(std::int64_t milliseconds) { return readable(Duration{milliseconds}); }

std::string percent(Int128 part, Int128 whole) {
  const auto ratio = millionths_of(part, whole);
  return ratio ? rounded_text(*ratio, 10'000, 1) + " %" : "-";
}

std::string percent(const SlotUse& use) { return percent(use.allocated, use.capacity); }

std::string jobs(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " job" : " jobs");
}

/// `: TERM_RUNLIMIT 40, TERM_OWNER 5`; empty: nothing was counted.
template <class E, class Text>
std::string reasons(const Counts<E>& counts, Text&& text) {
  std::string line;
  counts.visit([&](E reason, std::uint64_t count) {
    line += (line.empty() ? ": " : ", ") + std::string(text(reason)) + " " + std::to_string(count);
  });
  return line;
}

/// A line with a number, flush right below the others, and what it counts.
std::string counted(std::string_view title, std::uint64_t count, const std::string& what) {
  constexpr std::size_t title_width = 10;
  constexpr std::size_t count_width = 8;
  std::string line(title);
  line.resize(title_width, ' ');
  const std::string number = std::to_string(count);
  line.append(number.size() < count_width ? count_width - number.size() : 0, ' ');
  return line + number + " " + what + "\n";
}

std::string outcomes(const Metrics& metrics) {
  const StatusCounts& counts = metrics.jobs.counts;
  const auto end_reason = [](EndReason reason) { return name_of(reason); };
  std::string text = counted("jobs", counts.submitted(), "submitted");
  const auto line = [&](JobStatus status, const std::string& why = "") {
    if (counts[status] > 0) text += counted("", counts[status], std::string(name_of(status)) + why);
  };
  line(JobStatus::done);
  line(JobStatus::exit, reasons(metrics.exit_reasons, end_reason));
  line(JobStatus::rejected, reasons(metrics.reject_reasons, end_reason));
  line(JobStatus::pend, reasons(metrics.pend_reasons, text_of));
  line(JobStatus::psusp);
  line(JobStatus::run);
  line(JobStatus::ususp);
  line(JobStatus::ssusp);
  if (const std::uint64_t later = counts[JobStatus::unsubmitted]; later > 0)
    text += counted("", later, "not submitted yet");
  return text;
}

std::string skipped(const Metrics& metrics) {
  std::uint64_t rows = 0;
  bool any_listed = false;
  for (std::size_t at = 0; at < metrics.skipped.size(); ++at) {
    const std::uint64_t count = metrics.skipped[at];
    rows += count;
    any_listed =
        any_listed || (count > 0 && static_cast<SkipReason>(at) != SkipReason::outside_window);
  }
  if (rows == 0) return "";
  return counted("skipped", rows,
                 (rows == 1 ? "row: " : "rows: ") + skip_reasons_text(metrics.skipped) +
                     (any_listed ? " (see skipped.csv)" : ""));
}

/// The results of forwards; empty: there were none.
std::string forwards(const ForwardCounts& counts) {
  if (counts.forwarded == 0) return "";
  std::uint64_t returned = 0;
  std::string why;
  for (const auto& [reason, times] : counts.returned) {
    returned += times;
    why += (why.empty() ? ": " : ", ") + std::to_string(index_of(reason)) + " (" +
           std::string(words_for(reason)) + ") " + std::to_string(times);
  }
  std::string text = counted("forwards", counts.forwarded, "sent");
  if (returned > 0) text += counted("", returned, "came back" + why);
  if (counts.ineffectual > 0) text += counted("", counts.ineffectual, "ineffectual");
  return text;
}

/// The totals of leases; empty: there are none.
std::string lease_totals(const GridConfig& config, const LeaseResults& results) {
  if (results.leases.empty()) return "";
  LeaseOutcome all;
  for (const LeaseOutcome& one : results.leases) {
    all.granted += one.granted;
    all.returned += one.returned;
    all.killed += one.killed;
    all.wasted_hosts += one.wasted_hosts;
  }
  std::string text = counted("leases", results.leases.size(),
                             "of one policy and consumer: " + text::counted(all.granted, "slot") +
                                 " granted, " + std::to_string(all.returned) + " given back");
  if (all.killed > 0)
    text += counted("", all.killed,
                    std::string(all.killed == 1 ? "job" : "jobs") +
                        (" killed and requeued: slots not exported any more"));
  if (all.wasted_hosts > 0)
    text += counted("", all.wasted_hosts,
                    std::string(all.wasted_hosts == 1 ? "whole host" : "whole hosts") +
                        " that nobody can use: no lease is established");
  for (const Overcommitment& over : results.overcommitted) {
    if (over.most == 0) continue;
    const ClusterConfig& cluster = config.clusters[index_of(over.cluster)];
    text += counted("", static_cast<std::uint64_t>(over.most),
                    std::string(over.most == 1 ? "slot" : "slots") +
                        " in use at most above the processors of " +
                        cluster.hosts[index_of(over.host)].name + "@" + cluster.name);
  }
  return text;
}

/// The outcomes of launches of parallel jobs; empty: there were none.
std::string launches(const RunResults& results) {
  std::uint64_t begun = 0;
  std::uint64_t failed = 0;
  std::map<std::string, std::uint64_t> outcomes;
  std::uint64_t without_statuses = 0;
  for (const ClusterResults& cluster : results.clusters) {
    if (!cluster.launches) continue;
    begun += cluster.launches->launches;
    without_statuses += cluster.launches->without_statuses;
    for (const auto& [name, times] : cluster.launches->outcomes) outcomes[name] += times;
  }
  if (begun == 0) return "";
  std::string text = counted("launches", begun, "of parallel jobs");
  std::string why;
  for (const auto& [name, times] : outcomes) {
    if (name == name_of(LaunchOutcome::ran)) continue;
    failed += times;
    why += (why.empty() ? ": " : ", ") + name + " " + std::to_string(times);
  }
  if (failed > 0) text += counted("", failed, "did not come to RUNNING" + why);
  if (without_statuses > 0)
    text += counted("", without_statuses, "ended without all exit statuses");
  return text;
}

template <class Write>
std::vector<std::string> row(const std::string& title, const Distribution& values, Write&& write) {
  return {title,
          write(values.mean),
          write(values.median),
          write(values.p95),
          write(values.p99),
          write(values.max)};
}

/// "measured: from 7d to 35d\n".
std::string measured_words(const std::optional<Measured>& measured) {
  if (!measured) return "";
  std::string text = "measured: jobs submitted from " + readable(measured->from - Time{});
  if (measured->to != never) text += " to " + readable(measured->to - Time{});
  return text + "\n";
}

std::string distributions(const JobMetrics& all, const std::optional<Measured>& measured,
                          std::size_t width) {
  const std::string words = measured_words(measured);
  if (all.wait_time.jobs == 0)
    return words +
           (words.empty() ? "No job has run to its end.\n" : "None of them has run to its end.\n");
  TextTable table;
  table.add({"", "mean", "median", "p95", "p99", "max"});
  table.add(row("wait time", all.wait_time, time));
  table.add(row("turnaround time", all.turnaround_time, time));
  table.add(row("bounded slowdown", all.bounded_slowdown, slowdown));
  return words + table.text(width);
}

std::string use(const Metrics& metrics, std::size_t width) {
  const UseMetrics& use = metrics.use;
  TextTable table;
  if (metrics.makespan) table.add({"makespan", readable(*metrics.makespan)});
  if (use.while_submitting.capacity > 0)
    table.add({"utilization, while jobs are submitted", percent(use.while_submitting)});
  table.add({"utilization, whole span", percent(use.whole_span)});
  if (use.lost > 0)
    table.add({"  without lost work",
               percent(use.whole_span.allocated - use.lost, use.whole_span.capacity)});
  return table.text(width);
}

std::vector<std::string> group_head(const std::string& title) {
  return {title, "jobs", "waiting", "wait mean", "wait p95", "slowdown mean", "slowdown p95"};
}

std::vector<std::string> group_row(const std::string& name, const JobMetrics& group) {
  const bool any = group.wait_time.jobs > 0;
  return {name,
          std::to_string(group.counts.submitted()),
          std::to_string(group.counts.waiting()),
          any ? time(group.wait_time.mean) : "-",
          any ? time(group.wait_time.p95) : "-",
          any ? slowdown(group.bounded_slowdown.mean) : "-",
          any ? slowdown(group.bounded_slowdown.p95) : "-"};
}

std::string and_more(std::size_t groups) {
  if (groups <= most_lines) return "";
  return "... and " + std::to_string(groups - most_lines) + " more, in summary.json\n";
}

std::string clusters(const GridConfig& config, const Metrics& metrics, std::size_t width) {
  if (metrics.clusters.size() < 2) return "";
  TextTable table;
  std::vector<std::string> head = group_head("cluster");
  head.emplace_back("utilization");
  table.add(std::move(head));
  for (std::size_t at = 0; at < metrics.clusters.size() && at < most_lines; ++at) {
    const ClusterMetrics& cluster = metrics.clusters[at];
    std::vector<std::string> line = group_row(config.clusters[at].name, cluster.jobs);
    line.push_back(percent(cluster.use.whole_span));
    table.add(std::move(line));
  }
  return "\n" + table.text(width) + and_more(metrics.clusters.size());
}

/// A line for each queue; empty if each cluster has one queue, since then it repeats the clusters.
std::string queues(const GridConfig& config, const Metrics& metrics, std::size_t width) {
  TextTable table;
  table.add(group_head("queue"));
  std::size_t count = 0;
  for (std::size_t at = 0; at < metrics.clusters.size(); ++at) {
    const ClusterConfig& cluster = config.clusters[at];
    for (std::size_t queue = 0; queue < cluster.queues.size(); ++queue)
      if (count++ < most_lines)
        table.add(group_row(cluster.queues[queue].name + "@" + cluster.name,
                            metrics.clusters[at].queues[queue]));
  }
  if (count <= metrics.clusters.size()) return "";
  return "\n" + table.text(width) + and_more(count);
}

/// The jobs left in a run that has stalled.
std::string stalled(const StatusCounts& counts) {
  const auto line = [](std::uint64_t count, std::string_view how, std::string_view what) {
    if (count == 0) return std::string();
    return "stalled: " + jobs(count) + " " + std::string(how) +
           " at the end, and nothing will ever " + std::string(what) +
           (count == 1 ? " it\n" : " them\n");
  };
  return line(counts.waiting(), "waiting", "start") +
         line(counts.suspended(), "suspended", "resume");
}

std::string warnings(const RunResults& results, const Metrics& metrics) {
  std::string text;
  const std::string end = readable(results.end.time_since_epoch());
  if (!results.complete)
    text += "interrupted at virtual time " + end + ": these are no final results\n";
  if (results.stalled) text += stalled(metrics.jobs.counts);
  if (results.ignored_actions > 0)
    text += "ignored: " + std::to_string(results.ignored_actions) +
            (results.ignored_actions == 1 ? " action" : " actions") + " had no effect\n";
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string summary_table(const GridConfig& config, const RunResults& results,
                          const Metrics& metrics, std::size_t width) {
  std::string text = config.name.empty() ? "" : config.name + "\n\n";
  text += outcomes(metrics) + forwards(metrics.forwarding) + lease_totals(config, results.leases) +
          launches(results) + skipped(metrics) + "\n";
  text = wrapped(text, width) + distributions(metrics.jobs, config.measured, width) + "\n" +
         use(metrics, width);
  return text + clusters(config, metrics, width) + queues(config, metrics, width) +
         wrapped(warnings(results, metrics), width);
}

}  // namespace mcsim::results
