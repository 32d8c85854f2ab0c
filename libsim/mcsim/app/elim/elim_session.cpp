// Runs a real ELIM under a LIM's rules.
#include "mcsim/app/elim/elim_session.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/app/elim/elim_report.hpp"

namespace mcsim::app {

ElimSession::ElimSession(std::string program, ElimContract contract, Duration grace,
                         ElimSurroundings around)
    : program_(std::move(program)),
      contract_(std::move(contract)),
      grace_(grace),
      around_(around) {}

const ElimAnswer& ElimSession::look(Time now) {
  answer_.clear();
  read(now);
  read_errors();
  note_end(now);
  if (!is_stopped_) tick(now);
  act(now);
  bury(now);
  return answer_;
}

Time ElimSession::next_check() const {
  Time next = is_stopped_ ? never : std::min(next_tick_, watch_.deadline(contract_.rules));
  for (const Dying& dying : dying_)
    if (!dying.was_killed) next = std::min(next, dying.kill_at);
  return next;
}

void ElimSession::wait(Duration at_most) const {
  constexpr Duration without_pidfd = 20ms;
  std::vector<int> descriptors;
  const auto add_end = [&](const ElimProcess& process) {
    descriptors.push_back(process.end_descriptor());
    if (process.end_descriptor() < 0) at_most = std::min(at_most, without_pidfd);
    descriptors.push_back(process.error_descriptor());
  };
  if (process_) {
    if (watch_.room() > 0) descriptors.push_back(process_->output_descriptor());
    add_end(*process_);
  }
  for (const Dying& dying : dying_) add_end(dying.process);
  wait_for(descriptors, at_most);
}

void ElimSession::stop(Time now) {
  is_stopped_ = true;
  watch_.stop(answer_);
  answer_.clear();
  if (!process_) return;
  process_->terminate();
  dying_.push_back({std::move(*process_), now + grace_});
  process_.reset();
}

const ElimAnswer& ElimSession::change_role(bool is_master, Time now) {
  answer_.clear();
  contract_.is_master = is_master;
  watch_.role_changed(answer_);
  act(now);
  return answer_;
}

void ElimSession::abandon() {
  is_stopped_ = true;
  if (process_) process_->close_output();
}

/// Reads no more than the watch has room for, so that a program that floods its pipe must wait and
/// our memory does not grow.
void ElimSession::read(Time now) {
  std::array<char, 4096> buffer;  // NOLINT(*-member-init): filled by read
  while (process_ && !is_stopped_) {
    const std::size_t room = std::min(buffer.size(), watch_.room());
    const std::string_view bytes = process_->read(std::span(buffer.data(), room));
    if (bytes.empty()) break;
    bytes_read_ += bytes.size();
    watch_.arrived(now, bytes, contract_, answer_);
    if (answer_.terminate) return;
  }
  if (process_ && !is_stopped_ && process_->output_ended())
    watch_.output_ended(now, contract_, answer_);
}

void ElimSession::note_end(Time now) {
  if (!process_) return;
  const auto end = process_->exited();
  if (!end) return;
  read(now);  // the last output
  read_errors();
  watch_.exited(now, *end, contract_, answer_);
  process_.reset();
}

/// A poll counts as of when it was due: two starts that are 90 s apart by the polls are so by a
/// clock that is a millisecond late, too.
void ElimSession::tick(Time now) {
  const bool is_late = now >= watch_.deadline(contract_.rules);
  if (now < next_tick_ && !is_late) return;
  while (next_tick_ <= now) next_tick_ += contract_.rules.poll_interval;
  watch_.tick(is_late ? now : next_tick_ - contract_.rules.poll_interval, contract_, answer_);
}

void ElimSession::read_errors() {
  if (around_.errors == nullptr) return;
  if (process_) process_->read_errors(*around_.errors);
  for (Dying& dying : dying_) dying.process.read_errors(*around_.errors);
}

void ElimSession::act(Time now) {
  if (std::exchange(answer_.terminate, false) && process_) {
    process_->terminate();
    process_->close_output();
    dying_.push_back({std::move(*process_), now + grace_});
    process_.reset();
    answer_.terminate = true;
  }
  answer_.start = answer_.start && may_start_;
  if (answer_.start) start(now);
}

void ElimSession::start(Time now) {
  auto process = ElimProcess::start(program_, contract_.environment(), around_);
  if (process) {
    process_ = std::move(*process);
    return;
  }
  answer_.problems.push_back({ElimFault::not_started, now, process.error()});
  ElimAnswer ignored;
  constexpr int cannot_run = 127;
  watch_.exited(now, {.by_signal = false, .code = cannot_run}, contract_, ignored);
}

void ElimSession::bury(Time now) {
  for (Dying& dying : dying_) {
    if (dying.was_killed || now < dying.kill_at || dying.process.exited()) continue;
    dying.process.kill_all();
    dying.was_killed = true;
    answer_.problems.push_back(
        {ElimFault::deaf, now,
         "it lives on " + seconds_of(Time{grace_}) + " s after SIGTERM; killed"});
  }
  std::erase_if(dying_, [&](Dying& dying) {
    if (!dying.process.exited()) return false;
    if (around_.errors != nullptr) dying.process.read_errors(*around_.errors);
    return true;
  });
}

}  // namespace mcsim::app
