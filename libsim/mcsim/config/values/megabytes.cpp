// Reads sizes of memory.
#include "mcsim/config/values/megabytes.hpp"

#include <cmath>
#include <cstddef>

#include "mcsim/text/decimal.hpp"

namespace mcsim::config {

std::optional<double> read_megabytes(std::string_view text) {
  constexpr std::string_view units = "KMGTP";
  const auto unit = text.empty() ? std::string_view::npos : units.find(text.back());
  if (unit != std::string_view::npos) text.remove_suffix(1);
  const auto number = read_decimal(text);
  const auto amount = number ? in_units(*number, 3) : std::nullopt;
  if (!amount || *amount <= 0) return std::nullopt;
  double megabytes = static_cast<double>(*amount) / 1000;
  if (unit == 0) megabytes /= 1024;
  for (std::size_t at = 1; unit != std::string_view::npos && at < unit; ++at) megabytes *= 1024;
  return std::floor(megabytes);
}

}  // namespace mcsim::config
