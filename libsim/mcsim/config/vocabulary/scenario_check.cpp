// The walk over a tree, guided by the vocabulary.
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/scenario_defaults.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/config/values/forward_policy.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/lost_keywords.hpp"
#include "mcsim/config/vocabulary/policy_check.hpp"
#include "mcsim/config/vocabulary/scenario_shapes.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/utf8.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

std::string no_control(const JsonNode& node) {
  return "expected text without control characters, got " + shown(node);
}

/// Values of these keys appear in tables, where a row is one line.
bool is_shown_in_tables(const VocabularyRow& row) {
  return row.key == "user"_key || row.key == "app"_key || row.key == "name"_key ||
         row.key == "file"_key;
}

using Kind = JsonNode::Kind;

bool is_empty_container(const JsonNode& node) {
  return (node.is(Kind::list) || node.is(Kind::object)) && node.children.empty();
}

/// The thresholds of an external load index.
constexpr VocabularyRow threshold_row{.key = {}, .type = ValueType::threshold, .about = {}};

class ShapeCheck {
 public:
  ShapeCheck(const JsonNode& scenario, const ScenarioChoices& choices, TreeComplaints& complaints)
      : choices_(choices),
        forward_(choices.forward.begin(), choices.forward.end()),
        complaints_(complaints),
        scenario_(scenario) {
    note_all_indices();
  }

  void object(JsonNode& node, const JsonAt& at, const VocabularySection& section) {
    const bool outside = in_change_;
    in_change_ = in_change_ || is_change(section);
    members(node, at, section);
    in_change_ = outside;
  }
  bool has_changed() const { return has_changed_; }

 private:
  void members(JsonNode& node, const JsonAt& at, const VocabularySection& section) {
    bool any_planned = false;
    for (JsonNode& child : node.children) {
      const JsonAt inner(at, child, 0);
      const VocabularyRow* row = find_row(section, child.key);
      if (row == nullptr && section.takes_indices && indices_.contains(child.key))
        scalar(child, inner, section, threshold_row);
      else if (row == nullptr)
        mistyped(child, inner, node, section);
      else if (row->no_effect)
        continue;
      else if (section.find(child.key) == nullptr || row->planned != 0)
        any_planned = refuse_planned(child, inner) || any_planned;
      else
        value(child, inner, section, *row);
    }
    if (leave_out_ignored(node, section)) return;
    // An object with a planned key may lack the keys that replace it in this version.
    if (!any_planned) complain_of_missing(node, at, section);
  }

  /// A mistyped key is read as what it stands for, so that nothing else is wrong because of it.
  void mistyped(JsonNode& child, const JsonAt& at, JsonNode& object,
                const VocabularySection& section) {
    const VocabularyRow* row = meant_by(child.key, object, section);
    complaints_.error(child.key_place, at.pointer(), unknown_key(section, child.key));
    JsonNode* const fallback = row == nullptr ? nullptr : object.find(row->key);
    const bool is_meant = row != nullptr && may_be(child, section, *row);
    if (is_meant && fallback != nullptr) {  // which comes later, and is checked then
      const JsonPlace key_place = child.key_place;
      *fallback = std::move(child);
      fallback->key = row->key;
      child = {};
      child.key_place = key_place;
      child.kind = Kind::broken;
    } else if (row != nullptr && fallback == nullptr) {
      child.key = row->key;
      if (is_meant) value(child, at, section, *row);
    }
    if (!is_meant) child.kind = Kind::broken;  // perhaps another key is meant
    if (is_meant) note_all_indices();          // some may have become known
    has_changed_ = has_changed_ || is_meant;
  }
  /// Whether a value can be one of this key.
  bool may_be(const JsonNode& node, const VocabularySection& section,
              const VocabularyRow& row) const {
    switch (row.type) {
      case ValueType::list:
        return node.is(Kind::list);
      case ValueType::object:
      case ValueType::overrides:
      case ValueType::numbered:
      case ValueType::text_map:
      case ValueType::weights:
      case ValueType::expectations:
        return node.is(Kind::object);
      default:
        return !what_is_wrong(node, section, row, allowed_for(section, row));
    }
  }

  void note_all_indices() {
    note_indices(scenario_);
    if (const JsonNode* clusters = scenario_.find("clusters"_key))
      for (const JsonNode& cluster : clusters->children) note_indices(cluster);
  }
  /// Notes the external load indices of lsf.shared: numeric resources with an INTERVAL.
  void note_indices(const JsonNode& node) {
    const JsonNode* shared = node.is(Kind::object) ? node.find("lsf.shared"_key) : nullptr;
    const JsonNode* list = shared == nullptr ? nullptr : shared->find("Resource"_key);
    if (list == nullptr) return;
    for (const JsonNode& line : list->children) {
      const Fields fields(line);
      const auto name = fields.text("RESOURCENAME"_key);
      if (name && fields.has("INTERVAL"_key) && fields.text("TYPE"_key) == "Numeric")
        indices_.insert(*name);
    }
  }

  void complain_of_missing(const JsonNode& node, const JsonAt& at,
                           const VocabularySection& section) {
    for (const VocabularyRow& row : section.rows)
      if (is_needed(section, row) && row.planned == 0 && node.find(row.key) == nullptr)
        complaints_.error(at, row.key, "missing");
  }
  /// A change leaves out what stays as it is, but must name the object that it changes. An object
  /// without a name is replaced as a whole.
  bool is_needed(const VocabularySection& section, const VocabularyRow& row) const {
    return row.required && (!in_change_ || section.named_by.empty() || row.key == section.named_by);
  }

  void refuse_key(JsonNode& child, const JsonAt& at, std::string message) {
    complaints_.error(child.key_place, at.pointer(), std::move(message));
    child.kind = Kind::broken;
  }
  /// An empty list or object asks for nothing, and may stay.
  bool refuse_planned(JsonNode& child, const JsonAt& at) {
    if (is_empty_container(child)) return false;
    refuse_key(child, at, std::string(planned_text));
    return true;
  }
  void refuse(JsonNode& node, const JsonAt& at, std::string message) {
    complaints_.error(at, std::move(message));
    node.kind = Kind::broken;
  }

  /// Removes the values that LSF passes over, which are null. True: one is needed, so that the
  /// object is passed over as a whole.
  bool leave_out_ignored(JsonNode& node, const VocabularySection& section) {
    const auto is_ignored = [&](const JsonNode& child) {
      return child.is(Kind::null) && is_lsfs_own(child);
    };
    const auto is_needed_one = [&](const JsonNode& child) {
      const VocabularyRow* row = section.find(child.key);
      return is_ignored(child) && ((row != nullptr && row->required) || section.is_policy());
    };
    if (std::ranges::any_of(node.children, is_needed_one)) node.kind = Kind::null;
    const bool any = std::erase_if(node.children, is_ignored) > 0;
    has_changed_ = has_changed_ || any;
    return node.is(Kind::null);
  }
  bool is_lsfs_own(const JsonNode& node) const {
    return is_lsf_file(complaints_.file_of(node.place));
  }

  void value(JsonNode& node, const JsonAt& at, const VocabularySection& section,
             const VocabularyRow& row) {
    if (node.is(Kind::broken) && node.text.empty()) return;  // lost with a line of an LSF file
    if (node.is(Kind::null) && stands_for_default(section, row)) return;
    if (row.is_policy && node.is(Kind::object)) return policy(node, at, section, row);
    switch (row.type) {
      case ValueType::object:
      case ValueType::overrides:
        return inner_object(node, at, row);
      case ValueType::list:
        return list(node, at, row);
      case ValueType::numbered:
      case ValueType::text_map:
      case ValueType::weights:
        return map(node, at, row);
      case ValueType::expectations:
        if (!node.is(Kind::object)) refuse(node, at, "expected an object, got " + shown(node));
        return;
      default:
        return scalar(node, at, section, row);
    }
  }

  /// In `set` of a change, null takes a value back to its default.
  bool stands_for_default(const VocabularySection& section, const VocabularyRow& row) const {
    return in_change_ && row.key != section.named_by;
  }

  void inner_object(JsonNode& node, const JsonAt& at, const VocabularyRow& row) {
    if (node.is(Kind::broken)) return;  // complained about
    if (!node.is(Kind::object)) return refuse(node, at, "expected an object, got " + shown(node));
    const VocabularySection* inner = find_section(row.child);
    MCSIM_CHECK(inner != nullptr, "a section of the vocabulary is missing");
    object(node, at, *inner);
  }

  void list(JsonNode& node, const JsonAt& at, const VocabularyRow& row) {
    if (!node.is(Kind::list)) return refuse(node, at, "expected a list, got " + shown(node));
    for (std::size_t i = 0; i < node.children.size(); ++i)
      inner_object(node.children[i], JsonAt(at, node.children[i], i), row);
    for (JsonNode& item : node.children)  // what LSF passes over keeps its place for pointers
      if (item.is(Kind::null) && is_lsfs_own(item)) {
        item.kind = Kind::broken;
        item.children.clear();
      }
  }

  void map(JsonNode& node, const JsonAt& at, const VocabularyRow& row) {
    if (!node.is(Kind::object)) return refuse(node, at, "expected an object, got " + shown(node));
    for (JsonNode& child : node.children) {
      const JsonAt inner(at, child, 0);
      const auto number = read_whole(child.key);
      if (row.type == ValueType::numbered &&
          (!number || *number < INT32_MIN || *number > INT32_MAX))
        refuse_key(child, inner, "expected a whole number as key, got " + in_quotes(child.key));
      else if (row.type == ValueType::weights)
        weight(child, inner, row);
      else if (!child.is(Kind::text))
        refuse(child, inner, "expected text, got " + shown(child));
      else if (row.type == ValueType::numbered && child.text.empty())
        refuse(child, inner, "expected a name, got \"\"");
      else if (has_control(child.text, false))
        refuse(child, inner, no_control(child));
    }
  }

  void weight(JsonNode& node, const JsonAt& at, const VocabularyRow& row) {
    if (!node.is(Kind::whole) || node.whole < row.lowest || node.whole > row.highest)
      refuse(node, at,
             "expected a whole number from " + std::to_string(row.lowest) + " to " +
                 std::to_string(row.highest) + ", got " + shown(node));
  }

  void scalar(JsonNode& node, const JsonAt& at, const VocabularySection& section,
              const VocabularyRow& row) {
    if (section.name == "model" && row.key == "forward_policy"_key && node.is(Kind::text))
      return forward_policy(node, at);
    const auto allowed = allowed_for(section, row);
    if (auto wrong = what_is_wrong(node, section, row, allowed))
      refuse_value(node, at, section, row, *wrong + program_hint(node, section, row));
    else if (node.is(Kind::text) && has_control(node.text, !is_shown_in_tables(row)))
      refuse_value(node, at, section, row, no_control(node));
  }
  /// Whether the cluster that a value is of runs LSF 10.
  static bool is_of_lsf_10(const JsonAt& at) {
    for (const JsonAt* outer = &at; outer != nullptr; outer = outer->parent)
      if (outer->node->is(Kind::object) && is_lsf_10(*outer->node)) return true;
    return false;
  }
  /// Of its own files LSF logs such a value and goes on.
  void refuse_value(JsonNode& node, const JsonAt& at, const VocabularySection& section,
                    const VocabularyRow& row, const std::string& message) {
    if (!is_lsfs_own(node) || node.is(Kind::broken)) return refuse(node, at, message);
    complaints_.warning(at, message + ignored_text(section, row, is_of_lsf_10(at)),
                        loss_of_value(section, row));
    node.kind = Kind::null;
  }

  /// A policy with parameters.
  void policy(JsonNode& node, const JsonAt& at, const VocabularySection& section,
              const VocabularyRow& row) {
    JsonNode* const name = node.find("name"_key);
    if (name == nullptr) {
      complaints_.error(at, "name"_key, "missing");
      node.kind = Kind::broken;
      return;
    }
    scalar(*name, JsonAt(at, *name, 0), section, row);
    if (name->is(Kind::text))
      check_parameters(node, at, name->text, choices_.parameters_of(row.key, name->text),
                       complaints_);
  }

  /// Replaces the text by the name that the registry has.
  void forward_policy(JsonNode& node, const JsonAt& at) {
    if (split_words(node.text).empty())
      return refuse(node, at, "expected a forwarding policy, got " + shown(node));
    const auto policy = read_forward_policy(node.text, forward_);
    if (policy) {
      node.text = *policy;
      return;
    }
    const std::string hint = program_hint(node);
    for (const WrongWord& wrong : policy.error()) complaints_.error(at, wrong.message + hint);
    node.kind = Kind::broken;
  }
  /// How to have a policy that is a program.
  std::string program_hint(const JsonNode& node) const {
    if (!choices_.takes_programs || split_words(node.text).size() != 1) return "";
    return "; a program of your own needs --policy " + node.text + "='COMMAND'";
  }
  std::string program_hint(const JsonNode& node, const VocabularySection& section,
                           const VocabularyRow& row) const {
    const bool is_of_programs = row.key == "pool_shares"_key || row.key == "lease_dealing"_key ||
                                row.key == "lease_reclaim"_key;
    if (section.name != "model" || !is_of_programs || !node.is(Kind::text)) return "";
    return program_hint(node);
  }

  /// Some names come from the registry of policies.
  std::vector<std::string_view> allowed_for(const VocabularySection& section,
                                            const VocabularyRow& row) const {
    const std::vector<std::string>* const names = names_for(section, row);
    if (names == nullptr || (names->empty() && row.key != "dispatch"_key))
      return split_words(row.allowed);
    return {names->begin(), names->end()};
  }
  /// Null: the vocabulary has them.
  const std::vector<std::string>* names_for(const VocabularySection& section,
                                            const VocabularyRow& row) const {
    if (section.name == "model.baseline" && row.key == "order"_key) return &choices_.order;
    if (section.name != "model") return nullptr;
    if (row.key == "dispatch"_key) return &choices_.dispatch;
    if (row.key == "pool_decay"_key) return &choices_.pool_decay;
    if (row.key == "pool_shares"_key) return &choices_.pool_shares;
    if (row.key == "fairshare_decay"_key) return &choices_.fairshare_decay;
    if (row.key == "fairshare_priority"_key) return &choices_.fairshare_priority;
    if (row.key == "lease_dealing"_key) return &choices_.lease_dealing;
    if (row.key == "lease_reclaim"_key) return &choices_.lease_reclaim;
    if (row.key == "host_order"_key) return &choices_.host_order;
    if (row.key == "victims"_key) return &choices_.victims;
    return nullptr;
  }

  const ScenarioChoices& choices_;
  std::vector<std::string_view> forward_;
  TreeComplaints& complaints_;
  const JsonNode& scenario_;
  std::set<std::string, std::less<>> indices_;  ///< external load indices, of any cluster
  bool in_change_ = false;                      ///< inside of `set` of a change
  bool has_changed_ = false;  ///< values of LSF's own files are left out, or keys are corrected
};

}  // namespace

bool is_change(const VocabularySection& section) { return section.name == "changes.set"; }

const VocabularyRow* find_row(const VocabularySection& section, std::string_view key) {
  if (const VocabularyRow* row = section.find(key)) return row;
  const VocabularySection* rest = find_section(section.rest);
  return rest == nullptr ? nullptr : rest->find(key);
}

const VocabularyRow* meant_by(std::string_view key, const JsonNode& object,
                              const VocabularySection& section) {
  const std::string_view near = nearest_name(key, all_keys(section));
  const VocabularyRow* row = section.find(near);
  if (row == nullptr || row->planned != 0 || row->no_effect) return nullptr;
  const JsonNode* const found = object.find(near);
  const bool is_default = found != nullptr && found->key_place == object.place;
  return found == nullptr || is_default ? row : nullptr;
}

std::string unknown_key(const VocabularySection& section, std::string_view key) {
  if (find_lost(section.name, key) != nullptr) return std::string(not_simulated_text);
  const auto known = supported_keys(section);
  const std::string_view near = nearest_name(key, all_keys(section));
  std::string text = "unknown key " + in_quotes(key);
  if (!near.empty()) text += "; nearest: " + std::string(near);
  if (near.empty() && !known.empty()) text += known_names({}, known);
  return text;
}

std::string shown(const JsonNode& node) {
  if (node.is(Kind::null)) return "null";
  if (node.is(Kind::list)) return "a list";
  if (node.is(Kind::object)) return "an object";
  return node.is(Kind::text) ? in_quotes(node.text) : value_text(node);
}

bool check_shape(JsonNode& scenario, const ScenarioChoices& choices, TreeComplaints& complaints) {
  ShapeCheck check(scenario, choices, complaints);
  const JsonAt at(scenario);
  if (scenario.is(Kind::object)) {
    check.object(scenario, at, vocabulary().front());
    return check.has_changed();
  }
  complaints.error(at, "expected an object, got " + shown(scenario));
  scenario.kind = Kind::broken;
  return false;
}

}  // namespace mcsim::config
