// The inside of rusage[...]: `mem=100:duration=2h:decay=1, licence=1`.
#include <optional>

#include "mcsim/config/values/requirement_scanner.hpp"
#include "mcsim/text/decimal.hpp"

namespace mcsim::config::requirement {
namespace {

bool is_of_memory(ResourceId id) {
  const std::size_t at = index_of(id);
  return at == builtin::mem || at == builtin::swp || at == builtin::tmp;
}

/// Why a job cannot reserve it; empty: it can.
std::string why_not_reserved(ResourceId id, const ResourceConfig& found) {
  const std::size_t at = index_of(id);
  if (found.kind == ResourceKind::boolean) return "a Boolean resource has no amount to reserve";
  if (found.kind == ResourceKind::text) return "a string resource has no amount to reserve";
  if (!found.consumable) return "CONSUMABLE=N in lsf.shared";
  if (at >= builtin::count || is_of_memory(id)) return "";
  if (at == builtin::slots) return "job slots are asked for by the job's size";
  if (found.dynamic) return "this load index is measured, not reserved";
  return "this is a fixed property of a host";
}

/// `text` as thousandths, where it is an amount.
std::optional<Amount> read_amount(std::string_view text) {
  const auto number = text.starts_with('+') ? std::nullopt : read_decimal(text);
  const bool plain = text.find_first_of("eE") == std::string_view::npos;
  if (!number || number->negative || !plain || number->scale > 3) return std::nullopt;
  const auto amount = in_units(*number, 3);
  return amount && *amount <= most_reserved * amount_unit ? amount : std::nullopt;
}

/// The same of memory, which is in MB without a unit: `512`, `512M`, `1.5GB`, `2T`; a part of a
/// thousandth counts as a whole one. Source: IBM Spectrum LSF 10.1, resource requirements, rusage.
std::optional<Amount> read_memory(std::string_view text) {
  constexpr std::string_view units = "KMGTP";
  const auto unit_of = [&](std::string_view word) {
    return word.empty() ? std::string_view::npos
                        : units.find(static_cast<char>(word.back() & ~0x20));
  };
  const bool has_byte = text.ends_with('B') || text.ends_with('b');
  if (has_byte && unit_of(text.substr(0, text.size() - 1)) != std::string_view::npos)
    text.remove_suffix(1);
  const std::size_t unit = unit_of(text);
  if (unit == std::string_view::npos) return read_amount(text);
  const auto amount = read_amount(text.substr(0, text.size() - 1));
  if (!amount) return std::nullopt;
  if (unit == 0) return (*amount + 1023) / 1024;
  const Amount factor = Amount{1} << (10 * (unit - 1));
  return *amount <= most_reserved * amount_unit / factor ? std::optional(*amount * factor)
                                                         : std::nullopt;
}

/// `90`, `90m`, `2h`, `30s`.
std::optional<Duration> read_length(std::string_view text) {
  Duration unit = 1min;
  if (text.ends_with('h')) unit = 1h;
  if (text.ends_with('s')) unit = 1s;
  if (text.ends_with('h') || text.ends_with('m') || text.ends_with('s')) text.remove_suffix(1);
  const auto count = whole_number<std::int64_t>(text);
  if (!count || *count < 1 || *count > longest_duration / unit) return std::nullopt;
  return *count * unit;
}

/// Reads up to the next comma: resources, and how long all of them are held.
class UseReader {
 public:
  UseReader(Scanner& in, std::span<const ResourceConfig> resources, std::vector<ResourceUse>& uses)
      : in_(in), resources_(resources), uses_(uses), first_(uses.size()) {}

  void read() {
    const std::size_t mistakes_before = in_.mistakes();
    do {
      const bool understood = read_part();
      const bool ends = in_.at_end() || in_.sees(":") || in_.sees(",") || in_.sees("||");
      if (understood && !ends) in_.expected(R"(":", "," or "]")");
      in_.skip_to(":,|");
    } while (in_.take(":"));
    if (decay_ && !has_duration_) in_.mistake(decay_place_, "decay is given without a duration");
    if (in_.mistakes() > mistakes_before) uses_.resize(first_);
    for (std::size_t at = first_; at < uses_.size(); ++at) {
      uses_[at].duration = duration_;
      uses_[at].decay = decay_ && *decay_;
    }
  }

 private:
  /// One `name=value`; false: it could not be understood.
  bool read_part() {
    const std::size_t position = in_.position();
    const std::string_view name = in_.take_run(is_name_letter);
    if (name.empty()) return refuse("name=amount");
    if (!in_.take("=")) return refuse("\"=\" after " + std::string(name));
    const bool is_option = name == "duration" || name == "decay";
    if (is_option && !names_any_) return refuse(position, std::string(name) + " of no resource");
    if (is_option) return name == "decay" ? read_decay(position) : read_duration(position);
    names_any_ = true;
    return read_use(name, position);
  }

  bool refuse(const std::string& wish) {
    in_.expected(wish);
    return false;
  }
  bool refuse(std::size_t position, std::string reason) {
    in_.mistake(position, std::move(reason));
    return false;
  }

  /// The value that stands here, as `understand` takes it.
  template <class Understand>
  auto value(Understand understand, const std::string& wish)
      -> decltype(understand(std::string_view{})) {
    Scanner ahead = in_;
    const auto found = understand(in_.take_run(is_word_letter));
    if (!found) ahead.expected(wish);
    return found;
  }

  bool read_duration(std::size_t position) {
    const auto length = value(read_length, "a whole number from 1, of minutes or with h, m or s");
    if (has_duration_) return refuse(position, "duration is given twice");
    has_duration_ = true;
    duration_ = length.value_or(unlimited);
    return length.has_value();
  }

  bool read_decay(std::size_t position) {
    const auto flag = [](std::string_view text) {
      return text == "0" || text == "1" ? std::optional(text == "1") : std::nullopt;
    };
    const auto decay = value(flag, "0 or 1");
    if (decay_) return refuse(position, "decay is given twice");
    decay_ = decay.value_or(false);
    decay_place_ = position;
    return decay.has_value();
  }

  bool read_use(std::string_view name, std::size_t position) {
    const ResourceId id = find_resource(name, position, resources_, in_);
    const bool has_unit = id != none<ResourceId> && is_of_memory(id);
    const auto amount =
        value(has_unit ? read_memory : read_amount,
              "an amount from 0 to " + std::to_string(most_reserved) + " with at most 3 decimals" +
                  (has_unit ? ", in MB or as 2G" : ""));
    if (id == none<ResourceId>) return false;
    const ResourceConfig& found = resources_[index_of(id)];
    if (const std::string reason = why_not_reserved(id, found); !reason.empty())
      return refuse(position, "cannot reserve " + found.name + ": " + reason);
    if (std::ranges::find(uses_, id, &ResourceUse::resource) != uses_.end())
      return refuse(position, found.name + " is reserved twice");
    if (amount) uses_.push_back({.resource = id, .amount = *amount});
    return amount.has_value();
  }

  Scanner& in_;
  std::span<const ResourceConfig> resources_;
  std::vector<ResourceUse>& uses_;
  std::size_t first_;  ///< the first use that this part adds
  bool names_any_ = false;
  bool has_duration_ = false;
  Duration duration_ = unlimited;
  std::optional<bool> decay_;
  std::size_t decay_place_ = 0;
};

}  // namespace

void read_rusage(Scanner& in, std::span<const ResourceConfig> resources, ResourceRequirement& to) {
  do {
    UseReader(in, resources, to.rusage).read();
    // A lone | was complained about before. Behind either sign stands another choice.
    if (in.sees("||")) {
      in.mistake(in.position(), "alternatives (||) are not supported");
      to.rusage.clear();
    }
    if (in.sees("|")) in.skip_to_end();
  } while (in.take(","));
}

}  // namespace mcsim::config::requirement
