// Times as tables have them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace mcsim::testing {

/// `12.5` is 12,500; an empty field is 0.
inline std::int64_t csv_milliseconds(const std::string& text) {
  if (text.empty()) return 0;
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string decimals = point == text.size() ? "" : text.substr(point + 1);
  decimals.resize(3, '0');
  return std::stoll(text.substr(0, point)) * 1000 + std::stoll(decimals);
}

}  // namespace mcsim::testing
