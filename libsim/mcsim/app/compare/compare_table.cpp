// Makes the table that `mcsim compare` prints.
#include "mcsim/app/compare/compare_table.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "mcsim/app/compare/metric_names.hpp"
#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/verdicts.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view no_number = "-";

/// A number of a summary, in units of 10^-decimals.
std::optional<std::int64_t> number_in(const JsonNode& node, int decimals) {
  const auto number = read_decimal(node.text);
  return number ? in_units(*number, decimals) : std::nullopt;
}

using Write = std::string (*)(const JsonNode& node);

std::string time(const JsonNode& node) {
  const auto milliseconds = number_in(node, 3);
  return milliseconds ? readable(Duration{*milliseconds}) : std::string(no_number);
}

std::string ratio(const JsonNode& node) {
  const auto millionths = number_in(node, 6);
  return millionths ? rounded_text(*millionths, 1'000'000, 2) : std::string(no_number);
}

std::string percent(const JsonNode& node) {
  const auto millionths = number_in(node, 6);
  return millionths ? rounded_text(*millionths, 10'000, 1) + " %" : std::string(no_number);
}

std::string exact(const JsonNode& node) {
  return node.is(JsonNode::Kind::null) ? std::string(no_number) : to_compact_json(node);
}

/// Makes a cell from a summary; none: the summary has no value for it.
using Cell = std::function<std::optional<std::string>(const JsonNode& summary)>;

/// A cell with the one value at `path`.
Cell one_at(std::string path, Write write) {
  return [path = std::move(path), write](const JsonNode& summary) {
    const auto found = metrics_at(summary, path);
    return found.size() == 1 ? std::optional(write(*found.front().value)) : std::nullopt;
  };
}

/// A cell with the sum of all counts inside `path`.
Cell sum_in(std::string path) {
  return [path = std::move(path)](const JsonNode& summary) -> std::optional<std::string> {
    if (values_at(summary, path).empty()) return std::nullopt;
    std::int64_t sum = 0;
    for (const MetricAt& one : metrics_at(summary, path))
      sum += number_in(*one.value, 0).value_or(0);
    return std::to_string(sum);
  };
}

/// The clusters of all summaries, in the order in which they first appear.
std::vector<std::string> clusters_of(const Summaries& summaries) {
  std::vector<std::string> names;
  for (const JsonNode* summary : summaries)
    if (summary != nullptr)
      for (const JsonNode& cluster : summary->find("by_cluster")->children)
        if (std::ranges::find(names, cluster.key) == names.end()) names.push_back(cluster.key);
  return names;
}

/// Collects the columns in which some variant has a value.
class Columns {
 public:
  explicit Columns(const Summaries& summaries) : summaries_(summaries) {}

  void add(const std::string& top, const std::string& bottom, const Cell& cell) {
    CompareColumn column{top, bottom, {}};
    if (fill(column, cell) > 0) columns_.push_back(std::move(column));
  }
  /// Adds the column only if two variants differ in it.
  void add_if_differs(const std::string& top, const std::string& bottom, const Cell& cell) {
    CompareColumn column{top, bottom, {}};
    if (fill(column, cell) > 1) columns_.push_back(std::move(column));
  }
  std::vector<CompareColumn> take() && { return std::move(columns_); }

 private:
  /// Fills in the cells. Returns the number of different values.
  std::size_t fill(CompareColumn& column, const Cell& cell) const {
    std::set<std::string> values;
    for (const JsonNode* summary : summaries_) {
      const auto text = summary == nullptr ? std::nullopt : cell(*summary);
      if (text) values.insert(*text);
      column.cells.push_back(text.value_or(std::string(no_number)));
    }
    return values.size();
  }

  const Summaries& summaries_;
  std::vector<CompareColumn> columns_;
};

void add_federation(Columns& columns, const std::vector<std::string>& clusters) {
  for (const std::string& name : clusters)
    columns.add("util.", name,
                one_at("/by_cluster/" + pointer_step(name) + "/utilization/whole_span", percent));
  columns.add("", "forwarded", one_at("forwarding.forwarded", exact));
  columns.add("", "returned", sum_in("forwarding.returned"));
  columns.add("", "ineffectual", one_at("forwarding.ineffectual", exact));
}

}  // namespace

std::vector<CompareColumn> usual_columns(const Summaries& summaries) {
  Columns columns(summaries);
  columns.add("wait", "mean", one_at("wait_time.mean", time));
  columns.add("wait", "p95", one_at("wait_time.p95", time));
  columns.add("slowdown", "mean", one_at("bounded_slowdown.mean", ratio));
  columns.add("slowdown", "p95", one_at("bounded_slowdown.p95", ratio));
  if (const auto clusters = clusters_of(summaries); clusters.size() > 1)
    add_federation(columns, clusters);
  else
    columns.add("", "utilization", one_at("utilization.whole_span", percent));
  columns.add("", "preempted", one_at("preemptions", exact));
  for (const char* status : {"DONE", "EXIT", "REJECTED", "PEND"})
    columns.add_if_differs("jobs", status, one_at(std::string("jobs.") + status, exact));
  return std::move(columns).take();
}

std::vector<CompareColumn> chosen_columns(const std::string& list, const Summaries& summaries,
                                          Diagnostics& warnings) {
  std::vector<CompareColumn> columns;
  for (const std::string& name : metric_names(list)) {
    const MetricTable table = metric_table(summaries, name);
    if (table.paths.empty()) {
      warnings.add(no_such_metric(name, summaries));
      warnings.list.back().severity = Severity::warning;
    }
    for (const std::string& path : table.paths) {
      CompareColumn column{"", path, {}};
      for (std::size_t at = 0; at < summaries.size(); ++at) {
        const JsonNode* value = table.find(at, path);
        column.cells.push_back(value == nullptr ? std::string(no_number) : exact(*value));
      }
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

std::string compare_table(const std::vector<std::string>& names,
                          const std::vector<Variant>& variants,
                          const std::vector<CompareColumn>& columns, std::size_t width) {
  TextTable table(names.size());
  std::vector<std::string> top(names.size());
  std::vector<std::string> bottom = names;
  for (const CompareColumn& column : columns) {
    top.push_back(column.top);
    bottom.push_back(column.bottom);
  }
  if (std::ranges::any_of(top, [](const std::string& text) { return !text.empty(); }))
    table.add(std::move(top));
  table.add(std::move(bottom));
  for (std::size_t at = 0; at < variants.size(); ++at) {
    std::vector<std::string> row = variants[at].labels;
    for (const CompareColumn& column : columns) row.push_back(column.cells[at]);
    table.add(std::move(row));
  }
  return table.text(width);
}

}  // namespace mcsim::app
