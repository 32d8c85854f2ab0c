// Writes bjobs, bjobs -p and bjobs -l as text.
#include <algorithm>

#include "mcsim/cluster/reasons.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/views/reason_text.hpp"
#include "mcsim/views/suspension_reason.hpp"
#include "mcsim/views/views.hpp"
#include "mcsim/views/views_values.hpp"

namespace mcsim::views {
namespace bjobs_view {

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::size_t field_called(std::string_view name) {
  const auto fields = job_fields();
  return static_cast<std::size_t>(std::ranges::find(fields, name, &ViewField::name) -
                                  fields.begin());
}

std::string value_of(const ClusterView& view, const SeenJob& job, std::string_view field) {
  return job_value(view, job, field_called(field));
}

/// `a1`, or `a1@C2` for a host of another cluster, whichever cluster borrows it.
std::string host_name(const ClusterView& view, ClusterId place, HostId id) {
  const auto& home = view.grid.clusters[index_of(place)].hosts[index_of(id)].home;
  if (home) return host_name(view, home->cluster, home->host);
  const ClusterConfig& cluster = view.grid.clusters[index_of(place)];
  const std::string& name = cluster.hosts[index_of(id)].name;
  return place == view.world.id ? name : name + "@" + cluster.name;
}

constexpr std::string_view header_line =
    "JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n";

std::string wide_line(const ClusterView& view, const SeenJob& job) {
  const auto cell = [&](std::string_view field, std::size_t width) {
    return padded(value_of(view, job, field), width) + " ";
  };
  return cell("jobid", 7) + cell("user", 7) + cell("stat", 5) + cell("queue", 10) +
         cell("from_host", 11) + cell("exec_host", 11) + cell("job_name", 10) +
         value_of(view, job, "submit_time") + "\n";
}

/// The line of a job, and unless `wide` is set, a line for each further host.
std::string job_lines(const ClusterView& view, const SeenJob& job, bool wide) {
  if (wide) return wide_line(view, job);
  const std::vector<HostSlots> hosts =
      has_hosts(job) ? exec_hosts(view, job) : std::vector<HostSlots>{};
  const auto host = [&](std::size_t at) {
    return at < hosts.size() ? host_list(view, job, {hosts[at]}, "") : std::string();
  };
  std::string text =
      left(value_of(view, job, "jobid"), 7) + " " + left(value_of(view, job, "user"), 7) + " " +
      left(value_of(view, job, "stat"), 5) + " " + left(value_of(view, job, "queue"), 10) + " " +
      tail(value_of(view, job, "from_host"), 11) + " " + tail(host(0), 11) + " " +
      left(value_of(view, job, "job_name"), 10) + " " + value_of(view, job, "submit_time") + "\n";
  for (std::size_t at = 1; at < hosts.size(); ++at)
    text += trimmed(std::string(45, ' ') + tail(host(at), 11));
  return text;
}

}  // namespace bjobs_view

std::vector<HostSlots> exec_hosts(const ClusterView& view, const SeenJob& job) {
  using namespace bjobs_view;
  std::vector<HostSlots> hosts;
  view.run.clusters[index_of(job.place)].allocations.visit(
      job.outcome->allocation, job.asked.slots, [&](HostSlots part) { hosts.push_back(part); });
  return hosts;
}

std::string host_list(const ClusterView& view, const SeenJob& job,
                      const std::vector<HostSlots>& hosts, std::string_view between) {
  using namespace bjobs_view;
  std::string text;
  for (const HostSlots& part : hosts) {
    if (!text.empty()) text += between;
    if (part.slots != Slots{1}) text += std::to_string(part.slots.count()) + "*";
    text += host_name(view, job.place, part.host);
  }
  return text;
}

std::vector<std::string> pend_lines(const ClusterView& view, const SeenJob& job, bool names) {
  using namespace bjobs_view;
  if (job.slot == none<JobSlotId> || has_hosts(job)) return {};
  if (view.world.baseline) {
    const WaitingJob waiting = view.world.baseline->jobs.as_waiting(job.slot);
    const PendReason reason = PendReasons(view.world).of(waiting);
    return {" " + std::string(text_of(reason)) + ";"};
  }
  std::vector<std::string> lines;
  for (const GivenReason& reason : view.reasons->shared_of(job.slot))
    lines.push_back(pend_line(reason, view.settings(), names));
  if (job.forward == nullptr) return lines;
  const auto told = view.told.find({job.place, job.forward->id});
  if (told == view.told.end()) return lines;
  for (const std::string& line : told->second)
    lines.push_back(" " + view.grid.clusters[index_of(job.place)].name + ":" + line);
  return lines;
}

std::string bjobs_text(const ClusterView& view, const std::vector<SeenJob>& jobs, bool wide,
                       bool header) {
  using namespace bjobs_view;
  std::string text(header ? header_line : "");
  for (const SeenJob& job : jobs) text += job_lines(view, job, wide);
  return text;
}

std::string bjobs_pending_text(const ClusterView& view, const std::vector<SeenJob>& jobs, bool wide,
                               bool header) {
  using namespace bjobs_view;
  std::string text(header ? header_line : "");
  for (const SeenJob& job : jobs) {
    text += job_lines(view, job, wide);
    for (const std::string& line : pend_lines(view, job, false)) text += line + "\n";
  }
  return text;
}

std::string bjobs_long_text(const ClusterView& view, const std::vector<SeenJob>& jobs) {
  using namespace bjobs_view;
  std::string text;
  for (const SeenJob& job : jobs) {
    const TraceJob& asked = job.asked;
    const JobOutcome& outcome = *job.outcome;
    const auto tagged = [&](std::string_view name, std::string_view field) {
      return std::string(name) + " <" + value_of(view, job, field) + ">";
    };
    const auto tagged_if_any = [&](std::string_view name, std::string_view field) {
      return value_of(view, job, field) == "-" ? std::string() : ", " + tagged(name, field);
    };
    text += (text.empty() ? "" : "\n") + tagged("Job", "jobid") +
            tagged_if_any("Job Name", "job_name") + ", " + tagged("User", "user") + ", " +
            tagged("Project", "proj_name") + tagged_if_any("User Group", "user_group") + ", " +
            tagged("Status", "stat") + ", " + tagged("Queue", "queue") + "\n";
    text += view.calendar.long_date(asked.submit) + ": Submitted from host <" +
            value_of(view, job, "from_host") + ">, " + tasks_text(view, job) + " Task(s)";
    const std::string requirement = value_of(view, job, "combined_resreq");
    text += requirement == "-" ? "" : ", Requested Resources <" + requirement + ">";
    text += tagged_if_any("Dependency Condition", "dependency");
    if (const Time begin = begin_time(view, job); begin != Time{})
      text += ", Specified Start Time <" + view.calendar.long_date(begin) + ">";
    text += ";\n";
    if (const std::string limit = value_of(view, job, "runtimelimit"); limit != "-")
      text += "\n RUNLIMIT\n " + limit + " min\n";
    if (job.forward != nullptr)
      text += view.calendar.long_date(job.forward->forwarded) + ": Job <" +
              value_of(view, job, "jobid") + "> forwarded to cluster <" +
              value_of(view, job, "forward_cluster") + ">;\n";
    if (has_hosts(job) && outcome.start != never)
      text += view.calendar.long_date(outcome.start) + ": Started on <" +
              host_list(view, job, exec_hosts(view, job), "> <") + ">;\n";
    if (is_finished(job.status)) {
      const bool done = job.status == JobStatus::done;
      const std::string reason(name_of(outcome.end_reason));
      text += view.calendar.long_date(outcome.finish) + ": " +
              (done ? "Done successfully"
                    : "Exited with exit code " + std::to_string(outcome.exit_code)) +
              "." + (reason.empty() ? "" : " " + reason + ".") + "\n";
    }
    const std::vector<std::string> reasons = pend_lines(view, job, true);
    if (!reasons.empty()) text += " PENDING REASONS:\n";
    for (const std::string& reason : reasons) text += reason + "\n";
    if (job.consumer != none<ClusterId>) continue;  // another cluster schedules it
    if (const auto limit = limit_of_suspended(view.world, job.slot, view.at))
      text += " SUSPENDING REASONS:\n" + pend_line(*limit, view.settings(), true) + "\n";
  }
  return text;
}

}  // namespace mcsim::views
