// Reads the values of parameters, and notes what is wrong with them.
#include "mcsim/trace/model_parameters.hpp"

#include <algorithm>
#include <charconv>

#include "mcsim/base/check.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::trace {
namespace {

std::string range_of(const ModelParameter& row) {
  return std::to_string(row.lowest) + " to " + std::to_string(row.highest);
}

/// The default; where it is given in words only, 0.
std::string_view default_of(const ModelParameter& row) {
  return row.fallback.empty() ? "0" : row.fallback;
}

}  // namespace

std::optional<double> read_double(std::string_view text) {
  if (!read_decimal(text)) return std::nullopt;  // from_chars would take nan and inf
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view ParameterReader::text(std::string_view name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::string_view{} : std::string_view(found->second);
}

std::optional<double> ParameterReader::given_decimal(std::string_view name) {
  if (!has(name) || is_wrong(name)) return std::nullopt;
  const ModelParameter& known = row(name);
  const auto value = read_double(text(name));
  if (value && *value >= static_cast<double>(known.lowest) &&
      *value <= static_cast<double>(known.highest))
    return value;
  wrong(name, "expected a number from " + range_of(known) + ", got " + in_quotes(text(name)));
  return std::nullopt;
}

std::optional<std::int64_t> ParameterReader::given_whole(std::string_view name) {
  if (!has(name) || is_wrong(name)) return std::nullopt;
  const ModelParameter& known = row(name);
  const auto number = read_decimal(text(name));
  const auto value = number && is_whole(*number) ? in_units(*number, 0) : std::nullopt;
  if (value && *value >= known.lowest && *value <= known.highest) return value;
  wrong(name, "expected a whole number from " + range_of(known) + ", got " + in_quotes(text(name)));
  return std::nullopt;
}

double ParameterReader::decimal(std::string_view name) {
  return given_decimal(name).value_or(read_double(default_of(row(name))).value());
}

std::int64_t ParameterReader::whole(std::string_view name) {
  return given_whole(name).value_or(
      static_cast<std::int64_t>(read_double(default_of(row(name))).value()));
}

std::string ParameterReader::choice(std::string_view name) {
  const ModelParameter& known = row(name);
  const std::string fallback(known.fallback);
  if (!has(name)) return fallback;
  const auto allowed = split_words(known.allowed);
  if (std::ranges::find(allowed, text(name)) != allowed.end()) return std::string(text(name));
  wrong(name, "unknown " + in_quotes(text(name)) + known_names(text(name), allowed));
  return fallback;
}

void ParameterReader::wrong(std::string_view name, std::string message) {
  wrong_.push_back({std::string(name), std::move(message)});
}

void ParameterReader::above_0(std::string_view name, double value) {
  if (value > 0 || is_wrong(name)) return;
  wrong(name, "expected a number above 0, got " + in_quotes(text(name)));
}

bool ParameterReader::is_wrong(std::string_view name) const {
  return std::ranges::find(wrong_, name, &WrongParameter::name) != wrong_.end();
}

bool ParameterReader::are_good(std::initializer_list<std::string_view> names) const {
  return std::ranges::none_of(names, [&](std::string_view name) { return is_wrong(name); });
}

std::vector<WrongParameter> ParameterReader::take() {
  std::vector<WrongParameter> sorted;
  for (const ModelParameter& known : known_)
    for (const WrongParameter& one : wrong_)
      if (one.name == known.name) sorted.push_back(one);
  return sorted;
}

const ModelParameter& ParameterReader::row(std::string_view name) const {
  const auto found = std::ranges::find(known_, name, &ModelParameter::name);
  MCSIM_CHECK(found != known_.end(), "a model has no such parameter");
  return *found;
}

}  // namespace mcsim::trace
