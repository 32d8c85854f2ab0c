// The keys of a workload that are parameters of workload models.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/trace/model_tables.hpp"

namespace mcsim::config {

/// The default in words: no workload without the model has it, and with another trace it is
/// another.
constexpr VocabularyRow row_of(const ModelParameter& parameter, std::string_view model) {
  using ParameterKind = ModelParameter::Kind;
  const ParameterKind kind = parameter.kind;
  return {
      .key = parameter.name,
      .type = kind == ParameterKind::whole    ? ValueType::whole
              : kind == ParameterKind::choice ? ValueType::choice
              : kind == ParameterKind::text   ? ValueType::text
                                              : ValueType::decimal,
      .about = parameter.about,
      .unit = parameter.unit,
      .lowest = parameter.lowest,
      .highest = parameter.highest,
      .fallback_rule = parameter.fallback.empty() ? parameter.fallback_rule : parameter.fallback,
      .allowed = parameter.allowed,
      .source = model};
}

/// The rows of a workload that stand in the table of the vocabulary, and behind them one for each
/// parameter of a model but `procs`, which two models have.
template <std::size_t Size>
constexpr auto with_model_rows(const VocabularyRow (&own)[Size]) {
  constexpr std::size_t parameters = std::size(lublin_parameters) - 1 +
                                     std::size(cyclic_parameters) - 1 +
                                     std::size(estimate_parameters);
  std::array<VocabularyRow, Size + parameters> all{};
  auto at = std::copy(std::begin(own), std::end(own), all.begin());
  const auto add = [&](std::span<const ModelParameter> rows, std::string_view model) {
    for (const ModelParameter& one : rows)
      if (one.name != "procs") *at++ = row_of(one, model);
  };
  add(lublin_parameters, "model lublin");
  add(cyclic_parameters, "model cyclic");
  add(estimate_parameters, "model estimates");
  return all;
}

}  // namespace mcsim::config
