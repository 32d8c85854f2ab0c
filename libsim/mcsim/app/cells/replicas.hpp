// --replicas: variants as often as asked, each time with other luck.
#pragma once

#include <cstddef>
#include <vector>

#include "mcsim/app/cells/sweep_request.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/scenario/scenario.hpp"

namespace mcsim::app {

/// What --replicas takes at most.
inline constexpr std::size_t limit_of_replicas = 1000;

/// What is wrong with the options, all of usage: --resample of one replica, a seed that is varied
/// besides, outputs that nobody knows.
Diagnostics wrong_replicas(const SweepRequest& request, const std::vector<Variant>& variants);

/// That the seeds of replicas would go on beyond the largest one.
Diagnostics seeds_beyond(const SweepRequest& request, const std::vector<Scenario>& scenarios);

/// Whether long traces are resampled by weeks where scenarios do not say how: each of several
/// replicas has luck of its own, and --resample does not say it either.
bool by_weeks(const SweepRequest& request);

/// That it is so, and of which workloads.
Diagnostics drawn_by_weeks(const std::vector<Variant>& variants,
                           const std::vector<Scenario>& scenarios);

/// That waits of what --resample hours or users draws are not those of the trace.
Diagnostics about_resampled_waits(const SweepRequest& request);

/// The variants with the workloads that --resample draws.
std::vector<Variant> resampled(const SweepRequest& request, std::vector<Variant> variants);

/// All runs, with their seeds and cells: replica 1 of a variant has the seed of its scenario,
/// replica 2 the next one, and so on; where nothing is random all have the same one, and the same
/// cell. All variants' first replicas come first, so that more replicas are more runs behind the
/// others. `scenarios`: of the variants.
std::vector<Variant> runs_of(const SweepRequest& request, const std::vector<Variant>& variants,
                             const std::vector<Scenario>& scenarios, const Registry& registry);

/// A run of a variant, with its own name and seed. `replica`: from 1; 0: there are no replicas.
Variant run_of(Variant variant, std::size_t replica, std::uint64_t seed);

/// Warns of variants whose replicas would all be the same, and what would help if nobody has said
/// how to resample.
Diagnostics without_luck(const SweepRequest& request, const std::vector<Variant>& variants,
                         const std::vector<Scenario>& scenarios, const Registry& registry);

}  // namespace mcsim::app
