// FAIRSHARE of lsb.queues: whose users share what, for one queue or for a set of queues.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

class FairshareReader {
 public:
  explicit FairshareReader(SettingsDraft& in) : in_(in) {}

  /// A queue may be in the set of one that comes later, so all sets are read first.
  void read() {
    visit_queues([&](QueueId id, const Fields& fields, const JsonAt& at) {
      if (fields.has("FAIRSHARE_QUEUES"_key)) read_set(id, fields, at);
      const bool is_ordered = fields.text("DISPATCH_ORDER"_key).has_value();
      if (is_ordered && !fields.has("FAIRSHARE_QUEUES"_key))
        complain_of_part(in_.draft, at, "DISPATCH_ORDER"_key,
                         "there are no FAIRSHARE_QUEUES that it could be of");
    });
    visit_queues([&](QueueId id, const Fields& fields, const JsonAt& at) {
      if (fields.has("FAIRSHARE"_key)) read_shares_of(id, fields, at);
    });
  }

 private:
  using Queues = std::vector<QueueId>;

  template <class Visit>
  void visit_queues(Visit&& visit) {
    std::size_t position = 0;
    visit_lines(&in_.node, in_.at, "lsb.queues"_key, [&](const JsonNode& line, const JsonAt& at) {
      if (position >= in_.settings.queues.size()) return;
      visit(static_cast<QueueId>(position++), Fields(line), at);
    });
  }
  const QueueConfig& queue(QueueId id) const { return in_.settings.queues[index_of(id)]; }

  static bool is_by_queue(const Fields& fields) {
    return fields.text("DISPATCH_ORDER"_key) == "QUEUE";
  }

  /// Notes the set of a queue, unless it is refused.
  void read_set(QueueId id, const Fields& fields, const JsonAt& at) {
    if (!fields.has("FAIRSHARE"_key))
      return void(complain_of_part(in_.draft, at, "FAIRSHARE_QUEUES"_key,
                                   "there is no FAIRSHARE that they could share"));
    Queues set = find_queues(id, fields.text("FAIRSHARE_QUEUES"_key).value_or(""), at);
    if (set.empty() || !is_free(id, set, at)) return;
    set.insert(set.begin(), id);
    if (!is_by_queue(fields) && !is_apart(set, at)) return;
    for (const QueueId one : set) parent_of_[one] = id;
    sets_[id] = std::move(set);
  }

  /// The queues that a set names beside its own, in the order of the file.
  Queues find_queues(QueueId id, std::string_view text, const JsonAt& at) {
    const auto complain = [&](const std::string& message) {
      complain_of_part(in_.draft, at, "FAIRSHARE_QUEUES"_key, message);
    };
    Queues set;
    for (const std::string_view name : split_words(text)) {
      const auto found = in_.names.queues.find(name);
      if (found == in_.names.queues.end()) {
        if (!in_.names.may_be_queue(name))
          complain("unknown queue " + in_quotes(name) + " in " + in_.names.config.name +
                   known_names(name, names_of(in_.names.queues)));
      } else if (found->second == id) {
        complain("queue " + queue(id).name + " is this one itself");
      } else if (std::ranges::find(set, found->second) != set.end()) {
        complain("queue " + std::string(name) + " is given twice");
      } else {
        set.push_back(found->second);
      }
    }
    std::ranges::sort(set);
    return set;
  }

  /// Whether no queue of a set is in another one.
  bool is_free(QueueId id, const Queues& set, const JsonAt& at) {
    bool is_good = true;
    const auto check = [&](QueueId one) {
      const auto taken = parent_of_.find(one);
      if (taken == parent_of_.end()) return;
      in_.complaints().error(at, "FAIRSHARE_QUEUES"_key,
                             "queue " + queue(one).name + " is in the set of queue " +
                                 queue(taken->second).name + ": a queue is in one set at most");
      is_good = false;
    };
    check(id);
    for (const QueueId one : set) check(one);
    return is_good;
  }

  /// Whether no other queue has its turn between those of a set, which have theirs together.
  /// Source: IBM Spectrum LSF 10.1, cross-queue user-based fairshare.
  bool is_apart(const Queues& set, const JsonAt& at) {
    const auto priority = [&](QueueId id) { return queue(id).priority; };
    const auto [least, most] = std::ranges::minmax(set, {}, priority);
    bool is_good = true;
    for (std::size_t i = 0; i < in_.settings.queues.size(); ++i) {
      const auto other = static_cast<QueueId>(i);
      const bool is_between =
          priority(other) >= priority(least) && priority(other) <= priority(most);
      if (!is_between || std::ranges::find(set, other) != set.end()) continue;
      in_.complaints().error(
          at, "FAIRSHARE_QUEUES"_key,
          "queue " + queue(other).name + " has PRIORITY = " + std::to_string(priority(other)) +
              ", and the queues of this set have " + range_of(priority(least), priority(most)) +
              ": expected it in the set, another PRIORITY, or DISPATCH_ORDER = QUEUE");
      is_good = false;
    }
    return is_good;
  }
  static std::string range_of(std::int32_t least, std::int32_t most) {
    return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
  }

  void read_shares_of(QueueId id, const Fields& fields, const JsonAt& at) {
    if (!in_.partition_shares.empty())
      return void(in_.complaints().error(
          at, "FAIRSHARE"_key,
          "host partition " + in_.partition_shares.front().name +
              " has USER_SHARES, and in a cluster with host partitions no queue has FAIRSHARE"));
    const auto parent = parent_of_.find(id);
    if (parent != parent_of_.end() && parent->second != id)
      return in_.complaints().warning(at, "FAIRSHARE"_key,
                                      "is without effect: what counts is that of queue " +
                                          queue(parent->second).name +
                                          ", whose FAIRSHARE_QUEUES names this queue");
    const auto shares = read_shares(in_, at, "FAIRSHARE"_key, ShareForm::fairshare);
    if (!shares) return;
    auto accounts = make_share_tree(in_, *shares);
    if (!accounts)
      return in_.complaints().refusal(at, "FAIRSHARE"_key,
                                      "the shares of this cluster make too many accounts");
    if (accounts->empty()) warn_of_nobody(at);
    const auto set = sets_.find(id);
    const bool has_set = set != sets_.end();
    add({.name = queue(id).name,
         .of = has_set ? FairshareConfig::Of::queues : FairshareConfig::Of::queue,
         .queues = has_set ? set->second : Queues{id},
         .by_queue = has_set && is_by_queue(fields),
         .accounts = *std::move(accounts),
         .factors = read_fairshare_factors(in_, at.node)});
    warn_of_committed(in_.settings.fairshares.back().factors, at);
  }
  void add(FairshareConfig fairshare) {
    const auto row = static_cast<FairshareId>(in_.settings.fairshares.size());
    for (const QueueId id : fairshare.queues) in_.settings.queues[index_of(id)].fairshare = row;
    fairshare.index();
    in_.settings.fairshares.push_back(std::move(fairshare));
  }

  void warn_of_nobody(const JsonAt& at) {
    if (in_.names.config.model.fairshare.no_share == FairshareOptions::NoShare::reject)
      in_.complaints().warning(at, "FAIRSHARE"_key, "no user has a share: all jobs are rejected",
                               starts_no_job());
  }
  /// Source: Platform LSF Administration Guide 6.2, "Fairshare Scheduling".
  void warn_of_committed(const FairshareFactors& factors, const JsonAt& at) {
    if (factors.committed_run_time > factors.run_time)
      in_.complaints().warning(at, "FAIRSHARE"_key,
                               "COMMITTED_RUN_TIME_FACTOR is above RUN_TIME_FACTOR: a user's "
                               "priority rises while his jobs run");
  }

  SettingsDraft& in_;
  std::map<QueueId, QueueId> parent_of_;  ///< of the queues of all sets, their own ones too
  std::map<QueueId, Queues> sets_;        ///< by the queue whose FAIRSHARE they have
};

void read_factors(const Fields& fields, FairshareFactors& factors) {
  const auto read = [&](std::string_view key, auto& value) {
    if (const auto text = fields.text(key)) value = number_of(*text);
  };
  read("CPU_TIME_FACTOR"_key, factors.cpu_time);
  read("RUN_TIME_FACTOR"_key, factors.run_time);
  read("COMMITTED_RUN_TIME_FACTOR"_key, factors.committed_run_time);
  read("RUN_JOB_FACTOR"_key, factors.run_job);
  read("FWD_JOB_FACTOR"_key, factors.fwd_job);
  read("FAIRSHARE_ADJUSTMENT_FACTOR"_key, factors.adjustment);
  read("HIST_HOURS"_key, factors.hist_hours);
  factors.enable_hist_run_time =
      fields.flag("ENABLE_HIST_RUN_TIME"_key).value_or(factors.enable_hist_run_time);
  factors.run_time_decay = fields.flag("RUN_TIME_DECAY"_key).value_or(factors.run_time_decay);
}

}  // namespace

FairshareFactors read_fairshare_factors(const SettingsDraft& in, const JsonNode* queue) {
  FairshareFactors factors;
  const JsonNode* const params = in.node.find("lsb.params"_key);
  if (params != nullptr && params->is(JsonNode::Kind::object))
    read_factors(Fields(*params), factors);
  if (queue != nullptr) read_factors(Fields(*queue), factors);
  const JsonNode* const conf = in.node.find("lsf.conf"_key);
  if (conf != nullptr && conf->is(JsonNode::Kind::object))
    if (const auto s = Fields(*conf).whole("LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION"_key))
      factors.forwarded_for = *s * 1s;
  return factors;
}

void read_fairshare(SettingsDraft& in) {
  FairshareReader(in).read();
  share_hosts(in);
  warn_of_idle_factors(in);
}

}  // namespace mcsim::config
