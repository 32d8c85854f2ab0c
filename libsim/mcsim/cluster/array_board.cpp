// Keeps the elements of each kind in two parts: those in line, and those behind them.
#include "mcsim/cluster/array_board.hpp"

#include <iterator>

namespace mcsim::cluster {

ElementKind kind_of(const JobState& element) {
  return {.queue = element.queue,
          .profile = element.profile,
          .excluded = element.excluded,
          .slots = element.slots.count(),
          .estimate = element.estimate,
          .forwards = element.record.forwards,
          .hosts_from = element.record.hosts_from,
          .forward_from = element.record.forward_from};
}

ArrayBoard::ArrayBoard(const ArrayTable& table) {
  for (const JobArray& array : table.rows) {
    arrays_.emplace_back().limit = array.spec.limit;
    sizes_.push_back(array.spec.indices.size());
  }
}

void ArrayBoard::come(ArrayId array, std::uint32_t place, JobSlotId slot) {
  Array& one = arrays_[index_of(array)];
  if (one.elements.empty()) one.elements.resize(sizes_[index_of(array)]);
  one.elements[place].slot = slot;
}

void ArrayBoard::set_limit(ArrayId array, std::int32_t limit) {
  Array& one = arrays_[index_of(array)];
  one.limit = limit;
  one.started = 0;
  one.alike = {};
  one.kinds.clear();
  for (Element& element : one.elements) {
    element.kind = none<KindId>;
    element.is_started = false;
  }
}

void ArrayBoard::wait(ArrayId array, std::uint32_t place, const ElementKind& kind,
                      std::int64_t key) {
  stop(array, place);
  Array& one = arrays_[index_of(array)];
  const auto [found, is_new] = one.kinds.try_emplace(kind, none<KindId>);
  if (is_new) {
    found->second = one.alike.add(Alike{});
    one.alike[found->second].kind = kind;
  }
  Alike& alike = one.alike[found->second];
  one.elements[place].kind = found->second;
  one.elements[place].key = key;
  const Rank rank(key, place);
  // Most come behind all others.
  if (!alike.held.empty() && rank > *alike.held.rbegin())
    alike.held.emplace_hint(alike.held.end(), rank);
  else if (alike.in_line.empty() ? alike.held.empty() || rank < *alike.held.begin()
                                 : rank < *alike.in_line.rbegin())
    alike.in_line.insert(rank);
  else
    alike.held.insert(rank);
}

void ArrayBoard::start(ArrayId array, std::uint32_t place) {
  stop(array, place);
  Array& one = arrays_[index_of(array)];
  one.elements[place].is_started = true;
  ++one.started;
}

void ArrayBoard::stop(ArrayId array, std::uint32_t place) {
  Array& one = arrays_[index_of(array)];
  Element& element = one.elements[place];
  if (std::exchange(element.is_started, false)) --one.started;
  if (element.kind == none<KindId>) return;
  const KindId id = std::exchange(element.kind, none<KindId>);
  Alike& alike = one.alike[id];
  const Rank rank(element.key, place);
  if (alike.in_line.erase(rank) == 0) alike.held.erase(rank);
  if (!alike.in_line.empty() || !alike.held.empty()) return;
  one.kinds.erase(alike.kind);
  one.alike.remove(id);
}

void ArrayBoard::end(ArrayId array, std::uint32_t place) {
  stop(array, place);
  arrays_[index_of(array)].elements[place].slot = none<JobSlotId>;
}

bool ArrayBoard::is_in_line(ArrayId array, std::uint32_t place) const {
  const Array& one = arrays_[index_of(array)];
  const Element& element = one.elements[place];
  return element.kind != none<KindId> &&
         one.alike[element.kind].in_line.contains({element.key, place});
}

std::vector<ArrayBoard::Move> ArrayBoard::take_moves(ArrayId array) {
  std::vector<Move> moves;
  Array& one = arrays_[index_of(array)];
  const std::size_t room = one.room();
  for (const auto& [kind, id] : one.kinds) {
    Alike& alike = one.alike[id];
    while (alike.in_line.size() > room) {
      const Rank rank = *alike.in_line.rbegin();
      alike.in_line.erase(std::prev(alike.in_line.end()));
      alike.held.insert(alike.held.begin(), rank);
      moves.push_back({one.elements[rank.second].slot, false});
    }
    while (alike.in_line.size() < room && !alike.held.empty()) {
      const Rank rank = *alike.held.begin();
      alike.held.erase(alike.held.begin());
      alike.in_line.insert(alike.in_line.end(), rank);
      moves.push_back({one.elements[rank.second].slot, true});
    }
  }
  return moves;
}

JobSlotId ArrayBoard::first_alike(ArrayId array, std::uint32_t place) const {
  const Array& one = arrays_[index_of(array)];
  const Element& element = one.elements[place];
  if (element.kind == none<KindId>) return none<JobSlotId>;
  const Alike& alike = one.alike[element.kind];
  return alike.in_line.empty() ? none<JobSlotId> : one.elements[alike.in_line.begin()->second].slot;
}

std::size_t ArrayBoard::bytes() const {
  // A row of a set has three pointers, a colour and its value.
  constexpr std::size_t of_row = 4 * sizeof(void*) + sizeof(Rank);
  std::size_t bytes = arrays_.capacity() * sizeof(Array);
  for (const Array& array : arrays_) {
    bytes += array.elements.capacity() * sizeof(Element);
    for (const auto& [kind, id] : array.kinds)
      bytes += (array.alike[id].in_line.size() + array.alike[id].held.size()) * of_row;
  }
  return bytes;
}

}  // namespace mcsim::cluster
