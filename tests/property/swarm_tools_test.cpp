// What the swarm relies on: a digest that sees every field, and an answer also from a child process
// that crashes or never ends.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "mcsim/base/time.hpp"
#include "support/catch.hpp"
#include "support/facts_digest.hpp"
#include "support/in_child.hpp"

namespace mcsim::testing::swarm_tools_test {

namespace {

template <class Fact>
std::uint64_t digest_of(const Fact& fact) {
  FactsDigest digest;
  digest.on(ClusterId{1}, fact);
  return digest.value();
}

static_assert(fields_in<JobStarted>() == 5);
static_assert(fields_in<ForwardDecided>() == 12);
static_assert(fields_in<QueueCounters>() == 12);

}  // namespace

TEST_CASE("a digest of facts changes with every field, however deep", "[property][swarm]") {
  const HostSlots parts[] = {{.host = HostId{3}, .slots = Slots{2}}};
  const JobStarted fact{
      .at = Time{5ms}, .job = JobIndex{7}, .slots = Slots{2}, .reason = {}, .hosts = parts};
  JobStarted other = fact;
  other.at += 1ms;
  CHECK(digest_of(other) != digest_of(fact));
  other = fact;
  other.slots = Slots{3};
  CHECK(digest_of(other) != digest_of(fact));
  const HostSlots elsewhere[] = {{.host = HostId{4}, .slots = Slots{2}}};
  other = fact;
  other.hosts = elsewhere;
  CHECK(digest_of(other) != digest_of(fact));
  CHECK(digest_of(JobStarted{fact}) == digest_of(fact));
}

TEST_CASE("one digest is of a fact of one kind in one cluster", "[property][swarm]") {
  FactsDigest here;
  FactsDigest there;
  here.on(ClusterId{0}, JobSubmitted{.at = Time{}, .job = JobIndex{}, .slots = Slots{1}});
  there.on(ClusterId{1}, JobSubmitted{.at = Time{}, .job = JobIndex{}, .slots = Slots{1}});
  CHECK(here.value() != there.value());
}

TEST_CASE("a child process answers, crashes or takes too long, and each is an answer",
          "[property][swarm]") {
  CHECK(in_child([] { return std::string("so it is"); }, 20s) == "so it is");
  CHECK(in_child([]() -> std::string { std::abort(); }, 20s).starts_with("it crashes"));
  CHECK(in_child([] { return pause() == 0 ? std::string() : std::string("woken"); }, 50ms) ==
        "it takes more than 50 ms");
}

}  // namespace mcsim::testing::swarm_tools_test
