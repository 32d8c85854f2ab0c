// Tables of jobs as `jobs` of a scenario, and back.
#include "mcsim/config/scenario/table_convert.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/table_nodes.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/scenario_shapes.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

std::string in_words(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

/// Reads the rows of a table as jobs of a scenario.
class TableToJobs {
 public:
  TableToJobs(ScenarioDraft& draft, CsvReader& reader)
      : draft_(draft), reader_(reader), cells_(draft, reader, 0), nodes_(draft, cells_) {
    for (std::size_t at = 0; at < job_columns.size(); ++at)
      if (const auto column = static_cast<JobColumn>(at);
          cells_.has(column) && !job_columns[at].key.empty())
        columns_.push_back(column);
  }

  std::vector<JsonNode> read() {
    cells_.check_columns(true);
    if (draft_.complaints.any_errors()) return {};
    while (reader_.next()) take();
    end_array();
    cells_.sum_up();
    nodes_.sum_up();
    warn();
    return std::move(jobs_);
  }

 private:
  void take() {
    JsonNode job = nodes_.node_of(columns_);
    const std::int64_t run = cells_.run();
    nodes_.add_exit_code(job);
    if (cells_[JobColumn::job_id].empty())
      return cells_.error(JobColumn::job_id, "expected a whole number from 0, got nothing");
    if (run == TableCells::bad) return;
    if (run == TableCells::absent || cells_[JobColumn::submit_time].empty()) {
      ++skipped_;
      return;
    }
    std::erase_if(job.children, [&](const JsonNode& member) {
      return member.key == "run"_key || (member.key == "limit"_key && member.text == "0s");
    });
    const std::int64_t whole_run =
        std::min(run + (cells_.is_cut_off() ? 1 : 0), longest_duration.count());
    const bool is_whole = whole_run % 1000 == 0;
    job.children.push_back(
        json_member("run", json_text(is_whole ? std::to_string(whole_run / 1000) + "s"
                                              : std::to_string(whole_run) + "ms")));
    add(std::move(job));
  }

  void add(JsonNode job) {
    const std::int64_t index = cells_.element();
    const std::string number(cells_[JobColumn::job_id]);
    if (index > 0 && !indices_.empty() && number == number_) {
      if (to_compact_json(job) != to_compact_json(jobs_.back())) ++unequal_;
      indices_ += "," + std::to_string(index);
      return;
    }
    end_array();
    if (index > 0) indices_ = std::to_string(index);
    number_ = number;
    jobs_.push_back(std::move(job));
  }
  void end_array() {
    if (indices_.empty()) return;
    jobs_.back().children.push_back(
        json_member("array", json_text("[" + std::exchange(indices_, {}) + "]")));
  }

  void warn() {
    const auto tell = [&](std::string text) {
      draft_.complaints.warning({.source = 0, .line = 0, .column = 0}, {}, std::move(text));
    };
    std::vector<std::string_view> lost;
    for (std::size_t at = 0; at < job_columns.size(); ++at)
      if (const auto column = static_cast<JobColumn>(at);
          cells_.has(column) && job_columns[at].key.empty() && column != JobColumn::index &&
          column != JobColumn::exit_code)
        lost.push_back(job_columns[at].name);
    const bool has_results = std::ranges::any_of(
        result_columns, [&](auto name) { return reader_.find(name).has_value(); });
    if (!lost.empty() || has_results)
      tell("jobs of a scenario have no key for " + in_words(lost) +
           (has_results ? std::string(lost.empty() ? "" : ", nor for ") + "what a run made of them"
                        : ""));
    if (skipped_ > 0)
      tell(counted(skipped_, "row") + " without submit_time or run_time " +
           (skipped_ == 1 ? "is" : "are") + " left out");
    if (unequal_ > 0)
      tell(counted(unequal_, "element") + " of job arrays " +
           (unequal_ == 1 ? "differs" : "differ") + " from the first one of the array, and " +
           (unequal_ == 1 ? "becomes" : "become") + " like it");
  }

  ScenarioDraft& draft_;
  CsvReader& reader_;
  TableCells cells_;
  TableNodes nodes_;
  std::vector<JobColumn> columns_;
  std::vector<JsonNode> jobs_;
  std::string indices_;  ///< of the last job, if it is an array of elements in rows of their own
  std::string number_;   ///< of the last job
  std::uint64_t skipped_ = 0;
  std::uint64_t unequal_ = 0;
};

/// Writes jobs of a scenario as rows of a table.
class JobsToTable {
 public:
  explicit JobsToTable(TreeComplaints& complaints) : complaints_(complaints) {}

  std::string table(const JsonNode& jobs, const JsonAt& at) {
    for (std::size_t job = 0; job < jobs.children.size(); ++job)
      take(jobs.children[job], JsonAt(at, jobs.children[job], job));
    if (no_limit_ > 0)
      complaints_.warning(at,
                          counted(no_limit_, "job") +
                              " with a limit of 0 asks for no limit in a table, where 0 is none");
    return text();
  }

 private:
  using Cells = std::array<std::string, job_columns.size()>;

  void take(const JsonNode& job, const JsonAt& at) {
    Cells cells;
    if (!job.is(JsonNode::Kind::object))
      return complaints_.error(at, "expected an object, got " + shown(job));
    for (const VocabularyRow& row : scenario::job.rows)
      if (row.required && job.find(row.key) == nullptr) complaints_.error(at, row.key, "missing");
    for (const JsonNode& member : job.children) {
      const VocabularyRow* const row = scenario::job.find(member.key);
      const JsonAt inner(at, member, 0);
      if (row == nullptr)
        complaints_.error(inner, unknown_key(scenario::job, member.key));
      else if (const auto wrong = what_is_wrong(member, scenario::job, *row, {});
               wrong && !member.is(JsonNode::Kind::null))
        complaints_.error(inner, *wrong);
      else if (!member.is(JsonNode::Kind::null))
        set(cells, *row, member);
    }
    std::string& submit = cells[static_cast<std::size_t>(JobColumn::submit_time)];
    if (submit.empty()) submit = "0";
    rows_.push_back(std::move(cells));
  }

  void set(Cells& cells, const VocabularyRow& row, const JsonNode& value) {
    const auto column = std::ranges::find(job_columns, row.key, &JobColumnRow::key);
    if (column == job_columns.end()) return;
    const std::string text = value_text(value);
    std::string& cell = cells[static_cast<std::size_t>(column - job_columns.begin())];
    cell = csv_name(text);
    if (row.type == ValueType::duration) {
      const Duration time = read_duration(text).value_or(Duration{});
      char room[widest_number + 8];
      cell.assign(room, put_seconds(room, time));
      if (row.key == "limit"_key && time == Duration{}) ++no_limit_;
    } else if (row.type == ValueType::flag) {
      cell = read_flag(text).value_or(false) ? "yes" : "no";
    }
  }

  std::string text() const {
    constexpr std::array always{JobColumn::job_id, JobColumn::submit_time, JobColumn::run_time};
    std::vector<std::size_t> used;
    for (std::size_t at = 0; at < job_columns.size(); ++at)
      if (std::ranges::find(always, static_cast<JobColumn>(at)) != always.end() ||
          std::ranges::any_of(rows_, [&](const Cells& cells) { return !cells[at].empty(); }))
        used.push_back(at);
    std::string all;
    for (const std::size_t at : used)
      all += (all.empty() ? "" : ",") + std::string(job_columns[at].name);
    all += '\n';
    for (const Cells& cells : rows_) {
      for (const std::size_t at : used) all += (at == used.front() ? "" : ",") + cells[at];
      all += '\n';
    }
    return all;
  }

  TreeComplaints& complaints_;
  std::vector<Cells> rows_;
  std::size_t no_limit_ = 0;
};

}  // namespace

Expected<ConvertedJobs, Diagnostics> jobs_of_table(const std::string& path,
                                                   const std::string& shown_name) {
  auto reader = CsvReader::open(path, shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));
  JsonTree tree;
  tree.sources.push_back(shown_name);
  const ScenarioChoices choices;
  ScenarioDraft draft(tree, choices);
  draft.tables.insert(0);
  std::vector<JsonNode> jobs = TableToJobs(draft, *reader).read();
  for (const Diagnostic& wrong : reader->complaints().take().list)
    draft.complaints.error({.source = 0,
                            .line = static_cast<std::uint32_t>(wrong.line),
                            .column = static_cast<std::uint32_t>(wrong.column)},
                           {}, wrong.message);
  const bool failed = draft.complaints.any_errors();
  ConvertedJobs converted{.text = {}, .jobs = jobs.size(), .warnings = draft.complaints.take()};
  if (failed) return Unexpected(std::move(converted.warnings));
  JsonNode root = json_object({});
  root.children.push_back(json_member("jobs", json_list(std::move(jobs))));
  converted.text = to_pretty_json(root);
  return converted;
}

Expected<ConvertedJobs, Diagnostics> table_of_jobs(const std::string& path,
                                                   const std::string& shown_name) {
  auto tree = read_json_file(path, shown_name);
  if (!tree) return Unexpected(std::move(tree.error()));
  TreeComplaints complaints(*tree);
  const JsonAt at(tree->root);
  const JsonNode* const jobs =
      tree->root.is(JsonNode::Kind::object) ? tree->root.find("jobs"_key) : nullptr;
  ConvertedJobs converted;
  if (jobs == nullptr || !jobs->is(JsonNode::Kind::list)) {
    complaints.error(at, "expected an object with a list `jobs`");
  } else {
    converted.text = JobsToTable(complaints).table(*jobs, JsonAt(at, *jobs, 0));
    converted.jobs = jobs->children.size();
  }
  if (const JsonNode* const workloads = tree->root.find("workloads"_key);
      workloads != nullptr && !workloads->children.empty())
    complaints.warning(at, "workloads"_key, "not converted: only the scenario's own jobs are");
  const bool failed = complaints.any_errors();
  converted.warnings = complaints.take();
  if (failed) return Unexpected(std::move(converted.warnings));
  return converted;
}

}  // namespace mcsim::config
