// The progress bar.
#include "mcsim/experiment/progress.hpp"

#include <algorithm>
#include <ostream>
#include <string>

namespace mcsim {
namespace {

/// "12d 03:25:07"
std::string days_and_time(std::int64_t seconds) {
  const auto two = [](std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  return std::to_string(seconds / 86'400) + "d " + two(seconds / 3'600 % 24) + ":" +
         two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

}  // namespace

Progress::Progress(const Console& console, std::uint64_t jobs)
    : console_(console), shown_(console.err_is_terminal && jobs > 0), jobs_(jobs) {}

Progress::~Progress() {
  if (shown_) console_.err << "\r\x1b[K" << std::flush;
}

void Progress::draw(Time now, std::uint64_t jobs_done) {
  constexpr double between_draws = 0.1;
  constexpr std::size_t width = 24;
  const double spent = watch_.wall_seconds();
  if (spent - drawn_at_ < between_draws) return;
  drawn_at_ = spent;
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(jobs_done) / spent);
  const std::size_t filled = std::min<std::size_t>(width, jobs_done * width / jobs_);
  console_.err << "\r\x1b[K[" << std::string(filled, '#') << std::string(width - filled, '.')
               << "] " << days_and_time(now.time_since_epoch().count() / 1000) << "  " << jobs_done
               << "/" << jobs_ << " jobs  " << rate << " jobs/s";
  if (rate > 0 && jobs_done <= jobs_)
    console_.err << "  " << (jobs_ - jobs_done) / rate << " s to go";
  console_.err << std::flush;
}

}  // namespace mcsim
