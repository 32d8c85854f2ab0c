// lsb.resources, section Limit. A row of hosts and slots alone lowers MXJ of its hosts, where
// each of them has the limit.
#include "mcsim/config/settings/settings_limits.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view of_hosts[] = {
    "NAME"_key,      "HOSTS"_key, "PER_HOST"_key, "SLOTS"_key, "SLOTS_PER_PROCESSOR"_key,
    "INELIGIBLE"_key};
constexpr std::string_view limit_consumers[] = {
    "USERS"_key,    "PER_USER"_key, "QUEUES"_key,      "PER_QUEUE"_key, "HOSTS"_key,
    "PER_HOST"_key, "PROJECTS"_key, "PER_PROJECT"_key, "APPS"_key,      "PER_APP"_key};
constexpr std::string_view limit_resources[] = {"SLOTS"_key,    "SLOTS_PER_PROCESSOR"_key,
                                                "JOBS"_key,     "MEM"_key,
                                                "SWP"_key,      "TMP"_key,
                                                "RESOURCE"_key, "LICENSE"_key};

bool has_any(const Fields& fields, std::span<const std::string_view> keys) {
  return std::ranges::any_of(keys, [&](std::string_view key) { return fields.has(key); });
}

bool is_of_hosts_alone(const JsonNode& line) {
  const Fields fields(line);
  return (fields.has("HOSTS"_key) || fields.has("PER_HOST"_key)) &&
         std::ranges::all_of(line.children, [](const JsonNode& member) {
           return std::ranges::find(of_hosts, member.key) != std::end(of_hosts);
         });
}

/// Reads one row.
class LimitReader {
 public:
  LimitReader(SettingsDraft& in, const JsonNode& line, const JsonAt& at)
      : in_(in), line_(line), at_(at), fields_(line) {}

  std::optional<LimitSection> read() {
    limit_.name = fields_.text("NAME"_key).value_or("");
    if (!has_any(fields_, limit_consumers))
      return fail("NAME"_key, "a limit needs a consumer, such as USERS or PER_HOST");
    if (!has_any(fields_, limit_resources))
      return fail("NAME"_key, "a limit needs a resource, such as SLOTS or MEM");
    if (!read_limit_consumers(in_, line_, at_, limit_)) return std::nullopt;
    if (!read_slots() || !read_limit_amounts(in_, line_, at_, limit_)) return std::nullopt;
    if (const auto jobs = fields_.whole("JOBS"_key))
      limit_.jobs = static_cast<std::int32_t>(std::min<std::int64_t>(*jobs, no_limit));
    return std::move(limit_);
  }

 private:
  std::nullopt_t fail(std::string_view key, const std::string& text) {
    refuse(key, text);
    return std::nullopt;
  }
  bool refuse(std::string_view key, const std::string& text) {
    in_.complaints().error(at_, key, text);
    return false;
  }

  bool read_slots() {
    if (const auto text = fields_.text("SLOTS_PER_PROCESSOR"_key)) {
      if (!limit_.hosts.each)
        return refuse("SLOTS_PER_PROCESSOR"_key, "SLOTS_PER_PROCESSOR needs PER_HOST");
      limit_.slots_per_processor = read_slots_per_processor(*text).value_or(SlotsPerProcessor{});
    }
    const std::string text = fields_.text("SLOTS"_key).value_or("");
    if (text == "!") return read_processors();
    if (const auto slots = read_whole(text))
      limit_.slots = static_cast<std::int32_t>(std::min<std::int64_t>(*slots, no_limit));
    return true;
  }
  /// SLOTS=!: as many as processors.
  bool read_processors() {
    if (!limit_.hosts.is_given()) return refuse("SLOTS"_key, "SLOTS=! needs PER_HOST or HOSTS");
    if (limit_.hosts.each) {
      std::int64_t& each = limit_.slots_per_processor.thousandths;
      each = each < 0 ? 1000 : std::min<std::int64_t>(each, 1000);
      return true;
    }
    std::int64_t all = 0;
    for (const HostId host : limit_.hosts.listed) all += in_.settings.hosts[index_of(host)].ncpus;
    limit_.slots = static_cast<std::int32_t>(std::min<std::int64_t>(all, no_limit));
    return true;
  }

  SettingsDraft& in_;
  const JsonNode& line_;
  const JsonAt& at_;
  const Fields fields_;
  LimitSection limit_;
};

/// A limit that each of its hosts has for itself is as their MXJ.
void lower_mxj(SettingsDraft& in, LimitSection& limit) {
  if (!limit.hosts.each && limit.hosts.listed.size() > 1) return;
  limit.in_mxj = true;
  for (const HostId id : limit.hosts.listed) {
    HostConfig& host = in.settings.hosts[index_of(id)];
    const std::int32_t most = limit.slots_on(host.ncpus);
    if (most < no_limit) host.mxj = std::min(host.mxj, Slots(most));
  }
}

}  // namespace

void read_host_limits(SettingsDraft& in) {
  visit_section(in, "lsb.resources"_key, "Limit"_key, [&](const JsonNode& line, const JsonAt& at) {
    if (!is_of_hosts_alone(line)) return;
    auto limit = LimitReader(in, line, at).read();
    if (limit) lower_mxj(in, *limit);
    in.host_limits.emplace(at.position, std::move(limit));
  });
}

void read_limits(SettingsDraft& in) {
  visit_section(in, "lsb.resources"_key, "Limit"_key, [&](const JsonNode& line, const JsonAt& at) {
    const auto known = in.host_limits.find(at.position);
    auto limit = known != in.host_limits.end() ? known->second : LimitReader(in, line, at).read();
    if (limit) in.settings.limits.push_back(std::move(*limit));
  });
}

}  // namespace mcsim::config
