// What one actor still has to do: its events, its own numbering, and its present time and round.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mcsim/base/check.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/kernel/importance.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::kernel {

/// An event queue that knows the present instant and round. What is scheduled for the present
/// instant belongs to its next round; nothing can be scheduled for the past.
template <class Event>
class Agenda {
 public:
  explicit Agenda(Source source = 0) : source_(source) {}

  Time now() const { return now_; }
  Round round() const { return round_; }

  /// The earliest instant that has an event; `never` if there is none.
  Time next_time() const { return queue_.empty() ? never : queue_.top().time; }
  bool empty() const { return queue_.empty(); }
  std::size_t size() const { return queue_.size(); }
  /// How many of them are recurring, and idle.
  std::size_t recurring() const { return recurring_; }
  std::size_t idle() const { return idle_; }

  /// Opens a round. All events of earlier rounds must have been taken.
  void begin(Time now, Round round) {
    MCSIM_CHECK(now > now_ || (now == now_ && round > round_), "time runs forward only");
    MCSIM_CHECK(queue_.empty() || now < queue_.top().time ||
                    (now == queue_.top().time && round <= queue_.top().order.round()),
                "an event was passed over");
    now_ = now;
    round_ = round;
  }

  /// Whether the present round has an event in or before `phase`.
  bool has_event(Phase phase) const {
    if (queue_.empty()) return false;
    const auto& top = queue_.top();
    return top.time == now_ && top.order.round() == round_ && top.order.phase() <= phase;
  }
  /// Whether an event waits for exactly this round.
  bool wants(Time now, Round round) const {
    return !queue_.empty() && queue_.top().time == now && queue_.top().order.round() == round;
  }
  /// The event that will probably be taken after so many others; null: nobody knows.
  const Event* expected(std::size_t others) const { return queue_.expected(others); }
  Event take() {
    Event event = queue_.pop().event;
    forget(importance_of(event));
    return event;
  }

  /// `event`: one, or a kind of it.
  template <class Kind>
  Ticket schedule(Time at, Phase phase, const Kind& event) {
    MCSIM_CHECK(at >= now_, "an event was scheduled for the past");
    const Round round = at == now_ ? round_ + 1 : 1;
    note(importance_of(event));
    return queue_.schedule(at, Order(round, phase, source_, shuffled(number_++)), event);
  }
  /// Schedules what `sender` has sent in `round` of `now`, a round that this actor need not take
  /// part in; `number` is the sender's own. The event comes at `at`; if that is `now`, in the next
  /// round.
  template <class Kind>
  void deliver(Time at, Phase phase, Source sender, std::uint64_t number, Time now, Round round,
               const Kind& event) {
    MCSIM_CHECK(at >= now && now >= now_, "an event was delivered to the past");
    const Round due = at == now ? round + 1 : 1;
    note(importance_of(event));
    queue_.schedule(at, Order(due, phase, sender, number), event);
  }
  /// `importance`: of the event, which the ticket does not know.
  void cancel(Ticket ticket, Importance importance = Importance::work) {
    queue_.cancel(ticket);
    forget(importance);
    MCSIM_CHECK(recurring_ + idle_ <= size(), "cancelled an event of another importance");
  }

  /// For tests: events of equal (time, round, phase) come in another order for each seed. No result
  /// of a simulation may depend on it.
  void shuffle_ties(std::uint64_t seed) {
    factor_ = RngStream{seed, "kernel/shuffle_ties"}.at(0, 0) | 1;
    offset_ = RngStream{seed, "kernel/shuffle_ties"}.at(0, 1);
  }

 private:
  void note(Importance importance) {
    if (importance == Importance::recurring) ++recurring_;
    if (importance == Importance::idle) ++idle_;
  }
  void forget(Importance importance) {
    if (importance == Importance::recurring) --recurring_;
    if (importance == Importance::idle) --idle_;
  }

  /// One to one on numbers of Order::number_bits bits; by default the number itself.
  std::uint64_t shuffled(std::uint64_t number) const {
    MCSIM_CHECK(number < Order::most_numbers, "too many events for the order of events");
    return (number * factor_ + offset_) & (Order::most_numbers - 1);
  }

  EventQueue<Event> queue_;
  Time now_{-1ms};
  Round round_ = 0;
  Source source_;
  std::size_t recurring_ = 0;
  std::size_t idle_ = 0;
  std::uint64_t number_ = 1;
  std::uint64_t factor_ = 1;
  std::uint64_t offset_ = 0;
};

}  // namespace mcsim::kernel
