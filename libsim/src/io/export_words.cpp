// What the keys of an export policy must have to do with each other.
#include "export_words.hpp"

#include <set>
#include <utility>

#include "scenario_values.hpp"
#include "settings_values.hpp"

namespace mcsim {
namespace {

class ExportReader {
 public:
  ExportReader(const JsonNode& line, const JsonAt& at, std::string_view provider,
               TreeComplaints& complaints)
      : fields_(line), at_(at), provider_(provider), complaints_(complaints) {}

  std::optional<ExportWords> read() {
    read_hosts();
    read_distribution_list();
    read_amounts();
    words_.is_shared = fields_.text("TYPE").has_value();
    if (words_.is_shared && !words_.hosts.empty() && consumers_ > 1)
      fail("TYPE",
           "a shared lease of hosts that PER_HOST names has one consumer: expected one cluster in "
           "DISTRIBUTION, got " +
               std::to_string(consumers_));
    if (!good_) return std::nullopt;
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
    if (!value) good_ = false;  // complained about
    return static_cast<std::int32_t>(value.value_or(0));
  }

  void read_distribution_list() {
    if (!fields_.has("DISTRIBUTION")) return fail("DISTRIBUTION", "missing");
    auto entries = read_distribution(fields_.text("DISTRIBUTION").value_or(""));
    if (!entries) return fail("DISTRIBUTION", entries.error().message);
    std::set<std::string_view> seen;
    for (const DistributionEntry& entry : *entries) {
      if (!seen.insert(entry.cluster).second)
        fail("DISTRIBUTION", "cluster " + entry.cluster + " is given twice");
      if (entry.cluster == provider_)
        complaints_.warning(at_, "DISTRIBUTION",
                            std::string(provider_) + " is the provider itself: ignored");
    }
    consumers_ = seen.size() - seen.count(provider_);
    if (good_ && consumers_ == 0)
      fail("DISTRIBUTION", "expected another cluster than the provider itself");
    words_.distribution = *std::move(entries);
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
    good_ = false;
    complaints_.error(at_, key, std::move(message));
  }

  Fields fields_;
  const JsonAt& at_;
  std::string_view provider_;
  TreeComplaints& complaints_;
  ExportWords words_;
  std::size_t consumers_ = 0;
  bool good_ = true;
};

}  // namespace

std::optional<ExportWords> read_export_words(const JsonNode& line, const JsonAt& at,
                                             std::string_view provider,
                                             TreeComplaints& complaints) {
  return ExportReader(line, at, provider, complaints).read();
}

}  // namespace mcsim
