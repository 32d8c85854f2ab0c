// Tables of aligned columns, and numbers as people read them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/text/width.hpp"
#include "mcsim/text/wrap.hpp"

namespace mcsim::text {

/// Rows of cells: the first column, or the first ones, flush left, the others flush right.
class TextTable {
 public:
  explicit TextTable(std::size_t flush_left = 1) : flush_left_(flush_left) {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  /// At most `width` columns wide if possible: with narrower gaps, or else in several parts one
  /// below the other, each with the columns that are flush left.
  std::string text(std::size_t width = any_width) const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t at = 0; at < row.size(); ++at)
        widths[at] = std::max(widths[at], width_of(row[at]));
    }
    std::size_t gap = 3;
    while (gap > 1 && width_with(widths, gap) > width) --gap;
    const std::size_t fixed = std::min(flush_left_, widths.size());
    const std::size_t left = width_with(std::span(widths).first(fixed), gap);
    std::string text;
    std::size_t from = fixed;
    do {
      std::size_t to = from;
      for (std::size_t taken = left; to < widths.size(); ++to) {
        taken += gap + widths[to];
        if (to > from && taken > width) break;
      }
      if (!text.empty()) text += '\n';
      for (const auto& row : rows_) put(text, row, widths, from, to, gap);
      from = to;
    } while (from < widths.size());
    return text;
  }

 private:
  static std::size_t width_with(std::span<const std::size_t> widths, std::size_t gap) {
    std::size_t sum = widths.empty() ? 0 : gap * (widths.size() - 1);
    for (const std::size_t one : widths) sum += one;
    return sum;
  }

  /// A row of a part: the columns that are flush left, and those from `from` to `to`.
  void put(std::string& text, const std::vector<std::string>& row,
           const std::vector<std::size_t>& widths, std::size_t from, std::size_t to,
           std::size_t gap) const {
    for (std::size_t at = 0; at < std::min(to, row.size()); ++at) {
      if (at >= flush_left_ && at < from) continue;
      const std::string padding(widths[at] - width_of(row[at]), ' ');
      text += at == 0 ? "" : std::string(gap, ' ');
      text += at < flush_left_ ? row[at] + padding : padding + row[at];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }

  std::size_t flush_left_;
  std::vector<std::vector<std::string>> rows_;
};

/// `value` divided by `unit`, with `decimals` decimals, halves up.
inline std::string rounded_text(std::int64_t value, std::int64_t unit, int decimals) {
  std::int64_t scale = 1;
  for (int decimal = 0; decimal < decimals; ++decimal) scale *= 10;
  const std::int64_t number = rounded_ratio(Int128{value} * scale, unit);
  const std::string fraction = std::to_string(scale + number % scale).substr(1);
  return std::to_string(number / scale) + (decimals > 0 ? "." + fraction : "");
}

/// The two largest units that matter: 250ms, 12.5s, 5min 07s, 2h 05min, 3d 04h.
inline std::string readable(Duration time) {
  const auto rounded = [&](Duration unit) { return rounded_ratio(time.count(), unit.count()); };
  const auto two = [](std::int64_t high, const char* high_unit, std::int64_t low,
                      const char* low_unit) {
    return std::to_string(high) + high_unit + " " + (low < 10 ? "0" : "") + std::to_string(low) +
           low_unit;
  };
  if (time < 1s) return time == 0s ? "0s" : std::to_string(time.count()) + "ms";
  if (const std::int64_t tenths = rounded(100ms); tenths < 600)
    return std::to_string(tenths / 10) +
           (tenths % 10 == 0 ? "s" : "." + std::to_string(tenths % 10) + "s");
  if (const std::int64_t seconds = rounded(1s); seconds < 3600)
    return two(seconds / 60, "min", seconds % 60, "s");
  if (const std::int64_t minutes = rounded(1min); minutes < 1440)
    return two(minutes / 60, "h", minutes % 60, "min");
  const std::int64_t hours = rounded(1h);
  return two(hours / 24, "d", hours % 24, "h");
}

}  // namespace mcsim::text
