// The vocabulary as a page to read.
#include "mcsim/config/vocabulary/reference.hpp"

#include <vector>

#include "mcsim/config/vocabulary/lost_keywords.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/scenario_shapes.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view opening = R"(# Reference

<!-- Generated from the vocabulary in libsim/mcsim/config/vocabulary; a test compares. To write it anew:
     MCSIM_UPDATE_DOCS=1 build/release/tests/mcsim_tests "[docs]" -->

Every key of a scenario, every column of its results. Names and meanings are LSF's own where LSF has
them. A scenario is JSON in which comments are allowed; `scenario.schema.json`, beside this page, tells
your editor the same.

- A key that is left out has its default; so has one that is `null`. What a run really used is in
  `scenario.json` of its folder.
- Keys of LSF's own files (sections `lsb.*`, `lsf.*`) have values as LSF writes them; plain JSON numbers
  and booleans are taken too.
- A duration outside of them is a text with its unit: `200ms`, `15s`, `10min`, `2h`, `5d`; 0 needs none.
- File names are relative to the file that names them.
- Planned keys are known, and answered with "planned, not supported by this version"; what LSF 10.1 has beside
  those with "known, not simulated".

## Paths

`--set PATH=VALUE` changes a scenario for one run. A path is of names with dots between them, the longest
known key first, since keys hold dots themselves; clusters, queues, hosts, jobs and workloads go by
name, other lists (and whoever prefers it) by position from 0; `*` stands for all of a list, `+` for a new
item behind them. A JSON Pointer works too. The value is JSON, or else plain text; `null` removes.
`mcsim compare` takes the same paths, `--vary PATH=JSON-ARRAY`.

    --set clusters.C1.lsb.queues.night.PRIORITY=60
    --set 'clusters.*.model.easy.extra=no'
    --set /workloads/0/scale_arrivals=0.5

## Exit codes

| code | meaning |
|---|---|
| 0 | done |
| 1 | the run failed: input or output, memory, a scenario that goes round in circles, or a wrong decision of a program's own policy |
| 2 | usage |
| 3 | bad input; also: `validate` found errors |
| 4 | a gate, or with `--check` an expectation, said no (results are written), `elim check` found violations, or `bench diff` more work |
| 5 | incomplete, can be resumed |
| 70 | a bug of ours: please send scenario and seed |
| 130 | interrupted |
| 141 | done, but nobody reads standard output any more (`mcsim ... \| head -1`), which is not told; results are written |

)";

constexpr std::string_view results_opening = R"(## Results

A run folder appears when the run is done, never before. It holds `scenario.json` (the scenario with all
defaults, and the hashes of its inputs), `summary.json`, `jobs.csv` and `skipped.csv`. Times are seconds since virtual time 0, with three decimals where they are not whole.

### jobs.csv

One row a job, by position of the cluster and job_id. What did not happen is empty; counts are never
empty. Columns may be added at the end; none is renamed or dropped.

)";

constexpr std::string_view comparisons = R"(### compare.json and compare.csv

The folder of a comparison or a sweep holds `plan.tsv`, a folder for each finished run in `cells`, `log.tsv`
(what each has cost), in `failed` a text for each cell that could not be run to its end, and

- `compare.json`: `format` (1), `complete` (false: some runs are not done), `replicas` (what they say together),
  and `variants`, each with its `name`, its `values` by the names of `--vary`, what they `set` by path, its
  `replica` where there are some, its `cell`, and its `summary`: summary.json without `engine`, or null. It is the
  same on every machine, byte for byte.
- `replicas` of it, where there are several and all are done: `count`; `confidence` (as typed); `resample` (as typed,
  or null); and `metrics`, for each metric that all runs have, with
  - `metric`, its path; `against`, the `name` of the variant that the others are compared with;
  - `sentence`, what can be quoted (null: of one variant); `replicas_for_5_percent`, how many replicas find a difference
    of 5 % in four of five comparisons (null: that is no question);
  - `variants`, each with its name (`variant`); `of`, the mean over replicas: `mean`, `half_width` of its interval (null:
    there is none) and standard `deviation` of the replicas; `quantiles` over replicas, those that so many can say:
    `share`, `value`, and from `low` to `high` an interval that holds it with the probability `coverage`; `best_in`, the
    replicas in which no variant is better; and `difference` (null: of `against` itself): `of` as above, of the pairs,
    the variant less `against`; `confidence` of its interval, `p_value` of the pairs alone, and `p_holm` with Holm's
    correction over variants.
- `compare.csv`: a row a run; the columns are `variant`, one for each `--vary`, `replica` and `seed` where there are
  replicas, `cell`, `complete`, and one for each number of summary.json by its path, but for those in
  `by_user`. Empty: the variant has no such number, or is not done.

summary.json of a cell has in `engine` only what is the same on every machine. `warnings.json` is there if the
run was warned of something: a list of `about` and `message`.

### What mcsim sweep prints as JSON

Each has `format` (1). `sweep plan --json`: `folder`, and numbers of `cells` and `variants`. `sweep run --json`: the
numbers of the `first` and the `last` cell that were asked for, from 1; how many were `run`, `were_done` before, are
`elsewhere`: run by another process; and `failed`, a list of `cell`, `variant`, `replica`, `seed` and `message`. `sweep
status --json`: how many `cells` there are, `done`, `running`, `to_do`; `failed` as above, of those to do; and
`seconds_of_a_cell`: `mean` and `max`, or null. `sweep submit --json`: `engine`, the numbers of `tasks` and
`cells_of_a_task`, whether they are `submitted`, and the `script` (null: all cells are done). With `--engine local` it
is that of `sweep run`. `sweep collect --json` is compare.json.
)";

/// Text for a cell of a table.
std::string cell(std::string_view text) {
  std::string safe;
  for (const char letter : text)
    safe += letter == '|' ? std::string("\\|") : std::string(1, letter);
  return safe;
}

std::string code(std::string_view text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + code(word);
  return text;
}

/// A link to a section, as GitHub names the anchors of headings: small letters, no dots.
std::string link(std::string_view section) {
  std::string anchor;
  for (const char letter : section)
    if (letter != '.')
      anchor += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  return "[" + cell(section) + "](#" + anchor + ")";
}

std::string plain_values(const VocabularySection& section, const VocabularyRow& row) {
  switch (row.type) {
    case ValueType::object:
    case ValueType::overrides:
      return "an object: " + link(row.child);
    case ValueType::list:
      return "a list of " + link(row.child);
    case ValueType::texts:
      return "a list of texts";
    case ValueType::numbered:
      return "an object: whole numbers and texts";
    case ValueType::text_map:
      return "an object: names and texts";
    case ValueType::weights:
      return "an object: names and whole numbers";
    case ValueType::expectations:
      return "an object: paths and values";
    case ValueType::choice:
      return joined(split_words(row.allowed));
    case ValueType::duration:
      return duration_wish(row);
    default:
      return cell(wish(section, row));
  }
}

std::string values(const VocabularySection& section, const VocabularyRow& row) {
  return plain_values(section, row) + (row.is_policy ? ", or an object: `name`, parameters" : "");
}

std::string fallback(const VocabularyRow& row) {
  if (row.required) return "required";
  return row.fallback_rule.empty() ? code(row.fallback) : cell(row.fallback_rule);
}

std::string about(const VocabularyRow& row) {
  std::string text = cell(row.about);
  if (!row.unit.empty()) text += " Unit: " + cell(row.unit) + ".";
  if (!row.source.empty()) text += " Source: " + cell(row.source) + ".";
  return text;
}

std::string supported_table(const VocabularySection& section) {
  std::string rows;
  for (const VocabularyRow& row : section.rows) {
    if (row.planned != 0 || row.no_effect) continue;
    rows += "| " + code(row.key) + " | " + values(section, row) + " | " + fallback(row) + " | " +
            about(row) + " |\n";
    if (!row.allowed_later.empty() && row.allowed_later != "*")
      rows += "| | planned: " + joined(split_words(row.allowed_later)) + " | | |\n";
  }
  return rows.empty() ? ""
                      : "| key | value | default | meaning |\n|---|---|---|---|\n" + rows + "\n";
}

std::string planned_table(const VocabularySection& section) {
  std::string rows;
  for (const VocabularyRow& row : section.rows)
    if (row.planned != 0)
      rows += "| " + code(row.key) + " | " +
              (row.fallback_rule.empty() ? code(row.fallback) : cell(row.fallback_rule)) + " | " +
              about(row) + " |\n";
  return rows.empty() ? "" : "| planned | default | meaning |\n|---|---|---|\n" + rows + "\n";
}

std::string no_effect_line(const VocabularySection& section) {
  std::vector<std::string_view> keys;
  for (const VocabularyRow& row : section.rows)
    if (row.no_effect) keys.push_back(row.key);
  return keys.empty() ? "" : "Accepted, without effect in a simulation: " + joined(keys) + ".\n\n";
}

std::string not_simulated_line(const VocabularySection& section) {
  std::vector<std::string_view> keys;
  for (const LostKeyword& row : lost_keywords(section.name))
    if (section.find(row.key) == nullptr) keys.push_back(row.key);
  return keys.empty() ? ""
                      : "Known, not simulated, which changes who waits: " + joined(keys) + ".\n\n";
}

std::string section_text(const VocabularySection& section) {
  std::string text = "### " + std::string(section.name) + "\n\n" + cell(section.about);
  text += " Source: " + std::string(section.source) + ".";
  if (!section.named_by.empty()) text += " Named by " + code(section.named_by) + ".";
  if (!section.rest.empty())
    text += " All other keys of " + link(section.rest) + " are planned here.";
  return text + "\n\n" + supported_table(section) + planned_table(section) +
         not_simulated_line(section) + no_effect_line(section);
}

std::string entries(std::string_view title, std::span<const ResultEntry> all) {
  std::string text = "| " + std::string(title) + " | unit | meaning |\n|---|---|---|\n";
  for (const ResultEntry& entry : all)
    text += "| " + code(entry.name) + " | " + cell(entry.unit) + " | " + cell(entry.about) + " |\n";
  return text + "\n";
}

}  // namespace

std::string reference_page() {
  std::string page(opening);
  page += "## Scenario\n\n";
  for (const VocabularySection& section : vocabulary()) page += section_text(section);
  page += std::string(results_opening) + entries("column", jobs_csv_entries());
  page +=
      "### skipped.csv\n\nOne row for each row of a workload that could not be replayed: "
      "`workload`, "
      "`line` of the trace, `job_id`, `reason` (no_run_time, no_slots, too_many_slots, "
      "partial_execution, no_submit_time, too_much_memory), `detail` in words. "
      "Rows outside from and to of their workload (outside_window) are counted in summary.json "
      "only.\n\n";
  page +=
      "### executions.csv\n\nOne row for each start of a job, in its own cluster or another one, "
      "and for each forward that did not lead to a start (`--outputs` executions).\n\n" +
      entries("column", executions_csv_entries());
  page +=
      "### counters.csv\n\nThe counters of receive queues, as they were reported and as "
      "submission clusters held them (`--outputs` counters).\n\n" +
      entries("column", counters_csv_entries());
  page +=
      "### launches.csv\n\nOne row for each host of each launch that is over "
      "(`--outputs` launches).\n\n" +
      entries("column", launches_csv_entries());
  page +=
      "### segments.csv\n\nWhat jobs did with slots, from one change to the next: a bar each of "
      "a picture of jobs on hosts. At no instant do `run` and `launching` together have more slots "
      "of a host than it has (`--outputs` segments).\n\n" +
      entries("column", segments_csv_entries());
  page +=
      "### series.csv\n\nWhat waited, ran and was free in each queue and cluster: a row for each "
      "instant after which one of its numbers is another one than in its row before, and a last "
      "one at the end of the run. With `--series-step` a row for each step of that length, from "
      "the start on, with the means over the step (the last one ends with the run), so that sums "
      "over time are the same (`--outputs` series).\n\n" +
      entries("column", series_csv_entries());
  page +=
      "### shares.csv\n\nThe accounts of user fairshare (docs/rules/fairshare.md). An account has "
      "a "
      "row for each instant after which its shares or its slots are other ones than in its row "
      "before, and one at the end of the run; none, as long as nobody has used it "
      "(`--outputs` shares).\n\n" +
      entries("column", shares_csv_entries());
  page +=
      "### decisions.jsonl\n\nOne line for each decision of a forwarding policy, and for each "
      "about a lease (`--outputs` decisions).\n\n" +
      entries("key", decisions_entries());
  page += "### summary.json\n\n" + entries("key", summary_entries());
  page += comparisons;
  return page;
}

}  // namespace mcsim::config
