// The scenario's ELIMs.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/config/settings/elim_record.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/lim/load_update.hpp"
#include "mcsim/model/load_index.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// Records by file name: one may be read for several values.
using Records = std::map<std::string, std::optional<ElimRecording>, std::less<>>;

Amount thousandths(const Fields& in, std::string_view key, Amount usual = 0) {
  const auto text = in.text(key);
  const auto number = text ? read_decimal(*text) : std::nullopt;
  return number ? in_units(*number, 3).value_or(usual) : usual;
}

/// Reads one entry of `elim`.
class ElimReader {
 public:
  ElimReader(ScenarioDraft& draft, Records& records, JsonNode& node, const JsonAt& at, ClusterId id)
      : draft_(draft), records_(records), node_(node), at_(at), in_(node), cluster_(draft[id]) {}

  void read() {
    const auto name = in_.text("name"_key);
    if (name) elim_.name = *name;
    if (name && !is_elim_name(*name))
      complain("name"_key, "expected elim.application, but for elim.user, got " + in_quotes(*name));
    if (cluster_.config.model.load != LoadMode::lim)
      return complain("name"_key,
                      "ELIMs need model.load \"lim\": with \"slots\" there are no LIMs");
    read_hosts();
    visit_lines(&node_, at_, "values"_key,
                [&](const JsonNode& value, const JsonAt& at) { read_value(value, at); });
    elim_.interval = in_.duration("interval"_key).value_or(usual_interval());
    const bool is_played = are_all_recorded_ && !in_.has("interval"_key);
    if (is_played) play_reports();
    elim_.start_up = duration_of(in_, scenario::elim["start_up"]);
    elim_.on_change = flag_of(in_, scenario::elim["on_change"]);
    visit_lines(&node_, at_, "faults"_key,
                [&](const JsonNode& fault, const JsonAt& at) { read_fault(fault, at); });
    if (is_played)
      play_ends();
    else if (!in_.has("interval"_key))
      write_text(node_, "interval"_key, std::to_string(elim_.interval / 1s) + "s");
    if (!elim_.values.empty()) cluster_.config.elims.push_back(std::move(elim_));
  }

 private:
  static bool is_elim_name(std::string_view name) {
    return name.starts_with("elim.") && name.size() > 5 && name != "elim.user";
  }

  void complain(std::string_view key, std::string message) {
    draft_.complaints.error(at_, key, std::move(message));
  }

  void read_hosts() {
    std::set<HostId> hosts;
    const std::string text = in_.text("hosts"_key).value_or("all");
    for (const std::string_view word : split_words(text))
      if (word == "all")
        add_all(hosts);
      else if (const auto found = find_hosts(draft_, cluster_, at_, "hosts"_key, word))
        hosts.insert(found->begin(), found->end());
    if (split_words(text).empty())
      complain("hosts"_key, "expected names of hosts, got " + in_quotes(text));
    elim_.hosts.assign(hosts.begin(), hosts.end());
    for (const ElimConfig& other : cluster_.config.elims)
      if (other.name == elim_.name)
        for (const HostId id : elim_.hosts)
          if (std::ranges::binary_search(other.hosts, id))
            return complain("name"_key, "there are two of the name " + elim_.name + " on host " +
                                            cluster_.config.hosts[index_of(id)].name);
  }
  void add_all(std::set<HostId>& hosts) const {
    for (std::size_t at = 0; at < cluster_.config.hosts.size(); ++at)
      if (!cluster_.config.hosts[at].home) hosts.insert(static_cast<HostId>(at));
  }

  Duration usual_interval() const {
    Duration least = unlimited;
    for (const ElimOutput& output : elim_.values) {
      const ResourceConfig& resource = cluster_.config.resources[index_of(output.resource)];
      if (resource.is_external()) least = std::min(least, resource.interval * Duration{1s});
    }
    return least == unlimited ? Duration{15s} : least;
  }

  // Values.

  /// None: complained about.
  ResourceId find_index(const std::string& name, const JsonAt& at) {
    const std::vector<ResourceConfig>& resources = cluster_.config.resources;
    const auto found = std::ranges::find(resources, name, &ResourceConfig::name);
    const auto id = static_cast<std::size_t>(found - resources.begin());
    if (found != resources.end() && (id <= builtin::mem || found->is_external()))
      return static_cast<ResourceId>(id);
    if (found == resources.end() && cluster_.may_be_resource(name)) return none<ResourceId>;
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < resources.size(); ++i)
      if (i <= builtin::mem || resources[i].is_external()) known.push_back(resources[i].name);
    const bool is_fixed = found != resources.end();
    draft_.complaints.error(at, "resource"_key,
                            in_quotes(name) +
                                (is_fixed ? " is no load index: ELIMs report numeric and "
                                            "string resources of lsf.shared with an INTERVAL"
                                          : " is no load index that the LIMs know") +
                                known_names(name, known));
    return none<ResourceId>;
  }

  void read_value(const JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    const auto name = in.text("resource"_key);
    if (!name) return;
    ElimOutput output{.resource = find_index(*name, at), .name = *name};
    output.is_text =
        output.resource != none<ResourceId> &&
        cluster_.config.resources[index_of(output.resource)].kind == ResourceKind::text;
    const bool is_twice =
        std::ranges::find(elim_.values, *name, &ElimOutput::name) != elim_.values.end();
    if (is_twice) draft_.complaints.error(at, "resource"_key, in_quotes(*name) + " is given twice");
    const bool has_process = read_process(node, at, output);
    if (has_process && !is_twice && output.resource != none<ResourceId>)
      elim_.values.push_back(std::move(output));
  }

  /// False: complained about.
  bool read_process(const JsonNode& node, const JsonAt& at, ElimOutput& output) {
    const Fields in(node);
    are_all_recorded_ = are_all_recorded_ && in.has("record"_key);
    int kinds = 0;
    for (const std::string_view key :
         {"value"_key, "text"_key, "steps"_key, "record"_key, "walk"_key})
      kinds += in.has(key);
    if (kinds != 1) {
      draft_.complaints.error(at, "resource"_key,
                              "expected one of value, text, steps, record and walk of " +
                                  output.name + ", got " + std::to_string(kinds) + " of them");
      return false;
    }
    if (in.has("steps"_key)) return read_steps(node, at, output);
    if (output.is_text && in.has("walk"_key)) {
      draft_.complaints.error(at, "walk"_key, output.name + " is a string, which does not walk");
      return false;
    }
    if (in.has("record"_key)) return read_record(at, in.text("record"_key).value_or(""), output);
    if (in.has("walk"_key)) return read_walk(*node.find("walk"_key), at, output);
    output.steps = {{Time{}, told(in, at, output)}};
    return true;
  }

  std::optional<double> told(const Fields& in, const JsonAt& at, const ElimOutput& output) {
    const std::string_view wrong = output.is_text ? "value"_key : "text"_key;
    if (in.has(wrong) && output.resource != none<ResourceId>)
      draft_.complaints.error(at, wrong,
                              output.name + (output.is_text ? " is a string: expected text"
                                                            : " is a number: expected value"));
    if (output.is_text) return number_of_text(in.text("text"_key), at, "text"_key);
    const auto text = in.text("value"_key);
    return text ? std::optional(number_of(*text)) : std::nullopt;
  }
  /// ELIMs write words: white space would end one, and `-` says that nothing is known.
  std::optional<double> number_of_text(const std::optional<std::string>& text, const JsonAt& at,
                                       std::string_view key) {
    if (!text) return std::nullopt;
    if (text->empty() || *text == "-" || text->find_first_of(" \t\n\v\f\r") != std::string::npos ||
        text->size() >= LoadUpdateReader::longest_word) {
      draft_.complaints.error(at, key,
                              "expected a word without blanks, not -, got " + in_quotes(*text));
      return std::nullopt;
    }
    std::vector<std::string>& texts = cluster_.config.elim_texts;
    const auto found = std::ranges::find(texts, *text);
    const auto number = static_cast<double>(found - texts.begin());
    if (found == texts.end()) texts.push_back(*text);
    return number;
  }

  bool read_steps(const JsonNode& node, const JsonAt& at, ElimOutput& output) {
    visit_lines(&node, at, "steps"_key, [&](const JsonNode& step, const JsonAt& at_step) {
      const Fields in(step);
      const Time from{in.duration("at"_key).value_or(0ms)};
      if (!output.steps.empty() && from <= output.steps.back().at)
        draft_.complaints.error(at_step, "at"_key, "expected a time after that of the step before");
      output.steps.push_back({from, told(in, at_step, output)});
    });
    if (output.steps.empty() && node.find("steps"_key)->is(JsonNode::Kind::list))
      draft_.complaints.error(at, "steps"_key, "expected one step at least");
    return !output.steps.empty();
  }

  bool read_record(const JsonAt& at, const std::string& file, ElimOutput& output) {
    if (file.empty()) return false;  // complained about
    const auto [place, is_new] = records_.try_emplace(file);
    if (is_new) {
      const auto path = std::filesystem::path(draft_.directory) / file;
      auto recording = read_elim_record(path.string(), file);
      if (!recording)
        for (const Diagnostic& one : recording.error().list) draft_.of_files.add(one);
      else
        note_input(draft_, file, recording->hash);
      if (recording) place->second = std::move(*recording);
    }
    if (!place->second) return false;
    const auto levels = place->second->values.find(output.name);
    if (levels == place->second->values.end()) {
      draft_.complaints.error(at, "record"_key,
                              in_quotes(file) + " says nothing of " + output.name);
      return false;
    }
    if (output.is_text != place->second->of_words.contains(output.name)) {
      draft_.complaints.error(at, "record"_key,
                              in_quotes(file) + " has " + (output.is_text ? "numbers" : "words") +
                                  " for " + output.name);
      return false;
    }
    output.steps = levels->second;
    for (ElimLevel& step : output.steps)
      if (output.is_text && step.value)
        step.value = number_of_text(
            std::isnan(*step.value) ? "nan"
                                    : place->second->words[static_cast<std::size_t>(*step.value)],
            at, "record"_key);
    files_.insert(file);
    return true;
  }

  /// The ELIM reports when the recorded programs did.
  void play_reports() {
    for (const std::string& file : files_) {
      const std::vector<Time>& reports = records_.find(file)->second->reports;
      elim_.reports.insert(elim_.reports.end(), reports.begin(), reports.end());
    }
    std::ranges::sort(elim_.reports);
    elim_.reports.erase(std::ranges::unique(elim_.reports).begin(), elim_.reports.end());
  }
  /// The ELIM ends when the recorded programs did.
  void play_ends() {
    for (const std::string& file : files_)
      for (const ElimRecording::End& end : records_.find(file)->second->ends)
        elim_.mishaps.push_back(
            {.kind = ElimMishap::Kind::exits,
             .at = end.at,
             .number = end.code.value_or(cluster_.config.lim.elim_abort_value)});
  }

  bool read_walk(const JsonNode& node, const JsonAt& at_value, ElimOutput& output) {
    if (!node.is(JsonNode::Kind::object)) return false;
    const JsonAt at(at_value, node, 0);
    const Fields in(node);
    ElimWalk& walk = output.walk;
    walk = {.start = thousandths(in, "start"_key),
            .step = thousandths(in, "step"_key),
            .lowest = thousandths(in, "lowest"_key),
            .highest = thousandths(in, "highest"_key)};
    if (walk.lowest > walk.highest)
      draft_.complaints.error(at, "highest"_key, "expected at least what `lowest` is");
    else if (walk.start < walk.lowest || walk.start > walk.highest)
      draft_.complaints.error(at, "start"_key, "expected a number from `lowest` to `highest`");
    return true;
  }

  // What goes wrong.

  void read_fault(const JsonNode& node, const JsonAt& at) {
    using MishapKind = ElimMishap::Kind;
    const Fields in(node);
    ElimMishap mishap{.at = Time{in.duration("at"_key).value_or(0ms)},
                      .every = in.duration("every"_key)};
    read_choice(node, scenario::elim_fault["does"], mishap.kind);
    mishap.drawn = flag_of(in, scenario::elim_fault["drawn"]);
    if (mishap.drawn && !in.has("every"_key))
      draft_.complaints.error(at, "drawn"_key,
                              "what is drawn is the time to the next: give `every`");
    mishap.number = 1;
    read_number(in, at, scenario::elim_fault["code"], mishap, MishapKind::exits);
    read_number(in, at, scenario::elim_fault["by"], mishap, MishapKind::wrong_count);
    read_number(in, at, scenario::elim_fault["reports"], mishap, MishapKind::floods);
    if (mishap.kind == MishapKind::wrong_count && mishap.number == 0)
      draft_.complaints.error(at, "by"_key, "a count that nothing is added to is not wrong");
    elim_.mishaps.push_back(mishap);
  }
  void read_number(const Fields& in, const JsonAt& at, const VocabularyRow& row, ElimMishap& mishap,
                   ElimMishap::Kind kind) {
    if (mishap.kind == kind)
      mishap.number = count_of(in, row);
    else if (in.has(row.key) && in.has("does"_key))
      draft_.complaints.error(at, row.key, "a fault that `does` something else has no such number");
  }

  ScenarioDraft& draft_;
  Records& records_;
  JsonNode& node_;
  const JsonAt& at_;
  Fields in_;
  ClusterDraft& cluster_;
  ElimConfig elim_;
  std::set<std::string> files_;  ///< records that it has values of
  bool are_all_recorded_ = true;
};

}  // namespace

void read_elims(ScenarioDraft& draft) {
  Records records;
  for_each_object(draft.tree.root, draft.list("elim"_key), [&](JsonNode& node, const JsonAt& at) {
    const auto cluster = draft.find_cluster(node, at);
    if (cluster) ElimReader(draft, records, node, at, *cluster).read();
  });
}

}  // namespace mcsim::config
