// The complaints about a scenario: each with the place and the JSON pointer of what it is about.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/io/complaints.hpp"
#include "mcsim/io/json_tree.hpp"

namespace mcsim {

/// Notes what is wrong with a tree. Past `most` complaints only their number is kept.
class TreeComplaints {
 public:
  static constexpr std::size_t most = Complaints::most;

  explicit TreeComplaints(const JsonTree& tree) : tree_(tree) {}

  void error(JsonPlace place, std::string pointer, std::string message) {
    if (notes_.size() >= most) {
      ++left_out_;
      return;
    }
    notes_.push_back({place,
                      notes_.size(),
                      {Severity::error, tree_.sources[place.source], place.line, place.column,
                       std::move(pointer), std::move(message)}});
  }
  /// About the value `at`.
  void error(const JsonAt& at, std::string message) {
    error(at.node->place, at.pointer(), std::move(message));
  }
  /// About the member `key` of the object `at`, or about its lack.
  void error(const JsonAt& at, std::string_view key, std::string message) {
    error(place_of(at, key), at.pointer_to(key), std::move(message));
  }
  bool any_errors() const { return !notes_.empty(); }
  /// Whether another one would only be counted, and need not be put in words.
  bool is_full() const { return notes_.size() >= most; }

  /// All complaints in the order of their places.
  Diagnostics take() {
    std::ranges::sort(notes_, [](const Note& a, const Note& b) {
      return std::tie(a.place.source, a.place.line, a.place.column, a.number) <
             std::tie(b.place.source, b.place.line, b.place.column, b.number);
    });
    Diagnostics all;
    for (Note& note : notes_) all.add(std::move(note.diagnostic));
    if (left_out_ > 0)
      all.add(about_file(tree_.sources[0], "and " + std::to_string(left_out_) + " more"));
    return all;
  }

 private:
  struct Note {
    JsonPlace place;
    std::size_t number;  ///< in the order in which they were noted
    Diagnostic diagnostic;
  };

  static JsonPlace place_of(const JsonAt& at, std::string_view key) {
    const JsonNode* member = at.node->find(key);
    return member == nullptr ? at.node->place : member->place;
  }

  const JsonTree& tree_;
  std::vector<Note> notes_;
  std::uint64_t left_out_ = 0;
};

}  // namespace mcsim
