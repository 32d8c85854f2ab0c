// What the parser of the command line fills in.
#pragma once

#include <string>
#include <vector>

#include "mcsim/experiment/compare_command.hpp"
#include "mcsim/experiment/convert_command.hpp"
#include "mcsim/experiment/decide_command.hpp"
#include "mcsim/experiment/elim_command.hpp"
#include "mcsim/experiment/explain_command.hpp"
#include "mcsim/experiment/pjl_command.hpp"
#include "mcsim/experiment/run_command.hpp"
#include "mcsim/experiment/views_command.hpp"
#include "pages_command.hpp"

namespace mcsim {

struct Typed {
  RunRequest run;
  CompareRequest compare;
  ConvertRequest convert;
  DecideRequest decide;
  ElimRequest elim;
  PjlRequest pjl;
  ExplainRequest explain;
  ViewsRequest views;
  PagesRequest pages;
  std::vector<std::string> files;
  bool partial = false;
  bool json = false;
};

}  // namespace mcsim
