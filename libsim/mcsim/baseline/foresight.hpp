// What a policy knows of run times.
#pragma once

#include "mcsim/model/model_config.hpp"

namespace mcsim::baseline {

/// Whether what is expected of running jobs, and of those that wait, are their true run times.
struct Foresight {
  bool of_running = false;
  bool of_waiting = false;
};

/// For a program's own policy by the options of EASY.
inline Foresight foresight_by(const ModelConfig& model) {
  const auto is_actual = [](PredictedBy by) { return by == PredictedBy::actual; };
  if (model.dispatch != "conservative")
    return {is_actual(model.easy.running), is_actual(model.easy.candidates)};
  return {is_actual(model.conservative.runtime), is_actual(model.conservative.runtime)};
}

}  // namespace mcsim::baseline
