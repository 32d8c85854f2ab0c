// Merging the requirements of job, application profile and queue.
#include "mcsim/model/requirement_merge.hpp"

#include "mcsim/model/slot_memory.hpp"
#include "support/catch.hpp"
#include "support/requirements.hpp"

namespace mcsim::testing::requirement_merge_test {

namespace {

std::string together(std::string_view job, std::string_view application, std::string_view queue) {
  const auto resources = sample_resources();
  return config::to_text(
      merged(requirement_of(job), requirement_of(application), requirement_of(queue), resources),
      resources);
}

}  // namespace

TEST_CASE("a job must find hosts that its application and its queue allow too") {
  CHECK(together("type==any && mem>1", "swp>1 || tmp>1", "ncpus>2") ==
        "select[type==any && mem>1 && (swp>1 || tmp>1) && ncpus>2]");
}

TEST_CASE("where no kind of host is named, it is the type of the submission host") {
  CHECK(together("", "", "") == "select[type==local]");
  CHECK(together("mem>1", "", "ncpus>2") == "select[mem>1 && ncpus>2 && type==local]");
  CHECK(together("mem>1 || swp>1", "", "") == "select[(mem>1 || swp>1) && type==local]");
  CHECK(together("", "bigmem", "") == "select[bigmem]");
  CHECK(together("mem>1", "", "model==X") == "select[mem>1 && model==X]");
  CHECK(together("type==any", "", "") == "select[type==any]");
}

TEST_CASE("order and span are those of the job, then of the application, then of the queue") {
  CHECK(together("bigmem order[mem] span[hosts=1]", "order[ut] span[ptile=2]", "order[pg]") ==
        "select[bigmem] order[mem] span[hosts=1]");
  CHECK(together("bigmem", "span[ptile=2]", "order[pg:ut] span[hosts=1]") ==
        "select[bigmem] order[pg:ut] span[ptile=2]");
  CHECK(together("bigmem", "", "span[hosts=1]") == "select[bigmem] span[hosts=1]");
}

TEST_CASE("each resource is reserved as the first of job, application and queue has it") {
  CHECK(together("bigmem rusage[mem=1:duration=5]", "rusage[mem=2, swp=3]",
                 "rusage[licence=4, swp=5, mem=6:duration=7:decay=1]") ==
        "select[bigmem] rusage[mem=1:duration=5, swp=3, licence=4]");
}

TEST_CASE("what a row reserves for each slot goes before what application and queue reserve") {
  ResourceRequirement job = requirement_of("bigmem rusage[mem=1, swp=2]");
  set_slot_memory(job, 8'000 * amount_unit);
  const auto all = merged(job, requirement_of("rusage[mem=3]"),
                          requirement_of("rusage[mem=4, licence=5]"), sample_resources());
  REQUIRE(all.rusage.size() == 3);
  CHECK(all.rusage[0] == ResourceUse{.resource = resource(builtin::swp), .amount = 2'000});
  CHECK(all.rusage[1] ==
        ResourceUse{.resource = resource(builtin::mem), .amount = 8'000'000, .per_slot = true});
  CHECK(all.rusage[2] == ResourceUse{.resource = resource(licence), .amount = 5'000});
  CHECK(slot_memory(job) == 8'000'000);
  CHECK(slot_memory(requirement_of("rusage[mem=1]")) == 0);
}

TEST_CASE("a parallel job needs the same of all that anyone names") {
  CHECK(together("bigmem same[type]", "same[model:type]", "same[ncpus:model]") ==
        "select[bigmem] same[type:model:ncpus]");
}

TEST_CASE("a merged requirement was written by nobody") {
  CHECK(merged(requirement_of("mem>1"), {}, {}, sample_resources()).text.empty());
}

}  // namespace mcsim::testing::requirement_merge_test
