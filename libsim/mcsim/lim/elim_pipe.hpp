// The pipe between an ELIM and its LIM: a limited number of bytes, each with the time of its
// arrival.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/time.hpp"

namespace mcsim::lim {

/// Bytes that an ELIM has written and its LIM has not read. Allocates no memory before the first of
/// them.
class ElimPipe {
 public:
  /// What a pipe holds, on Linux; an ELIM that goes on writing blocks.
  static constexpr std::size_t capacity = std::size_t{64} << 10;

  std::size_t size() const { return bytes_.size() - head_; }
  std::size_t room() const { return capacity - size(); }
  std::string_view bytes() const { return std::string_view(bytes_).substr(head_); }

  /// Takes as many of `bytes` as there is room for, and answers how many.
  std::size_t put(Time now, std::string_view bytes) {
    const std::size_t count = std::min(bytes.size(), room());
    if (count == 0) return 0;
    bytes_.erase(0, std::exchange(head_, 0));
    bytes_.append(bytes.substr(0, count));
    note(now);
    return count;
  }
  /// The first `count` bytes have been read.
  void drop(std::size_t count) {
    if (count == 0) return;
    head_ += count;
    read_ += count;
    while (arrivals_[oldest_].end < read_) ++oldest_;
    last_read_came_ = arrivals_[oldest_].at;
    if (size() == 0) forget();
  }
  /// When the unread byte number `offset` has arrived.
  Time came(std::size_t offset) const {
    std::size_t at = oldest_;
    while (arrivals_[at].end <= read_ + offset) ++at;
    return arrivals_[at].at;
  }
  /// When the last byte that was read had arrived.
  Time last_read_came() const { return last_read_came_; }

 private:
  /// The bytes up to the position `end`, counted over all that ever arrived, were there at `at`.
  struct Arrival {
    std::uint64_t end;
    Time at;
  };
  /// If more pieces are unread, new ones join the last one, and look older than they are.
  static constexpr std::size_t most_arrivals = 256;

  void note(Time now) {
    const std::uint64_t end = read_ + size();
    arrivals_.erase(arrivals_.begin(),
                    arrivals_.begin() + static_cast<std::ptrdiff_t>(std::exchange(oldest_, 0)));
    const bool joins =
        !arrivals_.empty() && (arrivals_.back().at == now || arrivals_.size() >= most_arrivals);
    if (joins)
      arrivals_.back().end = end;
    else
      arrivals_.push_back({end, now});
  }
  void forget() {
    bytes_.clear();
    arrivals_.clear();
    head_ = 0;
    oldest_ = 0;
  }

  std::string bytes_;
  std::size_t head_ = 0;    ///< in bytes_: what stands before has been read
  std::uint64_t read_ = 0;  ///< how many bytes were read, ever
  std::vector<Arrival> arrivals_;
  std::size_t oldest_ = 0;  ///< in arrivals_: that of the last byte read
  Time last_read_came_{};
};

}  // namespace mcsim::lim
