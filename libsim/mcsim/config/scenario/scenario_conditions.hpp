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
  /// Of an array whose elements wait for the same, `row` is the first one.
  JobCondition resolved(const AskedCondition& asked, JobIndex row, JobIndex before);
  /// Rows for all elements of an array, or for those that `elements` names: one for all, or if the
  /// condition names elements one by one (`[*]`) or `elements` is not null, one each.
  std::vector<JobCondition> resolved_of_array(const AskedCondition& asked, const JobArray& array,
                                              const ArrayIndices* elements, JobIndex before);
  std::optional<JobIndex> row_of(ClusterId cluster, JobId job);

 private:
  JobCondition resolved(const AskedCondition& asked, const std::vector<DependencyStep>& steps,
                        JobIndex row, JobIndex before);
  /// The jobs of a user with a name, or with one that begins so, by row; each element of an array.
  struct Names {
    std::uint32_t first = 0;  ///< in ConditionTable::parents
    std::uint32_t count = 0;
  };
  using NameKey = std::tuple<ClusterId, NameId, std::string, bool>;
  using Leaves = std::vector<ConditionStep>;

  void add_leaves(const AskedCondition& asked, const DependencyStep& step, JobIndex before,
                  JobCondition& to);
  /// Each returns false where LSF refuses the condition, which has been told.
  bool add_by_id(const AskedCondition& asked, const DependencyRef& ref, JobIndex before,
                 const ConditionStep& leaf, Leaves& leaves);
  bool add_by_name(const AskedCondition& asked, const DependencyRef& ref, JobIndex before,
                   ConditionStep leaf, Leaves& leaves);
  bool add_count(const AskedCondition& asked, const DependencyStep& step, JobIndex before,
                 Leaves& leaves);
  bool add_elements(const AskedCondition& asked, const DependencyRef& ref, JobIndex row);
  const JobArray* array_of(ClusterId cluster, JobIndex row) const;
  ConditionTable& table(const AskedCondition& asked);
  /// The first rows of jobs with a name.
  std::vector<JobIndex> called(ClusterId cluster, NameId user, const DependencyRef& ref) const;
  Names names(ClusterId cluster, NameId user, const DependencyRef& ref);
  void refuse(const AskedCondition& asked, std::size_t position, const std::string& why);

  ScenarioDraft& draft_;
  std::map<ClusterId, RowsByNumber> rows_;
  std::map<std::pair<ClusterId, NameId>, std::vector<std::pair<std::string, JobIndex>>> named_;
  std::map<NameKey, Names> names_;
  const JobArray* waiting_array_ = nullptr;  ///< whose element waits by what is resolved now
  std::uint32_t waiting_index_ = 0;          ///< of that element
  bool is_quiet_ = false;                    ///< what is wrong has been told of another element
};

}  // namespace mcsim::config
