// Whether each option has an effect: an option that is read and then ignored would pass all
// comparisons.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "support/catch.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/same_results.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::model_options_worlds_test {

namespace {

using enum LsfFeature;

struct Option {
  LsfFeature feature;
  void (*make_usual)(ModelConfig& model);
};

constexpr Option options[] = {
    {shares_equal, [](ModelConfig& model) { model.pool_shares = "lsf"; }},
    {pool_hist_hours, [](ModelConfig& model) { model.pool_hist_hours.reset(); }},
    {order_use, [](ModelConfig& model) { model.pool_order = {}; }},
    {order_shares, [](ModelConfig& model) { model.pool_order = {}; }},
    {turn_strict, [](ModelConfig& model) { model.pool_turn = {}; }},
    {turn_highest, [](ModelConfig& model) { model.pool_turn = {}; }},
    {pool_hard, [](ModelConfig& model) { model.pool_limit = {}; }},
    {pool_configured, [](ModelConfig& model) { model.pool_total = {}; }},
    {pool_passes, [](ModelConfig& model) { model.pool_leftover = {}; }},
    {decay_steps, [](ModelConfig& model) { model.pool_decay = "continuous"; }},
    {decay_none, [](ModelConfig& model) { model.pool_decay = "continuous"; }},
    {victim_submitted, [](ModelConfig& model) { model.victim_order = {}; }},
    {victim_in_order, [](ModelConfig& model) { model.victim_hosts = {}; }},
    {resume_suspended, [](ModelConfig& model) { model.resume_order = {}; }},
    {backfill_nobody, [](ModelConfig& model) { model.reservation_backfill = {}; }},
    {backfill_anybody, [](ModelConfig& model) { model.reservation_backfill = {}; }},
    {decay_step, [](ModelConfig& model) { model.rusage_decay_step.reset(); }},
    {memlimit_at_once, [](ModelConfig& model) { model.memlimit_at_once = false; }},
    {no_share_last, [](ModelConfig& model) { model.fairshare.no_share = {}; }},
    {fairshare, [](ModelConfig& model) { model.fairshare.cpu = {}; }},
    {fairshare, [](ModelConfig& model) { model.fairshare.run = {}; }},
    {fairshare, [](ModelConfig& model) { model.fairshare.cpu_per_slot = 1; }},
    {fairshare, [](ModelConfig& model) { model.fairshare.floor = 0.01; }},
    {fairshare, [](ModelConfig& model) { model.fairshare.decay = "continuous"; }},
    {fairshare, [](ModelConfig& model) { model.fairshare.priority = "lsf"; }},
    {fairshare_queues, [](ModelConfig& model) { model.fairshare.crossqueue_job_order = {}; }},
};

RunResults results_of(const GridConfig& grid) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(*grid.until, recorder);
  return std::move(recorder).results(simulation, state, *grid.until);
}

/// Whether any result changes without the option.
bool decides(const Option& option, const GridConfig& grid) {
  GridConfig usual = grid;
  option.make_usual(usual.clusters[0].model);
  return !difference_but_fingerprint(grid, results_of(grid), results_of(usual)).empty();
}

}  // namespace

TEST_CASE("each option of LSF's scheduler decides something in some random world", "[property]") {
  const std::size_t at = GENERATE(range(std::size_t{0}, std::size(options)));
  const Option option = options[at];
  INFO(name_of(option.feature) << ", option " << at);
  bool found = false;
  for (std::uint64_t seed = 1; seed <= 20'000 && !found; ++seed) {
    const LsfWorld world = random_lsf_world(seed);
    found = world.features[place_of(option.feature)] && decides(option, world.grid);
  }
  CHECK(found);
}

}  // namespace mcsim::testing::model_options_worlds_test
