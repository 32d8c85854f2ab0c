// Writes lsb.acct. The order of fields is that of trace/lsb_finish.cpp.
#include "mcsim/results/lsb_acct.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/baseline/recorded.hpp"
#include "mcsim/results/condition_text.hpp"
#include "mcsim/results/job_times.hpp"

namespace mcsim::results {
namespace {

/// exitInfo. Source: lsbatch.h, TERM_ names; 0 where LSF has none.
int exit_info(EndReason reason) {
  switch (reason) {
    case EndReason::term_window:
      return 2;
    case EndReason::term_runlimit:
      return 5;
    case EndReason::term_cpulimit:
      return 12;
    case EndReason::term_owner:
      return 14;
    case EndReason::term_memlimit:
      return 16;
    case EndReason::term_orphan:
      return 27;
    default:
      return 0;
  }
}

/// 1-5,7
std::string ranges_of(const ArrayIndices& indices) {
  std::string text;
  for (std::uint32_t at = 0; at < indices.size();) {
    std::uint32_t end = at + 1;
    while (end < indices.size() && indices[end] == indices[end - 1] + 1) ++end;
    if (!text.empty()) text += ',';
    text += std::to_string(indices[at]);
    if (end - at > 1) text += "-" + std::to_string(indices[end - 1]);
    at = end;
  }
  return text;
}

class AcctWriter {
 public:
  AcctWriter(OutputFile& file, const GridConfig& grid, const RunResults& all, std::size_t cluster,
             std::int64_t start)
      : file_(file),
        grid_(grid),
        all_(all),
        cluster_(cluster),
        config_(grid.clusters[cluster]),
        results_(all.clusters[cluster]),
        start_(start) {}

  void write() {
    std::vector<JobIndex> ended;
    for (std::size_t at = 0; at < results_.jobs.size(); ++at) {
      const JobOutcome& job = results_.jobs[at];
      const bool has_ended = job.status == JobStatus::done || job.status == JobStatus::exit;
      if (has_ended && job.finish != never) ended.push_back(static_cast<JobIndex>(at));
    }
    std::ranges::sort(ended, {}, [&](JobIndex job) {
      return std::pair(results_.jobs[index_of(job)].finish, job);
    });
    for (const JobIndex job : ended) {
      record(job);
      file_.write(line_);
    }
  }

 private:
  void word(std::string_view text) {
    line_ += text;
    line_ += ' ';
  }
  void number(std::int64_t value) { word(std::to_string(value)); }
  void zeros(int count) {
    for (; count > 0; --count) number(0);
  }
  /// Quotes within it twice; ends of lines as LSF has them.
  void text(std::string_view value = {}) {
    line_ += '"';
    for (const char letter : value) {
      if (letter == '"') line_ += '"';
      line_ += letter == '\n' || letter == '\r' ? ';' : letter;
    }
    line_ += "\" ";
  }
  void texts(int count) {
    for (; count > 0; --count) text();
  }
  void time(Time value) {
    number(value == never
               ? 0
               : start_ +
                     std::chrono::floor<std::chrono::seconds>(value).time_since_epoch().count());
  }
  std::string_view name(const NameTable& table, NameId id) const { return table.name(id); }

  /// The hosts, each as often as it gave slots, in LSF's short form.
  void hosts(JobIndex index, const TraceJob& job, const JobOutcome& outcome) {
    std::vector<std::string> names;
    const ForwardOutcome* const forward = results_.forward_of(index);
    const bool is_away = forward != nullptr && forward->cluster != none<ClusterId>;
    const std::size_t at = is_away ? index_of(forward->cluster) : cluster_;
    const ClusterConfig& there = grid_.clusters[at];
    if (has_started(outcome))
      all_.clusters[at].allocations.visit(
          outcome.allocation, job.slots, [&](const HostSlots& part) {
            std::string host = there.hosts[index_of(part.host)].name;
            if (is_away) host += "@" + there.name;
            if (part.slots != Slots(1)) host = std::to_string(part.slots.count()) + "*" + host;
            names.push_back(std::move(host));
          });
    number(std::ssize(names));
    for (const std::string& host : names) text(host);
  }

  void begin_time(JobIndex index) {
    const Time begin = config_.begins.of(index);
    // With recorded starts no user has asked for them.
    if (begin == Time{} || config_.model.dispatch == RecordedStarts::name)
      zeros(1);
    else
      time(begin);
  }

  void record(JobIndex index) {
    line_.clear();
    const TraceJob job = results_.is_as_in_trace()
                             ? config_.trace[index]
                             : results_.as_played(config_.trace, index, played_);
    const JobOutcome& outcome = results_.jobs[index_of(index)];
    const JobProfile& profile = config_.profiles[index_of(job.profile)];
    const JobHistory* const history = results_.history_of(index);
    const ForwardOutcome* const forward = results_.forward_of(index);
    const bool is_away = forward != nullptr && forward->cluster != none<ClusterId>;
    text("JOB_FINISH");
    text("10.1");
    time(outcome.finish);
    number(static_cast<std::int64_t>(job.id));
    number(1000);  // user id
    number(profile.exclusive ? 0x40 : 0);
    number(config_.trace[index].slots.count());  // as many as it asked for at least
    time(job.submit);
    begin_time(index);
    zeros(1);  // termTime
    time(outcome.start);
    text(name(grid_.users, job.user));
    text(config_.queues[index_of(job.queue)].name);
    text(profile.res_req.text);
    const ConditionId condition = config_.conditions.of(index);
    text(condition == none<ConditionId> ? "" : whole_condition(config_, condition));
    texts(7);  // preExec, fromHost, cwd, in, out, err, jobFile
    asked_hosts(profile);
    hosts(index, job, outcome);
    number(outcome.status == JobStatus::done ? 64 : 32);
    word("1.0");
    text(array_name(index));
    text();     // command
    zeros(19);  // usage
    text();     // mailUser
    const NameId project =
        profile.project == none<NameId> ? config_.params.default_project : profile.project;
    text(name(grid_.projects, project));
    number(std::int64_t{outcome.exit_code} << 8);
    number(std::max(job.slots.count(), profile.most_slots));
    texts(2);  // loginShell, timeEvent
    number(config_.arrays.element(index));
    number(profile.memory);
    number(0);
    texts(4);
    number(0);
    text();
    number(exit_info(outcome.end_reason));
    text();
    number(-1);
    texts(2);
    text(profile.application == none<ApplicationId>
             ? std::string_view{}
             : std::string_view(config_.applications[index_of(profile.application)].name));
    text();
    number(-1);
    texts(2);
    number(0);
    text();
    number(0);
    texts(2);
    zeros(2);  // pairs of the submission, usage of hosts
    number(job.requested.count() > 0 ? (job.requested.count() + 999) / 1000 : -1);
    zeros(2);
    text(profile.res_req.text);
    text();
    number(-1);
    text(is_away ? std::string_view(grid_.clusters[index_of(forward->cluster)].name)
                 : std::string_view{});
    number(is_away ? static_cast<std::int64_t>(forward->id) : -1);
    time(forward == nullptr ? never : forward->forwarded);
    text();
    zeros(2);
    text();
    const auto run = run_time(outcome, history, all_.end);
    number(run ? std::chrono::floor<std::chrono::seconds>(*run).count() : 0);
    line_.back() = '\n';
  }

  /// Of an element as LSF has it: name[1-5]%2.
  const std::string& array_name(JobIndex index) {
    const ArrayId array = config_.arrays.of(index);
    if (array == array_) return array_name_;
    array_ = array;
    array_name_.clear();
    if (array == none<ArrayId>) return array_name_;
    const JobArray& written = config_.arrays[array];
    array_name_ = written.name + "[" + ranges_of(written.spec.indices) + "]";
    if (written.spec.limit > 0) array_name_ += "%" + std::to_string(written.spec.limit);
    return array_name_;
  }

  /// bsub -m.
  void asked_hosts(const JobProfile& profile) {
    if (!profile.hosts || profile.hosts->all) return zeros(1);
    number(std::ssize(profile.hosts->list));
    for (const HostPreferences::Entry& entry : profile.hosts->list)
      text(config_.hosts[index_of(entry.host)].name +
           (entry.level == 0 ? "" : "+" + std::to_string(entry.level)));
  }

  OutputFile& file_;
  const GridConfig& grid_;
  const RunResults& all_;
  std::size_t cluster_;
  const ClusterConfig& config_;
  const ClusterResults& results_;
  std::int64_t start_;
  std::optional<TraceJob> played_;
  std::string line_;
  ArrayId array_ = none<ArrayId>;
  std::string array_name_;  ///< of array_
};

}  // namespace

std::string lsb_acct_name(const GridConfig& config, std::size_t cluster) {
  return config.clusters.size() == 1 ? "lsb.acct" : "lsb.acct." + config.clusters[cluster].name;
}

std::optional<Diagnostic> write_lsb_acct(OutputFile& file, const GridConfig& config,
                                         const RunResults& results, std::size_t cluster,
                                         std::int64_t start) {
  AcctWriter(file, config, results, cluster, start).write();
  return file.close();
}

}  // namespace mcsim::results
