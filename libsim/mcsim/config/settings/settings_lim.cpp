// lsf.cluster, section Parameters: how LIMs exchange load, and what they do with ELIMs.
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/decimal.hpp"

namespace mcsim::config {
namespace {

/// Seconds with a fraction.
std::optional<Duration> read_fine_seconds(std::string_view text) {
  const auto number = read_decimal(text);
  const auto milliseconds = number ? in_units(*number, 3) : std::nullopt;
  return milliseconds ? std::optional(Duration{*milliseconds}) : std::nullopt;
}

}  // namespace

void read_lim(SettingsDraft& in) {
  using lsf::parameters;
  const JsonNode nothing;
  const JsonNode* file = in.node.find("lsf.cluster"_key);
  const JsonNode* found = file == nullptr ? nullptr : file->find("Parameters"_key);
  const Fields fields(found == nullptr ? nothing : *found);
  LimParameters& lim = in.settings.lim;
  lim.exchange_interval = read_or_default(fields, parameters["EXINTERVAL"], read_fine_seconds);
  lim.host_inactivity_limit = count_of(fields, parameters["HOST_INACTIVITY_LIMIT"]);
  lim.master_inactivity_limit = count_of(fields, parameters["MASTER_INACTIVITY_LIMIT"]);
  lim.retry_limit = count_of(fields, parameters["RETRY_LIMIT"]);
  lim.elim_poll_interval =
      read_or_default(fields, parameters["ELIM_POLL_INTERVAL"], read_fine_seconds);
  if (lim.elim_poll_interval < 1ms) {
    in.complaints().error(JsonAt(JsonAt(in.at, *file, 0), *found, 0), "ELIM_POLL_INTERVAL"_key,
                          "expected a number from 0.001 to 5");
    lim.elim_poll_interval = read_default(parameters["ELIM_POLL_INTERVAL"], read_fine_seconds);
  }
  lim.elim_block_time = seconds_of(fields, parameters["LSF_ELIM_BLOCKTIME"]);
  if (in.names.config.model.lava_elim && !fields.whole("LSF_ELIM_BLOCKTIME"_key))
    lim.elim_block_time.reset();
  if (const auto most = fields.whole("LSF_ELIM_RESTARTS"_key))
    lim.elim_restarts = static_cast<std::int32_t>(*most);
  lim.elim_abort_value = count_of(fields, parameters["ELIM_ABORT_VALUE"]);
}

}  // namespace mcsim::config
