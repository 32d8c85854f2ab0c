// What is said of `model`.
#include <string>

#include "support/settings_support.hpp"

namespace mcsim::testing::scenario_model_test {

namespace {

/// Of a cluster with one host.
Texts said(const std::string& of_cluster, const std::string& of_scenario = "") {
  return complaints_of(R"("hosts": [{"name": "h"}])" + of_cluster, of_scenario);
}

std::string scenario_with(const std::string& model) { return "\"model\": " + model + ", "; }

}  // namespace

TEST_CASE("options of LIMs are warned of where there are none") {
  const std::string why = ": warning: is without effect: model.load is \"slots\"";
  CHECK(said("", scenario_with(R"({"mbatchd_start": "0s"})")) ==
        Texts{"s:1:41 /model/mbatchd_start" + why});
  CHECK(said(R"(, "model": {"load_noise": 0.5})") ==
        Texts{"s:2:51 /clusters/0/model/load_noise" + why});
  CHECK(said("", scenario_with(R"({"lim_send_on_change": true, "lava_elim": true,
    "elim_keep_values_on_exit": true})"))
            .size() == 3);
  CHECK(said("", scenario_with(R"({"load": "lim", "mbatchd_start": "0s"})")).empty());
  CHECK(said(R"(, "model": {"load": "lim"})", scenario_with(R"({"mbatchd_start": "0s"})")).empty());
}

TEST_CASE("a default that is written out, and what a preset stands for, are not warned of") {
  CHECK(said("", scenario_with(R"({"mbatchd_start": "10s", "load_noise": 0})")).empty());
  CHECK(said("", scenario_with(R"({"preset": "lava"})")).empty());
  const Scenario lava =
      scenario_of(R"("hosts": [{"name": "h"}])", scenario_with(R"({"preset": "lava"})"));
  const TempFolder folder;
  const auto again =
      load_scenario(folder.write("s.json", lava.effective), choices_of(default_registry()));
  REQUIRE(again);
  CHECK(again->warnings.list.empty());
}

}  // namespace mcsim::testing::scenario_model_test
