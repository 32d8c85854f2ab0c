// The kernel alone, without jobs or clusters, models a queue with a known solution: Poisson
// arrivals, exponential service, c servers.
#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

#include "mcsim/cluster/phase.hpp"
#include "mcsim/kernel/agenda.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "mcsim/kernel/tagged.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::mmc_test {

namespace {

struct CustomerArrives {};
struct CustomerLeaves {};

/// Mean service is 1,000 s: so long that whole milliseconds are as good as real numbers.
constexpr double mean_service_ms = 1e6;

class ServiceDesk {
 public:
  ServiceDesk(int servers, double load, std::uint64_t customers, std::uint64_t seed)
      : idle_(servers),
        mean_gap_ms_(mean_service_ms / (load * servers)),
        left_(customers),
        gaps_(seed, "test/mmc/gap"),
        services_(seed, "test/mmc/service") {
    agenda_.schedule(Time{}, phase::arrive, CustomerArrives{});
  }

  // What play_rounds asks of an actor.
  Time next_time() const { return agenda_.next_time(); }
  bool wants(Time now, Round round) const { return agenda_.wants(now, round); }
  void play(Time now, Round round) {
    agenda_.begin(now, round);
    while (agenda_.has_event(phase::session)) agenda_.take().visit(*this);
  }

  void operator()(const CustomerArrives&) {
    if (--left_ > 0)
      agenda_.schedule(agenda_.now() + draw(gaps_, mean_gap_ms_), phase::arrive, CustomerArrives{});
    line_.push_back(agenda_.now());
    serve();
  }
  void operator()(const CustomerLeaves&) {
    ++idle_;
    serve();
  }

  const std::vector<double>& waits() const { return waits_; }

 private:
  static Duration draw(RngStream& stream, double mean) {
    return Duration(std::llround(-std::log(1 - stream.unit()) * mean));
  }
  void serve() {
    if (idle_ == 0 || line_.empty()) return;
    --idle_;
    waits_.push_back(static_cast<double>((agenda_.now() - line_.front()).count()));
    line_.pop_front();
    agenda_.schedule(agenda_.now() + draw(services_, mean_service_ms), phase::end,
                     CustomerLeaves{});
  }

  Agenda<Tagged<CustomerArrives, CustomerLeaves>> agenda_;
  std::deque<Time> line_;
  int idle_;
  double mean_gap_ms_;
  std::uint64_t left_;
  RngStream gaps_;
  RngStream services_;
  std::vector<double> waits_;
};

/// Erlang C: the probability that a customer waits. By the recursion of Erlang B.
double erlang_c(int servers, double load) {
  const double offered = load * servers;
  double blocked = 1;
  for (int n = 1; n <= servers; ++n) blocked = offered * blocked / (n + offered * blocked);
  return blocked / (1 - load * (1 - blocked));
}

struct Estimate {
  double mean;
  double standard_error;
};

/// The mean with its error from 100 batches, since neighbouring waits are correlated.
template <class Value>
Estimate batch_means(const std::vector<double>& waits, Value&& value) {
  constexpr std::size_t batches = 100;
  const std::size_t size = waits.size() / batches;
  double sum = 0;
  double squares = 0;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    double total = 0;
    for (std::size_t at = batch * size; at < (batch + 1) * size; ++at) total += value(waits[at]);
    sum += total / static_cast<double>(size);
    squares += total / static_cast<double>(size) * total / static_cast<double>(size);
  }
  const double mean = sum / batches;
  const double variance = (squares - batches * mean * mean) / (batches - 1);
  return {mean, std::sqrt(variance / batches)};
}

}  // namespace

TEST_CASE("an M/M/c queue built on the kernel waits as Erlang C says") {
  const int servers = GENERATE(1, 4, 16);
  constexpr double load = 0.8;
  constexpr std::uint64_t customers = 1'000'000;
  std::vector<ServiceDesk> desks;
  desks.emplace_back(servers, load, customers, 1);
  play_rounds(
      desks, never, [](ServiceDesk& desk, Time now, Round round) { desk.play(now, round); },
      [](Time) { return false; });
  const std::vector<double>& waits = desks[0].waits();
  REQUIRE(waits.size() == customers);

  const Estimate waiting = batch_means(waits, [](double wait) { return wait > 0 ? 1.0 : 0.0; });
  const Estimate wait = batch_means(waits, [](double length) { return length; });
  const double probability = erlang_c(servers, load);
  const double mean_wait = probability * mean_service_ms / (servers * (1 - load));
  INFO(servers << " servers: P(wait) " << waiting.mean << " +- " << waiting.standard_error
               << ", should be " << probability << "; mean wait " << wait.mean << " +- "
               << wait.standard_error << ", should be " << mean_wait);
  CHECK(std::abs(waiting.mean - probability) < 3.5 * waiting.standard_error);
  CHECK(std::abs(wait.mean - mean_wait) < 3.5 * wait.standard_error);
  CHECK(waiting.standard_error < 0.02 * probability);
  CHECK(wait.standard_error < 0.05 * mean_wait);
}

}  // namespace mcsim::testing::mmc_test
