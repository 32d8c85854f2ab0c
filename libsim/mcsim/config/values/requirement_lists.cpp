// The insides of order[...], same[...] and span[...].
#include <optional>

#include "mcsim/config/values/requirement_scanner.hpp"

namespace mcsim::config::requirement {
namespace {

/// Calls `read_one` for each part between colons; a part that it refuses is skipped.
template <class ReadOne>
void read_list(Scanner& in, ReadOne read_one) {
  do {
    if (read_one() && !in.at_end() && !in.sees(":")) in.expected(R"(":" or "]")");
    in.skip_to(":");
  } while (in.take(":"));
}

/// The resource that is named here, unless it is unknown or `why_not` refuses it.
template <class Refusal>
std::optional<ResourceId> read_name(Scanner& in, std::span<const ResourceConfig> resources,
                                    Refusal why_not) {
  const std::size_t position = in.position();
  const std::string_view name = in.take_run(is_name_letter);
  if (name.empty()) {
    in.expected("the name of a resource");
    return std::nullopt;
  }
  const ResourceId id = find_resource(name, position, resources, in);
  if (id == none<ResourceId>) return std::nullopt;
  if (const std::string reason = why_not(id); !reason.empty()) {
    in.mistake(position, reason);
    return std::nullopt;
  }
  return id;
}

std::optional<std::int32_t> read_count(Scanner& in) {
  const auto count = whole_number<std::int32_t>(in.take_run(is_word_letter));
  if (!count || *count < 1) return std::nullopt;
  return count;
}

}  // namespace

void read_order(Scanner& in, std::span<const ResourceConfig> resources, ResourceRequirement& to) {
  const auto why_not = [&](ResourceId id) -> std::string {
    const ResourceConfig& found = resources[index_of(id)];
    if (found.kind != ResourceKind::numeric)
      return "expected a load index or a numeric resource, got " + in_quotes(found.name);
    const bool twice = std::ranges::find(to.order, id, &OrderKey::resource) != to.order.end();
    return twice ? found.name + " is named twice" : "";
  };
  read_list(in, [&] {
    const bool reversed = in.take("-");
    const auto id = read_name(in, resources, why_not);
    if (id) to.order.push_back({.resource = *id, .reversed = reversed});
    return id.has_value();
  });
}

void read_same(Scanner& in, std::span<const ResourceConfig> resources, ResourceRequirement& to) {
  const auto why_not = [&](ResourceId id) -> std::string {
    const ResourceConfig& found = resources[index_of(id)];
    if (found.dynamic && (found.is_external() || index_of(id) < builtin::count))
      return "expected a resource that does not change, got " + in_quotes(found.name);
    const bool twice = std::ranges::find(to.same, id) != to.same.end();
    return twice ? found.name + " is named twice" : "";
  };
  read_list(in, [&] {
    const auto id = read_name(in, resources, why_not);
    if (id) to.same.push_back(*id);
    return id.has_value();
  });
}

void read_span(Scanner& in, ResourceRequirement& to) {
  const std::size_t position = in.position();
  const std::string_view name = in.take_run(is_name_letter);
  if (name != "hosts" && name != "ptile")
    return in.mistake(
        position, "expected hosts=1 or ptile=N" + (name.empty() ? "" : ", got " + in_quotes(name)));
  if (!in.take("=")) return in.expected("\"=\"");
  const std::size_t place = in.position();
  const auto count = read_count(in);
  if (!count || (name == "hosts" && *count != 1))
    return in.mistake(place, name == "hosts" ? "expected hosts=1; other numbers are not supported"
                                             : "expected a whole number from 1");
  if (!in.at_end())
    return in.mistake(in.position(), "expected \"]\": one of hosts=1 and ptile=N, not more");
  to.one_host = name == "hosts";
  to.ptile = to.one_host ? 0 : *count;
}

}  // namespace mcsim::config::requirement
