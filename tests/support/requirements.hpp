// Resource requirements for tests: a table of resources, hosts made of numbers and words, and the
// promises that the parser keeps on any text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/select.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The resources that a test cluster configures beside the built-in ones.
enum : std::uint16_t { bigmem = builtin::count, licence, scratch, os };

inline std::vector<ResourceConfig> sample_resources() {
  auto table = builtin_resources();
  table.push_back({.name = "bigmem", .kind = ResourceKind::boolean});
  table.push_back({.name = "licence", .kind = ResourceKind::numeric, .dynamic = true});
  table.push_back({.name = "scratch", .kind = ResourceKind::numeric});
  table.push_back({.name = "os", .kind = ResourceKind::text});
  return table;
}

/// Parses a valid requirement string for hosts of this cluster.
inline ResourceRequirement requirement(const ClusterConfig& cluster, std::string_view text) {
  const auto parsed = parse_requirement(text, cluster.resources);
  MCSIM_CHECK(parsed.has_value(), "a test's requirement string is wrong");
  return *parsed;
}

/// A host as a test writes it down; resources that are left out are undefined there.
struct SampleHost {
  std::map<std::uint16_t, double> numbers;
  std::map<std::uint16_t, std::string> words;
  std::string submission_type = "LINUX";
  std::string submission_model = "X";

  std::optional<double> number(ResourceId id) const {
    const auto found = numbers.find(static_cast<std::uint16_t>(id));
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<std::string_view> text(ResourceId id) const {
    const auto found = words.find(static_cast<std::uint16_t>(id));
    return found == words.end() ? std::nullopt : std::optional<std::string_view>(found->second);
  }
  std::string_view local_type() const { return submission_type; }
  std::string_view local_model() const { return submission_model; }
};

/// The requirement of a valid text.
inline ResourceRequirement requirement_of(std::string_view text) {
  auto read = parse_requirement(text, sample_resources());
  if (!read)
    invariant_broken("good", std::string(text) + ": " + read.error().front().message, __FILE__,
                     __LINE__);
  return *std::move(read);
}
inline SelectExpression select_of(std::string_view text) { return requirement_of(text).select; }

/// Any text is either refused with reasons that have places in it, or it is the same requirement
/// after printing and parsing again. Throws where this does not hold.
inline bool keeps_promises(std::string_view text, const std::vector<ResourceConfig>& resources) {
  const auto read = parse_requirement(text, resources);
  if (!read) {
    MCSIM_CHECK(!read.error().empty(), "refused without a reason");
    std::size_t last = 0;
    for (const RequirementMistake& mistake : read.error()) {
      MCSIM_CHECK(mistake.position >= last && mistake.position <= text.size(), "no such place");
      MCSIM_CHECK(!mistake.message.empty(), "no message");
      last = mistake.position;
    }
    return false;
  }
  MCSIM_CHECK(read->text == text, "another text");
  const std::string printed = config::to_text(*read, resources);
  auto again = parse_requirement(printed, resources);
  if (printed.size() > longest_requirement) return true;
  MCSIM_CHECK(again.has_value(), "what was printed is refused: " + printed);
  again->text = read->text;
  MCSIM_CHECK(*again == *read, "what was printed is another requirement: " + printed);
  return true;
}

/// Each job, in the order of submission, asks for what stands at its place.
inline void ask_each(ClusterConfig& cluster, const std::vector<std::string>& texts) {
  TraceBuilder jobs;
  for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(at)];
    job.profile = static_cast<ProfileId>(cluster.profiles.size());
    jobs.add(job);
    JobProfile profile;
    if (!texts[at].empty()) profile.res_req = requirement(cluster, texts[at]);
    cluster.profiles.push_back(std::move(profile));
  }
  cluster.trace = std::move(jobs).freeze();
}

}  // namespace mcsim::testing
