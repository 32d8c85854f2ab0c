// How much of memory, swap space, /tmp and other resources a row of section Limit allows.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_limits.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::int64_t most_mb = 1'000'000'000'000;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::optional<Amount> read_amount(std::string_view text, std::int64_t mb) {
  const auto number = read_decimal(text);
  if (!number || number->negative) return std::nullopt;
  const auto thousandths = in_units(*number, 3);
  if (!thousandths || *thousandths > most_mb * amount_unit / mb) return std::nullopt;
  return *thousandths * mb;
}

class AmountReader {
 public:
  AmountReader(SettingsDraft& in, const JsonNode& line, const JsonAt& at, LimitSection& limit)
      : in_(in), at_(at), fields_(line), limit_(limit) {}

  bool read() {
    load("MEM"_key, builtin::mem);
    load("SWP"_key, builtin::swp);
    load("TMP"_key, builtin::tmp);
    named("RESOURCE"_key);
    named("LICENSE"_key);
    std::ranges::sort(limit_.amounts, {}, &LimitedResource::resource);
    return is_good_;
  }

 private:
  void load(std::string_view key, std::uint16_t id) {
    if (!fields_.has(key)) return;
    const std::string text = fields_.text(key).value_or("");
    const std::int64_t mb = std::max<std::int64_t>(1, in_.kb_of_limits / 1024);
    const auto number = read_limit_number(text, mb);
    if (!number)
      return refuse(key, "expected a number of MB from 0, or per cent from 0% to 100%, got " +
                             in_quotes(text));
    if (text.ends_with('%') && !limit_.hosts.each)
      return refuse(key, "a percentage needs PER_HOST: it is of each host's maximum");
    add({.resource = resource(id), .most = number->most, .percent = number->percent});
  }

  void named(std::string_view key) {
    if (!fields_.has(key)) return;
    const std::string text = fields_.text(key).value_or("");
    const auto list = read_named_limits(text);
    if (!list) return refuse(key, "expected [name, n] ..., n from 0, got " + in_quotes(text));
    for (const NamedLimit& one : *list) {
      const ResourceId id = find_resource(in_, one.name);
      if (id == none<ResourceId>) {
        unknown(key, one.name);
        continue;
      }
      if (in_.settings.resources[index_of(id)].kind != ResourceKind::numeric)
        refuse(key, in_quotes(one.name) + " is no numeric resource");
      else
        add({.resource = id, .most = one.most});
    }
  }
  void unknown(std::string_view key, std::string_view name) {
    if (in_.names.may_be_resource(name) || in_.left_out.contains(name)) return;
    is_good_ =
        complain_of_part(in_.draft, at_, key, "unknown resource " + in_quotes(name)) && is_good_;
  }

  /// Of two limits of one resource the smaller one holds.
  void add(const LimitedResource& amount) {
    const auto known =
        std::ranges::find(limit_.amounts, amount.resource, &LimitedResource::resource);
    if (known == limit_.amounts.end())
      limit_.amounts.push_back(amount);
    else if (known->percent == 0 && amount.percent == 0)
      known->most = std::min(known->most, amount.most);
    else
      refuse("RESOURCE"_key, "the limit is given twice");
  }
  void refuse(std::string_view key, const std::string& text) {
    in_.complaints().error(at_, key, text);
    is_good_ = false;
  }

  SettingsDraft& in_;
  const JsonAt& at_;
  const Fields fields_;
  LimitSection& limit_;
  bool is_good_ = true;
};

}  // namespace

std::optional<LimitNumber> read_limit_number(std::string_view text, std::int64_t mb) {
  if (text.ends_with('%')) {
    const auto percent = read_whole(text.substr(0, text.size() - 1));
    if (!percent || *percent < 0 || *percent > 100) return std::nullopt;
    return LimitNumber{.percent = static_cast<std::int32_t>(*percent)};
  }
  const auto most = read_amount(text, mb);
  if (!most) return std::nullopt;
  return LimitNumber{.most = *most};
}

std::optional<std::vector<NamedLimit>> read_named_limits(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('(') && text.ends_with(')')) text = trimmed(text.substr(1, text.size() - 2));
  std::vector<NamedLimit> list;
  while (!text.empty()) {
    const std::size_t close = text.find(']');
    if (!text.starts_with('[') || close == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text.substr(1, close - 1);
    const std::size_t comma = inside.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const std::string_view name = trimmed(inside.substr(0, comma));
    const auto most = read_amount(trimmed(inside.substr(comma + 1)), 1);
    if (!is_name(name) || !most) return std::nullopt;
    list.push_back({.name = name, .most = *most});
    text = trimmed(text.substr(close + 1));
  }
  if (list.empty()) return std::nullopt;
  return list;
}

bool read_limit_amounts(SettingsDraft& in, const JsonNode& line, const JsonAt& at,
                        LimitSection& limit) {
  return AmountReader(in, line, at, limit).read();
}

}  // namespace mcsim::config
