// Conditions that can never hold: jobs that wait for one another, and jobs that wait for what
// others cannot do any more.
#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/graph/topological_sort.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/model/condition_value.hpp"
#include "mcsim/model/job_number.hpp"

namespace mcsim::config {
namespace {

// A million conditions: what is kept of each is small.
using WaitVertex = std::uint32_t;
using WaitEdge = std::pair<WaitVertex, WaitVertex>;  ///< parent, child
using WaitGraph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, WaitVertex, WaitVertex>;

WaitGraph graph_of(const std::vector<WaitEdge>& edges, std::size_t vertices) {
  return WaitGraph(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(),
                   static_cast<WaitVertex>(vertices));
}

/// The strong component of each vertex. Returns how many there are.
std::size_t components_of(const WaitGraph& graph, std::vector<WaitVertex>& component) {
  component.resize(boost::num_vertices(graph));
  return boost::strong_components(
      graph,
      boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph)));
}

/// What may become of a job, as conditions see it.
std::vector<ParentState> outcomes_of(bool is_doomed, const std::vector<std::int32_t>& codes) {
  const ParentState waits{.status = JobStatus::pend};
  const ParentState killed{.ended = Time{}, .code = 0, .status = JobStatus::exit};
  std::vector<ParentState> all{waits, killed};
  if (is_doomed) return all;
  all.push_back({.status = JobStatus::run, .was_started = true});
  all.push_back({.ended = Time{}, .status = JobStatus::done, .was_started = true});
  for (const std::int32_t code : codes)
    all.push_back({.ended = Time{}, .code = code, .status = JobStatus::exit, .was_started = true});
  return all;
}

/// Looks at the conditions of one cluster.
class ConditionCheck {
 public:
  ConditionCheck(ScenarioDraft& draft, ClusterDraft& cluster)
      : draft_(draft), cluster_(cluster), table_(cluster.config.conditions) {}

  void check() {
    note_split_arrays();
    note_edges();
    find_components();
    find_cycles();
    for (const WaitVertex vertex : in_order()) judge(vertex);
  }

 private:
  static constexpr std::size_t most_worlds = 20'000;

  /// Arrays some of whose elements wait for something of their own.
  void note_split_arrays() {
    for (const JobCondition& row : table_.rows)
      if (const ArrayId array = arrays().of(row.job);
          array != none<ArrayId> && row.jobs < arrays()[array].spec.indices.size())
        split_.insert(array);
  }
  const ArrayTable& arrays() const { return cluster_.config.arrays; }

  /// All elements of an array stand for one, unless they wait for different things.
  JobIndex one_of(JobIndex job) const {
    const ArrayId array = arrays().of(job);
    return array == none<ArrayId> || split_.contains(array) ? job : arrays()[array].first;
  }
  /// The jobs that a leaf names, each once where one stands for several.
  std::vector<JobIndex> jobs_of(const ConditionStep& leaf) const {
    std::vector<JobIndex> jobs;
    if (!leaf.of_array) {
      for (const JobIndex job : table_.parents_of(leaf)) jobs.push_back(one_of(job));
    } else {
      const JobArray& array = arrays()[leaf.array()];
      const bool is_split = split_.contains(leaf.array());
      const std::uint32_t count = is_split ? array.spec.indices.size() : 1;
      for (std::uint32_t element = 0; element < count; ++element)
        jobs.push_back(static_cast<JobIndex>(index_of(array.first) + element));
    }
    std::ranges::sort(jobs);
    jobs.erase(std::ranges::unique(jobs).begin(), jobs.end());
    return jobs;
  }

  WaitVertex vertex_of(JobIndex job) const {
    return static_cast<WaitVertex>(std::ranges::lower_bound(jobs_, job) - jobs_.begin());
  }
  /// That of its submission first.
  std::span<const std::pair<WaitVertex, ConditionId>> conditions_of(WaitVertex vertex) const {
    return std::ranges::equal_range(of_job_, vertex, {},
                                    &std::pair<WaitVertex, ConditionId>::first);
  }

  void note_jobs() {
    for (const JobCondition& row : table_.rows) jobs_.push_back(one_of(row.job));
    visit_parents([&](ConditionId, JobIndex parent) { jobs_.push_back(parent); });
    std::ranges::sort(jobs_);
    jobs_.erase(std::ranges::unique(jobs_).begin(), jobs_.end());
    jobs_.shrink_to_fit();
  }
  /// Calls visit(condition, job) for each job that a condition names, in the order of conditions.
  template <class Visit>
  void visit_parents(Visit&& visit) const {
    for (std::size_t at = 0; at < table_.rows.size(); ++at) {
      const auto id = static_cast<ConditionId>(at);
      if (table_[id].is_refused) continue;
      for (const ConditionStep& step : table_.steps_of(id))
        if (step.is_leaf())
          for (const JobIndex parent : jobs_of(step)) visit(id, parent);
    }
  }

  void note_edges() {
    note_jobs();
    for (std::size_t at = 0; at < table_.rows.size(); ++at) {
      const auto id = static_cast<ConditionId>(at);
      of_job_.emplace_back(vertex_of(one_of(table_[id].job)), id);
    }
    std::ranges::sort(of_job_);
    visit_parents([&](ConditionId id, JobIndex parent) {
      edges_.emplace_back(vertex_of(parent), vertex_of(one_of(table_[id].job)));
    });
  }

  /// Jobs without whose start the condition cannot hold: not those of one side of ||, nor behind !.
  /// Ascending.
  std::vector<JobIndex> needed_by(ConditionId id) const {
    using Kind = ConditionStep::Kind;
    std::vector<std::vector<JobIndex>> found;
    for (const ConditionStep& step : table_.steps_of(id)) {
      if (step.is_leaf()) {
        const bool needs_start = step.kind == Kind::done || step.kind == Kind::ended ||
                                 step.kind == Kind::exited || step.kind == Kind::started;
        found.push_back(needs_start ? jobs_of(step) : std::vector<JobIndex>{});
        continue;
      }
      if (step.kind == Kind::negation) {
        found.back().clear();
        continue;
      }
      const std::vector<JobIndex> right = found.back();
      found.pop_back();
      std::vector<JobIndex> both;
      if (step.kind == Kind::both)
        std::ranges::set_union(found.back(), right, std::back_inserter(both));
      else
        std::ranges::set_intersection(found.back(), right, std::back_inserter(both));
      found.back() = std::move(both);
    }
    return found.empty() ? std::vector<JobIndex>{} : std::move(found.back());
  }

  /// Vertices: jobs. Edges: from a job to those that wait for it.
  void find_components() {
    components_ = components_of(graph_of(edges_, jobs_.size()), component_);
  }

  /// Only bmod can make some: a job is submitted behind all that it names.
  void find_cycles() {
    std::vector<WaitEdge> needed;
    std::set<WaitVertex> own_parents;
    for (std::size_t at = 0; at < table_.rows.size(); ++at) {
      const auto id = static_cast<ConditionId>(at);
      if (table_[id].is_refused) continue;
      const WaitVertex child = vertex_of(one_of(table_[id].job));
      for (const JobIndex job : needed_by(id)) {
        needed.emplace_back(vertex_of(job), child);
        if (needed.back().first == child) own_parents.insert(child);
      }
    }
    std::vector<WaitVertex> component;
    std::vector<WaitVertex> members(components_of(graph_of(needed, jobs_.size()), component));
    for (const WaitVertex one : component) ++members[one];
    std::map<WaitVertex, std::vector<WaitVertex>> cycles;
    for (WaitVertex vertex = 0; vertex < jobs_.size(); ++vertex)
      if (members[component[vertex]] > 1 || own_parents.contains(vertex))
        cycles[component[vertex]].push_back(vertex);
    for (auto& [of_component, vertices] : cycles) tell_cycle(vertices);
  }

  void tell_cycle(const std::vector<WaitVertex>& vertices) {
    constexpr std::size_t most_told = 5;
    std::string names;
    for (std::size_t at = 0; at < std::min(vertices.size(), most_told); ++at)
      names += (at == 0 ? "" : ", ") + number(vertices[at]);
    if (vertices.size() > most_told)
      names += " and " + std::to_string(vertices.size() - most_told) + " more";
    const WrittenAt& last =
        cluster_.conditions[index_of(conditions_of(vertices.back()).back().second)];
    draft_.complaints.warning(
        last.place, last.pointer,
        vertices.size() == 1
            ? "job " + names + " waits for itself"
            : "jobs " + names + " wait for one another: while they do, none of them starts",
        {.who = "job", .what = "waits in a circle", .count = vertices.size()});
  }

  /// Jobs before those that wait for them; those of a cycle by their places in the trace.
  std::vector<WaitVertex> in_order() const {
    std::vector<WaitEdge> between;
    for (const auto& [parent, child] : edges_)
      if (component_[parent] != component_[child])
        between.emplace_back(component_[parent], component_[child]);
    const WaitGraph graph = graph_of(between, components_);
    std::vector<WaitVertex> last_first;
    boost::topological_sort(graph, std::back_inserter(last_first));
    std::vector<WaitVertex> rank(components_);
    for (std::size_t at = 0; at < last_first.size(); ++at)
      rank[last_first[at]] = static_cast<WaitVertex>(last_first.size() - at);
    std::vector<WaitVertex> order(jobs_.size());
    std::iota(order.begin(), order.end(), WaitVertex{});
    std::ranges::sort(
        order, {}, [&](WaitVertex vertex) { return std::pair(rank[component_[vertex]], vertex); });
    return order;
  }

  /// A job that bmod gives another condition may start by that.
  void judge(WaitVertex vertex) {
    const auto conditions = conditions_of(vertex);
    if (conditions.empty()) return;
    const ConditionId first = conditions.front().second;
    JobCondition& own = cluster_.config.conditions.rows[index_of(first)];
    const bool is_of_submission = index_of(first) < table_.submitted;
    if (is_of_submission && !own.is_refused && lacks_parent(first)) {
      own.is_refused = true;
      warn(first, "a job that it names is refused: LSF refuses this one, too",
           "is refused for its condition");
    }
    if (is_of_submission && own.is_refused) {
      refused_.insert(jobs_[vertex]);
      return;
    }
    bool is_doomed = is_of_submission;
    for (const auto& [of_vertex, id] : conditions) {
      if (table_[id].is_refused) continue;
      const bool holds = can_hold(id);
      is_doomed = is_doomed && !holds;
      if (!holds)
        warn(id, "the condition can never hold: while the job has it, it does not start",
             "waits for what never comes");
    }
    if (is_doomed) doomed_.insert(jobs_[vertex]);
  }

  void warn(ConditionId id, const std::string& text, const std::string& loss) {
    const WrittenAt& asked = cluster_.conditions[index_of(id)];
    draft_.complaints.warning(asked.place, asked.pointer, text,
                              {.who = "job", .what = loss, .count = 1});
  }

  bool lacks_parent(ConditionId id) const {
    const auto is_refused = [&](JobIndex job) { return refused_.contains(job); };
    return std::ranges::any_of(table_.steps_of(id), [&](const ConditionStep& step) {
      const auto jobs = step.is_leaf() ? jobs_of(step) : std::vector<JobIndex>{};
      if (jobs.empty()) return false;
      return step.by_name ? std::ranges::all_of(jobs, is_refused)
                          : std::ranges::any_of(jobs, is_refused);
    });
  }

  /// Whether some fate of the jobs that it names makes it true. Of many jobs: it may.
  bool can_hold(ConditionId id) {
    if (table_[id].count == 0) return true;
    std::vector<JobIndex> names;
    std::vector<std::int32_t> codes{0, 1};
    for (const ConditionStep& step : table_.steps_of(id)) {
      if (!step.is_leaf()) continue;
      // Numbers of elements may be anything that the array has room for.
      if (step.counts_elements()) return is_countable(step);
      const auto jobs = jobs_of(step);
      names.insert(names.end(), jobs.begin(), jobs.end());
      if (step.how != CompareSign::any)
        for (const std::int32_t beside : {-1, 0, 1})
          if (const std::int32_t code = step.code + beside; code >= 0 && code <= 255)
            codes.push_back(code);
    }
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    std::ranges::sort(codes);
    codes.erase(std::ranges::unique(codes).begin(), codes.end());
    std::vector<std::vector<ParentState>> fates;
    std::size_t worlds = 1;
    for (const JobIndex job : names) {
      fates.push_back(outcomes_of(doomed_.contains(job), codes));
      if (worlds *= fates.back().size(); worlds > most_worlds) return true;
    }
    std::map<JobIndex, ParentState> world;
    for (std::size_t number = 0; number < worlds; ++number) {
      std::size_t rest = number;
      for (std::size_t at = 0; at < names.size(); rest /= fates[at++].size())
        world[names[at]] = fates[at][rest % fates[at].size()];
      if (value_in(id, world) == Truth::yes) return true;
    }
    return false;
  }

  /// Whether some number of elements of an array compares so.
  bool is_countable(const ConditionStep& leaf) const {
    const std::uint32_t size = arrays()[leaf.array()].spec.indices.size();
    return can_compare(0, size, leaf.how, leaf.code);
  }

  Truth value_in(ConditionId id, const std::map<JobIndex, ParentState>& world) const {
    std::vector<Truth> stack;
    for (const ConditionStep& step : table_.steps_of(id)) {
      if (step.is_leaf()) {
        Truth all = Truth::yes;
        for (const JobIndex job : jobs_of(step)) all = both(all, truth_of(step, world.at(job)));
        stack.push_back(all);
      } else if (step.kind == ConditionStep::Kind::negation) {
        stack.back() = negation(stack.back());
      } else {
        const Truth right = stack.back();
        stack.pop_back();
        stack.back() = step.kind == ConditionStep::Kind::both ? both(stack.back(), right)
                                                              : either(stack.back(), right);
      }
    }
    return stack.back();
  }

  std::string number(std::size_t vertex) const {
    const ArrayId array = arrays().of(jobs_[vertex]);
    if (array == none<ArrayId> || split_.contains(array))
      return job_number(cluster_.config, jobs_[vertex]);
    return std::to_string(static_cast<std::int64_t>(cluster_.config.trace[jobs_[vertex]].id));
  }

  ScenarioDraft& draft_;
  ClusterDraft& cluster_;
  const ConditionTable& table_;
  std::map<JobIndex, std::size_t> vertices_;
  std::vector<JobIndex> jobs_;                              ///< by vertex, ascending
  std::vector<std::pair<WaitVertex, ConditionId>> of_job_;  ///< ascending
  std::vector<WaitEdge> edges_;
  std::vector<WaitVertex> component_;  ///< by vertex
  std::size_t components_ = 0;
  std::set<ArrayId> split_;
  std::set<JobIndex> refused_;
  std::set<JobIndex> doomed_;  ///< by none of their conditions they ever start
};

}  // namespace

void check_conditions(ScenarioDraft& draft) {
  if (draft.complaints.any_errors()) return;
  for (ClusterDraft& cluster : draft.clusters)
    if (!cluster.config.conditions.empty()) ConditionCheck(draft, cluster).check();
}

}  // namespace mcsim::config
