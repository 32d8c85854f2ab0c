// lsf.cluster, section Parameters: how LIMs exchange load, and what they do with ELIMs.
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/decimal.hpp"

namespace mcsim::config {
namespace {

/// Seconds with a fraction.
std::optional<Duration> fine_seconds(const Fields& fields, std::string_view key) {
  const auto text = fields.text(key);
  const auto number = text ? read_decimal(*text) : std::nullopt;
  const auto milliseconds = number ? in_units(*number, 3) : std::nullopt;
  return milliseconds ? std::optional(Duration{*milliseconds}) : std::nullopt;
}

}  // namespace

void read_lim(SettingsDraft& in) {
  LimParameters& lim = in.settings.lim;
  if (in.names.config.model.lava_elim) lim.elim_block_time.reset();
  const JsonNode* file = in.node.find("lsf.cluster"_key);
  const JsonNode* node = file == nullptr ? nullptr : file->find("Parameters"_key);
  if (node == nullptr || !node->is(JsonNode::Kind::object)) return;
  const JsonAt at_file(in.at, *file, 0);
  const JsonAt at(at_file, *node, 0);
  const Fields fields(*node);
  lim.exchange_interval = fine_seconds(fields, "EXINTERVAL"_key).value_or(lim.exchange_interval);
  const auto read_limit = [&](std::string_view key, std::int32_t& limit) {
    if (const auto number = fields.whole(key)) limit = static_cast<std::int32_t>(*number);
  };
  read_limit("HOST_INACTIVITY_LIMIT"_key, lim.host_inactivity_limit);
  read_limit("MASTER_INACTIVITY_LIMIT"_key, lim.master_inactivity_limit);
  read_limit("RETRY_LIMIT"_key, lim.retry_limit);
  if (const auto poll = fine_seconds(fields, "ELIM_POLL_INTERVAL"_key)) {
    if (*poll < 1ms)
      in.complaints().error(at, "ELIM_POLL_INTERVAL"_key, "expected a number from 0.001 to 5");
    else
      lim.elim_poll_interval = *poll;
  }
  if (const auto seconds = fields.whole("LSF_ELIM_BLOCKTIME"_key))
    lim.elim_block_time = *seconds * 1s;
  if (const auto most = fields.whole("LSF_ELIM_RESTARTS"_key))
    lim.elim_restarts = static_cast<std::int32_t>(*most);
  if (const auto value = fields.whole("ELIM_ABORT_VALUE"_key))
    lim.elim_abort_value = static_cast<std::int32_t>(*value);
}

}  // namespace mcsim::config
