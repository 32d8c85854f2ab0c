// Ids, which name things in tables, and tables that only their own ids can index.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "mcsim/base/huge_pages.hpp"

namespace mcsim::base {

enum class ClusterId : std::uint16_t {};
enum class QueueId : std::uint16_t {};
enum class HostId : std::uint32_t {};
/// A name in one of the grid's name tables (users, user groups, applications, workloads).
enum class NameId : std::uint32_t {};
/// The job's own number, as its trace or scenario gives it; unique within its cluster, but for the
/// elements of a job array, which share theirs.
enum class JobId : std::int64_t {};
/// The job's place in its cluster's order of submission, from 0: dense, and the tie-breaker.
enum class JobIndex : std::uint32_t {};
/// The row of a job in flight; recycled when the job ends.
enum class JobSlotId : std::uint32_t {};
/// Another cluster that a cluster has a link with: its place among them.
enum class NeighbourId : std::uint16_t {};
/// The row of a job that comes from another cluster; recycled when the job leaves.
enum class GuestId : std::uint32_t {};
/// A lease as its provider numbers it, also in messages.
enum class LeaseId : std::uint32_t {};
/// A lease as its consumer numbers it.
enum class BorrowedId : std::uint32_t {};
/// A host of a lease: its place among them, in the order in which they came into the lease.
enum class LeasePartId : std::uint32_t {};
/// What a cluster has of one shared lease.
enum class HoldingId : std::uint32_t {};

template <class T>
concept Id = std::is_enum_v<T> && std::unsigned_integral<std::underlying_type_t<T>>;

template <Id T>
constexpr std::size_t index_of(T id) {
  return static_cast<std::size_t>(id);
}

/// "No such thing", for ids that may be absent.
template <Id T>
inline constexpr T none = static_cast<T>(static_cast<std::underlying_type_t<T>>(-1));

/// A table of values, each named by its id.
template <Id Key, class Value>
class Table {
 public:
  Table() = default;
  explicit Table(std::size_t size, const Value& value = {}) : values_(size, value) {}

  Value& operator[](Key id) { return values_[index_of(id)]; }
  const Value& operator[](Key id) const { return values_[index_of(id)]; }

  Key add(Value value) {
    values_.push_back(std::move(value));
    return static_cast<Key>(values_.size() - 1);
  }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  void reserve(std::size_t size) { values_.reserve(size); }
  void resize(std::size_t size, const Value& value = {}) { values_.resize(size, value); }
  Key id_at(std::size_t position) const { return static_cast<Key>(position); }
  /// The id of a value that is in the table.
  Key id_of(const Value& value) const { return static_cast<Key>(&value - values_.data()); }

  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::vector<Value, HugePages<Value>> values_;
};

}  // namespace mcsim::base
