// A random world in the making: what the parts of its generator share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/model/config.hpp"
#include "support/random_dice.hpp"
#include "support/random_lsf_features.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

class LsfDraft : public Dice {
 public:
  explicit LsfDraft(std::uint64_t seed)
      : Dice(seed, "test/lsf_world"),
        reserved(seed, "test/reserved"),
        shares(seed, "test/shares"),
        limits(seed, "test/limits"),
        order(seed, "test/order"),
        overuse_(seed, "test/overuse") {}

  bool wants(LsfFeature feature) const { return wanted[place_of(feature)]; }
  /// Whether the feature is to be used here, once in `chances` places; then it counts as used.
  bool uses(LsfFeature feature, std::uint64_t chances = 1) {
    const bool here = wants(feature) && one_in(chances);
    if (here) used.set(place_of(feature));
    return here;
  }
  void has_used(LsfFeature feature) { used.set(place_of(feature)); }
  /// Of a profile, in a quarter of all worlds. Draws of its own leave the rest of a world as it is.
  bool overuses() { return may_overuse_ && overuse_.one_in(3); }

  /// Whether requirements look at what others reserve, and other later ideas. Draws of its own,
  /// likewise.
  Dice reserved;
  /// All of user fairshare, likewise.
  Dice shares;
  std::vector<NameId> share_users{};   ///< ascending; empty: there is none
  std::vector<NameId> share_groups{};  ///< g1 and so on

  /// All of section Limit, likewise.
  Dice limits;
  std::vector<NameId> projects{};  ///< empty: there are no such limits

  /// Job arrays, and what jobs wait for, likewise.
  Dice order;
  bool has_conditions = false;

  LsfFeatures wanted;
  LsfFeatures used;
  GridConfig grid;
  ClusterConfig cluster;
  std::vector<NameId> users;

  // How large the world may become.
  std::int64_t most_hosts = 6;
  std::int64_t least_jobs = 10;
  std::int64_t most_jobs = 40;

 private:
  Dice overuse_;
  bool may_overuse_ = overuse_.one_in(4);
};

/// The resources that every world configures, behind the built-in ones.
namespace own {
inline constexpr ResourceId big = resource(builtin::count);          ///< Boolean
inline constexpr ResourceId scratch = resource(builtin::count + 1);  ///< numeric
inline constexpr ResourceId rack = resource(builtin::count + 2);     ///< string
inline constexpr ResourceId licence = resource(builtin::count + 3);  ///< numeric, shared
}  // namespace own

void draw_hosts(LsfDraft& draft);
void draw_queues(LsfDraft& draft);
void draw_user_limits(LsfDraft& draft);
void draw_jobs(LsfDraft& draft);
void draw_timeline(LsfDraft& draft);
/// In two of three worlds. The names of users and groups are of these tables.
void draw_shares(LsfDraft& draft, NameTable& users, NameTable& groups);
/// At a reconfiguration.
void change_shares(LsfDraft& draft, ClusterSettings& settings);

/// Section Limit, in two of three worlds, once there are jobs and shares. The names of projects are
/// of this table.
void draw_sections(LsfDraft& draft, NameTable& projects);
/// At a reconfiguration.
void change_sections(LsfDraft& draft, ClusterSettings& settings);

/// Parts that queues, applications and jobs have in common.
ResourceRequirement draw_requirement(LsfDraft& draft);
void draw_rules(LsfDraft& draft, JobRules& rules);
/// Windows around virtual time 0.
TimeWindows draw_windows(LsfDraft& draft);
HostPreferences draw_preferences(LsfDraft& draft, bool with_levels);
void draw_limits(LsfDraft& draft, QueueConfig& queue);

}  // namespace mcsim::testing
