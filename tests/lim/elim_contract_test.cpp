// The environment of an ELIM, the names that its LIM knows, and values from several ELIMs.
#include "mcsim/lim/elim_contract.hpp"

#include "mcsim/lim/elim_merge.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::elim_contract_test {

namespace {

std::optional<std::string> variable(const ElimContract& contract, const std::string& name) {
  for (const ElimVariable& entry : contract.environment())
    if (entry.name == name) return entry.value;
  return "not mentioned";
}

ElimContract two_resources() {
  ElimContract contract;
  contract.resources.add({"tmp2", ElimTarget::host_index, true});
  contract.resources.add({"elsewhere", ElimTarget::shared, false});
  contract.resources.add({"licenses", ElimTarget::shared, true});
  return contract;
}

}  // namespace

TEST_CASE("LSF_MASTER is defined on the master, and only there", "[elim]") {
  ElimContract contract = two_resources();
  CHECK(variable(contract, "LSF_MASTER") == std::nullopt);
  contract.is_master = true;
  CHECK(variable(contract, "LSF_MASTER") == "Y");
}

TEST_CASE("LSF_RESOURCES has the names that this host is to report, separated by blanks",
          "[elim]") {
  CHECK(variable(two_resources(), "LSF_RESOURCES") == "tmp2 licenses");
  CHECK(variable(ElimContract{}, "LSF_RESOURCES") == "");
  CHECK(variable(two_resources(), "ELIM_ABORT_VALUE") == "97");
}

TEST_CASE("Lava says Y or N, and the names a second time", "[elim]") {
  ElimContract contract = two_resources();
  contract.rules.lava = true;
  CHECK(variable(contract, "LSF_MASTER") == "N");
  CHECK(variable(contract, "LS_ELIM_RESOURCES") == "tmp2 licenses");
  CHECK(variable(two_resources(), "LS_ELIM_RESOURCES") == std::nullopt);
}

TEST_CASE("where any name is taken, so are a thousand of them", "[elim]") {
  ElimResources resources;
  const std::size_t own = resources.size();
  CHECK_FALSE(resources.find("n0"));
  resources.take_any();
  for (int name = 0; name < 1000; ++name) CHECK(resources.find("n" + std::to_string(name)));
  CHECK_FALSE(resources.find("one more"));
  CHECK(resources.find("n7"));
  CHECK(resources.size() == own + 1000);
}

TEST_CASE("of several ELIMs of one host the latest value counts", "[elim]") {
  const ElimIndex x{3};
  MergedElims merged;
  CHECK_FALSE(merged.value(x));
  merged.set(0, {x, 1.0});
  merged.set(1, {x, 2.0});
  CHECK(merged.value(x) == 2.0);
  merged.set(0, {x, 3.0});
  CHECK(merged.value(x) == 3.0);
  merged.set(0, {x, std::nullopt});
  CHECK(merged.value(x) == 2.0);
  merged.set(1, {x, std::nullopt});
  CHECK_FALSE(merged.value(x));
}

TEST_CASE("a shared instance has the value of the earliest host that knows it", "[elim]") {
  using Values = std::vector<std::optional<double>>;
  CHECK(shared_value(Values{1.0, 2.0}) == 1.0);
  CHECK(shared_value(Values{std::nullopt, 2.0, 3.0}) == 2.0);
  CHECK_FALSE(shared_value(Values{std::nullopt}));
  CHECK_FALSE(shared_value(Values{}));
}

TEST_CASE("the first host that is there reports an instance, also when it comes back", "[elim]") {
  CHECK(reporting_host({true, true}) == 0U);
  CHECK(reporting_host({false, true}) == 1U);
  CHECK_FALSE(reporting_host({false, false}));
}

}  // namespace mcsim::testing::elim_contract_test
