// One ELIM as its LIM sees it: the rules of docs/rules/lsf.md, 4.4.
#include "mcsim/lim/elim_watch.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/lim/elim_words.hpp"
#include "mcsim/lim/load_number.hpp"

namespace mcsim::lim {

void ElimAnswer::clear() {
  values.clear();
  problems.clear();
  problems_left_out = 0;
  report.reset();
  begun.reset();
  ended.reset();
  lost_reports = 0;
  start = terminate = false;
}

std::string to_text(const ElimExit& how) {
  return (how.by_signal ? "signal " : "exit status ") + std::to_string(how.code);
}

namespace {

void note(ElimAnswer& answer, ElimFault fault, Time at, std::string text) {
  if (answer.problems.size() >= ElimAnswer::most_problems)
    ++answer.problems_left_out;
  else
    answer.problems.push_back({fault, at, std::move(text)});
}

LoadNumber read_value(std::string_view text, ElimTarget target, bool lava) {
  if (!lava) return read_load_number(text);
  return target == ElimTarget::shared ? read_load_whole(text) : read_load_prefix(text);
}

}  // namespace

void ElimWatch::tick(Time now, ElimContract& contract, ElimAnswer& answer) {
  if (!running_) {
    if (any_known_ && !contract.rules.keep_values_on_exit) wipe(answer);
    if (wanted_) restart(now, contract.rules, answer);
    return;
  }
  if (waits_since_) {
    if (now >= deadline(contract.rules))
      give_up_waiting(now, answer, waited_text(now - *waits_since_, reader_));
    return;
  }
  if (pipe_.size() > 0) {
    read_on(now, contract, answer);
  } else if (output_ended_) {
    note(answer, ElimFault::end_of_output, now, end_of_output_text);
    close(answer);
  }
}

std::size_t ElimWatch::arrived(Time now, std::string_view bytes, ElimContract& contract,
                               ElimAnswer& answer) {
  if (!running_) return bytes.size();
  const std::size_t taken = pipe_.put(now, bytes);
  was_full_ = was_full_ || pipe_.room() == 0;
  if (waits_since_) read_on(now, contract, answer);
  return taken;
}

void ElimWatch::output_ended(Time now, ElimContract& contract, ElimAnswer& answer) {
  if (!running_ || output_ended_) return;
  output_ended_ = true;
  if (!waits_since_) return;
  if (take(reader_.end_of_bytes(), now, contract, answer)) read_on(now, contract, answer);
  if (waits_since_) give_up_waiting(now, answer, cut_off_text(reader_));
}

void ElimWatch::exited(Time now, ElimExit how, ElimContract& contract, ElimAnswer& answer) {
  if (!running_) return;
  output_ended(now, contract, answer);
  const bool aborts = !how.by_signal && how.code == contract.rules.abort_value;
  if (aborts) wanted_ = false;
  answer.ended = how;
  answer.lost_reports = unread_reports();
  note(answer, aborts ? ElimFault::aborted : ElimFault::exited, now,
       exited_text(how, aborts, answer.lost_reports));
  if (running_) close(answer);
  answer.terminate = false;  // there is no process left
}

void ElimWatch::role_changed(ElimAnswer& answer) {
  if (!running_) return;
  restart_is_free_ = true;
  close(answer);
}

void ElimWatch::stop(ElimAnswer& answer) {
  wanted_ = false;
  if (running_) close(answer);
}

Time ElimWatch::next_need(const ElimRules& rules) const {
  constexpr Time at_once{};
  if (running_) {
    if (waits_since_) return deadline(rules);
    return pipe_.size() > 0 || output_ended_ ? at_once : never;
  }
  if (any_known_ && !rules.keep_values_on_exit) return at_once;
  if (!wanted_) return never;
  return last_start_ ? *last_start_ + rules.between_starts + Duration{1} : at_once;
}

std::size_t ElimWatch::unread_reports() const {
  using Found = LoadUpdateReader::Found;
  LoadUpdateReader reader = reader_;
  std::size_t used = 0;
  for (std::size_t count = 0;;) {
    const Found found = reader.next(pipe_.bytes(), used);
    if (found == Found::report)
      ++count;
    else if (found != Found::pair)
      return count;
  }
}

/// A program that has waited because its pipe was full did not begin its report too early.
void ElimWatch::note_beginning() {
  const std::size_t first = pipe_.bytes().find_first_not_of(" \t\n\v\f\r");
  begun_.reset();
  if (first != std::string_view::npos && !was_full_) begun_ = pipe_.came(first);
}

void ElimWatch::read_on(Time now, ElimContract& contract, ElimAnswer& answer) {
  for (bool goes_on = true; goes_on;) {
    if (!reader_.is_within()) note_beginning();
    std::size_t used = 0;
    const auto found = reader_.next(pipe_.bytes(), used);
    pipe_.drop(used);
    was_full_ = was_full_ && pipe_.size() > 0;
    goes_on = take(found, now, contract, answer);
  }
}

bool ElimWatch::take(LoadUpdateReader::Found found, Time now, ElimContract& contract,
                     ElimAnswer& answer) {
  using Found = LoadUpdateReader::Found;
  switch (found) {
    case Found::pair:
      take_pair(now, contract, answer);
      return true;
    case Found::nothing:
      // White space alone is not the beginning of a report.
      if (!waits_since_ && reader_.is_within()) waits_since_ = now;
      return false;
    case Found::report:
      finish_report(now, contract.rules, answer);
      return false;
    case Found::bad_count:
      note(answer, ElimFault::bad_count, now, bad_count_text(reader_));
      break;
    case Found::negative:
      note(answer, ElimFault::negative_count, now, negative_count_text(reader_));
      wipe(answer);
      break;
  }
  close(answer);
  return false;
}

void ElimWatch::take_pair(Time now, ElimContract& contract, ElimAnswer& answer) {
  const auto resource =
      reader_.name_was_cut() ? std::nullopt : contract.resources.find(reader_.name());
  const bool is_fixed = resource && contract.resources[*resource].target == ElimTarget::fixed;
  if (!resource || is_fixed) {
    if (is_first_time(reader_.name()))
      note(answer, is_fixed ? ElimFault::fixed_name : ElimFault::unknown_name, now,
           skipped_text(reader_, is_fixed));
    return;
  }
  if (contract.resources[*resource].is_text && !reader_.value_was_cut())
    return set(*resource,
               reader_.value() == unknown_text
                   ? std::nullopt
                   : std::optional(contract.resources.number_of(reader_.value())),
               answer);
  const LoadNumber number =
      reader_.value_was_cut()
          ? LoadNumber{}
          : read_value(reader_.value(), contract.resources[*resource].target, contract.rules.lava);
  switch (number.kind) {
    case LoadNumber::Kind::known:
      return set(*resource, number.value, answer);
    case LoadNumber::Kind::unknown:
      return set(*resource, std::nullopt, answer);
    case LoadNumber::Kind::no_number:
      return note(answer, ElimFault::no_number, now, rejected_text(reader_, false));
    case LoadNumber::Kind::out_of_range:
      return note(answer, ElimFault::out_of_range, now, rejected_text(reader_, true));
  }
}

void ElimWatch::finish_report(Time now, const ElimRules& rules, ElimAnswer& answer) {
  const Time written = pipe_.last_read_came();
  if (last_report_ && written - *last_report_ + rules.punctuality < rules.exchange_interval)
    note(answer, ElimFault::too_often, now,
         too_often_text(written - *last_report_, rules, now - written));
  last_report_ = written;
  waits_since_.reset();
  answer.report = written;
  answer.begun = begun_;
}

/// The values of the failed report have been applied one by one; now they become unknown like all
/// others.
void ElimWatch::give_up_waiting(Time now, ElimAnswer& answer, std::string_view why) {
  note(answer, ElimFault::short_report, now, std::string(why));
  wipe(answer);
  close(answer);
}

void ElimWatch::close(ElimAnswer& answer) {
  running_ = was_full_ = false;
  waits_since_.reset();
  begun_.reset();
  pipe_ = {};
  reader_ = {};
  answer.terminate = true;
}

/// Measured from the last start, so an ELIM that has run long is started again at once.
void ElimWatch::restart(Time now, const ElimRules& rules, ElimAnswer& answer) {
  if (last_start_ && now - *last_start_ <= rules.between_starts) return;
  const bool counts = last_start_ && !std::exchange(restart_is_free_, false);
  if (counts && rules.restarts && restarts_ >= *rules.restarts) {
    wanted_ = false;
    return note(answer, ElimFault::given_up, now, given_up_text(*rules.restarts));
  }
  restarts_ += counts ? 1 : 0;
  last_start_ = now;
  last_report_.reset();
  output_ended_ = false;
  running_ = true;
  answer.start = true;
}

void ElimWatch::set(ElimIndex resource, std::optional<double> value, ElimAnswer& answer) {
  const auto at = static_cast<std::size_t>(resource);
  if (values_.size() <= at) values_.resize(at + 1);
  values_[at] = value;
  any_known_ = any_known_ || value;
  answer.values.push_back({resource, value});
}

void ElimWatch::wipe(ElimAnswer& answer) {
  for (std::size_t at = 0; at < values_.size(); ++at)
    if (std::exchange(values_[at], std::nullopt))
      answer.values.push_back({static_cast<ElimIndex>(at), std::nullopt});
  any_known_ = false;
}

bool ElimWatch::is_first_time(std::string_view name) {
  if (logged_.find(name) != logged_.end() || logged_.size() >= most_names_logged) return false;
  logged_.emplace(name);
  return true;
}

}  // namespace mcsim::lim
