// Which part of a trace or table a workload takes.
#include "mcsim/config/scenario/workload_window.hpp"

#include <string>

#include "mcsim/config/scenario/scenario_table.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/instants.hpp"
#include "mcsim/trace/swf.hpp"

namespace mcsim::config {
namespace {

class WindowReader {
 public:
  WindowReader(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
               const WorkloadOptions& options, bool is_table)
      : draft_(draft), in_(node), at_(at), options_(options), is_table_(is_table) {}

  SubmitWindow read() {
    SubmitWindow window;
    window.to = moment("to"_key);
    const auto from = moment("from"_key);
    const bool keeps = flag_of(in_, scenario::workload["keep_times"]);
    if (!from) {
      if (keeps)
        draft_.complaints.warning(at_, "keep_times"_key, "is without effect: there is no `from`");
      return window;
    }
    window.from = *from;
    if (!keeps) window.shift = *from;
    if (from->count() % 1000 != 0)
      draft_.complaints.error(at_, "from"_key, "expected whole seconds");
    if (window.to && *window.to <= *from)
      draft_.complaints.error(at_, "to"_key, "expected a time after `from`");
    return window;
  }

 private:
  /// How long after time 0 of the trace that is. None: not said, or complained about.
  std::optional<Duration> moment(std::string_view key) {
    const auto text = in_.text(key);
    if (!text) return in_.duration(key);
    const auto instant = read_instant(*text);
    if (!instant) return read_duration(*text);
    const auto began = this->began();
    if (!began) {
      draft_.complaints.error(
          at_, key,
          is_table_ ? "an instant needs `start` in the scenario, from which the table's times count"
                    : "an instant needs a trace that says when it began (UnixStartTime); give a "
                      "duration since its time 0");
      return std::nullopt;
    }
    if (*instant >= *began && *instant - *began <= longest_duration.count() / 1000)
      return Duration{(*instant - *began) * 1000};
    draft_.complaints.error(at_, key,
                            "expected an instant from " + instant_text(*began).value_or("") +
                                " on, when the " + (is_table_ ? "table" : "trace") + " began");
    return std::nullopt;
  }

  /// Seconds since 1970.
  std::optional<std::int64_t> began() const {
    if (is_table_) {
      const auto start = Fields(draft_.tree.root).text("start"_key);
      return start ? read_instant(*start) : std::nullopt;
    }
    const auto header = trace::read_swf_header(options_.file, options_.shown_name);
    if (!header || header->unix_start_time.value_or(0) <= 0) return std::nullopt;
    return header->unix_start_time;
  }

  ScenarioDraft& draft_;
  Fields in_;
  const JsonAt& at_;
  const WorkloadOptions& options_;
  bool is_table_;
};

}  // namespace

SubmitWindow read_window(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                         const WorkloadOptions& options, bool is_table) {
  return WindowReader(draft, node, at, options, is_table).read();
}

void warn_of_shifted_tables(ScenarioDraft& draft, bool has_windows) {
  std::string others;
  for (const std::string_view key : {"jobs"_key, "faults"_key, "actions"_key, "changes"_key})
    if (const JsonNode* list = draft.list(key); list != nullptr && !list->children.empty())
      others += (others.empty() ? "" : ", ") + std::string(key);
  if (has_windows) others += (others.empty() ? "" : ", ") + std::string("time windows");
  if (others.empty()) return;
  for_each_object(
      draft.tree.root, draft.list("workloads"_key), [&](const JsonNode& node, const JsonAt& at) {
        const std::size_t workload = at.position + 1;  // 0: the scenario's own jobs
        const Fields in(node);
        if (workload >= draft.scenario.workloads.size() || in.has("keep_times"_key) ||
            !is_table(in.text("file"_key).value_or("")) ||
            draft.scenario.workloads[workload].shift == Duration{})
          return;
        draft.complaints.warning(at, "from"_key,
                                 "is time 0 of the run, and the times of others (" + others +
                                     ") count from there, too; keep_times: yes leaves time 0 where "
                                     "the table has it, no leaves this warning");
      });
}

}  // namespace mcsim::config
