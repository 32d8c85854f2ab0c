// Defaults: the vocabulary's are what readers take, and what a program's own configuration begins
// with.
#include "mcsim/config/vocabulary/field_defaults.hpp"

#include <string_view>
#include <vector>

#include "mcsim/config/vocabulary/keys.hpp"
#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::field_defaults_test {

namespace {

static_assert("MBD_SLEEP_TIME"_key == "MBD_SLEEP_TIME");
static_assert(default_text(lsb::params["MBD_SLEEP_TIME"]) == "20");
static_assert(default_text(lsf::conf["LSF_UNIT_FOR_LIMITS"]) == "KB");
static_assert(default_text(lsf::parameters["LSF_ELIM_BLOCKTIME"]) == "4");

/// Two clusters, of which the first sends jobs to the second; neither says anything else.
GridConfig silent_grid() {
  return scenario_of(R"("hosts": [{"name": "h"}],
    "lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "r@D"}]},
   {"name": "D", "hosts": [{"name": "h"}],
    "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C"}])")
      .config;
}

bool is_read(const VocabularyRow& row) {
  const std::string_view text = default_text(row);
  switch (row.type) {
    case ValueType::whole:
      return read_whole(text).has_value();
    case ValueType::flag:
      return read_flag(text).has_value();
    case ValueType::duration:
      return read_duration(text).has_value();
    case ValueType::drawn_time:
      return read_drawn_time(text).has_value();
    default:
      return true;
  }
}

}  // namespace

TEST_CASE("each default of the vocabulary is a value of its type") {
  for (const VocabularySection& section : vocabulary())
    for (const VocabularyRow& row : section.rows) {
      INFO(section.name << " " << row.key);
      if (!row.fallback.empty()) CHECK(is_read(row));
    }
}

TEST_CASE("what is left out is what a configuration without files begins with") {
  const GridConfig grid = silent_grid();
  const GridConfig begin;
  CHECK(grid.seed == begin.seed);
  const ClusterConfig& cluster = grid.clusters[1];
  CHECK(cluster.params == ClusterParameters{});
  CHECK(cluster.lim == LimParameters{});
  CHECK(cluster.model == ModelConfig{});
  const QueueConfig expected{.name = "r",
                             .rules = {.rerunnable = false},
                             .job_accept_interval = cluster.params.mbd_sleep_time,
                             .forwarding = {.sources = {ClusterId{0}}}};
  CHECK(cluster.queues[0] == expected);
  const LinkConfig link{.a = ClusterId{0}, .b = ClusterId{1}, .publication_delay = 100ms};
  CHECK(grid.links == std::vector{link});
  const JsonNode nothing;
  const VocabularyRow& interval = lsf::remote_clusters["CACHE_INTERVAL"];
  CHECK(usual_cache_interval == seconds_of(Fields(nothing), interval));
}

}  // namespace mcsim::testing::field_defaults_test
