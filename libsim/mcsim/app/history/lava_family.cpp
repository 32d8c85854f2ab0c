// Reads lsb.params of the Lava family.
#include "mcsim/app/history/lava_family.hpp"

#include <string_view>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

std::optional<std::int64_t> lava_interval(const std::string& lsb_params) {
  constexpr std::size_t longest = std::size_t{1} << 20;
  const auto read = read_file(lsb_params, lsb_params, longest);
  if (!read) return std::nullopt;
  std::optional<std::int64_t> interval;
  std::string_view rest = *read;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    line = line.substr(0, line.find('#'));
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos) continue;
    const auto key = split_words(line.substr(0, sign));
    const auto value = split_words(line.substr(sign + 1));
    if (key.size() != 1 || value.size() != 1) continue;
    if (key.front() == "JOB_SCHEDULING_INTERVAL") return std::nullopt;
    if (key.front() == "MBD_SLEEP_TIME") interval = config::read_whole(value.front());
  }
  const bool is_usable = interval && *interval > 0 && *interval <= 86'400;
  return is_usable ? interval : std::nullopt;
}

}  // namespace mcsim::app
