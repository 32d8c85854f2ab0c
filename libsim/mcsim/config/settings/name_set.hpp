// The members of a group of users or hosts, where `all` stands for those that nobody has named yet.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

template <class Member>
struct NameSet {
  bool all = false;          ///< everybody but `list`; else only these
  std::vector<Member> list;  ///< ascending

  static NameSet of(std::vector<Member> members) {
    std::ranges::sort(members);
    members.erase(std::ranges::unique(members).begin(), members.end());
    return {.all = false, .list = std::move(members)};
  }
  bool empty() const { return !all && list.empty(); }

  void add(const NameSet& other) {
    list = all ? (other.all ? both(list, other.list) : without(list, other.list))
               : (other.all ? without(other.list, list) : either(list, other.list));
    all = all || other.all;
  }
  void remove(const NameSet& other) {
    list = all ? (other.all ? without(other.list, list) : either(list, other.list))
               : (other.all ? both(list, other.list) : without(list, other.list));
    all = all && !other.all;
  }

 private:
  using List = std::vector<Member>;
  static List both(const List& a, const List& b) {
    List result;
    std::ranges::set_intersection(a, b, std::back_inserter(result));
    return result;
  }
  static List either(const List& a, const List& b) {
    List result;
    std::ranges::set_union(a, b, std::back_inserter(result));
    return result;
  }
  static List without(const List& a, const List& b) {
    List result;
    std::ranges::set_difference(a, b, std::back_inserter(result));
    return result;
  }
};

}  // namespace mcsim::config
