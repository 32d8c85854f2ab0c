// Numbers of jobs that come again: LSF counts from 1 again behind MAX_JOBID.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

namespace mcsim::app {

/// Gives each job a number of its own: the first one that has a number keeps it, later ones get
/// `apart` more each. Jobs are told apart by when they were submitted. Takes 8 bytes a number.
class JobNumbers {
 public:
  static constexpr std::int64_t apart = 10'000'000'000;

  /// Of a job that was submitted at `submitted`, in seconds since 1970 (1 to 2^32 - 1). Jobs come
  /// in the order of their ends, elements of an array one by one.
  std::int64_t own(std::int64_t number, std::int64_t submitted) {
    auto& page = pages_[number / page_size];
    if (!page) page = std::make_unique<Page>();
    Last& last = (*page)[static_cast<std::size_t>(number % page_size)];
    const auto at = static_cast<std::uint32_t>(submitted);
    if (last.submitted != 0 && last.submitted != at) {
      ++last.again;
      ++again_;
    }
    last.submitted = at;
    return number + last.again * apart;
  }
  /// Jobs that have another number than they had.
  std::uint64_t again() const { return again_; }

 private:
  static constexpr std::int64_t page_size = 4096;
  struct Last {
    std::uint32_t submitted = 0;  ///< 0: none had this number yet
    std::uint32_t again = 0;
  };
  using Page = std::array<Last, page_size>;

  std::map<std::int64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t again_ = 0;
};

}  // namespace mcsim::app
