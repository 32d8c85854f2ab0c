// For benches: a synthetic trace of any length, the same on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "draws.hpp"
#include "rooms.hpp"

namespace mcsim::bench {

/// The parameters of a synthetic trace. Source of its shape: Lublin, Feitelson, "The workload on
/// parallel supercomputers", JPDC 63(11), 2003, with its distributions replaced by ones over whole
/// numbers.
struct SyntheticTrace {
  std::uint64_t jobs = 1000;
  std::int64_t slots = 256;  ///< of the machine, a power of two
  /// Slot-seconds of all jobs, in percent of what the machine offers from first to last submission.
  std::int64_t load_percent = 90;
  /// If not 0, replaces the sizes of draw_job(): that many sizes, equally likely, in equal steps up
  /// to 5120.
  std::int64_t sizes = 0;
  bool serial = false;       ///< every job takes one slot
  std::uint64_t queues = 1;  ///< jobs take turns; field 15 counts from 0
};

struct SyntheticJob {
  std::int64_t submit_s, slots, run_s, limit_s;
};

/// One job in four is serial; three in four of the others take a power of two slots. Run times are
/// log-uniform from 16 seconds to 9 hours, so the tail is heavy; run limits are one to five times
/// the run time, in steps of five minutes.
inline SyntheticJob draw_job(const RngStream& stream, std::uint64_t job,
                             const SyntheticTrace& shape) {
  const auto draw = [&](std::uint64_t n, std::int64_t bound) {
    return static_cast<std::int64_t>(
        multiply_wide(stream.at(job, n), static_cast<std::uint64_t>(bound))[0]);
  };
  const std::int64_t largest = shape.slots / 2;
  std::int64_t slots = 1;
  if (!shape.serial && draw(0, 4) > 0) {
    while (slots < largest && draw(static_cast<std::uint64_t>(slots) + 10, 6) > 1) slots *= 2;
    if (draw(1, 4) == 0) slots = std::min(largest, slots + draw(2, slots));
  }
  if (shape.sizes > 0) slots = 5120 / shape.sizes * (1 + draw(7, shape.sizes));
  const std::int64_t octave = std::int64_t{16} << draw(3, 11);
  const std::int64_t run = octave + draw(4, octave);
  const std::int64_t limit = (run * (100 + draw(5, 400)) / 100 + 299) / 300 * 300;
  return {0, slots, run, limit};
}

/// Times between submissions are exponential, stretched so that the load is `load_percent`.
inline std::vector<SyntheticJob> draw_jobs(const SyntheticTrace& shape) {
  const RngStream stream{42, "bench/synthetic"};
  std::vector<SyntheticJob> jobs;
  std::int64_t clock = 0, area = 0;
  for (std::uint64_t job = 0; job < shape.jobs; ++job) {
    jobs.push_back(draw_job(stream, job, shape));
    jobs.back().submit_s = clock;
    clock += exponential(stream.at(job, 6), 1000);
    area += jobs.back().slots * jobs.back().run_s;
  }
  const std::int64_t span = area * 100 / (shape.slots * shape.load_percent);
  for (SyntheticJob& job : jobs) {
    const auto [high, low] =
        multiply_wide(static_cast<std::uint64_t>(job.submit_s), static_cast<std::uint64_t>(span));
    __extension__ using Wide = unsigned __int128;
    job.submit_s = static_cast<std::int64_t>((static_cast<Wide>(high) << 64 | low) /
                                             static_cast<Wide>(std::max<std::int64_t>(clock, 1)));
  }
  return jobs;
}

/// The trace in the Standard Workload Format.
inline std::string synthetic_swf(const SyntheticTrace& shape) {
  std::string text = "; MaxJobs: " + std::to_string(shape.jobs) +
                     "\n; MaxProcs: " + std::to_string(shape.slots) + "\n";
  std::uint64_t number = 0;
  for (const SyntheticJob& job : draw_jobs(shape)) {
    ++number;
    const std::string slots = std::to_string(job.slots);
    text += std::to_string(number) + " " + std::to_string(job.submit_s) + " -1 " +
            std::to_string(job.run_s) + " " + slots + " -1 -1 " + slots + " " +
            std::to_string(job.limit_s) + " -1 1 " + std::to_string(number % 97) + " " +
            std::to_string(number % 7) + " -1 " + std::to_string(number % shape.queues) +
            " -1 -1 -1\n";
  }
  return text;
}

}  // namespace mcsim::bench
