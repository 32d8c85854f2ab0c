// Reads, makes and inverts tables of quantiles.
#include "mcsim/trace/quantile_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mcsim/base/check.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/model_parameters.hpp"

namespace mcsim::trace {
namespace {

using Point = QuantileTable::Point;

std::optional<Point> read_point(std::string_view word) {
  const auto colon = word.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto p = read_double(word.substr(0, colon));
  const auto value = read_double(word.substr(colon + 1));
  if (!p || !value) return std::nullopt;
  return Point{*p, *value};
}

/// What is wrong with the whole; empty: nothing.
std::string wrong_order(const std::vector<Point>& points) {
  if (points.size() < 2) return "expected two points or more, such as 0:1 1:64";
  if (points.front().p != 0 || points.back().p != 1)
    return "expected probabilities from 0 to 1, got " + double_text(points.front().p) + " to " +
           double_text(points.back().p);
  for (std::size_t at = 1; at < points.size(); ++at)
    if (points[at].p < points[at - 1].p || points[at].value < points[at - 1].value)
      return "expected ascending probabilities and values, got " + double_text(points[at - 1].p) +
             ":" + double_text(points[at - 1].value) + " before " + double_text(points[at].p) +
             ":" + double_text(points[at].value);
  return {};
}

/// Each value with its share; none: there are too many of them.
std::optional<std::vector<Point>> steps_of(const std::vector<std::int64_t>& ascending) {
  std::vector<Point> points;
  const auto size = static_cast<double>(ascending.size());
  for (std::size_t at = 0; at < ascending.size();) {
    const auto value = static_cast<double>(ascending[at]);
    const double from = static_cast<double>(at) / size;
    while (at < ascending.size() && static_cast<double>(ascending[at]) == value) ++at;
    points.push_back({from, value});
    points.push_back({static_cast<double>(at) / size, value});
    if (points.size() > 2 * QuantileTable::most_steps) return std::nullopt;
  }
  return points;
}

}  // namespace

std::string double_text(double value) {
  char room[400];
  const auto shortest = std::to_chars(room, room + sizeof room, value);
  std::string text(room, shortest.ptr);
  if (text.find('e') == std::string::npos) return text;
  const auto plain = std::to_chars(room, room + sizeof room, value, std::chars_format::fixed);
  return {room, plain.ptr};
}

std::optional<QuantileTable> QuantileTable::read(std::string_view text, std::string& wrong) {
  std::vector<Point> points;
  for (const std::string_view word : split_words(text)) {
    const auto point = read_point(word);
    if (!point) {
      wrong = "expected PROBABILITY:VALUE such as 0.5:3600, got " + in_quotes(word);
      return std::nullopt;
    }
    points.push_back(*point);
  }
  wrong = wrong_order(points);
  if (!wrong.empty()) return std::nullopt;
  return QuantileTable(std::move(points));
}

QuantileTable QuantileTable::of(const std::vector<std::int64_t>& ascending) {
  MCSIM_CHECK(!ascending.empty(), "quantiles of nothing");
  if (auto steps = steps_of(ascending)) return QuantileTable(*std::move(steps));
  std::vector<Point> points;
  const std::size_t last = ascending.size() - 1;
  for (std::size_t step = 0; step <= most_steps; ++step) {
    // Between two of the sample: whole numbers as far as possible.
    const std::size_t scaled = step * last;
    const std::size_t below = scaled / most_steps;
    const auto low = static_cast<double>(ascending[below]);
    const auto high = static_cast<double>(ascending[std::min(below + 1, last)]);
    const double part = static_cast<double>(scaled % most_steps) / most_steps;
    points.push_back({static_cast<double>(step) / most_steps, low + (high - low) * part});
  }
  return QuantileTable(std::move(points));
}

double QuantileTable::at(double p) const {
  const auto above =
      std::ranges::upper_bound(points_, p, {}, &Point::p);  // the first point behind p
  if (above == points_.end()) return points_.back().value;
  const Point& from = *(above - 1);
  return from.value + (above->value - from.value) * ((p - from.p) / (above->p - from.p));
}

std::string QuantileTable::text() const {
  std::string all;
  for (const Point& point : points_)
    all += (all.empty() ? "" : " ") + double_text(point.p) + ":" + double_text(point.value);
  return all;
}

}  // namespace mcsim::trace
