// Makes the bytes that a simulated program writes.
#include "mcsim/lim/simulated_elim.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/model/load_index.hpp"

namespace mcsim::lim {
namespace {

constexpr std::string_view unknown_value = "2147483648";  // INFINIT_LOAD

void append(std::string& text, double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

/// What a draw is about: host and row, and whether it is a walk or a mishap.
std::uint64_t entity(HostId host, std::uint32_t row, bool is_mishap) {
  return std::uint64_t{index_of(host)} << 32 | std::uint64_t{row} << 1 | (is_mishap ? 1 : 0);
}

}  // namespace

const std::vector<std::string> SimulatedElim::no_texts;

void SimulatedElim::open() {
  for (const ElimOutput& output : config_.values)
    state_.walks.push_back({.steps = 0, .value = output.walk.start});
  for (const ElimMishap& mishap : config_.mishaps)
    state_.mishaps.push_back({.next = mishap.at, .happened = 0});
}

void SimulatedElim::begins(Time now) {
  state_.is_running = true;
  state_.hangs = false;
  state_.next_write = first_report(now);
  state_.last_write = now;
  state_.has_written = false;
  state_.written.assign(state_.duty.size(), std::nullopt);
}

void SimulatedElim::ends() {
  state_.is_running = false;
  state_.next_write = never;
}

Time SimulatedElim::next_mishap() const {
  Time next = never;
  for (const ElimState::Mishap& mishap : state_.mishaps) next = std::min(next, mishap.next);
  return next;
}

Time SimulatedElim::first_report(Time now) const {
  const Time ready = now + config_.start_up;
  const auto is_known = [&](std::uint32_t row) {
    const std::vector<ElimLevel>& steps = config_.values[row].steps;
    const auto next = std::ranges::upper_bound(steps, ready, {}, &ElimLevel::at);
    return next != steps.begin() && (next - 1)->value.has_value();
  };
  if (config_.reports.empty() || std::ranges::any_of(state_.duty, is_known)) return ready;
  return report_after(ready - 1ms);
}

Time SimulatedElim::report_after(Time now) const {
  if (config_.reports.empty()) return now + config_.interval;
  const auto next = std::ranges::upper_bound(config_.reports, now);
  return next == config_.reports.end() ? never : *next;
}

Time SimulatedElim::next_act() const { return std::min(state_.next_write, next_mishap()); }

Time SimulatedElim::next_novelty() const {
  if (!state_.has_written) return next_act();
  Time next = never;
  for (const std::uint32_t row : state_.duty) {
    const std::vector<ElimLevel>& steps = config_.values[row].steps;
    if (steps.empty()) return next_act();
    const auto change = std::ranges::upper_bound(steps, state_.last_write, {}, &ElimLevel::at);
    if (change != steps.end()) next = std::min(next, change->at);
  }
  // The first report from then on shows it.
  if (next != never) next = std::max(next, state_.next_write);
  return std::min(next, next_mishap());
}

ElimAct SimulatedElim::act(Time now) {
  for (std::uint32_t row = 0; row < state_.mishaps.size(); ++row)
    if (state_.mishaps[row].next == now) return befall(row, now);
  state_.next_write = report_after(now);
  std::string text = report(now, 0);
  state_.last_write = now;
  state_.has_written = true;
  state_.reports_well = true;
  if (text.empty()) return {};
  return {.kind = ElimAct::Kind::writes, .bytes = std::move(text)};
}

std::uint64_t SimulatedElim::skip(Time until, Duration apart) {
  const bool is_regular = config_.reports.empty() && !config_.on_change;
  if (!state_.reports_well || !is_regular || config_.interval < apart) return 0;
  const Time last = std::min(until, next_mishap() - 1ms);
  const std::int64_t more = (last - state_.next_write) / config_.interval + 1;  // that come by then
  if (last < state_.next_write || more <= 2) return 0;
  state_.next_write += (more - 2) * config_.interval;
  state_.last_write = state_.next_write - config_.interval;
  return static_cast<std::uint64_t>(more - 2);
}

std::optional<double> SimulatedElim::value_at(std::uint32_t row, Time now, bool& says_something) {
  const std::vector<ElimLevel>& steps = config_.values[row].steps;
  says_something = true;
  if (steps.empty()) return walk_at(row, now);
  const auto next = std::ranges::upper_bound(steps, now, {}, &ElimLevel::at);
  says_something = next != steps.begin();
  return says_something ? (next - 1)->value : std::nullopt;
}

double SimulatedElim::walk_at(std::uint32_t row, Time now) {
  const ElimWalk& walk = config_.values[row].walk;
  ElimState::Place& place = state_.walks[row];
  const std::int64_t steps = (now - Time{}) / config_.interval;
  MCSIM_CHECK(steps >= place.steps, "a walk does not go back");
  for (; place.steps < steps; ++place.steps) {
    const std::uint64_t draw =
        draws_.at(entity(host_, row, false), static_cast<std::uint64_t>(place.steps));
    const Amount moved = place.value + (draw >> 63 != 0 ? walk.step : -walk.step);
    place.value = std::clamp(moved, walk.lowest, walk.highest);
  }
  return static_cast<double>(place.value) / static_cast<double>(amount_unit);
}

std::string SimulatedElim::report(Time now, std::int32_t more) {
  std::string pairs;
  std::int32_t count = 0;
  for (std::size_t at = 0; at < state_.duty.size(); ++at) {
    bool says_something = false;
    const auto value = value_at(state_.duty[at], now, says_something);
    if (!says_something) continue;
    const double told = value.value_or(infinite_load);
    if (config_.on_change && state_.written[at] == told) continue;
    state_.written[at] = told;
    ++count;
    const ElimOutput& output = config_.values[state_.duty[at]];
    pairs += ' ' + output.name + ' ';
    if (output.is_text)
      pairs += value ? texts_[static_cast<std::size_t>(*value)] : unknown_text;
    else if (value)
      append(pairs, *value);
    else
      pairs += unknown_value;
  }
  if (config_.on_change && count == 0 && more == 0) return {};
  return std::to_string(count + more) + pairs + '\n';
}

void SimulatedElim::schedule_again(std::uint32_t row) {
  const ElimMishap& mishap = config_.mishaps[row];
  ElimState::Mishap& state = state_.mishaps[row];
  const std::uint64_t number = state.happened++;
  if (!mishap.every) {
    state.next = never;
    return;
  }
  Duration gap = *mishap.every;
  if (mishap.drawn) {
    const auto most = static_cast<std::uint64_t>(2 * gap.count());
    const std::uint64_t draw = draws_.at(entity(host_, row, true), number);
    gap = Duration{static_cast<std::int64_t>(multiply_wide(draw, most)[0])} + 1ms;
  }
  state.next += gap;
}

ElimAct SimulatedElim::befall(std::uint32_t row, Time now) {
  using MishapKind = ElimMishap::Kind;
  const ElimMishap& mishap = config_.mishaps[row];
  schedule_again(row);
  state_.reports_well = false;
  if (!state_.is_running || (state_.hangs && mishap.kind != MishapKind::exits)) return {};
  const auto writes = [](std::string text) {
    return ElimAct{.kind = ElimAct::Kind::writes, .bytes = std::move(text)};
  };
  // A report that fails does not count where only changes are reported.
  const auto whole_report = [&](std::int32_t more) {
    const auto before = state_.written;
    std::string text = report(now, more);
    state_.written = before;
    return text.empty() ? std::string("0\n") : text;
  };
  switch (mishap.kind) {
    case MishapKind::exits:
      return {.kind = ElimAct::Kind::exits, .bytes = {}, .code = mishap.number};
    case MishapKind::hangs:
      state_.hangs = true;
      state_.next_write = never;
      return {};
    case MishapKind::half_line: {
      const std::string text = whole_report(0);
      return writes(text.substr(0, text.size() / 2));
    }
    case MishapKind::garbage:
      return writes("error: no answer\n");
    case MishapKind::wrong_count:
      return writes(whole_report(mishap.number));
    case MishapKind::floods: {
      const std::string text = whole_report(0);
      std::string flood;
      for (std::int32_t copy = 0; copy < mishap.number; ++copy) flood += text;
      return writes(std::move(flood));
    }
  }
  return {};
}

}  // namespace mcsim::lim
