// From rows of a table to jobs of clusters.
#include "mcsim/config/scenario/scenario_table.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/config/scenario/table_rows.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/packing.hpp"

namespace mcsim::config {
namespace {

std::uint32_t new_source(ScenarioDraft& draft, const std::string& name) {
  draft.tree.sources.push_back(name);
  const auto source = static_cast<std::uint32_t>(draft.tree.sources.size() - 1);
  draft.tables.insert(source);
  return source;
}

}  // namespace

bool is_table(const std::string& file) { return without_packing(file).ends_with(".csv"); }

struct TableWorkload::Parts {
  Parts(ScenarioDraft& draft, CsvReader opened, const WorkloadOptions& options,
        const JsonAt& workload, bool has_cluster, std::uint32_t source)
      : reader(std::move(opened)),
        cells(draft, reader, source),
        nodes(draft, cells),
        kinds(draft, cells, nodes, options, workload, has_cluster),
        ties(draft, cells, nodes, options) {}

  CsvReader reader;
  TableCells cells;
  TableNodes nodes;
  TableKinds kinds;
  TableTies ties;
  TableLines lines{};
};

TableWorkload::TableWorkload(ScenarioDraft& draft, const WorkloadOptions& options,
                             const JsonAt& workload, bool has_cluster)
    : draft_(draft), options_(options), workload_(workload), has_cluster_(has_cluster) {}

TableWorkload::~TableWorkload() = default;

std::optional<WorkloadReport> TableWorkload::read(const std::vector<WorkloadSink>& sinks) {
  auto reader = CsvReader::open(options_.file, options_.shown_name);
  if (!reader) {
    append(draft_.of_files, reader.error());
    return std::nullopt;
  }
  const std::uint32_t source = new_source(draft_, options_.shown_name);
  parts_ = std::make_unique<Parts>(draft_, *std::move(reader), options_, workload_, has_cluster_,
                                   source);
  const bool had_errors = draft_.complaints.any_errors();
  parts_->cells.check_columns(!options_.renumber);
  if (!had_errors && draft_.complaints.any_errors()) return std::nullopt;
  TableRows rows(draft_, parts_->reader, parts_->cells, parts_->nodes, parts_->kinds, parts_->ties,
                 options_, sinks, has_cluster_);
  auto report = rows.read();
  parts_->lines = {source, rows.take_lines()};
  for (const Diagnostic& wrong : parts_->reader.complaints().take().list)
    draft_.complaints.error({.source = source,
                             .line = static_cast<std::uint32_t>(wrong.line),
                             .column = static_cast<std::uint32_t>(wrong.column)},
                            {}, wrong.message);
  if (auto hash = parts_->reader.hash())
    report.hash = *hash;
  else
    draft_.of_files.add(hash.error());
  return report;
}

void TableWorkload::keep_ties() {
  if (!parts_) return;
  parts_->ties.keep();
  draft_.table_lines.emplace(options_.workload, std::move(parts_->lines));
}

void TableWorkload::lose_ties() {
  if (parts_) parts_->ties.lose(workload_);
}

}  // namespace mcsim::config
