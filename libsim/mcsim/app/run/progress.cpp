// Draws the progress bar.
#include "mcsim/app/run/progress.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <string_view>

namespace mcsim::app {
namespace {

/// "12d 03:25:07".
std::string days_and_time(std::int64_t seconds) {
  const auto two = [](std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  return std::to_string(seconds / 86'400) + "d " + two(seconds / 3'600 % 24) + ":" +
         two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

constexpr double between_draws = 0.1;  // wall seconds
constexpr std::string_view clear_line = "\r\x1b[K";

/// How wide the bar may be between its brackets; 0: there is none.
std::size_t bar_width(std::size_t room) {
  constexpr std::size_t widest = 24;
  constexpr std::size_t narrowest = 6;
  constexpr std::size_t around = 3;  // the brackets, and a blank
  return room < narrowest + around ? 0 : std::min(widest, room - around);
}

/// The bar becomes shorter first, then the rate is left out.
std::string with_bar(double part, const std::string& counts, std::uint64_t rate,
                     const std::string& to_go, std::size_t width) {
  const std::size_t most = width - std::min<std::size_t>(width, 1);  // the cursor stands behind it
  std::string words = counts + "  " + std::to_string(rate) + " jobs/s" + to_go;
  if (words.size() > most) words = counts + to_go;
  if (words.size() > most) words = counts.substr(0, most);
  const std::size_t bar = bar_width(most - words.size());
  if (bar == 0) return words;
  const auto filled =
      std::min<std::size_t>(bar, static_cast<std::size_t>(part * static_cast<double>(bar)));
  return "[" + std::string(filled, '#') + std::string(bar - filled, '.') + "] " + words;
}

}  // namespace

std::string progress_line(const std::string& how_far, std::uint64_t done, std::uint64_t jobs,
                          double seconds, std::size_t width) {
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(done) / seconds);
  const std::string counts =
      how_far + "  " + std::to_string(done) + "/" + std::to_string(jobs) + " jobs";
  const std::string to_go =
      rate > 0 && done <= jobs ? "  " + std::to_string((jobs - done) / rate) + " s to go" : "";
  return with_bar(static_cast<double>(done) / static_cast<double>(jobs), counts, rate, to_go,
                  width);
}

std::string runs_line(const RunsDone& done, double seconds, std::size_t width) {
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(done.jobs) / seconds);
  const std::string counts = std::to_string(done.kept + done.ended) + "/" +
                             std::to_string(done.runs) + " runs  " + std::to_string(done.jobs) +
                             " jobs";
  const double over = static_cast<double>(done.kept) + done.parts;
  const double left = std::max(0.0, static_cast<double>(done.runs) - over);
  const std::string to_go =
      done.parts > 0 ? "  " + std::to_string(std::llround(left * seconds / done.parts)) + " s to go"
                     : "";
  return with_bar(over / static_cast<double>(done.runs), counts, rate, to_go, width);
}

Progress::Progress(const Console& console, std::uint64_t jobs)
    : console_(console), shown_(console.err_is_terminal && jobs > 0), jobs_(jobs) {}

Progress::~Progress() {
  if (!shown_) return;
  put_command(console_.err, clear_line);
  console_.err << std::flush;
}

void Progress::draw(Time now, std::uint64_t jobs_done) {
  const double spent = watch_.wall_seconds();
  if (spent - drawn_at_ < between_draws) return;
  drawn_at_ = spent;
  put_command(console_.err, clear_line);
  console_.err << progress_line(days_and_time(now.time_since_epoch().count() / 1000), jobs_done,
                                jobs_, spent, terminal_width(console_.err_file))
               << std::flush;
}

SharedProgress::SharedProgress(const Console& console, std::size_t runs)
    : console_(console), shown_(console.err_is_terminal && runs > 0), done_{.runs = runs} {}

SharedProgress::~SharedProgress() {
  if (!shown_) return;
  put_command(console_.err, clear_line);
  console_.err << std::flush;
}

template <class Change>
void SharedProgress::change(Change&& change) {
  if (!shown_) return;
  const std::scoped_lock lock(mutex_);
  change();
  const double spent = watch_.wall_seconds();
  if (spent - drawn_at_ < between_draws) return;
  drawn_at_ = spent;
  put_command(console_.err, clear_line);
  console_.err << runs_line(done_, spent, terminal_width(console_.err_file)) << std::flush;
}

void SharedProgress::kept() {
  change([this] { ++done_.kept; });
}

void SharedProgress::Run::update(std::uint64_t jobs_done) {
  all_.change([&] {
    const double part =
        jobs_ == 0 ? 0 : std::min(1.0, static_cast<double>(jobs_done) / static_cast<double>(jobs_));
    all_.done_.parts += part - part_;
    all_.done_.jobs += jobs_done - told_;
    part_ = part;
    told_ = jobs_done;
  });
}

void SharedProgress::Run::end() {
  all_.change([&] {
    all_.done_.parts += 1 - part_;
    all_.done_.jobs += jobs_ - std::min(jobs_, told_);
    ++all_.done_.ended;
  });
}

}  // namespace mcsim::app
