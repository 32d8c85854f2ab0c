// Links between clusters, their outages, and which clusters jobs can reach.
#include <string>

#include "support/grid_support.hpp"

namespace mcsim::testing::scenario_links_test {

namespace {

constexpr ClusterId home{0};
constexpr ClusterId away{1};
const std::string sends = out_queue(R"("SNDJOBS_TO": "in@away")");

std::vector<LinkConfig> links_of(const std::string& rest) {
  return grid_of({.home = sends, .rest = rest}).config.links;
}
LinkConfig link_of(const std::string& rest) {
  const auto links = links_of(rest);
  REQUIRE(links.size() == 1);
  return links[0];
}
Texts said(const std::string& rest) { return said_of({.home = sends, .rest = rest}); }

/// The numbers of the jobs that are left out.
std::vector<std::int64_t> skipped(const GridText& grid) {
  std::vector<std::int64_t> ids;
  for (const SkippedRow& row : grid_of(grid).skipped) ids.push_back(row.job_id);
  return ids;
}

}  // namespace

TEST_CASE("there is a link for each two clusters of which one sends jobs to the other") {
  const std::string back = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home far",
                                              "SNDJOBS_TO": "out@home"}])";
  const Scenario grid =
      grid_of({.home = out_queue(R"("SNDJOBS_TO": "in@away", "RCVJOBS_FROM": "away")"),
               .away = back,
               .third = R"("lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "in@away"}])"});
  REQUIRE(grid.config.links.size() == 2);
  CHECK(grid.config.links[0] == LinkConfig{.a = home, .b = away, .publication_delay = 100ms});
  CHECK(grid.config.links[1] ==
        LinkConfig{.a = away, .b = ClusterId{2}, .publication_delay = 100ms});
  CHECK(grid_of({.home = R"("lsb.params": {})"}).config.links.empty());
}

TEST_CASE("a duration of 0 needs no unit, and only that") {
  for (const char* zero : {"0", "\"0\"", "0.0", "\"0s\""})
    CHECK(link_of(std::string(R"("links_default": {"latency": )") + zero + "}").latency == 0s);
  CHECK(said(R"("links_default": {"latency": 2})") ==
        Texts{"/links_default/latency: expected a duration such as 200ms, 15s, 10min, 2h or 5d, at "
              "most 1,000 years, got 2; for seconds write \"2s\""});
}

TEST_CASE("a link is what it says, else what links_default says") {
  const LinkConfig usual = link_of(R"("links_default": {"latency": "2s", "loss": 0.5})");
  CHECK(usual.latency == 2s);
  CHECK(usual.jitter == 0s);
  CHECK(usual.loss == 0.5);
  CHECK(usual.publication_delay == 2s);
  const LinkConfig own =
      link_of(R"("links_default": {"latency": "2s", "loss": 0.5, "publication_delay": "1min"},
        "links": [{"between": ["away", "home"], "latency": "0s", "jitter": "10ms", "loss": 0}])");
  CHECK(own.a == home);
  CHECK(own.latency == 0s);
  CHECK(own.jitter == 10ms);
  CHECK(own.loss == 0);
  CHECK(own.publication_delay == 1min);
}

TEST_CASE("a link that is named twice, or joins no two clusters that send jobs, is told of") {
  CHECK(said(R"("links": [{"between": ["away", "home"]}, {"between": ["home", "away"]},
                          {"between": ["home", "home"]}, {"between": ["home"]},
                          {"between": ["home", "hme"]}])") ==
        Texts{"/links/1/between: this link is given twice",
              "/links/2/between: a link is between two clusters, and these are one",
              "/links/3/between: expected the names of two clusters",
              "/links/4/between/1: unknown cluster \"hme\"; nearest: home; known: away, home"});
  CHECK(said_of({.home = R"("lsb.params": {})", .rest = R"("links": [{"between": ["home", "away"]}],
                            "faults": [{"at": "1s", "link": ["home", "away"]}])"}) ==
        Texts{"/links/0/between: is without effect: no queue of home or away sends jobs to the "
              "other cluster, and neither lends it hosts",
              "/faults/0/link: is without effect: no queue of home or away sends jobs to the other "
              "cluster, and neither lends it hosts"});
}

TEST_CASE("a link has no negative latency, and loses between nothing and everything") {
  CHECK(said(R"("links": [{"between": ["away", "home"], "latency": "-1s", "loss": 1.5}],
                "links_default": {"between": ["away", "home"]})") ==
        Texts{"/links/0/latency: expected a duration such as 200ms, 15s, 10min, 2h or 5d, at most "
              "1,000 years, got \"-1s\"",
              "/links/0/loss: expected a number from 0 to 1, got 1.5",
              "/links_default/between: unknown key \"between\"; known: latency, jitter, loss, "
              "publication_delay"});
}

TEST_CASE("outages that overlap or touch are one, and one without an end lasts") {
  using Outages = std::vector<LinkConfig::Outage>;
  const auto at = [](Duration time) { return Time{time}; };
  CHECK(link_of(R"("faults": [{"at": "2h", "link": ["home", "away"], "down_for": "10min"},
    {"at": "1h", "link": ["away", "home"], "down_for": "1h"},
    {"at": "5h", "link": ["away", "home"], "down_for": "2h"},
    {"at": "6h", "link": ["away", "home"], "down_for": "10min"},
    {"at": "9h", "link": ["away", "home"], "down_for": "0s"}])")
            .outages == Outages{{at(1h), at(130min)}, {at(5h), at(7h)}});
  CHECK(link_of(R"("faults": [{"at": "2h", "link": ["home", "away"]},
                              {"at": "3h", "link": ["home", "away"], "down_for": "1h"}])")
            .outages == Outages{{at(2h), never}});
}

TEST_CASE("a fault names a host, a LIM, a sbatchd, a link or a partition") {
  CHECK(
      said(
          R"("faults": [{"at": "1s"}, {"at": "1s", "host": "home1", "link": ["home", "away"]}])") ==
      Texts{
          "/faults/0/host: missing: a fault names a host, a LIM, a sbatchd, a link or a partition",
          "/faults/1/link: a fault is of one thing, and this one is of `host`"});
}

TEST_CASE("a partition takes down each link between its clusters and the others") {
  const GridText grid{.home = out_queue(R"("SNDJOBS_TO": "in@away in@far")"),
                      .away = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home far"}])",
                      .rest = R"("faults": [
        {"at": "1h", "partition": ["home"], "down_for": "1h"},
        {"at": "3h", "partition": ["away", "far"], "down_for": "1h"}])",
                      .third = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home",
                                  "SNDJOBS_TO": "in@away"}])"};
  const std::vector<LinkConfig> links = grid_of(grid).config.links;
  REQUIRE(links.size() == 3);
  const auto at = [](Duration time) { return Time{time}; };
  for (const LinkConfig& link : links) {
    using Outages = std::vector<LinkConfig::Outage>;
    const Outages both{{at(1h), at(2h)}, {at(3h), at(4h)}};
    CHECK(link.outages == (link.a == home ? both : Outages{}));
  }
  CHECK(said(R"("faults": [{"at": "1s", "partition": ["home", "awy"]}])") ==
        Texts{"/faults/0/partition/1: unknown cluster \"awy\"; nearest: away; known: away, home"});
  CHECK(
      said(R"("faults": [{"at": "1s", "partition": ["home", "away"]}])") ==
      Texts{"/faults/0/partition: is without effect: no link goes from these clusters to others"});
}

TEST_CASE("jobs with more slots than any cluster that their queue reaches are left out") {
  const std::string queues = R"("lsb.queues": [{"QUEUE_NAME": "out", "SNDJOBS_TO": "in@away"},
    {"QUEUE_NAME": "own"}, {"QUEUE_NAME": "gone", "HOSTS": "none", "SNDJOBS_TO": "in@away"}])";
  const std::string in = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}],
    "lsb.hosts": {"Host": [{"HOST_NAME": "away1", "MXJ": 3}]})";
  const std::string large = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}],
    "lsb.hosts": {"Host": [{"HOST_NAME": "away1", "MXJ": 6}]})";
  const std::string jobs = R"("jobs": [
    {"id": 1, "cluster": "home", "queue": "out", "slots": 4, "run": "1s"},
    {"id": 2, "cluster": "home", "queue": "out", "slots": 6, "run": "1s"},
    {"id": 3, "cluster": "home", "queue": "own", "slots": 4, "run": "1s"},
    {"id": 4, "cluster": "home", "queue": "own", "slots": 6, "run": "1s"},
    {"id": 5, "cluster": "home", "queue": "gone", "slots": 4, "run": "1s"},
    {"id": 6, "cluster": "home", "queue": "gone", "slots": 7, "run": "1s"}])";
  CHECK(skipped({.home = queues, .away = in, .rest = jobs}) ==
        std::vector<std::int64_t>{2, 4, 5, 6});
  CHECK(skipped({.home = queues, .away = large, .rest = jobs}) == std::vector<std::int64_t>{4, 6});
  const std::string moved =
      jobs + R"(, "actions": [{"at": "1h", "do": "bswitch", "job": "4@home", "queue": "out"}])";
  CHECK(skipped({.home = queues, .away = large, .rest = moved}) == std::vector<std::int64_t>{6});
}

TEST_CASE("rows of a trace are left out by what their own queue reaches") {
  const TempFolder folder;
  folder.write("t.swf",
               "1 0 -1 9 6 -1 -1 6 -1 -1 1 1 -1 -1 1 -1 -1 -1\n"
               "2 0 -1 9 6 -1 -1 6 -1 -1 1 1 -1 -1 2 -1 -1 -1\n");
  const std::string text =
      text_of({.home = R"("lsb.queues": [{"QUEUE_NAME": "own"},
                                         {"QUEUE_NAME": "out", "SNDJOBS_TO": "in@away"}])",
               .away = R"("lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}],
                          "lsb.hosts": {"Host": [{"HOST_NAME": "away1", "MXJ": 6}]})",
               .rest = R"("workloads": [{"file": "t.swf", "cluster": "home", "queue": "own",
                                         "queue_map": {"2": "out"}}])"});
  const auto grid = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  REQUIRE(grid);
  REQUIRE(grid->skipped.size() == 1);
  CHECK(grid->skipped[0].job_id == 1);
  CHECK(grid->skipped[0].detail == "6 slots; a job can have at most 4");
}

}  // namespace mcsim::testing::scenario_links_test
