// Draws what jobs wait for of others (bsub -w), for submissions and for bmod.
#include "support/random_conditions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mcsim::testing {
namespace {

using enum LsfFeature;
using LeafKind = ConditionStep::Kind;

/// A job, or an array.
struct Unit {
  JobIndex first{};
  ArrayId array = none<ArrayId>;
  std::uint32_t size = 1;
};

std::vector<Unit> units_of(const ClusterConfig& cluster) {
  std::vector<Unit> units;
  for (std::size_t row = 0; row < cluster.trace.size(); row += units.back().size) {
    const auto job = static_cast<JobIndex>(row);
    const ArrayId array = cluster.arrays.of(job);
    units.push_back({job, array});
    if (array != none<ArrayId>) units.back().size = cluster.arrays[array].spec.indices.size();
  }
  return units;
}

class ConditionMaker {
 public:
  explicit ConditionMaker(LsfDraft& draft)
      : draft_(draft),
        dice_(draft.order),
        cluster_(draft.cluster),
        table_(draft.cluster.conditions),
        units_(units_of(draft.cluster)) {}

  void draw_of_submissions() {
    const std::uint64_t chances = dice_.one_of<std::uint64_t>({2, 4, 8});
    for (std::size_t at = 1; at < units_.size(); ++at)
      if (dice_.one_in(chances)) draw_for(units_[at], at);
    table_.submitted = static_cast<std::uint32_t>(table_.rows.size());
  }

  void draw_of_bmods() {
    for (std::int64_t left = dice_.between(1, 4); left > 0; --left) {
      const std::size_t at = dice_.id_below<std::size_t>(units_.size());
      const Unit& unit = units_[at];
      TimelineEntry entry{.kind = TimelineEntry::Kind::bmod};
      entry.at = cluster_.trace[unit.first].submit + dice_.between(0, 60) * 1s;
      entry.job = cluster_.trace[unit.first].id;
      entry.array = unit.array;
      entry.profile = none<ProfileId>;
      entry.condition = static_cast<ConditionId>(table_.rows.size());
      const std::size_t names = dice_.one_in(3) ? units_.size() : at;
      if (names == 0) continue;
      if (dice_.one_in(4))
        for (std::uint32_t element = 0; element < unit.size; ++element)
          table_.rows.push_back({.job = element_of(unit, element)});
      else
        draw_alike(unit, names, at);
      cluster_.timeline.push_back(std::move(entry));
      draft_.has_used(bmod_depends);
    }
  }

 private:
  static JobIndex element_of(const Unit& unit, std::uint32_t element) {
    return static_cast<JobIndex>(index_of(unit.first) + element);
  }

  /// A condition of a job, one of all elements, or one of each element, on the units before
  /// `names`.
  void draw_for(const Unit& unit, std::size_t names) {
    if (const Unit* const like = dice_.one_in(2) ? shaped_like(unit, names) : nullptr;
        like != nullptr)
      return draw_element_by_element(unit, *like);
    draw_condition(unit.first, unit.size, names, none_but);
  }
  /// The same for each element, with rows of their own.
  void draw_alike(const Unit& unit, std::size_t names, std::size_t own) {
    for (std::uint32_t element = 0; element < unit.size; ++element)
      draw_condition(element_of(unit, element), 1, names, own);
  }

  const Unit* shaped_like(const Unit& unit, std::size_t names) const {
    if (unit.array == none<ArrayId>) return nullptr;
    for (std::size_t at = names; at-- > 0;)
      if (units_[at].array != none<ArrayId> && cluster_.arrays[units_[at].array].spec.indices ==
                                                   cluster_.arrays[unit.array].spec.indices)
        return &units_[at];
    return nullptr;
  }
  /// name[*]
  void draw_element_by_element(const Unit& unit, const Unit& like) {
    const auto kind = static_cast<LeafKind>(dice_.between(0, 3));
    for (std::uint32_t element = 0; element < unit.size; ++element) {
      begin(element_of(unit, element), 1);
      add_leaf({.kind = kind}, {element_of(like, element)});
      end();
    }
    draft_.has_used(depends_on_elements);
  }

  void draw_condition(JobIndex job, std::uint32_t jobs, std::size_t names, std::size_t but) {
    begin(job, jobs);
    const std::int64_t leaves = dice_.between(1, 3);
    for (std::int64_t leaf = 0; leaf < leaves; ++leaf) {
      draw_leaf(names, but);
      if (dice_.one_in(5)) table_.steps.push_back({.kind = LeafKind::negation});
      if (leaf > 0)
        table_.steps.push_back({.kind = dice_.one_in(2) ? LeafKind::both : LeafKind::either});
    }
    end();
    draft_.has_used(depends);
  }

  void begin(JobIndex job, std::uint32_t jobs) {
    const auto first = static_cast<std::uint32_t>(table_.steps.size());
    table_.rows.push_back({.job = job, .jobs = jobs, .first = first});
    if (dice_.one_in(5)) {
      table_.rows.back().kills_orphan = true;
      draft_.has_used(terminate_orphan);
    }
    table_.rows.back().is_refused = dice_.one_in(40);
  }
  void end() {
    table_.rows.back().count =
        static_cast<std::uint32_t>(table_.steps.size()) - table_.rows.back().first;
  }

  void add_leaf(ConditionStep leaf, const std::vector<JobIndex>& parents) {
    leaf.first = static_cast<std::uint32_t>(table_.parents.size());
    leaf.count = static_cast<std::uint32_t>(parents.size());
    table_.parents.insert(table_.parents.end(), parents.begin(), parents.end());
    table_.steps.push_back(leaf);
  }

  /// Mostly one of those that come shortly before.
  const Unit& draw_unit(std::size_t names, std::size_t but) {
    const std::size_t reach = dice_.one_in(3) ? names : std::min<std::size_t>(names, 6);
    const std::size_t at = names - 1 - dice_.id_below<std::size_t>(reach);
    return units_[at == but ? (at == 0 ? names - 1 : at - 1) : at];
  }

  void draw_leaf(std::size_t names, std::size_t but) {
    ConditionStep leaf{.kind = static_cast<LeafKind>(dice_.between(0, 5))};
    if (dice_.one_in(30)) leaf.kind = LeafKind::external;
    if (leaf.kind == LeafKind::exited && dice_.one_in(2)) {
      leaf.how = static_cast<CompareSign>(dice_.between(1, 6));
      leaf.code = dice_.one_of<std::int32_t>({0, 1, 7, 98, 99});
    }
    const Unit& unit = draw_unit(names, but);
    if (dice_.one_in(4)) return draw_name(leaf, names, unit);
    if (unit.array == none<ArrayId>) {
      std::vector<JobIndex> parents{unit.first};
      if (dice_.one_in(3)) parents.push_back(draw_unit(names, but).first);
      return add_leaf(leaf, parents);
    }
    if (dice_.one_in(3)) {
      draft_.has_used(depends_on_elements);
      const auto element = [&] {
        return element_of(unit, static_cast<std::uint32_t>(dice_.between(0, unit.size - 1)));
      };
      return add_leaf(leaf, {element(), element()});
    }
    draft_.has_used(depends_on_array);
    leaf.of_array = true;
    leaf.first = static_cast<std::uint32_t>(index_of(unit.array));
    if (dice_.one_in(2)) draw_number(leaf, unit.size);
    table_.steps.push_back(leaf);
  }

  void draw_number(ConditionStep& leaf, std::uint32_t size) {
    draft_.has_used(depends_on_numbers);
    leaf.kind =
        static_cast<LeafKind>(dice_.between(static_cast<std::int64_t>(LeafKind::num_done),
                                            static_cast<std::int64_t>(LeafKind::num_start)));
    leaf.how = static_cast<CompareSign>(dice_.between(1, 6));
    leaf.code = dice_.number(0, static_cast<std::int32_t>(size));
  }

  /// Some units with the same name, of which `one` is one.
  void draw_name(ConditionStep leaf, std::size_t names, const Unit& one) {
    draft_.has_used(depends_by_name);
    leaf.by_name = true;
    leaf.by_pattern = dice_.one_in(3);
    std::vector<JobIndex> parents;
    for (std::size_t at = 0; at < names; ++at) {
      if (units_[at].first != one.first && !dice_.one_in(6)) continue;
      for (std::uint32_t element = 0; element < units_[at].size; ++element)
        parents.push_back(element_of(units_[at], element));
    }
    if (parents.empty() || !std::ranges::count(parents, one.first)) {
      for (std::uint32_t element = 0; element < one.size; ++element)
        parents.push_back(element_of(one, element));
    }
    add_leaf(leaf, parents);
  }

  static constexpr auto none_but = static_cast<std::size_t>(-1);

  LsfDraft& draft_;
  Dice& dice_;
  ClusterConfig& cluster_;
  ConditionTable& table_;
  std::vector<Unit> units_;
};

}  // namespace

void draw_condition_rules(LsfDraft& draft) {
  Dice& dice = draft.order;
  draft.has_conditions = dice.one_in(2);
  if (!draft.has_conditions) return;
  ClusterParameters& params = draft.cluster.params;
  if (dice.one_in(3)) {
    params.orphan_grace = dice.one_of<Duration>({0ms, 7'001ms, 40'003ms});
    draft.has_used(orphan_grace);
  }
  if (dice.one_in(3)) {
    params.clean_period = dice.one_of<Duration>({0ms, 20'003ms, 60'007ms});
    draft.has_used(clean_period);
    if (params.clean_period > 20s && dice.one_in(2)) params.clean_period_done = 7'001ms;
  }
  if (dice.one_in(3)) {
    params.dep_last_sub = true;
    draft.has_used(dep_last_sub);
  }
  if (dice.one_in(2)) {
    draft.cluster.model.dep_requeued = DepRequeued::new_run;
    draft.has_used(dep_new_run);
  }
}

void draw_conditions(LsfDraft& draft) {
  if (!draft.has_conditions || draft.cluster.trace.size() < 2) return;
  ConditionMaker maker(draft);
  maker.draw_of_submissions();
  if (draft.order.one_in(2)) maker.draw_of_bmods();
}

}  // namespace mcsim::testing
