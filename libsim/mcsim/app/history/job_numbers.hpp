// Numbers of jobs that come again: LSF counts from 1 again behind MAX_JOBID.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace mcsim::app {

/// Gives each job a number of its own: the first one that has a number keeps it, others get `apart`
/// more each. Jobs are told apart by when they were submitted. Takes 8 bytes a number, and some 60
/// for each that comes again.
class JobNumbers {
 public:
  static constexpr std::int64_t apart = 10'000'000'000;

  /// Of a job that was submitted at `submitted`, in seconds since 1970 (1 to 2^32 - 1); elements of
  /// an array one by one.
  std::int64_t own(std::int64_t number, std::int64_t submitted) {
    auto& page = pages_[number / page_size];
    if (!page) page = std::make_unique<Page>();
    First& first = (*page)[static_cast<std::size_t>(number % page_size)];
    const auto at = static_cast<std::uint32_t>(submitted);
    if (first.submitted == 0) first.submitted = at;
    if (first.submitted == at) return number;
    const auto [found, is_new] = later_.try_emplace({number, at}, first.again + 1);
    if (is_new) ++first.again;
    return number + found->second * apart;
  }
  /// Jobs that have another number than they had.
  std::uint64_t again() const { return later_.size(); }

 private:
  static constexpr std::int64_t page_size = 4096;
  struct First {
    std::uint32_t submitted = 0;  ///< of the first one; 0: none had this number yet
    std::uint32_t again = 0;      ///< how many others
  };
  using Page = std::array<First, page_size>;

  std::map<std::int64_t, std::unique_ptr<Page>> pages_;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::uint32_t> later_;
};

}  // namespace mcsim::app
