// Puts begin times of jobs into their clusters.
#include "mcsim/config/scenario/scenario_begins.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/baseline/recorded.hpp"
#include "mcsim/config/scenario/rows_by_number.hpp"
#include "mcsim/config/scenario/scenario_model.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/run_limit.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::config {

namespace {

void place_recorded(ScenarioDraft& draft, ClusterConfig& cluster) {
  cluster.begins = {};
  std::size_t without = 0;
  for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
    const auto row = static_cast<JobIndex>(at);
    const TraceJob& job = cluster.trace[row];
    const bool is_known = job.trace_wait.count() >= 0;
    if (!is_known) ++without;
    // A start in the instant of the submission needs no begin time.
    if (!is_known || job.trace_wait.count() > 0)
      cluster.begins.add(row, is_known ? job.submit + job.trace_wait : never);
  }
  if (without == 0) return;
  const JsonAt root(draft.tree.root);
  draft.complaints.warning(
      root, "model"_key,
      counted(without, "job") + " of " + cluster.name +
          (without == 1 ? " has no recorded start, and does" : " have no recorded start, and do") +
          " not start with dispatch recorded",
      {.who = "job", .what = "has no recorded start", .count = without});
}

/// How long the job may run at most.
Duration limit_of(const ClusterDraft& cluster, const TraceJob& job) {
  const JobProfile& profile = cluster.profiles.all()[index_of(job.profile)];
  return profile.overuse ? most_run_limit(cluster.config, job.queue, profile.application)
                         : run_limit_of(cluster.config, job.queue, profile.application, job.limit);
}

/// The scenario says itself that limits are enforced: the run is not what really happened. A table
/// has jobs that their limit ended up to a second longer than that.
void warn_of_limits(ScenarioDraft& draft, std::size_t position) {
  const ClusterDraft& cluster = draft.clusters[position];
  const Trace& trace = cluster.config.trace;
  std::size_t cut = 0;
  for (std::size_t at = 0; at < trace.size(); ++at) {
    const TraceJob& job = trace[static_cast<JobIndex>(at)];
    if (job.trace_wait.count() >= 0 && job.run - 1s > limit_of(cluster, job)) ++cut;
  }
  if (cut == 0) return;
  const JsonAt root(draft.tree.root);
  for_each_object(
      draft.tree.root, draft.list("clusters"_key), [&](const JsonNode&, const JsonAt& at) {
        if (at.position != position) return;
        constexpr std::string_view key = "enforce_runlimit"_key;
        draft.complaints.warning(
            model_that_says(key, at, root).value_or(root), key,
            counted(cut, "job") + " of " + cluster.config.name +
                " really ran longer than the run limit allows, and " + (cut == 1 ? "is" : "are") +
                " killed at it: model.enforce_runlimit is true with dispatch recorded",
            {.who = "job", .what = "is killed at a run limit", .count = cut});
      });
}

/// Which of the cluster's hosts lists of recorded hosts name. Each list is read once.
class ListedHosts {
 public:
  struct List {
    std::vector<RecordedHosts::Part> parts{};
    std::string unknown{};  ///< the first host that the cluster does not have
  };

  ListedHosts(const ScenarioDraft& draft, const ClusterDraft& cluster)
      : draft_(draft), cluster_(cluster), lists_(draft.host_texts.size()) {}

  /// `text` is a number in ScenarioDraft::host_texts.
  const List& of(NameId text) {
    std::optional<List>& list = lists_[index_of(text)];
    if (!list) list = read(draft_.host_texts.name(text));
    return *list;
  }

 private:
  List read(std::string_view text) const {
    List list;
    visit_hosts(split_words(text), [&](std::string_view name, std::int32_t slots) {
      const auto host = find(name);
      if (!host) {
        if (list.unknown.empty()) list.unknown = name;
        return;
      }
      const auto known = std::ranges::find(list.parts, *host, &RecordedHosts::Part::host);
      if (known != list.parts.end())
        known->slots += Slots(slots);
      else
        list.parts.push_back({*host, Slots(slots)});
    });
    return list;
  }
  std::optional<HostId> find(std::string_view name) const {
    auto found = cluster_.hosts.find(name);
    if (found == cluster_.hosts.end()) {
      // One of another cluster, as `mcsim import` calls it where it guesses hosts.
      std::string dotted(name);
      std::ranges::replace(dotted, '@', '.');
      found = cluster_.hosts.find(dotted);
    }
    const std::size_t own = cluster_.config.hosts.size();
    if (found == cluster_.hosts.end() || index_of(found->second) >= own) return std::nullopt;
    return found->second;
  }

  const ScenarioDraft& draft_;
  const ClusterDraft& cluster_;
  std::vector<std::optional<List>> lists_;
};

/// Where jobs really ran, as far as the cluster has these hosts.
void place_hosts(ScenarioDraft& draft, std::size_t at) {
  ClusterDraft& cluster = draft.clusters[at];
  const Trace& trace = cluster.config.trace;
  const RowsByNumber rows(trace);
  ListedHosts listed(draft, cluster);
  std::vector<std::pair<JobIndex, NameId>> found;
  JobId last{};
  std::size_t element = 0;  // how many rows of the job came before
  for (const JobWithHosts& job : draft.recorded_hosts) {
    if (index_of(job.cluster) != at) continue;
    element = job.job == last && !found.empty() ? element + 1 : 0;
    last = job.job;
    const auto first = rows.find(job.job);
    if (!first) continue;
    const std::size_t row = index_of(*first) + element;
    if (row < trace.size() && trace[static_cast<JobIndex>(row)].id == job.job)
      found.emplace_back(static_cast<JobIndex>(row), job.hosts);
  }
  std::ranges::sort(found);
  std::size_t elsewhere = 0;
  std::string unknown;
  for (const auto& [row, text] : found) {
    if (text == none<NameId>) continue;
    const ListedHosts::List& list = listed.of(text);
    if (!list.parts.empty()) cluster.config.recorded_hosts.add(row, list.parts);
    if (list.unknown.empty()) continue;
    if (elsewhere++ == 0) unknown = list.unknown;
  }
  if (elsewhere == 0) return;
  draft.complaints.warning(
      JsonAt(draft.tree.root), "model"_key,
      counted(elsewhere, "job") + " of " + cluster.config.name +
          " ran on hosts that it does not have, such as " + unknown +
          ": with dispatch recorded slots of other hosts take their place",
      {.who = "job", .what = "takes slots of other hosts", .count = elsewhere});
}

/// The begin times that jobs ask for.
void place_asked(const ScenarioDraft& draft, std::size_t at, ClusterConfig& cluster) {
  const RowsByNumber rows(cluster.trace);
  std::vector<std::pair<JobIndex, Time>> begins;
  for (const JobWithBegin& asked : draft.begins) {
    if (index_of(asked.cluster) != at) continue;
    // Elements of an array follow each other.
    for (auto row = rows.find(asked.job);
         row && index_of(*row) < cluster.trace.size() && cluster.trace[*row].id == asked.job;
         row = static_cast<JobIndex>(index_of(*row) + 1))
      if (asked.begin > cluster.trace[*row].submit) begins.emplace_back(*row, asked.begin);
  }
  std::ranges::sort(begins);
  for (const auto& [job, begin] : begins) cluster.begins.add(job, begin);
}

}  // namespace

void place_begins(ScenarioDraft& draft) {
  for (std::size_t at = 0; at < draft.clusters.size(); ++at) {
    ClusterConfig& cluster = draft.clusters[at].config;
    if (cluster.model.dispatch == RecordedStarts::name) {
      place_recorded(draft, cluster);
      if (cluster.model.enforce_runlimit) warn_of_limits(draft, at);
      if (!draft.recorded_hosts.empty()) place_hosts(draft, at);
    } else if (!draft.begins.empty()) {
      place_asked(draft, at, cluster);
    }
  }
}

}  // namespace mcsim::config
