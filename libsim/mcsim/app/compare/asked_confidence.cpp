// Reads --against, --confidence and --precision.
#include "mcsim/app/compare/asked_confidence.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

/// "95%" or "95" as a part of 1, with at most three decimals; none: not above `least` per cent and
/// below 100.
std::optional<double> percentage_in(std::string_view text, std::int64_t least) {
  if (text.ends_with('%')) text.remove_suffix(1);
  const auto number = read_decimal(text);
  const auto thousandths = number ? in_units(*number, 3) : std::nullopt;
  if (!thousandths || *thousandths <= least * 1000 || *thousandths >= 100'000) return std::nullopt;
  return static_cast<double>(*thousandths) / 100'000;
}

}  // namespace

std::optional<std::size_t> find_variant(const std::string& text,
                                        const std::vector<Variant>& variants) {
  for (std::size_t at = 0; at < variants.size(); ++at)
    if (text == std::to_string(at + 1) || text == variants[at].name || text == variants[at].title)
      return at;
  return std::nullopt;
}

Diagnostics read_confidence(const CompareRequest& request, const std::vector<Variant>& variants,
                            AskedConfidence& asked) {
  Diagnostics wrong;
  const auto complain = [&](const std::string& option, std::string text) {
    wrong.add(about_file(option, std::move(text)));
  };
  const auto needs_replicas = [&](const char* name, const std::optional<std::string>& value) {
    if (value && request.replicas == 1)
      complain(std::string(name) + " " + in_quotes(*value),
               "needs --replicas of at least 2: one run says nothing about chance");
  };
  needs_replicas("--against", request.against);
  needs_replicas("--confidence", request.confidence);
  if (request.confidence) {
    const auto confidence = percentage_in(*request.confidence, 50);
    if (!confidence)
      complain("--confidence " + in_quotes(*request.confidence),
               "expected a percentage above 50 and below 100, such as 95%");
    asked.confidence = confidence.value_or(asked.confidence);
  }
  if (request.precision) {
    asked.precision = percentage_in(*request.precision, 0);
    if (!asked.precision)
      complain("--precision " + in_quotes(*request.precision),
               "expected a percentage above 0 and below 100, such as 5%");
  }
  if (request.against) {
    const auto found = find_variant(*request.against, variants);
    std::vector<std::string_view> titles;
    for (const Variant& variant : variants) titles.push_back(variant.title);
    if (!found)
      complain("--against " + in_quotes(*request.against),
               "no variant is called so" + known_names(*request.against, titles));
    asked.against = found.value_or(0);
  }
  return wrong;
}

}  // namespace mcsim::app
