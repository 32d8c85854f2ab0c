// How the keys of an export policy depend on each other.
#include "mcsim/config/settings/export_words.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

std::size_t consumers_in(const std::vector<ShareAssignment>& entries, std::string_view provider) {
  std::set<std::string_view> consumers;
  for (const ShareAssignment& entry : entries)
    if (entry.name != provider) consumers.insert(entry.name);
  return consumers.size();
}

void complain(const ExportSection& section, TreeComplaints& complaints, JsonPlace place,
              const std::string& pointer, const std::string& message) {
  if (!section.is_logged) return complaints.error(place, pointer, message);
  const std::size_t line_end = std::min(message.find('\n'), message.size());  // before a picture
  complaints.warning(
      place, pointer,
      message.substr(0, line_end) + "; this section is ignored" + message.substr(line_end));
}

class ExportReader {
 public:
  ExportReader(const ExportSection& section, TreeComplaints& complaints)
      : fields_(*section.at.node), section_(section), complaints_(complaints) {}

  ExportWords read() {
    read_hosts();
    ShareWords shares = read_shares(section_, complaints_);
    words_.is_good = words_.is_good && shares.is_good;
    words_.distribution = std::move(shares.list);
    read_amounts();
    words_.is_shared = fields_.text("TYPE"_key).has_value();
    const std::size_t consumers = consumers_in(words_.distribution, section_.provider);
    if (words_.is_shared && !words_.hosts.empty() && consumers > 1)
      fail("TYPE"_key,
           "a shared lease of hosts that PER_HOST names has one consumer: expected one cluster in "
           "DISTRIBUTION, got " +
               std::to_string(consumers));
    return std::move(words_);
  }

 private:
  void read_hosts() {
    const bool by_name = fields_.has("PER_HOST"_key);
    const bool by_select = fields_.has("RES_SELECT"_key) || fields_.has("NHOSTS"_key);
    if (by_name && by_select)
      return fail(fields_.has("RES_SELECT"_key) ? "RES_SELECT"_key : "NHOSTS"_key,
                  "an export policy has either PER_HOST and SLOTS, or RES_SELECT and NHOSTS");
    if (!by_name && !by_select) return fail("PER_HOST"_key, "missing; or RES_SELECT and NHOSTS");
    if (by_name) {
      words_.hosts = fields_.text("PER_HOST"_key).value_or("");
      if (fields_.text("PER_HOST"_key) && list_words(words_.hosts).empty())
        fail("PER_HOST"_key, "expected names of hosts, got nothing");
      words_.slots = number("SLOTS"_key, "PER_HOST"_key);
    } else {
      if (!fields_.has("RES_SELECT"_key)) fail("RES_SELECT"_key, "missing; it goes with NHOSTS");
      words_.select = fields_.text("RES_SELECT"_key).value_or("");
      words_.most_hosts = number("NHOSTS"_key, "RES_SELECT"_key);
      if (fields_.has("SLOTS"_key))
        fail("SLOTS"_key, "goes with PER_HOST only: RES_SELECT exports whole hosts");
    }
  }

  /// The number `key`, which must be given together with `other`.
  std::int32_t number(std::string_view key, std::string_view other) {
    if (!fields_.has(key)) fail(key, "missing; it goes with " + std::string(other));
    const auto value = fields_.whole(key);
    if (!value) words_.is_good = false;  // complained about
    return static_cast<std::int32_t>(value.value_or(0));
  }

  void read_amounts() {
    words_.mem = amount("MEM"_key);
    words_.swp = amount("SWP"_key);
    if (!fields_.has("SWAP"_key)) return;
    if (fields_.has("SWP"_key))
      return fail("SWAP"_key, "is another spelling of SWP, which is given, too");
    words_.swp = amount("SWAP"_key);
  }
  /// The value is in MB.
  std::optional<Amount> amount(std::string_view key) const {
    const auto value = fields_.whole(key);
    return value ? std::optional<Amount>(*value * amount_unit) : std::nullopt;
  }

  void fail(std::string_view key, std::string message) {
    words_.is_good = false;
    complain(section_, complaints_, TreeComplaints::place_of(section_.at, key),
             section_.at.pointer_to(key), message);
  }

  Fields fields_;
  const ExportSection& section_;
  TreeComplaints& complaints_;
  ExportWords words_;
};

/// Reads DISTRIBUTION, and reports all mistakes in it.
class SharesReader {
 public:
  SharesReader(const ExportSection& section, TreeComplaints& complaints)
      : section_(section), complaints_(complaints) {}

  ShareWords read() {
    const auto text = Fields(*section_.at.node).text(key);
    if (!text) return {};  // complained about
    ShareAssignments read = read_share_assignments(*text, "cluster");
    for (const ShareMistake& mistake : read.mistakes)
      fail(mistake.position, mistake.message + picture(*text, mistake.position));
    is_good_ = read.mistakes.empty();
    for (const ShareAssignment& entry : read.list) check(entry);
    if (read.mistakes.empty() && consumers_in(read.list, section_.provider) == 0)
      fail(0, "expected another cluster than the provider itself");
    return {is_good_, std::move(read.list)};
  }

 private:
  static constexpr std::string_view key = "DISTRIBUTION"_key;

  void check(const ShareAssignment& entry) {
    if (!seen_.insert(entry.name).second)
      fail(entry.position, "cluster " + entry.name + " is given twice");
    if (entry.name == section_.provider)
      complaints_.warning(place(entry.position), section_.at.pointer_to(key),
                          entry.name + " is the provider itself: ignored");
  }
  void fail(std::size_t position, const std::string& message) {
    is_good_ = is_good_ && !section_.is_logged;
    complain(section_, complaints_, place(position), section_.at.pointer_to(key), message);
  }
  JsonPlace place(std::size_t position) const {
    return place_within(section_.at, key, position, section_.is_quoted);
  }

  const ExportSection& section_;
  TreeComplaints& complaints_;
  std::set<std::string_view> seen_;
  bool is_good_ = true;  ///< all of it can be read, and LSF does not leave it out
};

}  // namespace

ExportWords read_export_words(const ExportSection& section, TreeComplaints& complaints) {
  return ExportReader(section, complaints).read();
}

ShareWords read_shares(const ExportSection& section, TreeComplaints& complaints) {
  return SharesReader(section, complaints).read();
}

bool check_select_only(const ExportSection& section, const ResourceRequirement& read,
                       TreeComplaints& complaints) {
  const char* const found = !read.order.empty()    ? "order"
                            : !read.rusage.empty() ? "rusage"
                            : read.has_span()      ? "span"
                            : !read.same.empty()   ? "same"
                                                   : nullptr;
  if (found == nullptr) return true;
  const std::size_t position = read.text.find(std::string(found) + "[");
  complain(section, complaints,
           place_within(section.at, "RES_SELECT"_key, position == std::string::npos ? 0 : position,
                        section.is_quoted),
           section.at.pointer_to("RES_SELECT"_key),
           "expected a select expression alone, got " + std::string(found) + "[...]");
  return false;
}

}  // namespace mcsim::config
