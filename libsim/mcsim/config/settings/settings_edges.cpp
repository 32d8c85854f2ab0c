// SNDJOBS_TO and RCVJOBS_FROM: which queues send jobs to which others.
#include <algorithm>
#include <optional>
#include <string>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view send_key = "SNDJOBS_TO"_key;
constexpr std::string_view receive_key = "RCVJOBS_FROM"_key;
constexpr std::string_view every_cluster = "allclusters";

/// An entry of SNDJOBS_TO: [queue@]cluster[+pref].
struct SendWord {
  std::string_view queue;  ///< empty: not given
  std::string_view cluster;
  std::int32_t preference = 0;
};

std::optional<SendWord> read_send_word(std::string_view word) {
  SendWord entry;
  if (const auto plus = word.rfind('+'); plus != std::string_view::npos) {
    const auto number = read_whole(word.substr(plus + 1));
    if (!number || *number < 0 || *number > INT32_MAX) return std::nullopt;
    entry.preference = static_cast<std::int32_t>(*number);
    word = word.substr(0, plus);
  }
  const auto at = word.find('@');
  entry.cluster = at == std::string_view::npos ? word : word.substr(at + 1);
  if (at != std::string_view::npos) entry.queue = word.substr(0, at);
  if (!is_name(entry.cluster) || (at != std::string_view::npos && entry.queue.empty()))
    return std::nullopt;
  return entry;
}

/// The edges of one cluster.
class EdgeReader {
 public:
  EdgeReader(ScenarioDraft& draft, ClusterId id, ClusterSettings& settings, const JsonNode& node,
             const JsonAt& at)
      : draft_(draft), id_(id), settings_(settings), node_(node), at_(at) {}

  void read() {
    check_known_clusters();
    std::size_t position = 0;
    visit_lines(&node_, at_, "lsb.queues"_key, [&](const JsonNode& line, const JsonAt& at) {
      if (position >= settings_.queues.size()) return;
      const auto id = static_cast<QueueId>(position++);
      const bool borrows = settings_.queues[index_of(id)].forwarding.borrows;
      if (const auto text = Fields(line).text(send_key); text && !borrows) send_jobs(id, *text, at);
      if (const auto text = Fields(line).text(receive_key)) receive_jobs(id, *text, at);
    });
  }

 private:
  /// Checks the names in section RemoteClusters.
  void check_known_clusters() {
    const JsonNode* file = node_.find("lsf.cluster"_key);
    if (file == nullptr || !file->is(JsonNode::Kind::object)) return;
    visit_lines(file, JsonAt(at_, *file, 0), "RemoteClusters"_key,
                [&](const JsonNode& line, const JsonAt& at) {
                  const auto name = Fields(line).text("CLUSTERNAME"_key);
                  const bool is_known =
                      !name || !draft_.names_known || draft_.cluster_ids.contains(*name);
                  if (!is_known && !draft_.is_left_out(id_, *name))
                    complain_of_part(draft_, at, "CLUSTERNAME"_key, unknown_cluster(*name));
                });
  }
  bool knows(ClusterId other) const { return draft_.remotes[index_of(id_)].knows(other); }

  void send_jobs(QueueId from, const std::string& text, const JsonAt& at) {
    for (const std::string_view word : split_words(text)) {
      const auto position = static_cast<std::size_t>(word.data() - text.data());
      const auto entry = read_send_word(word);
      if (!entry)
        error(at, send_key, position,
              "expected [queue@]cluster[+preference] ..., got " + in_quotes(word));
      else if (entry->cluster == every_cluster)
        send_to_all(from, *entry, position, at);
      else
        send_to_one(from, *entry, position, at);
    }
  }

  void send_to_one(QueueId from, const SendWord& entry, std::size_t position, const JsonAt& at) {
    const auto cluster = other_cluster(entry.cluster, position, at, send_key);
    if (!cluster) return;
    const std::string_view name = queue_name(from, entry);
    const ClusterDraft& other = draft_[*cluster];
    const auto queue = other.queues.find(name);
    if (queue != other.queues.end())
      add(from, {*cluster, queue->second, entry.preference}, position, at);
    else if (!other.may_be_queue(name))
      error(at, send_key, position,
            "unknown queue " + in_quotes(name) + " in " + other.config.name +
                known_names(name, names_of(other.queues)));
  }

  /// Adds an edge to every other cluster with such a queue, in the order of clusters.
  void send_to_all(QueueId from, const SendWord& entry, std::size_t position, const JsonAt& at) {
    const std::string_view name = queue_name(from, entry);
    bool all_known = true;
    std::size_t found = 0;
    for (std::size_t i = 0; i < draft_.clusters.size(); ++i) {
      const auto cluster = static_cast<ClusterId>(i);
      if (cluster == id_ || !knows(cluster)) continue;
      const ClusterDraft& other = draft_.clusters[i];
      all_known = all_known && !other.may_be_queue(name);
      const auto queue = other.queues.find(name);
      if (queue == other.queues.end()) continue;
      add(from, {cluster, queue->second, entry.preference}, position, at);
      ++found;
    }
    if (found == 0 && all_known)
      error(at, send_key, position, "no other cluster has a queue " + in_quotes(name));
  }

  std::string_view queue_name(QueueId from, const SendWord& entry) const {
    return entry.queue.empty() ? settings_.queues[index_of(from)].name : entry.queue;
  }

  void add(QueueId from, const SendTarget& target, std::size_t position, const JsonAt& at) {
    auto& targets = settings_.queues[index_of(from)].forwarding.targets;
    const auto same = [&](const SendTarget& other) {
      return other.cluster == target.cluster && other.queue == target.queue;
    };
    if (std::ranges::any_of(targets, same))
      return warning(at, send_key, position,
                     "queue " + name_of(target) + " is named twice; the first one counts");
    targets.push_back(target);
    draft_[id_].edges.push_back({.from = from,
                                 .to = target,
                                 .place = place_within(draft_, at, send_key, position),
                                 .value_place = at.node->find(send_key)->place,
                                 .pointer = at.pointer_to(send_key)});
  }
  std::string name_of(const SendTarget& target) const {
    const ClusterConfig& config = draft_[target.cluster].config;
    return config.queues[index_of(target.queue)].name + "@" + config.name;
  }

  void receive_jobs(QueueId queue, const std::string& text, const JsonAt& at) {
    auto& sources = settings_.queues[index_of(queue)].forwarding.sources;
    for (const std::string_view word : split_words(text)) {
      if (word == every_cluster) {
        for (std::size_t i = 0; i < draft_.clusters.size(); ++i)
          if (const auto id = static_cast<ClusterId>(i); id != id_ && knows(id))
            sources.push_back(id);
        continue;
      }
      const auto position = static_cast<std::size_t>(word.data() - text.data());
      if (const auto cluster = other_cluster(word, position, at, receive_key))
        sources.push_back(*cluster);
    }
    std::ranges::sort(sources);
    sources.erase(std::ranges::unique(sources).begin(), sources.end());
  }

  /// Another cluster that this one knows. None: complained about.
  std::optional<ClusterId> other_cluster(std::string_view name, std::size_t position,
                                         const JsonAt& at, std::string_view key) {
    const auto found = draft_.cluster_ids.find(name);
    if (found == draft_.cluster_ids.end()) {
      complain_of_cluster(name, position, at, key);
      return std::nullopt;
    }
    if (found->second == id_) {
      error(at, key, position, std::string(name) + " is this cluster itself: expected another one");
      return std::nullopt;
    }
    if (knows(found->second)) return found->second;
    warning(at, key, position,
            "cluster " + std::string(name) + " is none of the RemoteClusters of " +
                draft_[id_].config.name + nothing_is(key),
            loses_cluster());
    return std::nullopt;
  }

  void complain_of_cluster(std::string_view name, std::size_t position, const JsonAt& at,
                           std::string_view key) {
    if (draft_.is_left_out(id_, name))
      warning(at, key, position,
              "cluster " + std::string(name) + " of lsf.shared is not in the scenario" +
                  nothing_is(key),
              loses_cluster());
    else if (draft_.names_known)
      error(at, key, position, unknown_cluster(name));
  }
  std::string unknown_cluster(std::string_view name) const {
    return "unknown cluster " + in_quotes(name) + known_names(name, names_of(draft_.cluster_ids));
  }
  static std::string nothing_is(std::string_view key) {
    return key == send_key ? ": nothing is forwarded to it" : ": nothing is received from it";
  }

  static Loss loses_cluster() { return {.who = "queue", .what = "loses a cluster", .count = 1}; }

  /// About one entry of many.
  void error(const JsonAt& at, std::string_view key, std::size_t position,
             const std::string& message) {
    complain_of_part(draft_, place_within(draft_, at, key, position), at.pointer_to(key), message);
  }
  void warning(const JsonAt& at, std::string_view key, std::size_t position, std::string message,
               Loss loss = {}) {
    draft_.complaints.warning(place_within(draft_, at, key, position), at.pointer_to(key),
                              std::move(message), std::move(loss));
  }

  ScenarioDraft& draft_;
  ClusterId id_;
  ClusterSettings& settings_;
  const JsonNode& node_;
  const JsonAt& at_;
};

}  // namespace

void read_edges(ScenarioDraft& draft, ClusterId cluster, ClusterSettings& settings,
                const JsonNode& node, const JsonAt& at) {
  EdgeReader(draft, cluster, settings, node, at).read();
}

}  // namespace mcsim::config
