// The complaints about a scenario: each with the place and the JSON pointer of what it is about.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::text {

/// Notes what is wrong with a tree. Past `most` errors only their number is kept; past `most`
/// warnings, how much more is lost.
class TreeComplaints {
 public:
  static constexpr std::size_t most = Complaints::most;

  explicit TreeComplaints(const JsonTree& tree) : tree_(tree) {}

  void error(JsonPlace place, std::string pointer, std::string message) {
    if (errors_++ >= most) return;
    note(Severity::error, place, std::move(pointer), std::move(message));
  }
  /// About the value `at`.
  void error(const JsonAt& at, std::string message) {
    error(at.node->place, at.pointer(), std::move(message));
  }
  /// About the member `key` of the object `at`, or about its absence.
  void error(const JsonAt& at, std::string_view key, std::string message) {
    error(place_of(at, key), at.pointer_to(key), std::move(message));
  }
  /// The warning's number, if it is kept.
  std::optional<std::size_t> warning(JsonPlace place, std::string pointer, std::string message,
                                     Loss loss = {}) {
    if (warnings_++ >= most && lose(loss)) return std::nullopt;
    note(Severity::warning, place, std::move(pointer), std::move(message));
    notes_.back().diagnostic.loss = std::move(loss);
    return notes_.size() - 1;
  }
  /// Counts a loss with the warnings that tell of the same; false: there is none.
  bool lose(const Loss& loss) {
    return loss.count == 0 || std::ranges::any_of(notes_, [&](Note& told) {
             return told.diagnostic.loss.take_in(loss);
           });
  }
  std::optional<std::size_t> warning(const JsonAt& at, std::string message, Loss loss = {}) {
    return warning(at.node->place, at.pointer(), std::move(message), std::move(loss));
  }
  std::optional<std::size_t> warning(const JsonAt& at, std::string_view key, std::string message,
                                     Loss loss = {}) {
    return warning(place_of(at, key), at.pointer_to(key), std::move(message), std::move(loss));
  }
  /// The place of the member `key` of the object `at`, or of the object if there is no such member.
  static JsonPlace place_of(const JsonAt& at, std::string_view key);
  /// The file that a place is in.
  const std::string& file_of(JsonPlace place) const { return tree_.sources[place.source]; }
  bool any_errors() const { return errors_ > 0; }
  /// Whether another error would only be counted, and need not be put in words.
  bool is_full() const { return errors_ >= most; }
  /// The same of another warning.
  bool is_full_of_warnings() const { return warnings_ >= most; }

  /// How many are kept so far.
  std::size_t size() const { return notes_.size(); }
  /// The complaint with this number, which is what size() was before it.
  Diagnostic& at(std::size_t number) { return notes_[number].diagnostic; }
  /// Calls change(place, diagnostic), which may move and reword it, for all complaints but the
  /// first `from`. Those that repeat one of the first `from` are dropped instead: they had the same
  /// place when they were noted, and the same message but for numbers and known names.
  template <class Change>
  void revise(std::size_t from, Change&& change) {
    std::vector<Note> newer(std::make_move_iterator(notes_.begin() + offset(from)),
                            std::make_move_iterator(notes_.end()));
    notes_.resize(from);
    for (Note& note : newer) {
      const auto is_same = [&](const Note& other) { return other.origin == note.origin; };
      if (std::any_of(notes_.begin(), notes_.begin() + offset(from), is_same)) {
        --(note.diagnostic.severity == Severity::error ? errors_ : warnings_);
        continue;
      }
      change(note.place, note.diagnostic);
      set_place(note.diagnostic, note.place);
      notes_.push_back(std::move(note));
    }
  }
  /// Forgets the complaint with this number.
  void drop(std::size_t number) {
    Note& note = notes_[number];
    if (std::exchange(note.is_dropped, true)) return;
    --(note.diagnostic.severity == Severity::error ? errors_ : warnings_);
    note.diagnostic.loss = {};
  }

  /// All complaints in the order of their places.
  Diagnostics take();

 private:
  /// What a complaint was about when it was noted.
  struct Origin {
    JsonPlace place;
    Severity severity;
    std::string pointer;
    std::string essence;  ///< of the message

    bool operator==(const Origin&) const = default;
  };
  struct Note {
    JsonPlace place;
    std::size_t number = 0;  ///< in the order in which they were noted
    Diagnostic diagnostic;
    Origin origin;
    bool is_dropped = false;
  };

  /// `message` without its list of known names, and without numbers.
  static std::string essence_of(std::string_view message);

  void note(Severity severity, JsonPlace place, std::string pointer, std::string message);
  void set_place(Diagnostic& diagnostic, JsonPlace place) const;
  static std::ptrdiff_t offset(std::size_t count) { return static_cast<std::ptrdiff_t>(count); }

  const JsonTree& tree_;
  std::vector<Note> notes_;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
};

}  // namespace mcsim::text
