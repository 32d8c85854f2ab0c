// The options of mcsim import and mcsim backtest.
#pragma once

#include "mcsim/app/command/offers.hpp"
#include "mcsim/app/history/backtest_command.hpp"
#include "mcsim/app/history/import_request.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

void add_import(CLI::App& app, ImportRequest& to);
void add_backtest(CLI::App& app, BacktestRequest& to, Offers& offers);

}  // namespace mcsim::app
