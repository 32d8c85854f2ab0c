// The scenario's own jobs, one by one.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "mcsim/config/scenario/job_slots.hpp"
#include "mcsim/config/scenario/scenario_arrays.hpp"
#include "mcsim/config/scenario/scenario_conditions.hpp"
#include "mcsim/config/scenario/scenario_moves.hpp"
#include "mcsim/config/scenario/scenario_profiles.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// Reads jobs, and knows which numbers are taken.
class JobReader {
 public:
  explicit JobReader(ScenarioDraft& draft)
      : draft_(draft), profiles_(draft), moved_(moved_jobs(draft.tree.root)) {}

  void read(JsonNode& node, const JsonAt& at) {
    ++report_.rows;
    const Fields in(node);
    const auto cluster = draft_.find_cluster(node, at);
    const auto id = in.whole("id"_key);
    if (cluster && id) check_id(at, *cluster, *id);
    const auto run = in.duration("run"_key);
    if (!cluster || !id || !run) draft_.traces_known = false;
    if (cluster) read_in(*cluster, id, run, node, at);
  }

  WorkloadReport report() {
    for (const auto& [limit, wide] : too_wide_) tell_skipped(limit.second, wide);
    return std::move(report_);
  }

 private:
  /// Jobs that want more slots than jobs can have.
  struct TooWide {
    JsonPlace place{};  ///< of the first one
    std::string pointer{};
    Slots least{}, most{};
    std::size_t count = 0;
  };

  /// A job of `cluster`; without a number or a run time it is only looked at.
  void read_in(ClusterId cluster, std::optional<std::int64_t> id, std::optional<Duration> run,
               JsonNode& node, const JsonAt& at) {
    const auto queue = draft_.find_queue(node, at, cluster);
    JobProfile profile = profiles_.of_job(node, at, cluster, queue);
    auto slots = queue ? slots_of(node, cluster, *queue, profile) : std::nullopt;
    if (slots) choose_slots(draft_, node, at, cluster, *slots, profile);
    if (!queue || !slots) draft_.traces_known = false;
    auto condition = read_condition(draft_, node, at);
    auto name = read_name(draft_, node, at, cluster);
    if (!name) draft_.traces_known = false;
    if (!queue || !slots || !id || !run || !name) return;
    const Fields in(node);
    if (const std::string group = in.text("user_group"_key).value_or(""); !group.empty())
      profile.group = draft_.scenario.config.groups.id(group);
    TraceJob job{.id = static_cast<JobId>(*id),
                 .submit = Time{duration_of(in, scenario::job["submit"])},
                 .run = *run,
                 .profile = draft_[cluster].profiles.of(profile),
                 .slots = Slots{static_cast<std::int32_t>(*slots)},
                 .queue = *queue};
    set_limit(job, in, cluster);
    set_user(job, in);
    const auto cancel = cancel_time(in, at, job);
    const std::uint32_t count = name->is_array() ? name->spec.indices.size() : 1;
    if (job.slots > draft_.largest_of(cluster, *queue)) return skip(cluster, job, at);
    if (const auto cause = cause_of(profile, at, cluster, job))
      draft_.impossible.add_own(*cause, cluster, job, at, count);
    report_.jobs += count;
    for (std::uint32_t element = 0; element < count; ++element) draft_[cluster].trace.add(job);
    call(cluster, job, *std::move(name));
    if (condition) wait(cluster, job, *std::move(condition));
    if (const auto begin = in.duration("begin"_key))
      draft_.begins.push_back({cluster, job.id, Time{*begin}});
    if (cancel) draft_[cluster].config.timeline.push_back(*cancel);
  }

  void call(ClusterId cluster, const TraceJob& job, AskedName asked) {
    if (!asked.name.empty()) draft_.named_jobs.push_back({cluster, job.id, job.user, asked.name});
    if (asked.is_array())
      draft_[cluster].arrays.push_back(
          {job.id, {.spec = std::move(asked.spec), .name = std::move(asked.name)}});
  }
  void wait(ClusterId cluster, const TraceJob& job, AskedCondition condition) {
    if (condition.text.empty()) return;
    condition.cluster = cluster;
    condition.job = job.id;
    condition.user = job.user;
    draft_.conditions.push_back(std::move(condition));
  }

  /// Why the job can never start, whatever actions make of it.
  MaybeCause cause_of(const JobProfile& profile, const JsonAt& at, ClusterId cluster,
                      const TraceJob& job) {
    const auto moved = moved_.find(static_cast<std::int64_t>(job.id));
    if (moved == moved_.end()) return profiles_.cause(profile, at, cluster, job);
    const auto may_leave = [&](const std::string& name) {
      const auto queue = draft_[cluster].queues.find(name);
      return queue != draft_[cluster].queues.end() && !profiles_.stay(cluster, queue->second);
    };
    if (!profiles_.stay(cluster, job.queue) || std::ranges::any_of(moved->second.queues, may_leave))
      return std::nullopt;
    return profiles_.cause_of_wish(profile, cluster);
  }

  void check_id(const JsonAt& at, ClusterId cluster, std::int64_t id) {
    if (!taken_.insert({cluster, id}).second)
      draft_.complaints.error(
          at, "id"_key,
          "job " + std::to_string(id) + " is given twice in " + draft_[cluster].config.name);
  }

  /// Without a number: PROCLIMIT's default, which is then written there.
  std::optional<std::int64_t> slots_of(JsonNode& node, ClusterId cluster, QueueId queue,
                                       const JobProfile& profile) {
    if (node.find("slots"_key) != nullptr) return Fields(node).whole("slots"_key);
    const std::int64_t usual = usual_slots(draft_[cluster].config, queue, profile);
    JsonNode slots = json_whole(usual);
    slots.place = slots.key_place = node.place;
    node.children.push_back(json_member("slots", std::move(slots)));
    return usual;
  }

  /// Without a limit: that of the queue, as it is when the job is submitted.
  void set_limit(TraceJob& job, const Fields& in, ClusterId cluster) {
    const ClusterConfig& config = draft_[cluster].config;
    if (const auto limit = in.duration("limit"_key))
      job.limit = job.requested = *limit;
    else if (draft_.is_baseline(config.model.dispatch))
      job.limit = job.run;
  }

  void set_user(TraceJob& job, const Fields& in) {
    const std::string user = text_of(in, scenario::job["user"]);
    if (!user.empty()) job.user = draft_.scenario.config.users.id(user);
  }

  std::optional<TimelineEntry> cancel_time(const Fields& in, const JsonAt& at,
                                           const TraceJob& job) {
    const auto cancel = in.duration("cancel_at"_key);
    if (!cancel) return std::nullopt;
    TimelineEntry entry{.at = Time{*cancel}, .kind = TimelineEntry::Kind::bkill};
    entry.job = job.id;
    if (entry.at <= job.submit)
      draft_.complaints.error(at, "cancel_at"_key, "expected a time after the job's submission");
    return entry;
  }

  void skip(ClusterId cluster, const TraceJob& job, const JsonAt& at) {
    const Slots largest = draft_.largest_of(cluster, job.queue);
    const auto [found, is_new] = too_wide_.try_emplace({cluster, largest});
    TooWide& wide = found->second;
    if (is_new)
      wide = {TreeComplaints::place_of(at, "slots"_key), at.pointer_to("slots"_key), job.slots,
              job.slots};
    wide.least = std::min(wide.least, job.slots);
    wide.most = std::max(wide.most, job.slots);
    // Where hosts cannot be read nobody knows how many slots there are, and it is an error anyway.
    if (draft_[cluster].are_hosts_whole()) ++wide.count;
    ++report_.skipped[static_cast<std::size_t>(SkipReason::too_many_slots)];
    draft_.skipped_jobs.push_back({cluster, job.id});
    draft_.scenario.skipped.push_back(
        {.workload = 0,
         .reason = SkipReason::too_many_slots,
         .job_id = static_cast<std::int64_t>(job.id),
         .detail = counted(job.slots.count(), "slot") + at_most(largest)});
  }

  void tell_skipped(Slots largest, const TooWide& wide) {
    if (wide.count == 0) return;
    const std::string from =
        wide.least < wide.most ? std::to_string(wide.least.count()) + " to " : "";
    draft_.complaints.warning(
        wide.place, wide.pointer,
        from + counted(wide.most.count(), "slot") + at_most(largest) +
            (wide.count == 1 ? ": the job is skipped"
                             : ": " + std::to_string(wide.count) + " such jobs are skipped"),
        {.who = "job", .what = "is skipped", .count = wide.count});
  }
  static std::string at_most(Slots largest) {
    return "; a job can have at most " + std::to_string(largest.count());
  }

  ScenarioDraft& draft_;
  ProfileReader profiles_;
  MovedJobs moved_;
  std::set<std::pair<ClusterId, std::int64_t>> taken_;
  std::map<std::pair<ClusterId, Slots>, TooWide> too_wide_;
  WorkloadReport report_;
};

}  // namespace

void read_jobs(ScenarioDraft& draft) {
  JobReader reader(draft);
  for_each_object(draft.tree.root, draft.list("jobs"_key),
                  [&](JsonNode& node, const JsonAt& at) { reader.read(node, at); });
  draft.scenario.config.workloads.emplace_back("jobs");
  draft.scenario.workloads.push_back(reader.report());
}

}  // namespace mcsim::config
