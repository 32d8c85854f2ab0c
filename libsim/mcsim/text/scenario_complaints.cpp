// Complaints: how they are kept, compared and put in order.
#include "mcsim/text/scenario_complaints.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mcsim::text {

Diagnostics TreeComplaints::take() {
  std::ranges::sort(notes_, [](const Note& a, const Note& b) {
    return std::tie(a.place.source, a.place.line, a.place.column, a.number) <
           std::tie(b.place.source, b.place.line, b.place.column, b.number);
  });
  Diagnostics all;
  for (Note& note : notes_)
    if (!note.is_dropped) all.add(std::move(note.diagnostic));
  const std::uint64_t left_out = errors_ > most ? errors_ - most : 0;
  if (left_out > 0)
    all.add(about_file(tree_.sources[0], "and " + std::to_string(left_out) + " more"));
  return all;
}

std::string TreeComplaints::essence_of(std::string_view message) {
  message = message.substr(0, std::min(message.find("; nearest: "), message.find("; known: ")));
  const auto name = message.find('"');
  if (message.starts_with("unknown ") && name != message.npos) message.remove_prefix(name);
  std::string essence;
  for (std::size_t at = 0; at < message.size(); ++at) {
    essence += message[at];
    const auto rest = message.substr(at + 1);
    if (message[at] == ' ') at += std::min(rest.find_first_not_of("0123456789"), rest.size());
  }
  return essence;
}

void TreeComplaints::note(Severity severity, JsonPlace place, std::string pointer,
                          std::string message) {
  Origin origin{place, severity, pointer, essence_of(message)};
  Note note{.place = place, .number = notes_.size(), .diagnostic = {}, .origin = std::move(origin)};
  note.diagnostic.severity = severity;
  note.diagnostic.pointer = std::move(pointer);
  note.diagnostic.message = std::move(message);
  set_place(note.diagnostic, place);
  notes_.push_back(std::move(note));
}

void TreeComplaints::set_place(Diagnostic& diagnostic, JsonPlace place) const {
  diagnostic.file = tree_.sources[place.source];
  diagnostic.line = place.line;
  diagnostic.column = place.column;
}

JsonPlace TreeComplaints::place_of(const JsonAt& at, std::string_view key) {
  const JsonNode* member = at.node->find(key);
  return member == nullptr ? at.node->place : member->place;
}

}  // namespace mcsim::text
