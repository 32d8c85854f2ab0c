// A number that changes at instants, such as the slots that are busy: from its changes to its
// means.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/report/run_tables.hpp"

namespace mcsim::report {

/// From `from` on, until the next one.
struct Level {
  Instant from = 0;
  std::int64_t value = 0;
};

/// Sums of amounts that hold for a time.
class Steps {
 public:
  /// `amount` more from `from` to `to`, which is not in it.
  void add(Instant from, Instant to, std::int64_t amount) {
    if (to <= from) return;
    changes_.push_back({from, amount});
    changes_.push_back({to, -amount});
  }
  /// By time; each differs from the one before, and the first from 0. Afterwards nothing is left.
  std::vector<Level> take();

 private:
  std::vector<Level> changes_;  ///< with what they add as `value`
};

/// The part of a picture's time that one column of its pixels shows.
struct Bin {
  std::int64_t least = 0;
  std::int64_t most = 0;
  double mean = 0;

  bool operator==(const Bin&) const = default;
};

/// Equal parts of a time.
struct Bins {
  Instant from = 0;
  std::int64_t width = 1;  ///< milliseconds
  std::size_t count = 0;

  /// As few whole milliseconds each as make at most `most` of them.
  static Bins of(Instant from, Instant to, std::size_t most);
  Instant at(std::size_t which) const { return from + static_cast<std::int64_t>(which) * width; }
};

/// The last bin may go on beyond the end, where the number is what it is there.
std::vector<Bin> binned(const std::vector<Level>& levels, const Bins& bins);

/// value x milliseconds between two instants.
double integral(const std::vector<Level>& levels, Instant from, Instant to);

/// Stretches of time in which a number is at least `least`.
struct Stretches {
  std::int64_t total = 0;  ///< milliseconds
  Instant longest_from = 0;
  std::int64_t longest = 0;  ///< milliseconds; 0: there is none
};
/// A stretch ends as soon as the number is less, for however short a time.
Stretches stretches(const std::vector<Level>& levels, std::int64_t least, Instant from, Instant to);

inline constexpr std::size_t hours_of_week = 168;

/// Sums by the hour of the week, from Monday 0 h.
class WeekSums {
 public:
  /// `start`: the sites' clock at virtual time 0, milliseconds since 1970.
  explicit WeekSums(std::int64_t start) : start_(start) {}
  /// amount x milliseconds of the time from `from` to `to`, in the hours in which it lies.
  void add(Instant from, Instant to, double amount);
  void add_at(Instant at, double amount) { sums_[hour(at)] += amount; }
  const std::array<double, hours_of_week>& sums() const { return sums_; }

 private:
  std::size_t hour(Instant at) const;
  std::int64_t start_;
  std::array<double, hours_of_week> sums_{};
};

}  // namespace mcsim::report
