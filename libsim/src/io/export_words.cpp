// What the keys of an export policy must have to do with each other.
#include "export_words.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "scenario_values.hpp"
#include "settings_values.hpp"

namespace mcsim {
namespace {

std::size_t consumers_in(const std::vector<DistributionEntry>& entries, std::string_view provider) {
  return static_cast<std::size_t>(std::ranges::count_if(
      entries, [&](const DistributionEntry& entry) { return entry.cluster != provider; }));
}

class ExportReader {
 public:
  ExportReader(const JsonNode& line, const JsonAt& at, std::string_view provider,
               TreeComplaints& complaints)
      : fields_(line), at_(at), provider_(provider), complaints_(complaints) {}

  ExportWords read() {
    read_hosts();
    auto shares = read_shares(at_, provider_, complaints_);
    words_.is_good = words_.is_good && shares;
    words_.distribution = std::move(shares).value_or(std::vector<DistributionEntry>{});
    read_amounts();
    words_.is_shared = fields_.text("TYPE").has_value();
    const std::size_t consumers = consumers_in(words_.distribution, provider_);
    if (words_.is_shared && !words_.hosts.empty() && consumers > 1)
      fail("TYPE",
           "a shared lease of hosts that PER_HOST names has one consumer: expected one cluster in "
           "DISTRIBUTION, got " +
               std::to_string(consumers));
    return std::move(words_);
  }

 private:
  void read_hosts() {
    const bool by_name = fields_.has("PER_HOST");
    const bool by_select = fields_.has("RES_SELECT") || fields_.has("NHOSTS");
    if (by_name && by_select)
      return fail(fields_.has("RES_SELECT") ? "RES_SELECT" : "NHOSTS",
                  "an export policy has either PER_HOST and SLOTS, or RES_SELECT and NHOSTS");
    if (!by_name && !by_select) return fail("PER_HOST", "missing; or RES_SELECT and NHOSTS");
    if (by_name) {
      words_.hosts = fields_.text("PER_HOST").value_or("");
      if (fields_.text("PER_HOST") && list_words(words_.hosts).empty())
        fail("PER_HOST", "expected names of hosts, got nothing");
      words_.slots = number("SLOTS", "PER_HOST");
    } else {
      words_.select = fields_.text("RES_SELECT").value_or("");
      words_.most_hosts = number("NHOSTS", "RES_SELECT");
      if (fields_.has("SLOTS"))
        fail("SLOTS", "goes with PER_HOST only: RES_SELECT exports whole hosts");
    }
  }

  /// What goes with `other`, and must be there.
  std::int32_t number(std::string_view key, std::string_view other) {
    if (!fields_.has(key)) fail(key, "missing; it goes with " + std::string(other));
    const auto value = fields_.whole(key);
    if (!value) words_.is_good = false;  // complained about
    return static_cast<std::int32_t>(value.value_or(0));
  }

  void read_amounts() {
    words_.mem = amount("MEM");
    words_.swp = amount("SWP");
    if (!fields_.has("SWAP")) return;
    if (fields_.has("SWP")) return fail("SWAP", "is another spelling of SWP, which is given, too");
    words_.swp = amount("SWAP");
  }
  /// In MB.
  std::optional<Amount> amount(std::string_view key) const {
    const auto value = fields_.whole(key);
    return value ? std::optional<Amount>(*value * amount_unit) : std::nullopt;
  }

  void fail(std::string_view key, std::string message) {
    words_.is_good = false;
    complaints_.error(at_, key, std::move(message));
  }

  Fields fields_;
  const JsonAt& at_;
  std::string_view provider_;
  TreeComplaints& complaints_;
  ExportWords words_;
};

}  // namespace

ExportWords read_export_words(const JsonNode& line, const JsonAt& at, std::string_view provider,
                              TreeComplaints& complaints) {
  return ExportReader(line, at, provider, complaints).read();
}

std::optional<std::vector<DistributionEntry>> read_shares(const JsonAt& at,
                                                          std::string_view provider,
                                                          TreeComplaints& complaints) {
  constexpr std::string_view key = "DISTRIBUTION";
  const auto text = Fields(*at.node).text(key);
  if (!text) return std::nullopt;  // complained about
  auto entries = read_distribution(*text);
  if (!entries) complaints.error(at, key, entries.error().message);
  if (!entries) return std::nullopt;
  bool is_good = true;
  std::set<std::string_view> seen;
  for (const DistributionEntry& entry : *entries) {
    if (!seen.insert(entry.cluster).second) {
      is_good = false;
      complaints.error(at, key, "cluster " + entry.cluster + " is given twice");
    }
    if (entry.cluster == provider)
      complaints.warning(at, key, std::string(provider) + " is the provider itself: ignored");
  }
  if (is_good && consumers_in(*entries, provider) == 0) {
    is_good = false;
    complaints.error(at, key, "expected another cluster than the provider itself");
  }
  if (!is_good) return std::nullopt;
  return std::move(*entries);
}

}  // namespace mcsim
