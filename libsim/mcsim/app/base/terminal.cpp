// Asks the terminal.
#include "mcsim/app/base/terminal.hpp"

#include <sys/ioctl.h>

#include <cstdint>
#include <cstdlib>

#include "mcsim/text/decimal.hpp"

namespace mcsim::app {

std::size_t terminal_width(int file) {
  constexpr std::size_t usual = 80;
  constexpr std::int64_t most = 10'000;
  winsize size{};
  if (::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* const columns = std::getenv("COLUMNS");
  const auto number = columns == nullptr ? std::nullopt : read_decimal(columns);
  const auto whole = number ? in_units(*number, 0) : std::nullopt;
  return whole && *whole > 0 && *whole <= most ? static_cast<std::size_t>(*whole) : usual;
}

}  // namespace mcsim::app
