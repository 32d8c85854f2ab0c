// What the user typed: the values that the parser of the command line fills in.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/command/bench_options.hpp"
#include "mcsim/app/command/convert_command.hpp"
#include "mcsim/app/command/decide_command.hpp"
#include "mcsim/app/command/generate_command.hpp"
#include "mcsim/app/command/pages_command.hpp"
#include "mcsim/app/command/pjl_command.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/elim/elim_command.hpp"
#include "mcsim/app/explain/explain_command.hpp"
#include "mcsim/app/explain/views_command.hpp"
#include "mcsim/app/history/backtest_command.hpp"
#include "mcsim/app/history/import_request.hpp"
#include "mcsim/app/report/report_command.hpp"
#include "mcsim/app/run/run_command.hpp"
#include "mcsim/app/sweep/sweep_command.hpp"

namespace mcsim::app {

struct Typed {
  RunRequest run;
  CompareRequest compare;
  SweepCommandRequest sweep;
  BenchRequest bench;
  ConvertRequest convert;
  GenerateRequest generate;
  ImportRequest history;
  BacktestRequest backtest;
  DecideRequest decide;
  ElimRequest elim;
  PjlRequest pjl;
  ExplainRequest explain;
  ReportRequest report;
  ViewsRequest views;
  PagesRequest pages;
  PolicyOptions programs;  ///< of commands that do not simulate anew
  std::vector<std::string> files;
  bool partial = false;
  bool json = false;
  bool strict = false;
  std::string warnings = "first";  ///< of validate: one of warnings_choices
};

}  // namespace mcsim::app
