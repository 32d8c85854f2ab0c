// A distribution as a table of quantiles, with straight lines between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// Points of a distribution function: with the probability `p` a value is at most `value`. Between
/// two points it is a straight line. Two points of one value are a share of exactly that value; two
/// points of one probability a gap in which nothing lies.
class QuantileTable {
 public:
  struct Point {
    double p = 0;
    double value = 0;
    bool operator==(const Point&) const = default;
  };

  /// The text `0:1 0.3:1 0.3:2 1:8`: probabilities and values, neither descending, from 0 to 1.
  /// Errors: what is wrong with it, in words.
  static std::optional<QuantileTable> read(std::string_view text, std::string& wrong);
  /// Of a sample in ascending order, not empty: exactly where it has at most `most_steps` values,
  /// else `most_steps` + 1 quantiles, which have equal distances.
  static QuantileTable of(const std::vector<std::int64_t>& ascending);
  static constexpr std::size_t most_steps = 200;

  /// The value at the probability `p`, from 0 to 1: the inverse of the distribution function. In a
  /// gap the upper end.
  double at(double p) const;
  double least() const { return points_.front().value; }
  double most() const { return points_.back().value; }
  const std::vector<Point>& points() const { return points_; }
  /// As read() takes it; the same bits again.
  std::string text() const;

  bool operator==(const QuantileTable&) const = default;

 private:
  explicit QuantileTable(std::vector<Point> points) : points_(std::move(points)) {}

  std::vector<Point> points_;
};

/// The shortest text that read_double() reads as this number again, without an exponent where that
/// is usual.
std::string double_text(double value);

}  // namespace mcsim::trace
