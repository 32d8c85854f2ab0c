// Which words of a text are names, and that pseudonyms keep what numbers say.
#include "mcsim/app/history/hidden_words.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::hidden_words_test {

namespace {

constexpr std::string_view key = "a key for nothing but tests";

/// A text with pseudonyms written as in `wanted`, where {f:name} stands for that of a name of the
/// family with the letter f.
std::string expected(Pseudonyms& names, std::string_view wanted) {
  constexpr std::string_view families = "uphajcn";
  std::string text;
  while (!wanted.empty()) {
    const auto open = wanted.find('{');
    text += wanted.substr(0, open);
    if (open == std::string_view::npos) break;
    const auto close = wanted.find('}');
    const auto family = static_cast<NameFamily>(families.find(wanted[open + 1]));
    text += names.of(family, wanted.substr(open + 3, close - open - 3));
    wanted.remove_prefix(close + 1);
  }
  return text;
}

struct Case {
  WordKind kind;
  std::string_view text;
  std::string_view wanted;
};

}  // namespace

TEST_CASE("a pseudonym is a letter and twelve consonants, and of the key") {
  Pseudonyms names(key);
  const std::string ann(names.of(NameFamily::person, "ann"));
  CHECK(ann.size() == 13);
  CHECK(ann[0] == 'u');
  CHECK(ann.find_first_not_of("bcdfghklmnpqrstvwxyz", 1) == std::string::npos);
  CHECK(names.of(NameFamily::person, "ann") == ann);
  CHECK(names.of(NameFamily::person, "bob") != ann);
  CHECK(names.of(NameFamily::project, "ann").substr(1) != ann.substr(1));
  CHECK(Pseudonyms("another key, for nothing else").of(NameFamily::person, "ann") != ann);
  CHECK(names.of(NameFamily::person, "").empty());
}

TEST_CASE("hosts keep their numbers, so that ranges of them stay ranges") {
  Pseudonyms names(key);
  const std::string node(names.of(NameFamily::host, "node"));
  CHECK(names.of(NameFamily::host, "node001") == node + "001");
  CHECK(names.of(NameFamily::host, "node128") == node + "128");
  CHECK(hidden_words(names, WordKind::hosts, "node[001-128,130]") == node + "[001-128,130]");
  const std::string domain(names.of(NameFamily::host, "node7.site.org").substr(node.size() + 2));
  CHECK(names.of(NameFamily::host, "node7.site.org") == node + "7." + domain);
  CHECK(hidden_words(names, WordKind::hosts, "node[1-9].site.org") == node + "[1-9]." + domain);
  const std::string r(names.of(NameFamily::host, "r"));
  const std::string n(names.of(NameFamily::host, "n"));
  CHECK(names.of(NameFamily::host, "r1n12") == r + "1" + n + "12");
  CHECK(hidden_words(names, WordKind::hosts, "r[1-4]n[1-12]") == r + "[1-4]" + n + "[1-12]");
  // An inventory's number is a name.
  CHECK(names.of(NameFamily::host, "pc48291734").find("48") == std::string_view::npos);
  // An address keeps its first number only.
  CHECK(names.of(NameFamily::host, "10.1.2.3").starts_with("10.h"));
  CHECK(hidden_words(names, WordKind::hosts, "10.1.2.3") == names.of(NameFamily::host, "10.1.2.3"));
}

TEST_CASE("names are hidden, and LSF's own words and numbers stay") {
  Pseudonyms names(key);
  names.own_cluster("acme");
  const Case cases[] = {
      {WordKind::persons, "ann ~bob group@ all default", "{u:ann} ~{u:bob} {u:group}@ all default"},
      {WordKind::persons, "4711 DOM\\ann", "{u:4711} {u:DOM\\ann}"},
      {WordKind::shares, "USER_SHARES[[ann, 5] [4711,3] [others, 1]]",
       "USER_SHARES[[{u:ann}, 5] [{u:4711},3] [others, 1]]"},
      {WordKind::hosts, "h1+2 ~big all@east others+1 4@[h2 h3]",
       "{h:h1}+2 ~{h:big} all@{c:east} others+1 4@[{h:h2} {h:h3}]"},
      {WordKind::requirement,
       R"(select[type==any && mem>=1.5 && lic && hname=="h1"] rusage[mem=10:lic=2:duration=1h])",
       R"(select[type==any && mem>=1.5 && {h:lic} && hname=="{h:h1}"] )"
       R"(rusage[mem=10:{h:lic}=2:duration=1h])"},
      {WordKind::requirement, "order[-slots:lic] span[ptile=4]",
       "order[-slots:{h:lic}] span[ptile=4]"},
      {WordKind::queues, "normal+5 night@east", "normal+5 night@{c:east}"},
      {WordKind::send_queues, "normal@east+1 west acme", "normal@{c:east}+1 {c:west} site"},
      {WordKind::clusters, "([east, 1] [acme, 2]) allclusters",
       "([{c:east}, 1] [site, 2]) allclusters"},
      {WordKind::projects, "all ~p1 4711 default", "all ~{p:p1} {p:4711} default"},
      {WordKind::settings, "8:00/h1", "8:00/{h:h1}"},
      {WordKind::settings, "5:19:00-1:8:30 20% 500ms Y hello",
       "5:19:00-1:8:30 20% 500ms Y {n:hello}"},
      {WordKind::dependency, R"(done(123) && (exit("my job", >2) || ended(sim[3])))",
       R"(done(123) && (exit("{j:my job}", >2) || ended({j:sim}[3])))"},
      {WordKind::dependency, R"(done("7") || numdone(sim, *))",
       R"(done("{j:7}") || numdone({j:sim}, *))"},
  };
  for (const Case& one : cases)
    CHECK(hidden_words(names, one.kind, one.text) == expected(names, one.wanted));
}

TEST_CASE("a name of an array keeps its elements") {
  Pseudonyms names(key);
  const std::string sim(names.of(NameFamily::job, "sim"));
  CHECK(hidden_job_name(names, "sim[1-10:2]%3") == sim + "[1-10:2]%3");
  CHECK(hidden_job_name(names, "sim") == sim);
  CHECK(hidden_job_name(names, "sim[ann]").find("ann") == std::string::npos);
}

TEST_CASE("only a name that is cut off by a star is a pattern") {
  CHECK(has_pattern("done(sim*)"));
  CHECK(has_pattern("done(\"sim*\")"));
  CHECK(!has_pattern("numdone(sim, *) && done(sim[*])"));
  CHECK(!has_pattern("done(\"*\")"));
}

}  // namespace mcsim::testing::hidden_words_test
