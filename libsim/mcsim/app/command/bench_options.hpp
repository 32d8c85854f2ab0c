// `mcsim bench` and its options.
#pragma once

#include "mcsim/app/bench/bench_diff.hpp"
#include "mcsim/app/bench/bench_run.hpp"
#include "mcsim/app/command/offers.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// What the user typed of either subcommand.
struct BenchRequest {
  bool is_diff = false;
  BenchRunRequest run;
  BenchDiffRequest diff;
};

/// Adds the subcommands bench run and bench diff, which fill in `to`.
void add_bench(CLI::App& app, BenchRequest& to, const Registry& registry, Offers& offers);

}  // namespace mcsim::app
