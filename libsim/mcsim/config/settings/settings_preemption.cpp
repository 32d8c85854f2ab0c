// PREEMPTION of lsb.queues: which queues preempt which.
#include <string>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view preemption_key = "PREEMPTION"_key;

/// Reads the value of one queue.
class PreemptionReader {
 public:
  PreemptionReader(SettingsDraft& in, QueueConfig& queue, const JsonAt& at)
      : in_(in), queue_(queue), at_(at) {}

  void read(std::string_view text) {
    read_words(text);
    if (is_refused_) queue_.preemption = {};
  }

 private:
  void read_words(std::string_view text) {
    const std::string whole(text);
    while (true) {
      const auto start = text.find_first_not_of(" \t");
      if (start == std::string_view::npos) break;
      text.remove_prefix(start);
      const std::string_view word = text.substr(0, text.find_first_of(" \t["));
      text.remove_prefix(word.size());
      std::string_view list;
      if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos) return refuse(whole);
        list = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        if (split_words(list).empty()) return refuse(whole);
      }
      if (word == "PREEMPTIVE")
        preemptive(list);
      else if (word == "PREEMPTABLE")
        preemptable(list);
      else
        return refuse(whole);
    }
    if (whole.find_first_not_of(" \t") == std::string::npos) refuse(whole);
  }

  void preemptive(std::string_view list) {
    for (const std::string_view word : split_words(list)) {
      const auto plus = word.find('+');
      const auto preference = plus == std::string_view::npos ? std::optional<std::int64_t>(0)
                                                             : read_whole(word.substr(plus + 1));
      if (!preference || *preference < 0 || *preference > INT32_MAX)
        complain("expected a whole number as preference, as in queue+1, got " + in_quotes(word));
      else if (const auto low = find(word.substr(0, plus)); low && is_lower(*low))
        queue_.preemption.low.push_back({*low, static_cast<std::int32_t>(*preference)});
    }
    // Without a list all lower queues are meant; a list without a good name means none of them.
    queue_.preemption.preemptive = list.empty() || !queue_.preemption.low.empty();
  }

  void preemptable(std::string_view list) {
    for (const std::string_view word : split_words(list))
      if (const auto high = find(word); high && is_higher(*high))
        queue_.preemption.high.push_back(*high);
    queue_.preemption.preemptable = list.empty() || !queue_.preemption.high.empty();
  }

  bool is_lower(QueueId low) {
    const QueueConfig& other = in_.settings.queues[index_of(low)];
    if (other.priority < queue_.priority) return true;
    complain("queue " + other.name + " has PRIORITY = " + std::to_string(other.priority) +
             ", and only queues below " + std::to_string(queue_.priority) + " can be preempted");
    return false;
  }
  bool is_higher(QueueId high) {
    const QueueConfig& other = in_.settings.queues[index_of(high)];
    if (other.priority > queue_.priority) return true;
    complain("queue " + other.name + " has PRIORITY = " + std::to_string(other.priority) +
             ", and only queues above " + std::to_string(queue_.priority) + " can preempt");
    return false;
  }

  std::optional<QueueId> find(std::string_view name) {
    const auto found = in_.names.queues.find(name);
    if (found != in_.names.queues.end()) return found->second;
    if (!in_.names.may_be_queue(name))
      complain("unknown queue " + in_quotes(name) + " in " + in_.names.config.name +
               known_names(name, names_of(in_.names.queues)));
    return std::nullopt;
  }

  void refuse(std::string_view text) {
    is_refused_ = true;
    in_.complaints().error(at_, preemption_key,
                           "expected PREEMPTIVE, PREEMPTIVE[queue[+preference] ...], PREEMPTABLE "
                           "or PREEMPTABLE[queue ...], got " +
                               in_quotes(text));
  }
  /// About one queue of a list.
  void complain(const std::string& message) {
    complain_of_part(in_.draft, at_, preemption_key, message);
  }

  SettingsDraft& in_;
  QueueConfig& queue_;
  const JsonAt& at_;
  bool is_refused_ = false;
};

}  // namespace

void read_preemption(SettingsDraft& in) {
  std::size_t position = 0;
  visit_lines(&in.node, in.at, "lsb.queues"_key, [&](const JsonNode& line, const JsonAt& at) {
    if (position >= in.settings.queues.size()) return;
    QueueConfig& queue = in.settings.queues[position++];
    if (const auto text = Fields(line).text(preemption_key))
      PreemptionReader(in, queue, at).read(*text);
  });
}

}  // namespace mcsim::config
