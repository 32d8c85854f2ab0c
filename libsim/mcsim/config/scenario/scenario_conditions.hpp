// Conditions of jobs (bsub -w), from their texts to rows of the cluster's table.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/rows_by_number.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// The condition that the member `depends` of `node` asks for, and whether `terminate_orphan` does;
/// its job is still to be filled in. None: there is none, or it was complained about.
std::optional<AskedCondition> read_condition(ScenarioDraft& draft, const JsonNode& node,
                                             const JsonAt& at);

/// Finds the jobs that conditions name, among those that are submitted before.
class ConditionRefs {
 public:
  explicit ConditionRefs(ScenarioDraft& draft);

  /// A row for the condition of job `row`, which names jobs that are submitted before row `before`.
  JobCondition resolved(const AskedCondition& asked, JobIndex row, JobIndex before);
  std::optional<JobIndex> row_of(ClusterId cluster, JobId job);

 private:
  /// The jobs of a user with a name, or with one that begins so, by row.
  struct Names {
    std::uint32_t first = 0;  ///< in ConditionTable::parents
    std::uint32_t count = 0;
  };
  using NameKey = std::tuple<ClusterId, NameId, std::string, bool>;

  void add_leaves(const AskedCondition& asked, const DependencyStep& step, JobIndex before,
                  JobCondition& to);
  bool add_by_id(const AskedCondition& asked, const DependencyRef& ref, JobIndex before);
  bool add_by_name(const AskedCondition& asked, const DependencyRef& ref, JobIndex before,
                   ConditionStep& leaf);
  Names names(ClusterId cluster, NameId user, const DependencyRef& ref);
  void refuse(const AskedCondition& asked, std::size_t position, const std::string& why);

  ScenarioDraft& draft_;
  std::map<ClusterId, RowsByNumber> rows_;
  std::map<std::pair<ClusterId, NameId>, std::vector<std::pair<std::string, JobIndex>>> named_;
  std::map<NameKey, Names> names_;
};

}  // namespace mcsim::config
