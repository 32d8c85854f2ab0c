// The vocabulary of a scenario: one table of every key that is known, supported or planned. The
// checks of the readers, the JSON Schema, the effective scenario and the reference page come from
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// What a value looks like. The LSF shapes are strings, but plain numbers are accepted too.
enum class ValueType : std::uint8_t {
  object,        ///< with the keys of `child`
  overrides,     ///< the same, but what is left out keeps its value from elsewhere
  list,          ///< of objects with the keys of `child`
  texts,         ///< a list of texts
  numbered,      ///< an object: whole numbers as keys, texts as values
  text_map,      ///< an object: any keys, texts as values
  weights,       ///< an object: any keys, whole numbers from `lowest` to `highest` as values
  expectations,  ///< an object: paths into the results, any values
  text,
  name,        ///< letters, digits, '_' '-' '.'
  job,         ///< ID@CLUSTER, or a bare ID where that is unique
  host_range,  ///< a name, or many: a[001-100]
  whole,       ///< from `lowest` to `highest`
  number,
  decimal,       ///< from `lowest` to `highest`, fractions too
  factor,        ///< above 0, exact decimals
  flag,          ///< Y, N, yes, no, true, false
  choice,        ///< one of `allowed`
  choices,       ///< LSF: some of `allowed`, with blanks between them
  duration,      ///< text with a unit: 200ms, 15s, 10min, 2h, 5d
  drawn_time,    ///< a duration, exponential(MEAN), uniform(LEAST, MOST), or a duration + the first
  instant,       ///< 2026-01-01T00:00:00Z
  moment,        ///< a duration, or an instant
  limit_rule,    ///< run, queue, none, or a duration
  interval,      ///< LSF: whole seconds, or Nms
  run_limit,     ///< LSF: [default] max, each [hours:]minutes
  host_slots,    ///< LSF: a number, or ! for ncpus
  windows,       ///< LSF: [day:]hour[:minute]-[day:]hour[:minute] ...
  proc_limit,    ///< LSF: [min [default]] max
  mem_limit,     ///< LSF: [default] max, in KB
  exit_values,   ///< LSF: exit codes, EXCLUDE(exit codes)
  reserve_time,  ///< LSF: MAX_RESERVE_TIME[n]
  shield,        ///< LSF: minutes, or per cent as 20%
  threshold,     ///< LSF: sched/stop of a load index
  up_to,         ///< LSF: a whole number from `lowest` to `highest`, or infinit
  version,       ///< of LSF: 7.0.6, 10.1.0.14
};

struct VocabularyRow {
  std::string_view key;
  ValueType type = ValueType::text;
  std::string_view about;
  std::string_view unit = {};
  std::int64_t lowest = 0;
  std::int64_t highest = 2'147'483'647;
  std::string_view fallback = {};  ///< the default as JSON; of a planned key: LSF's own
  /// The default in words, where it depends on others, or must not be written into scenarios. The
  /// part before a `;` is what holds as a rule: see default_text().
  std::string_view fallback_rule = {};
  std::string_view allowed = {};        ///< of a choice or a text: the values, separated by blanks
  std::string_view allowed_later = {};  ///< values that are planned
  std::string_view child = {};          ///< the section of what is inside
  std::string_view source = {};         ///< where it differs from the section's
  int planned = 0;                      ///< 0: supported; else the part of the work that adds it
  bool required = false;
  bool no_effect = false;  ///< LSF knows it, and it has no effect in a simulation: accepted
  /// It names a policy: the value may also be an object of a `name` and the policy's parameters.
  bool is_policy = false;
  std::string_view zero = {};  ///< what 0 stands for in a whole number, where it is no amount
};

/// The keys of one kind of object.
struct VocabularySection {
  std::string_view name;  ///< "lsb.queues", "lsb.hosts.Host", "job"
  std::string_view about;
  std::string_view source;    ///< the document that says what the keys mean
  std::string_view named_by;  ///< the key whose value names one of several; empty: none
  std::string_view rest;      ///< the section whose other keys are planned here; empty: none
  std::span<const VocabularyRow> rows;
  /// A line of LSF's files with an unsupported key is left out as a whole: without the key it would
  /// apply to more than it does.
  bool all_or_nothing = false;
  /// The names of external load indices are keys too, with thresholds as values.
  bool takes_indices = false;

  /// Whether the keys are LSF's own, whose values are texts.
  bool is_lsf() const { return name.starts_with("ls") || name.starts_with("changes.set.ls"); }
  /// Whether it is a limit or an export: without one of its values it would apply to more.
  bool is_policy() const { return name.starts_with("lsb.resources."); }
  const VocabularyRow* find(std::string_view key) const;

  /// The row of a key that code names: lsb::queues["PRIORITY"]. One that is not of this section
  /// does not compile.
  consteval const VocabularyRow& operator[](std::string_view key) const {
    for (const VocabularyRow& row : rows)
      if (row.key == key) return row;
    throw "the section has no such key";
  }
};

/// Every section, the scenario itself first.
std::span<const VocabularySection> vocabulary();
const VocabularySection* find_section(std::string_view name);

/// Whether a file is called like one of LSF's own. What is wrong in those LSF logs, and it goes on
/// without it.
bool is_lsf_file(std::string_view path);

/// The keys that this version supports and that have an effect, or all, in the order of the table.
std::vector<std::string_view> supported_keys(const VocabularySection& section);
std::vector<std::string_view> all_keys(const VocabularySection& section);

}  // namespace mcsim::config
