// Plays random grids that use all features for a given time, and reports what is wrong.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "swarm/crew.hpp"

using namespace mcsim::testing;

namespace {

constexpr const char* usage =
    "usage: swarm SECONDS [FIRST_SEED] [--workers N] [--worlds N] [--limit SECONDS]\n"
    "       swarm --seed SEED [--limit SECONDS]\n";

std::optional<std::uint64_t> number(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Arguments {
  SwarmOrder order;
  std::optional<std::uint64_t> seed;  ///< if set: play only this one
};

std::optional<Arguments> read(const std::vector<std::string>& words) {
  Arguments read;
  read.order.workers = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::uint64_t> plain;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool is_option = words[at].starts_with("--");
    if (is_option && at + 1 == words.size()) return std::nullopt;
    const auto value = number(words[is_option ? at + 1 : at]);
    if (!value) return std::nullopt;
    const std::string& word = words[at];
    if (!is_option)
      plain.push_back(*value);
    else if (word == "--seed")
      read.seed = *value;
    else if (word == "--workers" && *value > 0)
      read.order.workers = static_cast<unsigned>(*value);
    else if (word == "--worlds")
      read.order.most_worlds = *value;
    else if (word == "--limit" && *value > 0)
      read.order.limit = std::chrono::seconds(*value);
    else
      return std::nullopt;
    at += is_option ? 1 : 0;
  }
  if (plain.size() > 2 || plain.empty() != read.seed.has_value()) return std::nullopt;
  if (!plain.empty()) read.order.time = std::chrono::seconds(plain.front());
  if (plain.size() == 2) read.order.first_seed = plain.back();
  return read;
}

unsigned long long shown(std::uint64_t number) { return number; }

void print(const SwarmReport& report) {
  std::uint64_t all = 0;
  for (const std::uint64_t worlds : report.worlds) all += worlds;
  std::printf("%llu grids in %.1f s:", shown(all), report.seconds);
  for (std::size_t kind = 0; kind < world_kinds; ++kind)
    std::printf(" %s %llu", std::string(name_of(static_cast<WorldKind>(kind))).c_str(),
                shown(report.worlds[kind]));
  std::printf("\nthat used");
  for (std::size_t at = 0; at < feature_count; ++at)
    std::printf("%s %s %llu", at == 0 ? "" : ",", std::string(name_of_feature(at)).c_str(),
                shown(report.meetings.of(at)));
  const std::vector<std::string> rare = report.meetings.rarer_than(1);
  std::printf("\n%zu pairs of features never met", rare.size());
  for (std::size_t at = 0; at < rare.size() && at < 40; ++at)
    std::printf("%s %s", at == 0 ? ":" : ",", rare[at].c_str());
  std::printf("\n%llu findings\n", shown(report.found));
}

}  // namespace

int main(int count, char** words) {
  const auto arguments = read({words + 1, words + count});
  if (!arguments) {
    std::fputs(usage, stderr);
    return 2;
  }
  if (arguments->seed) return tell_seed(*arguments->seed, arguments->order.limit) ? 1 : 0;
  const auto report = std::make_unique<SwarmReport>();
  run_swarm(arguments->order, *report);
  print(*report);
  return report->found > 0 ? 1 : 0;
}
