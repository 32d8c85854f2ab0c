// The page of a comparison or a sweep.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::report {

/// One variant: what it is, and what its runs say.
struct ComparedVariant {
  std::string label;  ///< `RESOURCE_ONLY`, or `ncpus=2, PREEMPTION=null`
  std::string name;   ///< as compare.json calls it
  /// What --vary has given: names, and values in words; empty: nothing.
  std::vector<std::pair<std::string, std::string>> values_of{};
  /// By metric, then by run; none: the run has no such number, or is not done.
  std::vector<std::vector<std::optional<double>>> values{};
  std::vector<JsonNode> summaries{};  ///< by run; null: it is not done
};

/// All that the page is made of.
struct CompareContents {
  std::string folder;  ///< as the user named it
  std::string title;
  std::vector<std::string> metrics{};  ///< paths
  std::vector<ComparedVariant> variants{};
  JsonNode replicas{};  ///< of compare.json; null: each variant was run once
  JsonNode plan{};      ///< of plan.tsv; null: it has none
  bool is_complete = true;
  std::vector<std::string> notes{};
  std::string program{};  ///< that makes the page, with its version
};

/// The whole file.
std::string compare_page(const CompareContents& contents);

}  // namespace mcsim::report
