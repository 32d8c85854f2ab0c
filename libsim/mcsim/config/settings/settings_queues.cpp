// lsb.queues: each queue by itself.
#include <algorithm>
#include <string>

#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::size_t most_queues = 65'534;

/// Reads one queue.
class QueueReader {
 public:
  QueueReader(SettingsDraft& in, const JsonNode& line, const JsonAt& at)
      : in_(in), line_(line), fields_(line), at_(at) {}

  QueueConfig read() {
    queue_.name = fields_.text("QUEUE_NAME"_key).value_or("");
    queue_.priority = count_of(fields_, lsb::queues["PRIORITY"]);
    queue_.rules = read_rules(in_, line_, at_);
    hosts();
    users();
    limits();
    queue_.thresholds = read_thresholds(in_, in_.idle_of_queues, line_, at_);
    times();
    queue_.exclusive = flag_of(fields_, lsb::queues["EXCLUSIVE"]);
    queue_.ignore_deadline = flag_of(fields_, lsb::queues["IGNORE_DEADLINE"]);
    queue_.backfill = flag_of(fields_, lsb::queues["BACKFILL"]);
    terminate_when();
    reservation();
    read_forwarding(in_, queue_, line_, at_);
    check_requirement();
    return std::move(queue_);
  }

 private:
  void hosts() {
    const std::string text = text_of(fields_, lsb::queues["HOSTS"]);
    if (text == "none") {
      queue_.hosts = {.all = false};
      queue_.forwarding.remote_only = fields_.has("SNDJOBS_TO"_key);
      if (!queue_.forwarding.remote_only)
        complain_of_no_start(
            in_.draft, at_, "HOSTS"_key,
            "no host serves this queue, and without SNDJOBS_TO its jobs go nowhere");
      return;
    }
    const auto words = split_words(text);
    const bool has_none = std::ranges::find(words, "none") != words.end();
    if (has_none && !is_lsfs_own(in_.draft, at_, "HOSTS"_key)) {  // LSF finds no host of this name
      in_.complaints().error(
          at_, "HOSTS"_key,
          "none stands alone, without other hosts and allremote, got " + in_quotes(text));
      has_bad_hosts_ = true;
      in_.queues_without_hosts.insert(id_);
      queue_.hosts = {.all = false};
      return;
    }
    BorrowWords borrowed;
    auto hosts = read_queue_hosts(in_.draft, in_.names, in_.settings.hosts.size(), at_, "HOSTS"_key,
                                  text, borrowed);
    has_bad_hosts_ = !hosts;
    queue_.forwarding.borrows = !borrowed.empty();
    if (!borrowed.empty()) {
      in_.borrowing.emplace(id_, std::move(borrowed));
      if (fields_.has("SNDJOBS_TO"_key))
        in_.complaints().warning(at_, "SNDJOBS_TO"_key,
                                 "is ignored: HOSTS of this queue names borrowed hosts");
    }
    if (!hosts) in_.queues_without_hosts.insert(id_);
    queue_.hosts = std::move(hosts).value_or(HostPreferences{});
  }

  void check_requirement() {
    if (!in_.names.are_hosts_whole() || queue_.forwarding.borrows) return;
    const ResourceRequirement& asked = queue_.rules.res_req;
    warn_of_impossible(in_.draft, in_.names, in_.settings, asked, at_, {.queue = id_},
                       queue_.hosts);
    warn_of_wide_ptile(in_.draft, in_.names, in_.settings, asked, at_, {.queue = id_},
                       queue_.hosts);
  }

  void users() {
    const std::string text = text_of(fields_, lsb::queues["USERS"]);
    auto users = read_users(in_.draft, in_.names, at_, "USERS"_key, text, starts_no_job());
    queue_.users = std::move(users).value_or(UserList{});
  }

  std::int32_t limit(std::string_view key) const {
    return static_cast<std::int32_t>(fields_.whole(key).value_or(no_limit));
  }
  void limits() {
    queue_.qjob_limit = limit("QJOB_LIMIT"_key);
    queue_.ujob_limit = limit("UJOB_LIMIT"_key);
    queue_.hjob_limit = limit("HJOB_LIMIT"_key);
    if (const auto text = fields_.text("PJOB_LIMIT"_key))
      queue_.pjob_limit = read_slots_per_processor(*text).value_or(SlotsPerProcessor{});
    for (const std::string_view key :
         {"QJOB_LIMIT"_key, "UJOB_LIMIT"_key, "HJOB_LIMIT"_key, "PJOB_LIMIT"_key})
      if (const auto text = fields_.text(key); text && number_of(*text) == 0)
        in_.names.impossible.push_back(
            {.queue = id_,
             .kind = ImpossibleRule::Kind::limit,
             .complaint = in_.draft.complaints.warning(
                 at_, key, "no job of this queue will ever start", starts_no_job())});
    warn_if_above("UJOB_LIMIT"_key, queue_.ujob_limit);
    warn_if_above("HJOB_LIMIT"_key, queue_.hjob_limit);
    fits_a_job("QJOB_LIMIT"_key, queue_.qjob_limit);
    fits_a_job("UJOB_LIMIT"_key, queue_.ujob_limit);
    hosts_fit_a_job();
  }
  void warn_if_above(std::string_view key, std::int32_t limit) {
    if (limit < no_limit && limit > queue_.qjob_limit)
      in_.complaints().warning(
          at_, key,
          "is above QJOB_LIMIT = " + std::to_string(queue_.qjob_limit) + ", and so without effect");
  }
  /// By the first settings of the hosts: a change may take slots away for a time.
  void hosts_fit_a_job() {
    const bool is_known = in_.names.are_hosts_known() && !has_bad_hosts_ && in_.before.empty() &&
                          !fields_.has("SNDJOBS_TO"_key) && !queue_.forwarding.borrows;
    const std::int32_t fewest = queue_.rules.proc_limit.least;
    const std::int64_t slots = slots_of_hosts();
    if (!is_known || fewest <= 1 || slots == 0 || fewest <= slots) return;
    complain_of_no_start(in_.draft, at_,
                         fields_.has("TASKLIMIT"_key) ? "TASKLIMIT"_key : "PROCLIMIT"_key,
                         "a job has at least " + std::to_string(fewest) +
                             " slots, and all hosts of the queue have " + std::to_string(slots));
  }
  std::int64_t slots_of_hosts() const {
    std::int64_t slots = 0;
    const auto& hosts = in_.settings.hosts;
    if (queue_.hosts.all)
      for (const HostConfig& host : hosts) slots += host.mxj.count();
    for (const auto& entry : queue_.hosts.list) slots += hosts[index_of(entry.host)].mxj.count();
    return slots;
  }
  /// PROCLIMIT may refuse all jobs that are small enough for another limit.
  void fits_a_job(std::string_view key, std::int32_t limit) {
    const std::int32_t fewest = queue_.rules.proc_limit.least;
    if (fewest > 1 && limit < fewest)
      complain_of_no_start(in_.draft, at_, key,
                           "allows " + counted(limit, "slot") +
                               ", and by PROCLIMIT a job has at least " + std::to_string(fewest));
  }

  void times() {
    const JsonNode* params = in_.node.find("lsb.params"_key);
    const auto of_cluster = params == nullptr
                                ? read_whole(default_text(lsb::params["JOB_ACCEPT_INTERVAL"]))
                                : Fields(*params).whole("JOB_ACCEPT_INTERVAL"_key);
    const auto turns = fields_.whole("JOB_ACCEPT_INTERVAL"_key);
    queue_.job_accept_interval =
        turns.value_or(of_cluster.value_or(0)) * in_.settings.params.mbd_sleep_time;
    queue_.new_job_sched_delay = seconds_of(fields_, lsb::queues["NEW_JOB_SCHED_DELAY"]);
    const auto window = [&](std::string_view key) {
      return read_windows(fields_.text(key).value_or("")).value_or(TimeWindows{});
    };
    queue_.dispatch_window = window("DISPATCH_WINDOW"_key);
    queue_.run_window = window("RUN_WINDOW"_key);
    if (!in_.draft.is_baseline(in_.names.config.model.dispatch)) check_windows();
  }
  /// Jobs can start only while all windows are open.
  void check_windows() {
    const TimeWindows own = both_open(queue_.dispatch_window, queue_.run_window);
    const std::string_view key =
        fields_.has("RUN_WINDOW"_key) ? "RUN_WINDOW"_key : "DISPATCH_WINDOW"_key;
    if (is_never(own))
      in_.complaints().warning(
          at_, key, "does not overlap DISPATCH_WINDOW: no job of this queue can ever start",
          starts_no_job());
    else if (own.is_set() && in_.names.are_hosts_known() && !has_bad_hosts_ &&
             !queue_.forwarding.borrows && !any_host_opens(own))
      in_.complaints().warning(at_, key,
                               "does not overlap DISPATCH_WINDOW of any host of this queue: none "
                               "of its jobs can ever start",
                               starts_no_job());
  }
  static bool is_never(const TimeWindows& windows) {
    return windows.is_set() && windows.parts().empty();
  }
  /// True also if there is no host.
  bool any_host_opens(const TimeWindows& own) const {
    const auto opens = [&](const HostConfig& host) {
      return !is_never(both_open(own, host.dispatch_window));
    };
    const auto& hosts = in_.settings.hosts;
    if (queue_.hosts.all) return hosts.empty() || std::ranges::any_of(hosts, opens);
    const auto opens_listed = [&](const HostPreferences::Entry& entry) {
      return opens(hosts[index_of(entry.host)]);
    };
    const auto& listed = queue_.hosts.list;
    return listed.empty() || std::ranges::any_of(listed, opens_listed);
  }

  void terminate_when() {
    const std::string text = fields_.text("TERMINATE_WHEN"_key).value_or("");
    for (const std::string_view word : split_words(text))
      if (word == "WINDOW")
        queue_.terminate_when_window_closes = true;
      else if (word == "PREEMPT")
        queue_.terminate_when_preempted = true;
      else
        complain_planned(in_.draft, at_, "TERMINATE_WHEN"_key, word);
  }

  /// RESOURCE_RESERVE wins over SLOT_RESERVE.
  void reservation() {
    const bool resources = fields_.has("RESOURCE_RESERVE"_key);
    const std::string_view key = resources ? "RESOURCE_RESERVE"_key : "SLOT_RESERVE"_key;
    const auto turns = read_reserve_time(fields_.text(key).value_or(""));
    if (turns) queue_.max_reserve_time = *turns * in_.settings.params.mbd_sleep_time;
    if (resources && turns)
      in_.complaints().warning(at_, key, "slots are reserved ahead, but memory is not");
  }

  SettingsDraft& in_;
  const JsonNode& line_;
  Fields fields_;
  const JsonAt& at_;
  QueueId id_ = static_cast<QueueId>(in_.settings.queues.size());
  QueueConfig queue_;
  bool has_bad_hosts_ = false;
};

/// Whether it is the queue that LSF makes where its files name none.
bool is_made_by_lsf(SettingsDraft& in, const JsonAt& at) {
  return count_objects(*at.parent->node) == 1 && is_lsfs_own(in.draft, at, "QUEUE_NAME"_key);
}

void check_name(SettingsDraft& in, const QueueConfig& queue, const JsonAt& at) {
  if (queue.name == "default" && !is_made_by_lsf(in, at))
    in.complaints().refusal(at, "QUEUE_NAME"_key, "\"default\" is reserved: expected another name");
  const auto id = static_cast<QueueId>(in.settings.queues.size());
  if (queue.name.empty())
    in.names.queues_known = in.names.queues_known && !in.names.lost_queues.empty();
  else if (!in.names.queues.emplace(queue.name, id).second)
    in.complaints().refusal(at, "QUEUE_NAME"_key, "queue " + queue.name + " is given twice");
}

/// Whether a list has nothing but places of items of LSF's files that are left out.
bool has_only_gaps(const SettingsDraft& in, const JsonNode& list) {
  return std::ranges::all_of(list.children, [&](const JsonNode& item) {
    return item.is(JsonNode::Kind::broken) && is_of_lsf_file(in.draft, item.place);
  });
}

}  // namespace

void read_queues(SettingsDraft& in) {
  const JsonNode* list = in.node.find("lsb.queues"_key);
  if (list != nullptr && list->is(JsonNode::Kind::list) && has_only_gaps(in, *list) &&
      in.names.queues_known && in.names.lost_queues.empty())
    in.complaints().refusal(in.at, "lsb.queues"_key, "expected at least one queue");
  if (list != nullptr && list->children.size() > most_queues)
    return in.complaints().refusal(in.at, "lsb.queues"_key, "a cluster has at most 65534 queues");
  visit_lines(&in.node, in.at, "lsb.queues"_key, [&](const JsonNode& line, const JsonAt& at) {
    QueueConfig queue = QueueReader(in, line, at).read();
    check_name(in, queue, at);
    in.settings.queues.push_back(std::move(queue));
  });
}

}  // namespace mcsim::config
